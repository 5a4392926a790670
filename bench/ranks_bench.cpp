#include "bench/ranks_bench.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <numeric>

#include <nlohmann/json.hpp>

#include "bench/delaying_ranks.h"
#include "tucana/core/stopwatch.h"
#include "tucana/gravity/ranks/part_exchange.h"
#include "tucana/simulation/simulation.h"

namespace tucana::bench {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::array<const char*, exchange_phases> phase_names{"regular", "irregular", "subsystem", "other"};

double rank_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) + 1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

double sum_of(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// What has been counted so far.
struct Reading {
  explicit Reading(Simulation& simulation) {
    simulation.ranks().settle();
    counts = simulation.integrator().counts();
    seconds = simulation.integrator().seconds();
    exchange = simulation.ranks().counts();
    processor = rank_seconds();
  }
  IntegratorCounts counts;
  PhaseSeconds seconds;
  ExchangeCounts exchange;
  double processor;
};

void step_ranks_to(Simulation& simulation, double time) {
  const Tick t = simulation.tick_of(time);
  while (simulation.integrator().next() <= t) simulation.step();
}

double millions(std::uint64_t number) { return 1e-6 * static_cast<double>(number); }

double each(std::uint64_t number, std::uint64_t of) {
  return of > 0 ? static_cast<double>(number) / static_cast<double>(of) : 0;
}

}  // namespace

ExchangeTotals RanksRow::exchanged() const {
  ExchangeTotals all;
  for (const ExchangeTotals& one : exchanges) {
    all.messages += one.messages;
    all.bytes += one.bytes;
  }
  return all;
}

double RanksRow::largest_over_mean() const {
  const double sum = std::accumulate(divided.begin(), divided.end(), 0.0);
  return sum > 0 ? static_cast<double>(std::ranges::max(divided)) * static_cast<double>(divided.size()) / sum : 1;
}

RanksRow run_ranks_bench(const Options& options, double from, double to, Communicator& fast, double delay) {
  DelayingRanks ranks(fast, delay);
  SimulationParts parts;
  parts.ranks = &ranks;
  Simulation simulation(options, std::move(parts));
  simulation.start();
  step_ranks_to(simulation, from);
  const Reading before(simulation);
  const double exchange_before = ranks.processor_seconds();
  const Stopwatch watch;
  step_ranks_to(simulation, to);
  RanksRow row;
  row.wall_seconds = watch.seconds();
  const Reading after(simulation);
  const double exchange_after = ranks.processor_seconds();
  row.integrator = simulation.integrator().name();
  row.engine = simulation.engine_description();
  row.n = simulation.integrator().star_count();
  row.binary_fraction = options.model.binary_fraction;
  row.from = from;
  row.to = to;
  row.delay = delay;
  row.ranks = ranks.size();
  row.threads = simulation.threads();
  row.regular_seconds = after.seconds.force - before.seconds.force;
  row.irregular_seconds = after.seconds.irregular - before.seconds.irregular;
  row.subsystem_seconds = after.seconds.subsystem - before.seconds.subsystem;
  const ExchangeSeconds early = before.exchange.total(), late = after.exchange.total();
  row.communication_seconds = late.communication - early.communication;
  row.waiting_seconds = late.waiting - early.waiting;
  row.moving_seconds = after.exchange.moving - before.exchange.moving;
  row.processor_seconds = sum_of(row_of_each(ranks, after.processor - before.processor));
  row.exchange_processor_seconds = sum_of(row_of_each(ranks, exchange_after - exchange_before));
  row.blocks = after.counts.blocks - before.counts.blocks;
  row.steps = after.counts.steps - before.counts.steps;
  row.regular_steps = after.counts.regular_steps - before.counts.regular_steps;
  row.interactions = after.counts.interactions - before.counts.interactions;
  row.mean_neighbours = each(after.counts.neighbours - before.counts.neighbours, row.steps);
  for (std::size_t k = 0; k < exchange_phases; ++k) {
    row.exchanges[k] = {after.exchange.totals[k].messages - before.exchange.totals[k].messages,
                        after.exchange.totals[k].bytes - before.exchange.totals[k].bytes};
  }
  row.divided = row_of_each(ranks, after.exchange.divided - before.exchange.divided);
  return row;
}

