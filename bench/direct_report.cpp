#include <fmt/format.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "bench/direct.h"

namespace tucana::bench {

std::string to_json(const DirectBenchReport& report) {
  nlohmann::ordered_json json;
  json["cpu"] = report.cpu;
  json["n"] = report.n;
  json["rounds"] = report.rounds;
  json["wanted"] = report.wanted;
  const auto most = std::max_element(report.threads.begin(), report.threads.end()) - report.threads.begin();
  const FmaPeak& peak = report.fma_peak.at(static_cast<std::size_t>(most));
  json["threads"] = report.threads[static_cast<std::size_t>(most)];
  json["fma_peak_gflops"] = {{"fp32", peak.fp32 / 1e9}, {"fp64", peak.fp64 / 1e9}};
  json["results"] = nlohmann::ordered_json::array();
  for (const auto& r : report.results)
    json["results"].push_back({{"engine", r.engine},
                               {"precision", r.precision},
                               {"simd", r.simd},
                               {"threads", r.threads},
                               {"interactions_per_second", r.interactions_per_second},
                               {"per_peak_flop", r.per_peak_flop},
                               {"acc_error_median", r.acc_error_median},
                               {"acc_error_max", r.acc_error_max}});
  return json.dump(2);
}

std::string to_table(const DirectBenchReport& report) {
  std::string text =
      fmt::format("{}, N = {}, best of {} rounds, {}\n", report.cpu, report.n, report.rounds, report.wanted);
  for (std::size_t i = 0; i < report.threads.size(); ++i)
    text +=
        fmt::format("FMA peak, {} thread{}: {:.1f} GFLOP/s fp32, {:.1f} fp64\n", report.threads[i],
                    report.threads[i] == 1 ? "" : "s", report.fma_peak[i].fp32 / 1e9, report.fma_peak[i].fp64 / 1e9);
  text += fmt::format("{:<9} {:<9} {:<6} {:>7} {:>11} {:>9} {:>11} {:>9}\n", "engine", "precision", "simd", "threads",
                      "1e9 pairs/s", "per flop", "median err", "max err");
  for (const auto& r : report.results)
    text +=
        fmt::format("{:<9} {:<9} {:<6} {:>7} {:>11.3f} {:>9.4f} {:>11.1e} {:>9.1e}\n", r.engine, r.precision, r.simd,
                    r.threads, r.interactions_per_second / 1e9, r.per_peak_flop, r.acc_error_median, r.acc_error_max);
  return text;
}

}  // namespace tucana::bench
