#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace tucana::app {

/// Columns of the terminal behind a stream; 0 when it is no terminal, so that pipes and files get long lines whole.
/// TUCANA_COLUMNS, if it is set to a number, is taken instead.
std::size_t terminal_columns(std::FILE* stream);

/// Text whose lines are broken at spaces so that each fits `columns`; 0 leaves them as they are. A word that is longer
/// than a line stays whole, since it may be a path to copy. A line in two columns (name, two or more spaces, text) is
/// continued below its text where that leaves enough room, other lines with a small indent.
std::string fit_text(std::string_view text, std::size_t columns);

/// Prints text so that it fits the terminal behind the stream.
void print_fitted(std::FILE* stream, std::string_view text);

}  // namespace tucana::app
