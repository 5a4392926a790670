#include "tucana/physics/stellar/option_names.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <span>
#include <utility>

#include "tucana/core/error.h"

namespace tucana::stellar {
namespace {

template <class Enum>
using Names = std::span<const std::pair<std::string_view, Enum>>;

template <class Enum>
Enum choice(std::string_view what, std::string_view name, Names<Enum> names) {
  std::string known;
  for (const auto& [known_name, value] : names) {
    if (known_name == name) return value;
    known += (known.empty() ? "" : ", ") + std::string(known_name);
  }
  throw InputError(std::string(what) + " \"" + std::string(name) + "\" does not exist; there are " + known);
}

struct Range {
  double min, max;
};

double number(std::string_view name, const std::string& text, Range range) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0' || !(value >= range.min && value <= range.max))
    throw InputError("stellar." + std::string(name) + " = " + text + " is not a number from " +
                     std::to_string(range.min) + " to " + std::to_string(range.max));
  return value;
}

struct Entry {
  std::string_view name;
  void (*set)(StellarOptions&, const std::string&);
};

constexpr std::array<Entry, 13> entries = {{
    {"winds", [](StellarOptions& o, const std::string& v) { o.evolution.winds.kind = wind_kind(v); }},
    {"reimers",
     [](StellarOptions& o, const std::string& v) {
       o.evolution.winds.reimers = number("reimers", v, {0, 10});
     }},
    {"solar_metallicity",
     [](StellarOptions& o, const std::string& v) {
       o.evolution.winds.solar_metallicity = number("solar_metallicity", v, {0.005, 0.05});
     }},
    {"luminous_blue_variable",
     [](StellarOptions& o, const std::string& v) {
       o.evolution.winds.luminous_blue_variable = number("luminous_blue_variable", v, {0, 100});
     }},
    {"helium_wind",
     [](StellarOptions& o, const std::string& v) {
       o.evolution.winds.helium_factor = number("helium_wind", v, {0, 10});
     }},
    {"remnants", [](StellarOptions& o, const std::string& v) { o.evolution.remnants.rule = remnant_rule(v); }},
    {"pair_instability",
     [](StellarOptions& o, const std::string& v) { o.evolution.remnants.pair_instability = pair_instability(v); }},
    {"neutrino_loss",
     [](StellarOptions& o, const std::string& v) { o.evolution.remnants.neutrino_loss = neutrino_loss(v); }},
    {"max_neutron_star",
     [](StellarOptions& o, const std::string& v) {
       o.evolution.remnants.max_neutron_star = number("max_neutron_star", v, {1.3, 10});
     }},
    {"cooling", [](StellarOptions& o, const std::string& v) { o.evolution.cooling = white_dwarf_cooling(v); }},
    {"shortest_interval",
     [](StellarOptions& o, const std::string& v) {
       o.evolution.shortest_interval = number("shortest_interval", v, {1e-9, 1e3});
     }},
    {"wind_tolerance",
     [](StellarOptions& o, const std::string& v) {
       o.evolution.wind_tolerance = number("wind_tolerance", v, {1e-12, 0.01});
     }},
    {"kicks", [](StellarOptions& o, const std::string& v) { o.kicks.rule = kick_rule(v); }},
}};

}  // namespace

WindKind wind_kind(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, WindKind>, 3> names = {
      {{"vink", WindKind::vink}, {"sse", WindKind::sse}, {"off", WindKind::off}}};
  return choice<WindKind>("stellar.winds", name, names);
}

RemnantRule remnant_rule(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, RemnantRule>, 5> names = {
      {{"delayed", RemnantRule::delayed},
       {"rapid", RemnantRule::rapid},
       {"belczynski2002", RemnantRule::belczynski2002},
       {"eldridge_tout", RemnantRule::eldridge_tout},
       {"hurley", RemnantRule::hurley}}};
  return choice<RemnantRule>("stellar.remnants", name, names);
}

PairInstability pair_instability(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, PairInstability>, 2> names = {
      {{"marchant", PairInstability::marchant}, {"off", PairInstability::off}}};
  return choice<PairInstability>("stellar.pair_instability", name, names);
}

NeutrinoLoss neutrino_loss(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, NeutrinoLoss>, 3> names = {
      {{"tenth", NeutrinoLoss::tenth},
       {"half_solar_mass", NeutrinoLoss::half_solar_mass},
       {"none", NeutrinoLoss::none}}};
  return choice<NeutrinoLoss>("stellar.neutrino_loss", name, names);
}

WhiteDwarfCooling white_dwarf_cooling(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, WhiteDwarfCooling>, 2> names = {
      {{"modified", WhiteDwarfCooling::modified}, {"mestel", WhiteDwarfCooling::mestel}}};
  return choice<WhiteDwarfCooling>("stellar.cooling", name, names);
}

KickRule kick_rule(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, KickRule>, 4> names = {
      {{"disberg_mandel", KickRule::disberg_mandel},
       {"hobbs", KickRule::hobbs},
       {"maxwellian", KickRule::maxwellian},
       {"off", KickRule::off}}};
  return choice<KickRule>("stellar.kicks", name, names);
}

void set_option(StellarOptions& options, std::string_view name, const std::string& value) {
  for (const Entry& entry : entries)
    if (entry.name == name) return entry.set(options, value);
  throw InputError("stellar." + std::string(name) + " is not an option of single stars; there are " + option_names());
}

std::string option_names() {
  std::string names;
  for (const Entry& entry : entries) names += (names.empty() ? "" : ", ") + std::string(entry.name);
  return names;
}

}  // namespace tucana::stellar
