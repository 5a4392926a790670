#include "tucana/simulation/options/read_options.h"

#include <fmt/format.h>

#include "tucana/core/error.h"
#include "tucana/integrators/leapfrog/leapfrog_options.h"
#include "tucana/simulation/options/field_parts.h"
#include "tucana/simulation/options/option_table.h"
#include "tucana/simulation/options/option_value.h"
#include "tucana/simulation/options/plain_text.h"
#include "tucana/simulation/options/quantities.h"
#include "tucana/simulation/options/text_file.h"
#include "tucana/simulation/options/unknown_option.h"

namespace tucana {
namespace {

void check_masses(const ModelOptions& model) {
  if ((model.masses == MassFunctionKind::power_law) == model.mass_pieces.empty()) {
    throw InputError("model.masses = power_law and model.mass_pieces need each other");
  }
  if (model.masses != MassFunctionKind::equal && !(model.smallest_mass < model.largest_mass)) {
    throw InputError(fmt::format("model.smallest_mass = {:g} Msun is not below model.largest_mass = {:g} Msun",
                                 model.smallest_mass, model.largest_mass));
  }
}

void check_model(const ModelOptions& model) {
  if (model.kind == ModelKind::file && model.file.empty()) {
    throw InputError("model.kind = file needs model.file: name the snapshot or table to start from");
  }
  if (model.kind != ModelKind::file && !model.file.empty()) {
    throw InputError(
        fmt::format("model.file = {} is given but model.kind is {}; set model.kind = file, or leave model.file out",
                    for_message(model.file), word_of(model.kind)));
  }
  check_masses(model);
}

void check_integrator(const Options& options) {
  const IntegratorOptions& integrator = options.integrator;
  const bool is_leapfrog = integrator.kind == IntegratorKind::leapfrog;
  if (!is_leapfrog && integrator.kind != IntegratorKind::ahmad_cohen) return;
  if (integrator.iterations != 1) {
    throw InputError(fmt::format("integrator.kind = {} has one pass a step; leave integrator.iterations out",
                                 word_of(integrator.kind)));
  }
  if (!is_leapfrog && integrator.steps == StepRule::shared) {
    throw InputError("integrator.kind = ahmad_cohen has no integrator.steps = shared; take block or fixed");
  }
  if (!is_leapfrog) return;
  if (integrator.velocity_limit != 0) {
    throw InputError("integrator.kind = leapfrog has no integrator.velocity_limit; leave it out");
  }
  check_leapfrog_softening(integrator.steps, options.gravity.softening);
}

void check_tree(const Options& options) {
  if (options.integrator.kind != IntegratorKind::leapfrog)
    throw InputError("gravity.method = tree gives no jerks; set integrator.kind = leapfrog");
  if (options.engine.kind == "reference")
    throw InputError("gravity.method = tree has no engine.kind = reference; take cpu, opencl, cuda or auto");
  if (options.engine.precision != Precision::fp32)
    throw InputError("gravity.method = tree has engine.precision = fp32; leave engine.precision out");
  const bool is_pinned = options.tree.tuning == TuningMode::pinned;
  if (is_pinned && options.tree.tuning_record.empty())
    throw InputError("tree.tuning = pinned needs tree.tuning_record: name the tuning.jsonl of a run");
  if (!is_pinned && !options.tree.tuning_record.empty())
    throw InputError("tree.tuning_record is given but tree.tuning is not pinned; set tree.tuning = pinned");
}

void check_no_component_softening(const GravityOptions& gravity) {
  for (const auto& [component, softening] : {std::pair("halo", gravity.softening_of.halo),
                                             {"disc", gravity.softening_of.disc},
                                             {"bulge", gravity.softening_of.bulge}})
    if (softening > 0)
      throw InputError(
          fmt::format("gravity.softening_{} needs gravity.method = tree; set that, or leave it out", component));
}

void take_defaults(Options& options, const ModelDefaults& model) {
  if (model.length_pc) options.units.length_pc = *model.length_pc;
  if (model.mass_msun) options.units.mass_msun = *model.mass_msun;
  if (!model.softening) return;
  const GravityMethod method = options.gravity.method;
  options.gravity = *model.softening;
  options.gravity.method = method;
}

/// 0 for the unit of mass asks for nothing, and gets what the model brings.
void keep_units_of_model(Options& options, const ModelDefaults& model) {
  if (options.units.mass_msun == 0 && model.mass_msun) options.units.mass_msun = *model.mass_msun;
  const auto keep = [&](const char* name, double given, const std::optional<double>& own, const char* unit) {
    if (!own || given == *own) return;
    throw InputError(fmt::format("units.{} = {:.12g} cannot be: {} defines that one unit is {:.12g} {}; leave it out",
                                 name, given, model.source, *own, unit));
  };
  keep("length_pc", options.units.length_pc, model.length_pc, "pc");
  keep("mass_msun", options.units.mass_msun, model.mass_msun, "Msun");
}

/// For the values that were given with a unit.
UnitScale scale_of(const Options& options, const ModelDefaults& model) {
  UnitScale scale{options.units.length_pc, options.units.mass_msun};
  if (scale.mass_msun > 0 || !needs_mass_unit(options)) return scale;
  if (!model.mass_unit) throw InputError("values with units need units.mass_msun here; set it, or give plain numbers");
  scale.mass_msun = model.mass_unit();
  return scale;
}

}  // namespace

void read_options_file(Options& options, const std::string& path) {
  read_options_text(options, read_text_file(path, "an options file"), for_message(path));
}

void set_option(Options& options, std::string_view assignment) {
  const std::string place = "--set " + for_message(assignment);
  const auto equals = assignment.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw InputError(fmt::format("{}: is not key=value, as in --set integrator.eta=0.01", place));
  }
  const std::string_view name = assignment.substr(0, equals);
  const OptionEntry* entry = find_option(name);
  if (entry == nullptr) throw InputError(fmt::format("{}: {}", place, unknown_option_text(name)));
  assign_text(options, *entry, assignment.substr(equals + 1), place);
}

