#include "tests/cuda_stand_in/ptx/lexer.h"

#include <algorithm>
#include <cctype>

namespace cuda_stand_in {
namespace {

bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%' || c == '.';
}

/// How far white space and comments reach from `at`.
std::size_t skip(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (std::isspace(static_cast<unsigned char>(text[at])) != 0) {
      ++at;
    } else if (text.substr(at, 2) == "//") {
      at = std::min(text.find('\n', at), text.size());
    } else if (text.substr(at, 2) == "/*") {
      const std::size_t end = text.find("*/", at + 2);
      at = end == std::string_view::npos ? text.size() : end + 2;
    } else {
      break;
    }
  }
  return at;
}

std::size_t end_of_token(std::string_view text, std::size_t at) {
  if (text[at] == '"') {
    const std::size_t end = text.find('"', at + 1);
    return end == std::string_view::npos ? text.size() : end + 1;
  }
  if (!in_word(text[at])) return at + 1;
  while (at < text.size() && (in_word(text[at]) || text.substr(at, 2) == "::")) at += text[at] == ':' ? 2 : 1;
  return at;
}

}  // namespace

std::vector<Token> tokens_of(std::string_view ptx) {
  std::vector<Token> tokens;
  unsigned line = 1;
  for (std::size_t at = 0; true;) {
    const std::size_t begin = skip(ptx, at);
    line += static_cast<unsigned>(std::count(ptx.begin() + at, ptx.begin() + begin, '\n'));
    if (begin == ptx.size()) break;
    at = end_of_token(ptx, begin);
    tokens.push_back({std::string(ptx.substr(begin, at - begin)), line, in_word(ptx[begin])});
  }
  tokens.push_back({"", line, false});
  return tokens;
}

}  // namespace cuda_stand_in
