#include "tucana/simulation/memory_estimate.h"

namespace tucana {
namespace {

// Peaks of whole runs, measured as the process saw them (resident memory) at 1, 16,384 and more bodies, rounded up.
constexpr double bytes_of_program = 20e6;

double bytes_per_body(const Options& options) {
  if (options.gravity.method == GravityMethod::tree) return 700;
  switch (options.integrator.kind) {
    case IntegratorKind::hermite4: return 950;
    case IntegratorKind::hermite6: return 1200;
    case IntegratorKind::ahmad_cohen: return 3500;  // with its lists, which grow slowly with n
    case IntegratorKind::leapfrog: return 850;
  }
  return 0;
}

}  // namespace

double bytes_of_run(const Options& options, std::size_t n) {
  return bytes_of_program + static_cast<double>(n) * bytes_per_body(options);
}

}  // namespace tucana
