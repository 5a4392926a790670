#include "tucana/app/evolve_pair.h"

#include <fmt/format.h>

#include <string_view>

#include <nlohmann/json.hpp>

#include "tucana/physics/stellar/binary/pair_evolution.h"

namespace tucana::app {
namespace {

using Json = nlohmann::ordered_json;

std::string_view word_for(stellar::PairEventKind kind) {
  switch (kind) {
    case stellar::PairEventKind::supernova: return "supernova";
    case stellar::PairEventKind::overflow_begins: return "overflow_begins";
    case stellar::PairEventKind::overflow_ends: return "overflow_ends";
    case stellar::PairEventKind::common_envelope: return "common_envelope";
    case stellar::PairEventKind::merger: return "merger";
    case stellar::PairEventKind::disruption: return "disruption";
    case stellar::PairEventKind::type_change: break;
  }
  return "type_change";
}

void print_pair(const PairWords& words, std::string_view event, const stellar::PairState& pair) {
  const bool bound = pair.bond == stellar::PairState::Bond::bound;
  const stellar::Star &one = pair.star(0), &two = pair.star(1);
  if (words.json) {
    Json json = {{"time_myr", pair.age},
                 {"event", event},
                 {"types", {stellar::number_of(one.type), stellar::number_of(two.type)}},
                 {"masses_msun", {one.mass, two.mass}},
                 {"radii_rsun", {one.radius, two.radius}},
                 {"luminosities_lsun", {one.luminosity, two.luminosity}},
                 {"core_masses_msun", {one.core_mass, two.core_mass}}};
    if (bound) {
      json["period_days"] = pair.period();
      json["semi_major_axis_rsun"] = pair.semi_major_axis;
      json["eccentricity"] = pair.eccentricity;
    }
    fmt::print("{}\n", json.dump());
    return;
  }
  fmt::print("{:>12.6g} {:>2} {:>2} {:>9.5g} {:>9.5g} {:>10} {:>6} {}\n", pair.age, stellar::number_of(one.type),
             stellar::number_of(two.type), one.mass, two.mass, bound ? fmt::format("{:.5g}", pair.period()) : "-",
             bound ? fmt::format("{:.3f}", pair.eccentricity) : "-", event);
}

}  // namespace

void evolve_pair(const PairWords& words, const StellarOptions& options) {
  const stellar::SseProvider provider(options.evolution);
  stellar::PairOptions pairs;
  pairs.kicks = options.kicks;
  pairs.seed = words.seed;
  pairs.tides = words.tides;
  const stellar::PairEvolution evolution(provider, pairs);
  stellar::PairState pair =
      evolution.birth(words.mass1, words.mass2, words.metallicity, words.period, words.eccentricity);
  if (!words.json) fmt::print("#   time Myr types     mass Msun, Msun       P days      e event\n");
  print_pair(words, "birth", pair);
  evolution.advance(pair, words.until, [&](stellar::PairEventKind kind, const stellar::PairState& now) {
    print_pair(words, word_for(kind), now);
  });
  print_pair(words, "end", pair);
}

}  // namespace tucana::app
