#include <cstdio>
#include <vector>

#include "tucana/core/tick.h"
#include "tucana/core/vec3.h"
#include "tucana/parallel/thread_pool.h"

/// Sums 1 + 2 + ... + 100 in units of a thread pool: headers, library and threads of the install work together.
int main() {
  tucana::ThreadPool pool(2);
  std::vector<tucana::Vec3> terms(100);
  pool.run(terms.size(), [&](std::size_t unit, int) { terms[unit].x = static_cast<double>(unit + 1); });
  tucana::Vec3 sum;
  for (const auto& term : terms) sum += term;
  std::printf("sum %g, step %g\n", sum.x, tucana::Level::at_most(0.3).units());
  return sum.x == 5050 ? 0 : 1;
}
