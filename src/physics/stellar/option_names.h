#pragma once

#include <string>
#include <string_view>

#include "tucana/physics/stellar/evolution_options.h"
#include "tucana/physics/stellar/kicks.h"

namespace tucana::stellar {

/// Names of the choices, as options have them: "vink", "delayed". Throw InputError for a name that does not exist, with
/// those that do.
WindKind wind_kind(std::string_view name);
RemnantRule remnant_rule(std::string_view name);
PairInstability pair_instability(std::string_view name);
NeutrinoLoss neutrino_loss(std::string_view name);
WhiteDwarfCooling white_dwarf_cooling(std::string_view name);
KickRule kick_rule(std::string_view name);

/// Everything that can be chosen about single stars.
struct StellarOptions {
  EvolutionOptions evolution;
  KickOptions kicks;
};

/// Sets one option by its name ("winds", "max_neutron_star") from text. Throws InputError for an unknown name, a value
/// that is no number or none of the names, or one outside of its range.
void set_option(StellarOptions& options, std::string_view name, const std::string& value);

/// The names that set_option knows, with commas.
std::string option_names();

}  // namespace tucana::stellar
