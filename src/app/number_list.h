#pragma once

#include <string>
#include <vector>

#include "tucana/core/tick.h"

namespace tucana::app {

/// "1024,4096" or "1e4,1e6" as whole numbers from `least` to `most`; throws InputError that names the flag.
std::vector<long long> whole_numbers(const std::vector<std::string>& words, const char* flag, long long least,
                                     long long most);
double finite_number(const std::string& word, const char* flag, double least);
/// A number > 0; by default at most the largest time that ticks can represent.
double positive_number(const std::string& word, const char* flag, double most = Tick::largest_time);
/// A number in the range of an option.
double number_of_option(const char* option, const std::string& word, const char* flag);

}  // namespace tucana::app
