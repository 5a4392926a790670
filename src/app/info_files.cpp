#include "tucana/app/info_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>

#include <nlohmann/json.hpp>

#include "tucana/analysis/cluster_report.h"
#include "tucana/analysis/tree_energy.h"
#include "tucana/core/error.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/io/checkpoint_file.h"
#include "tucana/io/read_stars.h"
#include "tucana/io/run_folder.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/simulation/options/option_table.h"
#include "tucana/simulation/options/text_file.h"
#include "tucana/simulation/stored_options.h"

namespace tucana::app {
namespace {

using Json = nlohmann::ordered_json;

/// Adds all options under their full names, such as "model.n".
void add_options(Json& json, const Options& options) {
  for (const OptionEntry& entry : option_table()) {
    std::visit([&](const auto& value) { json[entry.name] = value; }, entry.get(options));
  }
}

constexpr const char *radii_key = "lagrangian_radii", *reason_key = "shortest_step_reason";
/// What is shown of the last row of a log: numbers, the radii, and a text.
constexpr std::array shown_keys = {"time",
                                   "n",
                                   "mass",
                                   "energy",
                                   "energy_error",
                                   "virial_ratio",
                                   radii_key,
                                   "core_radius",
                                   "core_density",
                                   "core_count",
                                   "steps",
                                   "shortest_step",
                                   "shortest_step_star",
                                   reason_key,
                                   "retries",
                                   "interactions",
                                   "wall_seconds"};

bool is_sound_value(const char* key, const Json& value) {
  if (std::string_view(key) == reason_key) return value.is_string();
  if (std::string_view(key) != radii_key) return value.is_number();
  return value.is_object() && std::all_of(value.begin(), value.end(), [](const Json& r) { return r.is_number(); });
}

/// Files get edited and damaged: rows with values of the wrong type are not used.
bool is_sound(const Json& row) {
  return row.is_object() && std::all_of(shown_keys.begin(), shown_keys.end(), [&](const char* key) {
           return !row.contains(key) || is_sound_value(key, row[key]);
         });
}

struct LogEnd {
  Json first, row;
  std::size_t rows = 0, damaged = 0;
};

/// Uses complete lines only: a running program may be writing the last one.
LogEnd end_of_log(const std::filesystem::path& log) {
  std::ifstream file(log);
  LogEnd end;
  for (std::string line; std::getline(file, line) && !file.eof();) {
    Json row = Json::parse(line, nullptr, false);
    if (!is_sound(row)) {
      ++end.damaged;
      continue;
    }
    if (end.rows == 0) end.first = row;
    end.row = std::move(row);
    ++end.rows;
  }
  return end;
}

/// What one code unit is.
void add_units(Json& json, const UnitScale& units) {
  json["length_pc"] = units.length_pc;
  json["mass_msun"] = units.mass_msun;
  json["velocity_kms"] = units.velocity_kms();
  json["time_myr"] = units.time_myr();
}

/// Without a unit of mass in the options, stars had one solar mass each at the start.
void add_units_of_run(Json& json, const Options& options, const Json& first) {
  UnitScale units{options.units.length_pc, options.units.mass_msun};
  if (!(units.mass_msun > 0)) {
    if (!first.contains("n") || !first.contains("mass")) return;
    const double mass = first["mass"].get<double>();
    units.mass_msun = first["n"].get<double>() / (mass > 0 ? mass : 1);
  }
  add_units(json, units);
}

/// Adds whether the run is still going, and why it stopped if it has.
void add_state(Json& json, const RunFolder& folder) {
  std::error_code error;
  Json summary;
  if (std::filesystem::exists(folder.summary(), error)) {
    try {
      summary = Json::parse(read_text_file(folder.summary().string(), "the summary of a run"), nullptr, false);
    } catch (const Error& why) {
      json["summary_problem"] = why.what();
    }
  }
  const auto is_text = [&](const char* key) {
    return summary.is_object() && summary.contains(key) && summary[key].is_string();
  };
  const bool ended = is_text("reason");
  if (!ended && !summary.is_null() && !is_running(folder.path()))
    json["summary_problem"] = fmt::format("{}: is damaged; --restart writes a new one", folder.summary().string());
  json["state"] = is_running(folder.path()) ? "running" : ended ? "stopped" : "interrupted";
  if (ended) json["reason"] = summary["reason"];
  if (is_text("problem")) json["problem"] = summary["problem"];
}

void add_checkpoint_time(Json& json, const RunFolder& folder) {
  for (const auto& checkpoint : {folder.checkpoint(), folder.previous_checkpoint()}) {
    std::error_code error;
    const bool is_there = std::filesystem::exists(checkpoint, error);
    if (json.contains("checkpoint_time") || (!is_there && !error)) continue;
    try {
      if (error) throw InputError(fmt::format("{}: {}", checkpoint.string(), error.message()));
      const Json saved = checkpoint_info(checkpoint);
      json["start_time"] = saved["start_time"];
      json["checkpoint_time"] = saved["time"];
    } catch (const InputError& why) {
      json["checkpoint_problem"] = why.what();
    }
  }
}

}  // namespace

bool is_running(const std::filesystem::path& folder) { return FolderLock::is_held(RunFolder(folder)); }

Json run_info(const std::filesystem::path& path) {
  const RunFolder folder(path);
  if (!folder.holds_run()) throw InputError(fmt::format("{} holds no run", path.string()));
  const Options options = stored_options_file(folder.used_options().string());
  Json json{{"kind", "run"}};
  add_state(json, folder);
  const LogEnd log = end_of_log(folder.log());
  json["rows"] = log.rows;
  if (log.damaged > 0) json["damaged_rows"] = log.damaged;
  if (log.row.is_object()) {
    for (const char* key : shown_keys) {
      if (log.row.contains(key)) json[key] = log.row[key];
      if (std::string_view(key) == "mass") add_units_of_run(json, options, log.first);
    }
  }
  add_checkpoint_time(json, folder);
  add_options(json, options);
  return json;
}

Json checkpoint_info(const std::filesystem::path& file) {
  Options options;
  std::string arithmetic;
  double time = 0, start_time = 0, wall_seconds = 0;
  const auto load = [&](Archive& archive) {
    std::string toml;
    archive.field("options", toml);
    options = stored_options(toml, file.string());
    archive.field("time", time);
    archive.field("arithmetic_class", arithmetic);
    archive.field("wall_seconds", wall_seconds);
    const Archive::Group group(archive, "simulation");
    archive.field("first_time", start_time);
  };
  const CheckpointSource source = read_checkpoint_file(file, load);
  Json json{{"kind", "checkpoint"}, {"time", time}, {"start_time", start_time}};
  json["wall_seconds"] = wall_seconds;
  json["arithmetic_class"] = arithmetic;
  json["version"] = source.code_version;
  add_options(json, options);
  return json;
}

Json stars_info(const std::filesystem::path& file, PotentialSum sum) {
  const LoadedStars loaded = read_stars(file);
  double softening = 0;
  if (!loaded.options_toml.empty()) {
    softening = stored_options(loaded.options_toml, file.string()).gravity.softening;
  }
  ThreadPool workers(0);
  const auto engine = make_engine({}, workers);
  const PairLaw law{softening * softening};
  const bool by_tree = sum == PotentialSum::automatic && loaded.stars.size() > max_direct_stars;
  std::optional<Conserved> known;
  if (by_tree) known = conserved_by_tree(loaded.stars.view(), law, workers);
  const ClusterReport report = analyse(loaded.stars.view(), law, *engine, workers, known);
  Json json{{"kind", "stars"}, {"time", loaded.time}, {"n", report.n}, {"mass", report.mass}};
  if (loaded.units) add_units(json, *loaded.units);
  json["softening"] = softening;
  json["energy"] = report.energy;
  json["kinetic_energy"] = report.energies.kinetic;
  json["potential_energy"] = report.energies.potential;
  json["potential_by"] = by_tree ? "tree" : "all pairs";
  json["virial_ratio"] = report.virial_ratio;
  Json radii = Json::object();
  for (std::size_t k = 0; k < lagrangian_percents.size(); ++k) {
    radii[fmt::format("{:g}", lagrangian_percents[k])] = report.lagrangian_radii[k];
  }
  json["lagrangian_radii"] = radii;
  json["core_radius"] = report.core.core_radius;
  json["core_density"] = report.core.core_density;
  json["core_count"] = report.core.core_count;
  return json;
}

}  // namespace tucana::app