std::string to_table(const std::vector<RanksRow>& rows) {
  std::string text =
      fmt::format("{:>8} {:>5} {:>5} {:>7} {:>8} {:>8} {:>8} {:>8} {:>7} {:>7} {:>7} {:>8} {:>8} {:>8} {:>9} {:>6}\n",
                  "N", "pairs", "ranks", "threads", "wall s", "proc. s", "in exch.", "regular", "irreg.", "close",
                  "comm.", "waiting", "blocks", "messages", "B/block", "max/mn");
  for (const RanksRow& r : rows) {
    const ExchangeTotals all = r.exchanged();
    text += fmt::format(
        "{:>8} {:>4.0f}% {:>5} {:>7} {:>8.3f} {:>8.3f} {:>8.3f} {:>8.3f} {:>7.3f} {:>7.3f} {:>7.3f} {:>8.3f} {:>8} "
        "{:>8} "
        "{:>9.0f} {:>6.3f}\n",
        r.n, 100 * r.binary_fraction, r.ranks, r.threads, r.wall_seconds, r.processor_seconds,
        r.exchange_processor_seconds, r.regular_seconds, r.irregular_seconds, r.subsystem_seconds,
        r.communication_seconds, r.waiting_seconds, r.blocks, all.messages, each(all.bytes, r.blocks),
        r.largest_over_mean());
  }
  if (rows.empty()) return text;
  const RanksRow& first = rows.front();
  text += fmt::format(
      "{}, t = {} to {}{}; proc. s: of all threads of all ranks, in exch. those in exchanges; max/mn: divided "
      "interactions of a rank, "
      "largest over mean\n",
      first.integrator, first.from, first.to,
      first.delay > 0 ? fmt::format(", {:g} s more for each message", first.delay) : "");
  for (const RanksRow& r : rows) {
    if (r.ranks == 1) continue;
    text += fmt::format("{} stars, {:.0f} % pairs, {} ranks: {:.3g} million interactions; divided", r.n,
                        100 * r.binary_fraction, r.ranks, millions(r.interactions));
    for (const std::uint64_t own : r.divided) text += fmt::format(" {:.3f}", millions(own));
    text += "; messages and kB";
    for (std::size_t k = 0; k < exchange_phases; ++k)
      text += fmt::format("{} {} {}, {:.1f}", k == 0 ? "" : ";", phase_names[k], r.exchanges[k].messages,
                          1e-3 * static_cast<double>(r.exchanges[k].bytes));
    text += "\n";
  }
  return text;
}

std::string to_json(const RanksRow& r) {
  Json exchanges = Json::object();
  for (std::size_t k = 0; k < exchange_phases; ++k)
    exchanges[phase_names[k]] = {{"messages", r.exchanges[k].messages}, {"bytes", r.exchanges[k].bytes}};
  return Json{{"integrator", r.integrator},
              {"engine", r.engine},
              {"n", r.n},
              {"binary_fraction", r.binary_fraction},
              {"from", r.from},
              {"to", r.to},
              {"delay_seconds", r.delay},
              {"ranks", r.ranks},
              {"threads", r.threads},
              {"wall_seconds", r.wall_seconds},
              {"processor_seconds", r.processor_seconds},
              {"exchange_processor_seconds", r.exchange_processor_seconds},
              {"regular_seconds", r.regular_seconds},
              {"irregular_seconds", r.irregular_seconds},
              {"subsystem_seconds", r.subsystem_seconds},
              {"communication_seconds", r.communication_seconds},
              {"waiting_seconds", r.waiting_seconds},
              {"moving_seconds", r.moving_seconds},
              {"blocks", r.blocks},
              {"steps", r.steps},
              {"regular_steps", r.regular_steps},
              {"interactions", r.interactions},
              {"mean_neighbours", r.mean_neighbours},
              {"exchanges", exchanges},
              {"divided", r.divided}}
      .dump();
}

RanksRow ranks_row_of(const std::string& text) {
  const Json json = Json::parse(text);
  RanksRow r;
  const auto get = [&](const char* name, auto& value) { json.at(name).get_to(value); };
  get("integrator", r.integrator), get("engine", r.engine), get("n", r.n);
  get("binary_fraction", r.binary_fraction), get("from", r.from), get("to", r.to), get("delay_seconds", r.delay);
  get("ranks", r.ranks), get("threads", r.threads);
  get("wall_seconds", r.wall_seconds), get("processor_seconds", r.processor_seconds);
  get("exchange_processor_seconds", r.exchange_processor_seconds);
  get("regular_seconds", r.regular_seconds), get("irregular_seconds", r.irregular_seconds);
  get("subsystem_seconds", r.subsystem_seconds), get("communication_seconds", r.communication_seconds);
  get("waiting_seconds", r.waiting_seconds), get("moving_seconds", r.moving_seconds);
  get("blocks", r.blocks), get("steps", r.steps), get("regular_steps", r.regular_steps);
  get("interactions", r.interactions), get("mean_neighbours", r.mean_neighbours), get("divided", r.divided);
  for (std::size_t k = 0; k < exchange_phases; ++k) {
    const Json& one = json.at("exchanges").at(phase_names[k]);
    r.exchanges[k] = {one.at("messages").get<std::uint64_t>(), one.at("bytes").get<std::uint64_t>()};
  }
  return r;
}

}  // namespace tucana::bench
