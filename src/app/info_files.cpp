#include "tucana/app/info_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>
#include <fstream>

#include <nlohmann/json.hpp>

#include "tucana/analysis/cluster_report.h"
#include "tucana/core/error.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/io/checkpoint_file.h"
#include "tucana/io/file_descriptor.h"
#include "tucana/io/read_stars.h"
#include "tucana/io/run_folder.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/simulation/options/option_table.h"
#include "tucana/simulation/options/read_options.h"

namespace tucana::app {
namespace {

using Json = nlohmann::ordered_json;

/// Options under their own names, "model.n" and so on.
void add_options(Json& json, const Options& options) {
  for (const OptionEntry& entry : option_table()) {
    std::visit([&](const auto& value) { json[entry.name] = value; }, entry.get(options, entry));
  }
}

/// The last line that is whole: a running program may be writing the next one.
Json last_row(const std::filesystem::path& log, std::size_t& rows) {
  std::ifstream file(log);
  Json last;
  for (std::string line; std::getline(file, line) && !file.eof();) {
    Json row = Json::parse(line, nullptr, false);
    if (!row.is_object()) continue;
    last = std::move(row);
    ++rows;
  }
  return last;
}

Json read_summary(const std::filesystem::path& path) {
  std::ifstream file(path);
  return file ? Json::parse(file, nullptr, false) : Json();
}

}  // namespace

bool is_running(const std::filesystem::path& folder) {
  const FileDescriptor lock(::open(RunFolder(folder).lock().c_str(), O_RDONLY | O_CLOEXEC));
  return lock && ::flock(lock.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

Json run_info(const std::filesystem::path& path) {
  const RunFolder folder(path);
  if (!folder.holds_run()) throw InputError(fmt::format("{} holds no run", path.string()));
  Options options;
  read_options_file(options, folder.used_options().string());
  Json json{{"kind", "run"}};
  const Json summary = read_summary(folder.summary());
  const bool ended = summary.is_object() && summary.contains("reason");
  json["state"] = is_running(path) ? "running" : ended ? "stopped" : "interrupted";
  if (ended) json["reason"] = summary["reason"];
  if (ended && summary.contains("problem")) json["problem"] = summary["problem"];
  std::size_t rows = 0;
  const Json row = last_row(folder.log(), rows);
  json["rows"] = rows;
  if (row.is_object()) {
    for (const char* key : {"time", "n", "mass", "energy", "energy_error", "virial_ratio", "lagrangian_radii",
                            "core_radius", "core_density", "core_count", "steps", "interactions", "wall_seconds"}) {
      if (row.contains(key)) json[key] = row[key];
    }
  }
  for (const auto& checkpoint : {folder.checkpoint(), folder.previous_checkpoint()}) {
    if (json.contains("checkpoint_time") || !std::filesystem::exists(checkpoint)) continue;
    try {
      json["checkpoint_time"] = checkpoint_info(checkpoint)["time"];
    } catch (const InputError& error) {
      json["checkpoint_problem"] = error.what();
    }
  }
  add_options(json, options);
  return json;
}

Json checkpoint_info(const std::filesystem::path& file) {
  Options options;
  std::string arithmetic;
  double time = 0, wall_seconds = 0;
  const auto load = [&](Archive& archive) {
    std::string toml;
    archive.field("options", toml);
    read_options_text(options, toml, file.string());
    archive.field("time", time);
    archive.field("arithmetic_class", arithmetic);
    archive.field("wall_seconds", wall_seconds);
  };
  const CheckpointSource source = read_checkpoint_file(file, load);
  Json json{{"kind", "checkpoint"}, {"time", time}};
  json["wall_seconds"] = wall_seconds;
  json["arithmetic_class"] = arithmetic;
  json["version"] = source.code_version;
  add_options(json, options);
  return json;
}

Json stars_info(const std::filesystem::path& file) {
  const LoadedStars loaded = read_stars(file);
  double softening = 0;
  if (!loaded.options_toml.empty()) {
    Options options;
    read_options_text(options, loaded.options_toml, file.string());
    softening = options.gravity.softening;
  }
  ThreadPool workers(0);
  const auto engine = make_engine({}, workers);
  const ClusterReport report = analyse(loaded.stars.view(), {softening * softening}, *engine, workers);
  Json json{{"kind", "stars"}, {"time", loaded.time}, {"n", report.n}, {"mass", report.mass}};
  if (loaded.units) {
    json["length_pc"] = loaded.units->length_pc;
    json["mass_msun"] = loaded.units->mass_msun;
    json["velocity_kms"] = loaded.units->velocity_kms();
    json["time_myr"] = loaded.units->time_myr();
  }
  json["softening"] = softening;
  json["energy"] = report.energy;
  json["kinetic_energy"] = report.energies.kinetic;
  json["potential_energy"] = report.energies.potential;
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