void check_together(const Options& options) {
  check_model(options.model);
  check_integrator(options);
  check_field(options.field);
  if (options.gravity.method == GravityMethod::tree)
    check_tree(options);
  else
    check_no_component_softening(options.gravity);
}

Options default_options(IntegratorKind kind, GravityMethod method) {
  Options options;
  options.gravity.method = method;
  options.integrator = IntegratorOptions(kind);
  // Close pairs are in the irregular sum, so that the regular one has no need of more (Nitadori & Aarseth 2012).
  if (kind == IntegratorKind::ahmad_cohen) options.engine.precision = Precision::fp32;
  // The errors of its cells are larger than those of float.
  if (method == GravityMethod::tree) options.engine.precision = Precision::fp32;
  return options;
}

Options resolve_options(const std::optional<std::string>& file, std::span<const std::string> settings,
                        const ModelDefaultsOf& of_model) {
  const auto choose = [&](Options& options) {
    if (file) read_options_file(options, *file);
    for (const std::string& setting : settings) set_option(options, setting);
  };
  return resolve_choices(choose, of_model);
}

Options resolve_choices(const std::function<void(Options&)>& choose, const ModelDefaultsOf& of_model) {
  const auto over = [&](Options options) {
    choose(options);
    return options;
  };
  const GravityMethod method = over({}).gravity.method;
  Options first;
  if (method == GravityMethod::tree) first.integrator.kind = IntegratorKind::leapfrog;
  Options defaults = default_options(over(first).integrator.kind, method);
  check_model(over(defaults).model);  // whose stars may be asked for their mass
  const ModelDefaults model = of_model ? of_model(over(defaults)) : ModelDefaults{};
  take_defaults(defaults, model);
  Options options = over(defaults);
  keep_units_of_model(options, model);
  convert_quantities(options, scale_of(options, model));
  check_together(options);
  return options;
}

std::vector<OptionChange> differences(const Options& from, const Options& to) {
  std::vector<OptionChange> changes;
  for (const OptionEntry& entry : option_table()) {
    const OptionValue old_value = entry.get(from), new_value = entry.get(to);
    if (old_value == new_value) continue;
    changes.push_back({entry.name, shown_value(entry, from), shown_value(entry, to), entry.may_change_at_restart});
  }
  return changes;
}

Options change_at_restart(const Options& stored, std::span<const std::string> settings, const UnitScale& scale) {
  Options options = stored;
  for (const std::string& setting : settings) {
    const Options before = options;
    set_option(options, setting);
    convert_quantities(options, scale);
    for (const OptionChange& change : differences(before, options)) {
      if (change.may_change_at_restart) continue;
      std::vector<std::string> allowed;
      for (const OptionEntry& entry : option_table()) {
        if (entry.may_change_at_restart && !entry.expert) allowed.push_back(entry.name);
      }
      throw InputError(fmt::format("--set {}: {} (now {}) cannot change at a restart; these can: {}",
                                   for_message(setting), change.name, for_message(change.from),
                                   fmt::join(allowed, ", ")));
    }
  }
  check_together(options);
  return options;
}

}  // namespace tucana
