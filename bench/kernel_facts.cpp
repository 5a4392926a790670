#include "bench/kernel_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "tucana/core/error.h"
#include "tucana/device/cuda_compiler.h"

namespace tucana::bench {
namespace {

/// The number before `words` in the line; -1 when they are not there.
int number_before(std::string_view line, std::string_view words) {
  const auto end = line.find(words);
  if (end == std::string_view::npos) return -1;
  auto first = end;
  while (first > 0 && line[first - 1] >= '0' && line[first - 1] <= '9') --first;
  int number = -1;
  std::from_chars(line.data() + first, line.data() + end, number);
  return number;
}

}  // namespace

std::vector<AssembledKernel> read_assembler_log(std::string_view log) {
  std::vector<AssembledKernel> kernels;
  for (std::string_view rest = log; !rest.empty();) {
    const auto end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    constexpr std::string_view compiling = "Compiling entry function '";
    if (const auto at = line.find(compiling); at != std::string_view::npos) {
      const std::string_view name = line.substr(at + compiling.size());
      kernels.push_back({std::string(name.substr(0, name.find('\'')))});
    }
    if (kernels.empty()) continue;
    AssembledKernel& kernel = kernels.back();
    if (const int bytes = number_before(line, " bytes stack frame"); bytes >= 0 && kernel.stack_bytes < 0) {
      kernel.stack_bytes = bytes;
      kernel.spilled_bytes = number_before(line, " bytes spill stores") + number_before(line, " bytes spill loads");
    }
    if (const int registers = number_before(line, " registers"); registers >= 0) {
      kernel.registers = registers;
      kernel.shared_bytes = std::max(0, number_before(line, " bytes smem"));
    }
  }
  for (const AssembledKernel& kernel : kernels)
    if (kernel.registers < 0 || kernel.stack_bytes < 0 || kernel.spilled_bytes < 0) kernels.clear();
  if (kernels.empty()) throw FailureError(fmt::format("ptxas does not say registers and spills as expected:\n{}", log));
  return kernels;
}

AssembledProgram assemble(device::ProgramText text, const std::string& architecture) {
  text.compiler_options.emplace_back("--ptxas-options=-v");
  AssembledProgram program;
  std::string log;
  device::compile_to_cubin(text, architecture, &log, &program.ptx);
  program.kernels = read_assembler_log(log);
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("ptxas info") && line.find(" bytes stack frame") == std::string::npos)
      program.warnings += line + "\n";
  return program;
}

std::vector<NamedVariant> kernel_variants() {
  ForceVariant force, potential, lists, snap;
  force.force = true;
  potential.potential = true;
  lists.force = lists.lists = true;
  snap.force = snap.snap = true;
  snap.prediction = Prediction::crackle;
  return {{"force", force}, {"potential", potential}, {"lists", lists}, {"snap", snap}};
}

KernelFactsReport find_kernel_facts(const std::vector<std::string>& architectures) {
  KernelFactsReport report;
  report.compiler = "NVRTC " + device::cuda_compiler_version();
  const auto known = device::cuda_architectures();
  for (const std::string& architecture : architectures)
    if (std::ranges::find(known, architecture) == known.end())
      throw InputError(fmt::format("architecture {}: {} does not know it; it knows {}", architecture, report.compiler,
                                   fmt::join(known, ", ")));
  for (const std::string& architecture : architectures)
    for (const Precision precision : {Precision::fp64, Precision::extended, Precision::two_float, Precision::fp32})
      for (const NamedVariant& named : kernel_variants()) {
        const auto text = pair_sums_text({precision}, named.variant, 1, true);
        const AssembledProgram program = assemble(text, architecture);
        report.rows.push_back({architecture, std::string(name_of(precision)), named.name, program.kernels.front(),
                               count_inner_loop(program.ptx), program.ptx.find(".f64") != std::string::npos,
                               program.warnings});
      }
  return report;
}

}  // namespace tucana::bench
