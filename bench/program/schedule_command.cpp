#include <fmt/format.h>

#include <memory>

#include "bench/program/commands.h"
#include "bench/schedule_bench.h"
#include "tucana/app/number_list.h"

namespace tucana::bench {
namespace {

struct ScheduleWords {
  std::vector<std::string> n;
  std::string blocks = "4096";
  bool json = false;
};

int bench_schedule(const ScheduleWords& words) {
  const auto numbers = words.n.empty() ? std::vector<std::string>{"1e4", "1e6"} : words.n;
  const long long blocks = app::whole_numbers({words.blocks}, "--blocks", 1, 1'000'000'000).front();
  std::vector<ScheduleRow> rows;
  for (const long long n : app::whole_numbers(numbers, "-n", 1, 100'000'000)) {
    rows.push_back(run_schedule_bench(static_cast<std::size_t>(n), static_cast<std::uint64_t>(blocks)));
  }
  fmt::print("{}", words.json ? to_json(rows) : to_table(rows));
  return 0;
}

}  // namespace

void add_schedule_command(app::Command& program, app::Action& action) {
  app::Command* command = program.add_subcommand("schedule", "finding the due bodies, compared with a scan");
  auto words = std::make_shared<ScheduleWords>();
  command->add_option("-n", words->n, "numbers of bodies [1e4,1e6]")->type_name("N,..")->delimiter(',');
  command->add_option("--blocks", words->blocks, "number of blocks [4096]")->type_name("B");
  command->add_flag("--json", words->json, "as a JSON object");
  command->footer("Example:\n  tucana-bench schedule -n 1e4,1e5,1e6");
  command->callback([words, &action] { action = [words] { return bench_schedule(*words); }; });
}

}  // namespace tucana::bench
