#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cuda_stand_in {

/// A word (names, opcodes with their dots, numbers), one sign of punctuation, or the end.
struct Token {
  std::string text;
  unsigned line = 0;
  bool word = false;
};

std::vector<Token> tokens_of(std::string_view ptx);

}  // namespace cuda_stand_in
