#include "tucana/tree/tuning/tuning_record.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"

namespace tucana {
namespace {

template <class T>
std::string number_text(T value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

/// Reads one line of the kind that to_text writes, piece by piece.
class Line {
 public:
  Line(std::string_view text, std::string_view name, std::int64_t number) : rest_(text), name_(name), number_(number) {}

  void expect(std::string_view piece) {
    skip_spaces();
    if (!rest_.starts_with(piece)) fail("is not a line of a tuning record");
    rest_.remove_prefix(piece.size());
  }

  /// `"key": number`
  template <class T>
  T number(std::string_view key) {
    expect("\"");
    expect(key);
    expect("\"");
    expect(":");
    skip_spaces();
    T value{};
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc()) fail(std::string(key) + " is not a number that fits");
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  void end() {
    expect("}");
    skip_spaces();
    if (!rest_.empty()) fail("goes on after its end");
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(std::string(name_) + ":" + std::to_string(number_) + ": " + what +
                     "; give a file that a run wrote, or take tree.tuning = \"counted\"");
  }

 private:
  void skip_spaces() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r"), rest_.size())); }

  std::string_view rest_, name_;
  std::int64_t number_;
};

void read_head(Line line, TuningRecord& record, std::int64_t& builds) {
  line.expect("{");
  if (line.number<std::int64_t>("tuning_record") != 1) line.fail("is a tuning record of another version");
  line.expect(",");
  record.bodies = line.number<std::int64_t>("bodies");
  line.expect(",");
  record.evaluations = line.number<std::int64_t>("evaluations");
  line.expect(",");
  builds = line.number<std::int64_t>("builds");
  line.end();
  if (record.bodies < 0 || record.evaluations < 0 || builds < 0) line.fail("has a negative count");
}

void read_build(Line line, TuningRecord& record) {
  line.expect("{");
  const auto evaluation = line.number<std::int64_t>("evaluation");
  line.expect(",");
  const auto radius = line.number<double>("split_radius");
  line.end();
  if (evaluation < 0 || (!record.built.empty() && evaluation <= record.built.back())) {
    line.fail("evaluations do not ascend");
  }
  if (evaluation > record.evaluations) line.fail("builds after the last evaluation");
  if (!(radius > 0) || !std::isfinite(radius)) line.fail("split_radius is not > 0 and finite");
  record.built.push_back(evaluation);
  record.split_radius.push_back(radius);
}

}  // namespace

void TuningRecord::describe(Archive& archive) {
  archive.field("bodies", bodies);
  archive.field("evaluations", evaluations);
  archive.field("built", built);
  archive.field("split_radius", split_radius);
  if (split_radius.size() != built.size()) throw InputError("tuning record: as many builds as split radii are wanted");
  if (!archive.loading()) return;
  check_loaded(
      bodies >= 0 && evaluations >= 0 && (built.empty() || (built.front() >= 0 && built.back() <= evaluations)),
      "the counts of its tuning record are out of range");
  check_loaded(std::is_sorted(built.begin(), built.end(), std::less_equal<>()), "its tuning record does not ascend");
  check_loaded(all_finite(split_radius), "a split radius of its tuning record is not a number");
}

std::string to_text(const TuningRecord& record) {
  std::string text = "{\"tuning_record\":1,\"bodies\":" + number_text(record.bodies) +
                     ",\"evaluations\":" + number_text(record.evaluations) +
                     ",\"builds\":" + number_text(record.built.size()) + "}\n";
  for (std::size_t i = 0; i < record.built.size(); ++i) {
    text += "{\"evaluation\":" + number_text(record.built[i]) +
            ",\"split_radius\":" + number_text(record.split_radius[i]) + "}\n";
  }
  return text;
}

TuningRecord tuning_record_from(std::string_view text, std::string_view name) {
  TuningRecord record;
  std::int64_t number = 0, builds = -1;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    if (builds < 0) {
      read_head({line, name, number}, record, builds);
    } else {
      read_build({line, name, number}, record);
    }
  }
  const Line after("", name, number);
  if (builds < 0) after.fail("the tuning record is empty");
  // A file that was cut off, or two runs in one.
  if (builds != static_cast<std::int64_t>(record.built.size())) {
    after.fail("the tuning record has " + std::to_string(record.built.size()) + " builds where its head says " +
               std::to_string(builds));
  }
  return record;
}

}  // namespace tucana
