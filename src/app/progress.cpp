#include "tucana/app/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "tucana/app/progress_text.h"
#include "tucana/app/terminal_text.h"

namespace tucana::app {
namespace {

constexpr int widest = 80;

/// Columns of the terminal without the last one, after which some terminals wrap.
int usable_columns(std::FILE* stream) {
  winsize size{};
  const bool known = ::ioctl(::fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return std::min(known ? static_cast<int>(size.ws_col) : widest, widest) - 1;
}

}  // namespace

TerminalProgress::Style TerminalProgress::style_of(std::FILE* stream) {
  const char* terminal = std::getenv("TERM");
  const bool can_redraw = terminal != nullptr && std::string_view(terminal) != "dumb";
  return can_redraw && ::isatty(::fileno(stream)) == 1 ? Style::bar : Style::lines;
}

void TerminalProgress::began(const std::string& what, const RunProgress& progress) {
  began_ = progress;
  message(what);
  if (style_ == Style::lines) print_line(progress_head(progress));
  draw(progress);
}

void TerminalProgress::output(const RunProgress& progress) {
  if (style_ == Style::lines) print_line(progress_line(began_, progress));
  draw(progress);
}

void TerminalProgress::moved(const RunProgress& progress) { draw(progress); }

void TerminalProgress::message(const std::string& text) {
  if (style_ == Style::none) return;
  if (bar_is_open_) std::fputs("\r\x1b[K", stream_), bar_is_open_ = false;
  print_line(fit_text(text, terminal_columns(stream_)));
}

void TerminalProgress::end() {
  if (bar_is_open_) std::fputc('\n', stream_), std::fflush(stream_);
  bar_is_open_ = false;
}

void TerminalProgress::draw(const RunProgress& progress) {
  if (style_ != Style::bar) return;
  // Written in one call, so that the terminal never shows an incomplete line.
  const std::string line = '\r' + progress_bar(began_, progress, usable_columns(stream_)) + "\x1b[K";
  std::fputs(line.c_str(), stream_);
  std::fflush(stream_);
  bar_is_open_ = true;
}

void TerminalProgress::print_line(const std::string& text) {
  std::fputs((text + '\n').c_str(), stream_);
  std::fflush(stream_);
}

}  // namespace tucana::app
