#pragma once

#include <cstdio>
#include <string>

#include "tucana/simulation/run_watcher.h"

namespace tucana::app {

/// Shows the progress of a run: a redrawn bar on a terminal, lines on a pipe, nothing if quiet.
class TerminalProgress final : public RunWatcher {
 public:
  enum class Style { bar, lines, none };
  /// bar for a terminal that can redraw a line, lines otherwise.
  static Style style_of(std::FILE* stream);

  TerminalProgress(Style style, std::FILE* stream) : style_(style), stream_(stream) {}
  /// Also when an exception passes through, so that the next text starts on a new line.
  ~TerminalProgress() override { end(); }
  TerminalProgress(const TerminalProgress&) = delete;
  TerminalProgress& operator=(const TerminalProgress&) = delete;

  void began(const std::string& what, const RunProgress& progress) override;
  void output(const RunProgress& progress) override;
  void moved(const RunProgress& progress) override;
  void message(const std::string& text) override;
  /// Leaves the bar as it is and moves the cursor below it.
  void end();

 private:
  void draw(const RunProgress& progress);
  void print_line(const std::string& text);

  Style style_;
  std::FILE* stream_;
  RunProgress began_;
  bool bar_is_open_ = false;
};

}  // namespace tucana::app
