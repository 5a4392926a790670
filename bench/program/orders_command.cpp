#include <memory>

#include "bench/orders_bench.h"
#include "bench/program/commands.h"
#include "bench/program/picture.h"
#include "tucana/app/number_list.h"

namespace tucana::bench {
namespace {

struct OrdersWords {
  std::vector<std::string> n, errors;
  std::string to, softening, seeds, threads;
  ReportWords report;
};

OrdersBenchOptions options_of(const OrdersWords& words) {
  OrdersBenchOptions options;
  if (!words.n.empty()) {
    options.n.clear();
    for (const long long n : app::whole_numbers(words.n, "-n", 2, 1'000'000)) {
      options.n.push_back(static_cast<std::size_t>(n));
    }
  }
  if (!words.errors.empty()) {
    options.errors.clear();
    for (const std::string& word : words.errors) options.errors.push_back(app::positive_number(word, "--error"));
  }
  if (!words.to.empty()) options.to = app::positive_number(words.to, "--to");
  if (!words.softening.empty()) options.softening = app::finite_number(words.softening, "--softening", 0);
  if (!words.seeds.empty())
    options.seeds = static_cast<int>(app::whole_numbers({words.seeds}, "--seeds", 1, 99).front());
  if (!words.threads.empty()) {
    options.threads = static_cast<int>(app::whole_numbers({words.threads}, "--threads", 1, 4096).front());
  }
  return options;
}

int bench_orders(const OrdersWords& words) {
  const OrdersBenchOptions options = options_of(words);
  expect_picture_can_be_drawn(words.report);
  show(text_of(run_orders_bench(options)), words.report);
  return 0;
}

}  // namespace

void add_orders_command(app::Command& program, app::Action& action) {
  app::Command* command = program.add_subcommand("orders", "cost of an energy error, hermite4 and hermite6");
  auto words = std::make_shared<OrdersWords>();
  command->add_option("-n", words->n, "numbers of stars [1024,4096,16384]")->type_name("N,..")->delimiter(',');
  command->add_option("--error", words->errors, "energy errors to reach [1e-6,1e-8,1e-10]")
      ->type_name("E,..")
      ->delimiter(',');
  command->add_option("--to", words->to, "end time [1; 1/4 for N > 4096]")->type_name("TIME");
  command->add_option("--softening", words->softening, "gravity.softening [1/256]")->type_name("LENGTH");
  command->add_option("--seeds", words->seeds, "models per N, for medians [3, 2, 1]")->type_name("S");
  command->add_option("--threads", words->threads, "number of threads [all]")->type_name("T");
  add_report_flags(*command, words->report);
  command->footer(
      "Block steps, fp64, cpu engine; eta goes down until the smallest error is\n"
      "reached, and what each error costs is interpolated.\n"
      "Example:\n  tucana-bench orders -n 1024,4096 --error 1e-6,1e-8 --plot orders.png");
  command->callback([words, &action] { action = [words] { return bench_orders(*words); }; });
}

}  // namespace tucana::bench
