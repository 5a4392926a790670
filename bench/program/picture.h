#pragma once

#include <string>

#include "tucana/app/command.h"

namespace tucana::bench {

/// The flags of a benchmark that also draws: --json and --plot.
struct ReportWords {
  bool json = false;
  std::string plot;
};
void add_report_flags(app::Command& command, ReportWords& words);

/// What a benchmark found, in both forms.
struct ReportText {
  std::string table, json;
};
template <class Report>
ReportText text_of(const Report& report) {
  return {to_table(report), to_json(report)};
}
/// Prints one of the two, and draws the picture if one is wanted.
void show(const ReportText& text, const ReportWords& words);

/// Throws the errors of drawing in advance: before a long benchmark, not after it.
void expect_picture_can_be_drawn(const ReportWords& words);

}  // namespace tucana::bench
