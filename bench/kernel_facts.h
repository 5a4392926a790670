#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tucana/gravity/device/kernel_set.h"

namespace tucana::bench {

/// Instructions of one interaction in the inner loop of pair_sums, counted in PTX.
struct LoopCounts {
  int interactions = 0;  ///< of one turn of the loop: how far the compiler unrolled it
  double fma = 0, mul = 0, add = 0;
  double rsqrt = 0;
  double shared_loads = 0, shared_bytes = 0;
  double other = 0;  ///< integers, comparisons, moves, branches; those of loop and addresses shared by all interactions

  double arithmetic() const { return fma + mul + add; }
  double all() const { return arithmetic() + rsqrt + shared_loads + other; }
};

/// The loops that hold a reciprocal root are copies for different cases (one source is a target itself, lists by
/// velocity, ...). Counted is the path through the cheapest of them: the usual case, in which nobody is listed.
/// Throws FailureError when there is none.
LoopCounts count_inner_loop(std::string_view ptx);

/// What the assembler says about one kernel of a program.
struct AssembledKernel {
  std::string name;
  int registers = -1, spilled_bytes = -1, stack_bytes = -1, shared_bytes = 0;
};

/// From the words that --ptxas-options=-v makes it say. Throws FailureError when it does not find the numbers in them.
std::vector<AssembledKernel> read_assembler_log(std::string_view log);

/// What NVRTC makes of a program for an architecture, in one compilation.
struct AssembledProgram {
  std::vector<AssembledKernel> kernels;
  std::string ptx;
  std::string warnings;  ///< empty when the compiler found nothing to warn about
};
AssembledProgram assemble(device::ProgramText text, const std::string& architecture);

/// The variants of pair_sums that are looked at, with their names.
struct NamedVariant {
  std::string name;
  ForceVariant variant;
};
std::vector<NamedVariant> kernel_variants();

struct KernelFactsRow {
  std::string architecture, precision, variant;
  AssembledKernel kernel;
  LoopCounts loop;
  bool uses_double = false;
  std::string warnings = {};
};

struct KernelFactsReport {
  std::string compiler;
  std::vector<KernelFactsRow> rows;
};

/// Compiles pair_sums in every precision and variant. Needs NVRTC, but neither a driver nor a device. Throws InputError
/// for an architecture that it does not know.
KernelFactsReport find_kernel_facts(const std::vector<std::string>& architectures = {"sm_75", "sm_80", "sm_90",
                                                                                     "sm_120"});

std::string to_table(const KernelFactsReport& report);
std::string to_json(const KernelFactsReport& report);

}  // namespace tucana::bench
