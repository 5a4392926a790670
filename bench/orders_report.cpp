// What `bench orders` prints.
#include <fmt/format.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "bench/orders_bench.h"

namespace tucana::bench {
namespace {

nlohmann::ordered_json json_of(const std::optional<double>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

std::string ladder_table(const OrdersReport& report) {
  std::string text = fmt::format("{:<10} {:>7} {:>5} {:>5} {:>8} {:>9} {:>9} {:>11} {:>7}\n", "integrator", "N", "to",
                                 "seeds", "eta", "wall s", "cpu s", "steps", "dE/E");
  for (const OrdersRow& r : report.rows) {
    text += fmt::format("{:<10} {:>7} {:>5g} {:>5} {:>8.4f} {:>9.3f} {:>9.3f} {:>11.0f} {:>7.1e}\n", r.integrator, r.n,
                        r.to, r.seeds, r.eta, r.wall_seconds, r.cpu_seconds, r.steps, r.energy_error);
  }
  return text;
}

std::string reached_table(const OrdersReport& report) {
  std::string text = fmt::format("{:<11} {:>7} {:>9} {:>8} {:>9} {:>9} {:>11}\n", "integrator", "N", "for dE/E", "eta",
                                 "wall s", "cpu s", "steps");
  for (const OrdersReached& r : report.reached) {
    text += fmt::format("{:<11} {:>7} {:>9.0e} ", r.integrator, r.n, r.error);
    text +=
        r.eta ? fmt::format("{:>8.4f} {:>9.3f} {:>9.3f} {:>11.0f}\n", *r.eta, *r.wall_seconds, *r.cpu_seconds, *r.steps)
              : fmt::format("{:>8}\n", "outside the ladder");
  }
  return text;
}

}  // namespace

std::string to_table(const OrdersReport& report) {
  return fmt::format(
      "Plummer spheres, softening {}, block steps, fp64, cpu engine;\n"
      "largest dE/E at multiples of 1/8\n\n{}\n{}",
      report.options.softening, ladder_table(report), reached_table(report));
}

std::string to_json(const OrdersReport& report) {
  nlohmann::ordered_json results = nlohmann::ordered_json::array(), reached = results;
  for (const OrdersRow& r : report.rows) {
    results.push_back({{"integrator", r.integrator},
                       {"n", r.n},
                       {"to", r.to},
                       {"seeds", r.seeds},
                       {"eta", r.eta},
                       {"wall_seconds", r.wall_seconds},
                       {"cpu_seconds", r.cpu_seconds},
                       {"steps", r.steps},
                       {"energy_error", r.energy_error}});
  }
  for (const OrdersReached& r : report.reached) {
    reached.push_back({{"integrator", r.integrator},
                       {"n", r.n},
                       {"error", r.error},
                       {"eta", json_of(r.eta)},
                       {"wall_seconds", json_of(r.wall_seconds)},
                       {"cpu_seconds", json_of(r.cpu_seconds)},
                       {"steps", json_of(r.steps)}});
  }
  const nlohmann::ordered_json all = {
      {"bench", "orders"}, {"model", "plummer"},  {"softening", report.options.softening}, {"steps", "block"},
      {"engine", "cpu"},   {"precision", "fp64"}, {"threads", report.options.threads},     {"results", results},
      {"reached", reached}};
  return all.dump(2) + "\n";
}

}  // namespace tucana::bench
