#include <fmt/format.h>

#include <cmath>

#include <nlohmann/json.hpp>

#include "bench/tree_bench.h"

namespace tucana::bench {

std::string to_table(const TreeBenchReport& report) {
  std::string text = fmt::format(
      "{}, {}\n{}, N = {}, softening {:.4g}, best of {} rounds, errors of {} bodies\nFMA peak {:.1f} GFLOP/s fp32\n",
      report.processor, report.engine, report.model, report.n, report.softening, report.rounds, report.sample,
      report.peak_gflops);
  text += fmt::format("{:<12} {:>9} {:>8} {:>8} {:>7} {:>7} {:>7} {:>7} {:>7}\n", "criterion,", "accuracy", "median",
                      "99 %", "build", "moments", "walk", "total", "fifth");
  text += fmt::format("{:<12} {:>9} {:>8} {:>8} {:>7} {:>7} {:>7} {:>7} {:>7}\n", "order", "", "error", "error", "s",
                      "s", "s", "s", "s");
  for (const auto& row : report.rows) {
    const std::string name = fmt::format("{:.9}, {}", word_of(row.criterion), word_of(row.order)[0]);
    text += fmt::format("{:<12} {:>9.3g} {:>8.1e} {:>8.1e} {:>7.4f} {:>7.4f} {:>7.4f} {:>7.4f} {:>7.4f}\n", name,
                        row.accuracy, row.error_median, row.error_99, row.build_seconds(), row.moments_seconds,
                        row.walk_seconds, row.total_seconds, row.active_total_seconds);
  }
  return text;
}

namespace {

nlohmann::ordered_json json_of(const TreeBenchRow& row) {
  return {{"criterion", word_of(row.criterion)},
          {"accuracy", row.accuracy},
          {"order", word_of(row.order)},
          {"error_median", row.error_median},
          {"error_99", row.error_99},
          {"error_largest", row.error_largest},
          {"keys_seconds", row.keys_seconds},
          {"sort_seconds", row.sort_seconds},
          {"link_seconds", row.link_seconds},
          {"build_seconds", row.build_seconds()},
          {"moments_seconds", row.moments_seconds},
          {"walk_seconds", row.walk_seconds},
          {"total_seconds", row.total_seconds},
          {"body_pairs", row.body_pairs},
          {"cell_pairs", row.cell_pairs},
          {"far_cells", row.far_cells},
          {"checked_cells", row.checked_cells},
          {"interactions", row.interactions},
          {"interactions_per_second", static_cast<double>(row.interactions) / row.walk_seconds},
          {"active_walk_seconds", row.active_walk_seconds},
          {"active_total_seconds", row.active_total_seconds}};
}

}  // namespace

std::string to_json(const TreeBenchReport& report) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const auto& row : report.rows) rows.push_back(json_of(row));
  return nlohmann::ordered_json{{"bench", "tree"},
                                {"processor", report.processor},
                                {"engine", report.engine},
                                {"model", report.model},
                                {"n", report.n},
                                {"threads", report.threads},
                                {"rounds", report.rounds},
                                {"sample", report.sample},
                                {"softening", report.softening},
                                {"peak_gflops", report.peak_gflops},
                                {"results", rows}}
             .dump(2) +
         "\n";
}

std::string to_table(const std::vector<CrossingRow>& rows) {
  std::string text = fmt::format("{:>9} {:>10} {:>10}\n", "N", "tree s", "direct s");
  for (const auto& row : rows)
    text += fmt::format("{:>9} {:>10.6f} {:>10.6f}{}\n", row.n, row.tree_seconds, row.direct_seconds,
                        row.tree_seconds < row.direct_seconds ? "  tree" : "");
  return text;
}

std::string to_json(const std::vector<CrossingRow>& rows) {
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (const auto& row : rows)
    results.push_back({{"n", row.n}, {"tree_seconds", row.tree_seconds}, {"direct_seconds", row.direct_seconds}});
  return nlohmann::ordered_json{{"bench", "tree_crossing"}, {"results", results}}.dump(2) + "\n";
}

std::string to_table(const std::vector<ScalingRow>& rows) {
  std::string text = fmt::format("{:>9} {:>8} {:>8} {:>8} {:>8} {:>8} {:>9} {:>12}\n", "N", "error", "build s",
                                 "moments", "walk s", "total s", "pairs/N", "ns/(N log N)");
  for (const auto& [n, row] : rows) {
    const auto count = static_cast<double>(n);
    text += fmt::format("{:>9} {:>8.1e} {:>8.4f} {:>8.4f} {:>8.4f} {:>8.4f} {:>9.0f} {:>12.2f}\n", n, row.error_median,
                        row.build_seconds(), row.moments_seconds, row.walk_seconds, row.total_seconds,
                        static_cast<double>(row.interactions) / count,
                        row.total_seconds * 1e9 / (count * std::log2(count)));
  }
  return text +
         fmt::format("total ~ N^{:.3f}; over N log N it grows by {:.2f}\n", growth_power(rows), over_n_log_n(rows));
}

std::string to_json(const std::vector<ScalingRow>& rows, const TreeBenchOptions& options) {
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (const auto& [n, row] : rows) {
    nlohmann::ordered_json result = {{"n", n}};
    result.update(json_of(row));
    results.push_back(result);
  }
  return nlohmann::ordered_json{{"bench", "tree_scaling"},     {"model", options.model},
                                {"rounds", options.rounds},    {"results", results},
                                {"power", growth_power(rows)}, {"over_n_log_n", over_n_log_n(rows)}}
             .dump(2) +
         "\n";
}

}  // namespace tucana::bench
