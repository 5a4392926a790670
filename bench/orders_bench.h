#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tucana::bench {

struct OrdersBenchOptions {
  std::vector<std::size_t> n = {1024, 4096, 16384};
  std::vector<double> errors = {1e-6, 1e-8, 1e-10};
  double softening = 0x1p-8;
  double to = 0;        ///< end time; 0: 1 up to 4096 bodies, 1/4 for more
  int seeds = 0;        ///< medians over so many models; 0: 3 up to 1024 bodies, 2 up to 4096, 1 for more
  int threads = 0;      ///< 0: all
  int most_rungs = 12;  ///< of the ladder of eta
};

/// Runs with one eta: medians over the models.
struct OrdersRow {
  std::string integrator;
  std::size_t n = 0;
  double to = 0;
  int seeds = 0;
  double eta = 0;
  double wall_seconds = 0;  ///< of the steps alone
  double cpu_seconds = 0;   ///< of all threads
  double steps = 0;         ///< body-steps
  double energy_error = 0;  ///< the largest |E - E0|/|E0| at multiples of 1/8
};

/// What an integrator needs for an error, interpolated in the logarithms between two rows.
struct OrdersReached {
  std::string integrator;
  std::size_t n = 0;
  double error = 0;
  std::optional<double> eta = {}, wall_seconds = {}, cpu_seconds = {}, steps = {};  ///< none: outside the ladder
};

struct OrdersReport {
  OrdersBenchOptions options;
  std::vector<OrdersRow> rows;
  std::vector<OrdersReached> reached;
};

/// hermite4 beside hermite6, block steps, fp64, cpu engine, on Plummer spheres: down a ladder of eta until the smallest
/// of the wanted errors is reached.
OrdersReport run_orders_bench(const OrdersBenchOptions& options);

/// `rows`: of one integrator and one n, eta descending. Looks for the first two whose errors enclose `error`.
OrdersReached reached_by(const std::vector<OrdersRow>& rows, double error);

std::string to_table(const OrdersReport& report);
std::string to_json(const OrdersReport& report);

}  // namespace tucana::bench
