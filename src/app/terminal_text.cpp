#include "tucana/app/terminal_text.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace tucana::app {
namespace {

/// Minimum width of the second of two columns.
constexpr std::size_t least_text_columns = 24;

/// Number of UTF-8 characters: all bytes except continuation bytes.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

/// Indent of continued lines.
std::size_t hanging_indent(std::string_view line, std::size_t columns) {
  const std::size_t lead = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t gap = line.find("  ", lead);
  const std::size_t text = gap == std::string_view::npos ? gap : line.find_first_not_of(' ', gap);
  return text != std::string_view::npos && text + least_text_columns <= columns ? text : lead + 2;
}

/// Breaks a line that is too long; spaces between words that stay on one line are kept as they are.
std::string fit_line(std::string_view line, std::size_t columns) {
  const std::string indent(hanging_indent(line, columns), ' ');
  std::string lines, current;
  bool is_empty = true;  // but for its indent
  while (!line.empty()) {
    const std::size_t spaces = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t end = std::min(line.find(' ', spaces), line.size());
    const std::string_view word = line.substr(spaces, end - spaces);
    if (!is_empty && width_of(current) + spaces + width_of(word) > columns) {
      lines += current + '\n';
      current = indent;
    } else {
      current.append(spaces, ' ');
    }
    current += word;
    is_empty = false;
    line.remove_prefix(end);
  }
  return lines + current;
}

}  // namespace

std::size_t terminal_columns(std::FILE* stream) {
  if (const char* wanted = std::getenv("TUCANA_COLUMNS"); wanted != nullptr) return std::strtoul(wanted, nullptr, 10);
  winsize size{};
  const int file = ::fileno(stream);
  return ::isatty(file) == 1 && ::ioctl(file, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

std::string fit_text(std::string_view text, std::size_t columns) {
  if (columns == 0) return std::string(text);
  std::string fitted;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    fitted += width_of(line) > columns ? fit_line(line, columns) : std::string(line);
    if (end < text.size()) fitted += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return fitted;
}

void print_fitted(std::FILE* stream, std::string_view text) {
  const std::string fitted = fit_text(text, terminal_columns(stream));
  std::fwrite(fitted.data(), 1, fitted.size(), stream);
}

}  // namespace tucana::app
