#include <fmt/format.h>

#include <memory>

#include "bench/kernel_facts.h"
#include "bench/program/commands.h"

namespace tucana::bench {
namespace {

struct KernelsWords {
  std::vector<std::string> architectures;
  bool json = false;
};

int bench_kernels(const KernelsWords& words) {
  const auto report = words.architectures.empty() ? find_kernel_facts() : find_kernel_facts(words.architectures);
  fmt::print("{}", words.json ? to_json(report) : to_table(report));
  return 0;
}

}  // namespace

void add_kernels_command(app::Command& program, app::Action& action) {
  app::Command* command = program.add_subcommand("kernels", "kernels as compiled by NVRTC; needs no GPU");
  auto words = std::make_shared<KernelsWords>();
  command->add_option("--architecture", words->architectures, "NVIDIA architectures [sm_75,sm_80,sm_90,sm_120]")
      ->type_name("NAME,..")
      ->delimiter(',');
  command->add_flag("--json", words->json, "as a JSON object");
  command->footer("Example:\n  tucana-bench kernels --architecture sm_80");
  command->callback([words, &action] { action = [words] { return bench_kernels(*words); }; });
}

}  // namespace tucana::bench
