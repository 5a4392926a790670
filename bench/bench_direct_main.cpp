#include <cstdio>
#include <cstdlib>

#include "bench/direct.h"

/// tucana_bench_direct [N [rounds [simd]]]: for work on the kernels; users have `tucana bench direct`.
int main(int argc, char** argv) {
  tucana::bench::DirectBenchOptions options;
  if (argc > 1) options.n = std::strtoul(argv[1], nullptr, 10);
  if (argc > 2) options.rounds = std::atoi(argv[2]);
  if (argc > 3) options.simd = argv[3];
  std::fputs(to_table(run_direct_bench(options)).c_str(), stdout);
}
