#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "bench/tree_bench.h"
#include "bench/tree_runs.h"

namespace tucana::bench {
namespace {

std::string heading(const TreeRunsReport& report) {
  const TreeRunsOptions& options = report.options;
  return fmt::format(
      "{}, {}\n{}, N = {}, softening {:.4g}, t = 0 to {:.6g}, eta {:.4g}, steps up to {:.4g}\n"
      "criterion {}, best of up to {} rounds, seconds\n",
      report.processor, report.engine, options.model, options.n, report.softening, options.to, options.eta,
      options.largest_step, word_of(options.tree.criterion), options.rounds);
}

std::string seconds_text(const TreeRunRow& row) {
  return fmt::format("{:>8.3f} {:>7.3f} {:>7.3f} {:>8.3f} {:>7.3f} {:>6} {:>6}", row.seconds, row.build_seconds,
                     row.moments_seconds, row.walk_seconds, row.other_seconds(), row.blocks, row.builds);
}
constexpr auto seconds_heading = " seconds   build moments     walk   other blocks builds";

nlohmann::ordered_json json_of(const char* bench, const TreeRunsReport& report) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const TreeRunRow& row : report.rows) {
    rows.push_back({{"steps", word_of(row.steps)},
                    {"tuning", row.tuning},
                    {"accuracy", row.accuracy},
                    {"rebuild_interval", row.interval},
                    {"split_radius", row.split_radius},
                    {"total_seconds", row.seconds},
                    {"whole_seconds", row.whole_seconds},
                    {"build_seconds", row.build_seconds},
                    {"moments_seconds", row.moments_seconds},
                    {"walk_seconds", row.walk_seconds},
                    {"integration_seconds", row.other_seconds()},
                    {"body_steps", row.body_steps},
                    {"blocks", row.blocks},
                    {"builds", row.builds},
                    {"interactions", row.interactions},
                    {"rounds", row.rounds},
                    {"energy_error", row.energy_error}});
  }
  const TreeRunsOptions& options = report.options;
  return {{"bench", bench},          {"processor", report.processor},
          {"engine", report.engine}, {"model", options.model},
          {"n", options.n},          {"criterion", word_of(options.tree.criterion)},
          {"to", options.to},        {"softening", report.softening},
          {"eta", options.eta},      {"rounds", options.rounds},
          {"results", rows}};
}

/// In five columns, which a disturbed run must not break.
std::string ratio_text(double ratio) { return fmt::format("{:.{}f}", ratio, ratio < 9.9995 ? 3 : 1); }

}  // namespace

std::string steps_table(const TreeRunsReport& report) {
  std::string text = heading(report);
  text += fmt::format("{:>9} {:<6}{} {:>7}\n", "accuracy", "steps", seconds_heading, "dE");
  double block = 0;
  for (const TreeRunRow& row : report.rows) {
    text += fmt::format("{:>9.3g} {:<6}{} {:>7.0e}\n", row.accuracy, word_of(row.steps), seconds_text(row),
                        row.energy_error);
    if (row.steps == StepRule::block) block = row.seconds;
    if (row.steps == StepRule::shared) text += fmt::format("  shared over block: {:.2f}\n", row.seconds / block);
  }
  return text;
}

std::string tuning_table(const TreeRunsReport& report) {
  std::string text = heading(report);
  text += fmt::format("{:<7} {:>4} {:>6}{} {:>5}\n", "tuning", "int.", "radius", seconds_heading, "ratio");
  const TreeRunRow& best = best_fixed(report.rows);
  for (const TreeRunRow& row : report.rows) {
    const std::string interval = row.interval > 0 ? fmt::format("{}", row.interval) : "";
    // What was given up early has had fewer chances to be fast: no ratio.
    const bool whole = row.rounds == report.options.rounds;
    text += fmt::format("{:<7} {:>4} {:>6.2f}{} {:>5}\n", row.tuning, interval, row.split_radius, seconds_text(row),
                        whole ? ratio_text(over_best_fixed(row, report.rows)) : "-");
  }
  for (const TreeRunRow& row : report.rows)
    if (row.tuning != "fixed")
      text += fmt::format("{} over the best fixed (interval {}, radius {:g}): {:.3f}\n", row.tuning, best.interval,
                          best.split_radius, over_best_fixed(row, report.rows));
  return text;
}

std::string steps_json(const TreeRunsReport& report) {
  nlohmann::ordered_json json = json_of("tree_steps", report);
  nlohmann::ordered_json ratios = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i + 1 < report.rows.size(); i += 2)
    ratios.push_back({{"accuracy", report.rows[i].accuracy},
                      {"shared_over_block", report.rows[i + 1].seconds / report.rows[i].seconds}});
  json["ratios"] = ratios;
  return json.dump(2) + "\n";
}

std::string tuning_json(const TreeRunsReport& report) {
  nlohmann::ordered_json json = json_of("tree_tuning", report);
  const TreeRunRow& best = best_fixed(report.rows);
  json["best_interval"] = best.interval;
  json["best_split_radius"] = best.split_radius;
  for (const TreeRunRow& row : report.rows)
    if (row.tuning != "fixed") json[row.tuning + "_over_best"] = over_best_fixed(row, report.rows);
  return json.dump(2) + "\n";
}

std::string to_table(const TreeBlocksReport& report) {
  std::string text = fmt::format(
      "{}, {}\n{}, N = {}, accuracy {:.4g}, criterion {}, seconds\n{:>5} {:>10} {:>9} {:>9} {:>9} {:>11} {:>12}\n",
      report.processor, report.engine, report.options.model, report.options.n, report.options.accuracies.front(),
      word_of(report.options.tree.criterion), "block", "active", "build", "moments", "walk", "integration",
      "interactions");
  for (std::size_t k = 0; k < report.blocks.size(); ++k) {
    const TreeBlock& block = report.blocks[k];
    text += fmt::format("{:>5} {:>10} {:>9.5f} {:>9.5f} {:>9.5f} {:>11.5f} {:>12.3e}\n", k + 1, block.active,
                        block.build_seconds, block.moments_seconds, block.walk_seconds, block.other_seconds(),
                        static_cast<double>(block.interactions));
  }
  return text;
}

std::string to_json(const TreeBlocksReport& report) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const TreeBlock& block : report.blocks)
    rows.push_back({{"active", block.active},
                    {"total_seconds", block.seconds},
                    {"build_seconds", block.build_seconds},
                    {"moments_seconds", block.moments_seconds},
                    {"walk_seconds", block.walk_seconds},
                    {"integration_seconds", block.other_seconds()},
                    {"interactions", block.interactions}});
  const TreeRunsOptions& options = report.options;
  return nlohmann::ordered_json{{"bench", "tree_blocks"},
                                {"processor", report.processor},
                                {"engine", report.engine},
                                {"model", options.model},
                                {"n", options.n},
                                {"criterion", word_of(options.tree.criterion)},
                                {"accuracy", options.accuracies.front()},
                                {"results", rows}}
             .dump(2) +
         "\n";
}

}  // namespace tucana::bench
