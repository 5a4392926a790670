#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "tucana/app/command_line.h"
#include "tucana/app/init_output.h"
#include "tucana/app/not_empty.h"
#include "tucana/app/number_list.h"
#include "tucana/core/error.h"
#include "tucana/core/version.h"
#include "tucana/io/durable_file.h"
#include "tucana/io/file_image.h"
#include "tucana/io/foreign/leading_pairs.h"
#include "tucana/io/foreign/star_format.h"
#include "tucana/simulation/initial_stars.h"
#include "tucana/simulation/options/plain_text.h"

namespace tucana::app {
namespace {

struct ConvertWords {
  std::string in, out, from, to, units = "code", to_units, length_unit, mass_unit, pairs;
  bool force = false;
};

constexpr std::array formats{std::pair("hdf5", StarFormat::snapshot), std::pair("table", StarFormat::table),
                             std::pair("petar", StarFormat::petar), std::pair("nemo", StarFormat::nemo),
                             std::pair("csv", StarFormat::csv)};

StarFormat format_of(const std::string& word, const char* flag) {
  for (const auto& [name, format] : formats) {
    if (word == name) return format;
  }
  throw InputError(fmt::format("{} {} is not known; one of hdf5, table, petar, nemo, csv", flag, for_message(word)));
}

/// By --to, or by how the name ends.
StarFormat output_format(const ConvertWords& words) {
  if (!words.to.empty()) return format_of(words.to, "--to");
  const std::string end = std::filesystem::path(words.out).extension();
  for (const auto& [ending, format] : {std::pair(".hdf5", StarFormat::snapshot),
                                       {".csv", StarFormat::csv},
                                       {".nemo", StarFormat::nemo},
                                       {".petar", StarFormat::petar},
                                       {".txt", StarFormat::table},
                                       {".10", StarFormat::table}}) {
    if (end == ending) return format;
  }
  throw InputError(
      fmt::format("the format of {} does not follow from its name; give --to hdf5, table, petar, nemo or csv",
                  for_message(words.out)));
}

StarUnits units_of(const std::string& word, const char* flag) {
  if (word == "code") return StarUnits::code;
  if (word == "astronomical") return StarUnits::astronomical;
  throw InputError(fmt::format("{} {} is not known; one of code, astronomical", flag, for_message(word)));
}

int convert_file(const ConvertWords& words) {
  ForeignOptions options;
  if (!words.from.empty()) options.format = format_of(words.from, "--from");
  options.units = units_of(words.units, "--units");
  if (!words.length_unit.empty()) options.length_unit_pc = positive_number(words.length_unit, "--length-unit", 1e9);
  if (!words.pairs.empty())
    options.pairs = static_cast<std::size_t>(whole_numbers({words.pairs}, "--pairs", 0, 1000000000)[0]);
  const StarFormat format = output_format(words);
  const StarUnits out_units = units_of(words.to_units.empty() ? words.units : words.to_units, "--to-units");
  check_output_file(words.out, "OUT", words.force);

  const FileImage image = read_file_image(words.in);
  LoadedStars loaded = read_foreign_stars(image.bytes(), words.in, options);
  if (loaded.units && !words.mass_unit.empty()) {
    throw InputError("--mass-unit is for files without units; this one has its own");
  }
  UnitScale scale{options.length_unit_pc, default_mass_unit(loaded.stars.view())};
  if (!words.mass_unit.empty()) scale.mass_msun = positive_number(words.mass_unit, "--mass-unit", 1e15);
  if (loaded.units) scale = *loaded.units;

  std::size_t pairs = 0;
  if (format == StarFormat::table || format == StarFormat::petar) pairs = put_pairs_first(loaded.stars);
  if (format == StarFormat::snapshot) {
    SnapshotHeader header;
    header.time = loaded.time;
    header.units = scale;
    header.options_toml = loaded.options_toml;
    header.code_version = version();
    if (loaded.softening) header.softening = *loaded.softening;
    write_snapshot(words.out, loaded.stars.view(), header);
  } else {
    write_file_durably(words.out, foreign_text(loaded.stars.view(), scale, loaded.time, format, out_units));
  }
  fmt::print("{}: {} stars; one unit is {:.6g} pc, {:.6g} Msun, {:.4g} km/s, {:.4g} Myr\n", words.out,
             loaded.stars.size(), scale.length_pc, scale.mass_msun, scale.velocity_kms(), scale.time_myr());
  if (pairs > 0) fmt::print("it begins with {} pairs: stars 1 and 2, 3 and 4, ...\n", pairs);
  return 0;
}

}  // namespace

void add_convert_command(Command& program, Action& action) {
  Command* command = program.add_subcommand("convert", "convert files of stars of other programs");
  auto words = std::make_shared<ConvertWords>();
  command->add_option("in", words->in, "any file of stars")->type_name("IN")->required()->check(not_empty);
  command->add_option("out", words->out, "the file to write")->type_name("OUT")->required()->check(not_empty);
  command->add_option("--from", words->from, "format of IN, else by its content")->type_name("FORMAT");
  command->add_option("--to", words->to, "hdf5, table, petar, nemo, csv [by the name of OUT]")->type_name("FORMAT");
  command->add_option("--units", words->units, "of IN: code or astronomical (Msun, pc, km/s) [code]")
      ->type_name("UNITS");
  command->add_option("--to-units", words->to_units, "of OUT [those of --units]")->type_name("UNITS");
  command->add_option("--length-unit", words->length_unit, "code unit of length in pc [1]")->type_name("PC");
  command->add_option("--mass-unit", words->mass_unit, "code unit of mass in Msun, for files without")
      ->type_name("MSUN");
  command->add_option("--pairs", words->pairs, "pairs with which IN begins (McLuster, PeTar) [0]")->type_name("N");
  command->add_flag("--force", words->force, "overwrite an existing file");
  command->footer("Example:\n  tucana convert a.hdf5 a.csv --to-units astronomical");
  command->callback([words, &action] { action = [words] { return convert_file(*words); }; });
}

}  // namespace tucana::app
