#include <fmt/format.h>

#include <memory>

#include "bench/program/commands.h"
#include "bench/stellar_bench.h"
#include "tucana/app/number_list.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana::bench {
namespace {

struct StellarWords {
  std::string n = "1e5", until = "12000", metallicity = "0.02", threads = "0";
  bool json = false;
};

int bench_stellar(const StellarWords& words) {
  const long long n = app::whole_numbers({words.n}, "-n", 1, 1'000'000'000).front();
  const double until = app::finite_number(words.until, "--until", 0);
  const double metallicity = app::positive_number(words.metallicity, "--metallicity");
  ThreadPool workers(static_cast<int>(app::whole_numbers({words.threads}, "--threads", 0, 1024).front()));
  const StellarRow row = run_stellar_bench(static_cast<std::size_t>(n), until, metallicity, workers);
  fmt::print("{}", words.json ? to_json(row) : to_text(row));
  return 0;
}

}  // namespace

void add_stellar_command(app::Command& program, app::Action& action) {
  app::Command* command = program.add_subcommand("stellar", "single stars evolved from birth to an age");
  auto words = std::make_shared<StellarWords>();
  command->add_option("-n", words->n, "number of stars [1e5]")->type_name("N");
  command->add_option("--until", words->until, "age in Myr [12000]")->type_name("T");
  command->add_option("-z,--metallicity", words->metallicity, "0.0001 to 0.03 [0.02]")->type_name("Z");
  command->add_option("--threads", words->threads, "0: one per core [0]")->type_name("N");
  command->add_flag("--json", words->json, "as a JSON object");
  command->footer("Example:\n  tucana-bench stellar -n 1e6");
  command->callback([words, &action] { action = [words] { return bench_stellar(*words); }; });
}

}  // namespace tucana::bench
