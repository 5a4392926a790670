#include "tucana/simulation/stored_options.h"

#include "tucana/simulation/model_defaults.h"
#include "tucana/simulation/options/quantities.h"

namespace tucana {
namespace {

Options converted(Options options) {
  if (!options.written.empty()) convert_quantities(options, scale_of_run(options));
  return options;
}

}  // namespace

Options stored_options(std::string_view toml, const std::string& place) {
  Options options;
  read_options_text(options, toml, place);
  return converted(std::move(options));
}

Options stored_options_file(const std::string& path) {
  Options options;
  read_options_file(options, path);
  return converted(std::move(options));
}

UnitScale scale_of_run(const Options& options) {
  UnitScale scale{options.units.length_pc, options.units.mass_msun};
  if (!(scale.mass_msun > 0)) scale.mass_msun = mass_unit_ahead(options.model);
  return scale;
}

}  // namespace tucana
