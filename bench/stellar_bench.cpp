#include "bench/stellar_bench.h"

#include <fmt/format.h>

#include <atomic>
#include <vector>

#include <nlohmann/json.hpp>

#include "tucana/core/for_each_index.h"
#include "tucana/core/stopwatch.h"
#include "tucana/models/cluster/mass_function.h"
#include "tucana/physics/stellar/sse_provider.h"

namespace tucana::bench {

StellarRow run_stellar_bench(std::size_t n, double until_myr, double metallicity, Workers& workers) {
  const MassFunction masses = kroupa_2001_mass_function(stellar::SseProvider::min_mass, 100);
  const stellar::SseProvider provider;
  std::vector<double> born(n), left(n);
  for (std::size_t i = 0; i < n; ++i)
    born[i] = masses.quantile((static_cast<double>(i) + 0.5) / static_cast<double>(n));
  std::atomic<std::uint64_t> changes = 0;
  const Stopwatch watch;
  // Neighbours have similar masses and lives of similar length; small units keep all threads busy until the end.
  for_each_index<16>(workers, n, [&](std::size_t i) {
    stellar::StarState star = provider.birth(born[i], metallicity);
    std::uint64_t own = 0;
    provider.advance(star, until_myr, [&](const stellar::TypeChange&) { ++own; });
    changes += own;
    left[i] = star.now.mass;
  });
  StellarRow row{.n = n, .threads = workers.count(), .until_myr = until_myr, .metallicity = metallicity};
  row.seconds = watch.seconds();
  row.type_changes = changes;
  double before = 0, after = 0;
  for (std::size_t i = 0; i < n; ++i) before += born[i], after += left[i];
  row.remaining_mass = after / before;
  return row;
}

std::string to_text(const StellarRow& r) {
  return fmt::format(
      "{} stars (Kroupa 2001, 0.08 to 100 Msun, Z = {:g}) to {:g} Myr:\n{:.2f} s with {} threads, {:.0f} stars/s, {} "
      "changes of type,\n{:.4f} of the mass is left\n",
      r.n, r.metallicity, r.until_myr, r.seconds, r.threads, static_cast<double>(r.n) / r.seconds, r.type_changes,
      r.remaining_mass);
}

std::string to_json(const StellarRow& r) {
  return nlohmann::ordered_json{{"n", r.n},
                                {"threads", r.threads},
                                {"until_myr", r.until_myr},
                                {"metallicity", r.metallicity},
                                {"seconds", r.seconds},
                                {"stars_per_second", static_cast<double>(r.n) / r.seconds},
                                {"type_changes", r.type_changes},
                                {"remaining_mass", r.remaining_mass}}
             .dump(2) +
         "\n";
}

}  // namespace tucana::bench
