#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tucana/simulation/options/options.h"

namespace tucana {

/// Reads a TOML text over `options`. `place` names the text in messages ("run.toml"). Everything wrong with it
/// (syntax, unknown key, type, range) throws InputError "<place>:<line>: ...".
void read_options_text(Options& options, std::string_view toml, const std::string& place);

/// The same for a file.
void read_options_file(Options& options, const std::string& path);

/// Applies one `key=value` as given to --set.
void set_option(Options& options, std::string_view assignment);

/// What no option shows alone: throws InputError when options contradict each other.
void check_together(const Options& options);

/// Some defaults depend on the integrator.
Options default_options(IntegratorKind kind, GravityMethod method = GravityMethod::direct);

/// What a model brings of its own beside its stars.
struct ModelDefaults {
  std::string source;               ///< what brings it, for messages
  std::optional<double> length_pc;  ///< units that options cannot change
  std::optional<double> mass_msun;
  std::optional<GravityOptions> softening;  ///< its lengths are defaults; its method does not count
  /// The unit of mass in Msun when units.mass_msun is 0, for values with units; may read a file of stars.
  std::function<double()> mass_unit;
};
using ModelDefaultsOf = std::function<ModelDefaults(const Options&)>;

/// Defaults, then what the model brings (`of_model`, if given, is asked with the options as they are without it), then
/// the file if there is one, then the settings; values with units are converted, then check_together(). Throws
/// InputError too for units other than those which the model brings: its numbers, its time and its softening are in
/// these.
Options resolve_options(const std::optional<std::string>& file, std::span<const std::string> settings,
                        const ModelDefaultsOf& of_model = {});

/// The same for choices that come otherwise: `choose` makes them, more than once, over other defaults each time.
Options resolve_choices(const std::function<void(Options&)>& choose, const ModelDefaultsOf& of_model = {});

/// One option that differs, values as people read them.
struct OptionChange {
  std::string name;
  std::string from;
  std::string to;
  bool may_change_at_restart = false;
};
std::vector<OptionChange> differences(const Options& from, const Options& to);

/// The options of a continued run: the stored ones with the settings applied, in units of `scale`. Throws InputError
/// when a setting changes an option that may not change, naming those that may.
Options change_at_restart(const Options& stored, std::span<const std::string> settings, const UnitScale& scale);

}  // namespace tucana
