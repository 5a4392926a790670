#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "bench/kernel_facts.h"

namespace tucana::bench {

std::string to_table(const KernelFactsReport& report) {
  std::string text = fmt::format(
      "pair_sums by {}: registers and bytes (spilled, stack) a work-item, bytes\n"
      "a group (shared), PTX instructions per interaction of the inner loop, beside one\n"
      "reciprocal root. force is acceleration, jerk and potential; lists and snap have\n"
      "these too.\n",
      report.compiler);
  text += fmt::format("{:<6} {:<9} {:<9} {:>4} {:>5} {:>5} {:>6} {:>5} {:>5} {:>5} {:>5} {:>5}\n", "arch.", "precision",
                      "variant", "regs", "spill", "stack", "shared", "fma", "mul", "add", "loads", "other");
  std::string spills;
  for (const KernelFactsRow& row : report.rows) {
    const AssembledKernel& kernel = row.kernel;
    text += fmt::format("{:<6} {:<9} {:<9} {:>4} {:>5} {:>5} {:>6} {:>5.1f} {:>5.1f} {:>5.1f} {:>5.1f} {:>5.1f}\n",
                        row.architecture, row.precision, row.variant, kernel.registers, kernel.spilled_bytes,
                        kernel.stack_bytes, kernel.shared_bytes, row.loop.fma, row.loop.mul, row.loop.add,
                        row.loop.shared_loads, row.loop.other);
    if (kernel.spilled_bytes != 0)
      spills += fmt::format("SPILLS: {} {} {} keeps {} bytes of its registers in memory\n", row.architecture,
                            row.precision, row.variant, kernel.spilled_bytes);
  }
  return text + (spills.empty() ? "No kernel spills registers.\n" : spills);
}

std::string to_json(const KernelFactsReport& report) {
  nlohmann::ordered_json json;
  json["compiler"] = report.compiler;
  json["spills"] = false;
  json["results"] = nlohmann::ordered_json::array();
  for (const KernelFactsRow& row : report.rows) {
    if (row.kernel.spilled_bytes != 0) json["spills"] = true;
    json["results"].push_back({{"architecture", row.architecture},
                               {"precision", row.precision},
                               {"variant", row.variant},
                               {"uses_double", row.uses_double},
                               {"registers", row.kernel.registers},
                               {"spilled_bytes", row.kernel.spilled_bytes},
                               {"stack_bytes", row.kernel.stack_bytes},
                               {"shared_bytes", row.kernel.shared_bytes},
                               {"unrolled", row.loop.interactions},
                               {"fma", row.loop.fma},
                               {"mul", row.loop.mul},
                               {"add", row.loop.add},
                               {"rsqrt", row.loop.rsqrt},
                               {"shared_loads", row.loop.shared_loads},
                               {"shared_bytes_loaded", row.loop.shared_bytes},
                               {"other", row.loop.other}});
  }
  return json.dump(2) + "\n";
}

}  // namespace tucana::bench
