#include "tucana/app/init_output.h"

#include <fmt/format.h>

#include <filesystem>

#include "tucana/app/not_empty.h"
#include "tucana/core/error.h"
#include "tucana/core/version.h"
#include "tucana/io/durable_file.h"
#include "tucana/io/snapshot.h"
#include "tucana/simulation/options/option_value.h"
#include "tucana/simulation/options/plain_text.h"

namespace tucana::app {
namespace {

std::int64_t whole_number(const char* option, const std::string& text, const char* flag) {
  const OptionEntry& entry = *find_option(option);
  if (text.empty()) return std::get<std::int64_t>(entry.initial);
  return std::get<std::int64_t>(parse_value(entry, text, fmt::format("{} {}", flag, for_message(text))));
}

/// The lines of the softening, which may differ from component to component.
std::string softening_lines(const FamilyLengths& softening) {
  const double general = softening[static_cast<std::size_t>(Family::star)];
  std::string text = fmt::format("softening = {}\n", value_toml(general));
  for (const Family family : {Family::halo, Family::disc, Family::bulge}) {
    const double own = softening[static_cast<std::size_t>(family)];
    if (own != general) text += fmt::format("softening_{} = {}\n", word_of(family), value_toml(own));
  }
  return text;
}

std::string run_file_text(const std::string& snapshot, const std::string& what, const UnitScale& units,
                          const RunAdvice& advice) {
  return fmt::format(
      "# {}. One unit is {:.4g} kpc, {:.4g} Msun, {:.4g} km/s, {:.4g} Myr.\n"
      "[model]\nkind = \"file\"\nfile = {}\n\n"
      "[run]\nend_time = {}\n\n"
      "[output]\ninterval = {}\nsnapshot_interval = {}\n\n"
      "[gravity]\nmethod = \"{}\"\n{}\n"
      "[integrator]\nkind = \"{}\"\n",
      what, units.length_pc / 1e3, units.mass_msun, units.velocity_kms(), units.time_myr(), toml_quoted(snapshot),
      value_toml(advice.end_time), value_toml(advice.end_time / 20), value_toml(advice.end_time / 10),
      advice.galaxy ? "tree" : "direct", softening_lines(advice.softening), advice.galaxy ? "leapfrog" : "hermite4");
}

}  // namespace

void add_body_flags(Command& command, InitWords& words) {
  const ModelOptions usual;
  command.add_option("-n", words.n, fmt::format("number of bodies [{}]", usual.n))->type_name("N");
  command.add_option("--seed", words.seed, fmt::format("the same seed makes the same bodies [{}]", usual.seed))
      ->type_name("S");
}

void add_output_flags(Command& command, InitWords& words, const std::string& default_name) {
  words.out = default_name;
  command.add_option("-o,--output", words.out, fmt::format("the snapshot to write [{}]", default_name))
      ->type_name("FILE.hdf5")
      ->check(not_empty);
  command.add_option("--run-file", words.run_file, "also write options that suit the model")
      ->type_name("FILE.toml")
      ->check(not_empty);
  command.add_flag("--force", words.force, "overwrite existing files");
}

std::size_t bodies_in(const InitWords& words) {
  return static_cast<std::size_t>(whole_number("model.n", words.n, "-n"));
}

std::uint64_t seed_in(const InitWords& words) {
  return static_cast<std::uint64_t>(whole_number("model.seed", words.seed, "--seed"));
}

void check_output_file(const std::string& path, const char* flag, bool force) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw InputError(fmt::format("{} is a folder; {} names a file", for_message(path), flag));
  }
  if (std::filesystem::exists(path, error) && !force) {
    throw InputError(fmt::format("{} exists already; --force writes over it", for_message(path)));
  }
}

void check_outputs(const InitWords& words) {
  check_output_file(words.out, "-o", words.force);
  if (words.run_file.empty()) return;
  check_output_file(words.run_file, "--run-file", words.force);
  const auto place = [](const std::string& path) {
    std::error_code error;
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  };
  if (place(words.out) == place(words.run_file)) {
    throw InputError(fmt::format("-o and --run-file name one file, {}; give two", for_message(words.out)));
  }
  if (!is_plain_text(words.out)) throw InputError("-o has letters that a run file cannot hold; take plain ones");
}

FamilyLengths for_all_families(double softening) {
  FamilyLengths lengths;
  lengths.fill(softening);
  return lengths;
}

void write_model(const InitWords& words, const StarsBuffer& stars, const UnitScale& units, const std::string& what,
                 const std::string& record, const RunAdvice& advice) {
  SnapshotHeader header;
  header.units = units;
  header.options_toml = record;
  header.code_version = version();
  header.softening = advice.softening;
  write_snapshot(words.out, stars.view(), header);
  fmt::print("{}: {}; run it with\n", words.out, what);
  if (!words.run_file.empty()) {
    const std::string text = run_file_text(words.out, what, units, advice);
    write_file_durably(words.run_file, text);
    fmt::print("  tucana run {}\n", words.run_file);
    return;
  }
  fmt::print("  tucana run --set model.kind=file --set model.file={}", words.out);
  if (advice.galaxy) fmt::print(" --set gravity.method=tree \\\n    --set integrator.kind=leapfrog");
  fmt::print("\n");
}

}  // namespace tucana::app
