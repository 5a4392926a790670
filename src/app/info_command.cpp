#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>

#include <nlohmann/json.hpp>

#include "tucana/app/command_line.h"
#include "tucana/app/info_files.h"
#include "tucana/app/terminal_text.h"
#include "tucana/core/error.h"
#include "tucana/simulation/options/option_table.h"
#include "tucana/simulation/options/plain_text.h"

namespace tucana::app {
namespace {

using Json = nlohmann::ordered_json;

/// Checkpoints of runs have this name; any other file is assumed to contain stars.
Json file_info(const std::filesystem::path& path, PotentialSum sum) {
  if (!path.filename().string().starts_with("checkpoint")) return stars_info(path, sum);
  return checkpoint_info(path);
}

Json info_of(const std::filesystem::path& path, PotentialSum sum) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    const std::string why = error ? error.message() : "there is no such file or folder";
    throw InputError(fmt::format("{}: {}", for_message(path.string()), why));
  }
  return std::filesystem::is_directory(path, error) ? run_info(path) : file_info(path, sum);
}

std::string state_text(const Json& json) {
  if (json["state"] == "running") return "running";
  if (json["state"] == "interrupted")
    return "interrupted (killed, or the machine went down); --restart goes on with it";
  const std::string reason = json["reason"].get<std::string>();
  if (reason == "end_time") return "finished: reached run.end_time";
  if (reason == "stop_file") return "stopped by the file STOP";
  if (reason == "wall_limit") return "stopped at run.wall_limit";
  if (reason == "device_failure") return "stopped because a device failed; --restart goes on with it";
  return "stopped by " + reason;
}

std::string value_of(const std::string& key, const Json& json) {
  if (key == "state") return state_text(json);
  if (key == "potential_by" && json[key] == "tree") return "a tree, good to about 1e-5; --exact sums over all pairs";
  const Json& value = json[key];
  if ((key == "time" || key == "start_time" || key == "checkpoint_time") && value.is_number() &&
      json.contains("time_myr")) {
    const double time = value.get<double>();
    return fmt::format("{:.6g} ({:.4g} Myr)", time, time * json["time_myr"].get<double>());
  }
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
  return value.dump();
}

/// The readable text omits options with default values; JSON has them all.
bool is_default_option(const std::string& key, const Json& value) {
  const OptionEntry* entry = find_option(key);
  return entry != nullptr && std::visit([&](const auto& initial) { return value == initial; }, entry->initial);
}

/// Per cents of the mass above their radii, as many in a row as the terminal has room for.
void print_radii(const Json& radii) {
  constexpr std::size_t label_columns = 21, radius_columns = 7, default_columns = 80;
  const std::size_t terminal = terminal_columns(stdout), columns = terminal > 0 ? terminal : default_columns;
  const std::size_t fitting = columns > label_columns ? (columns - label_columns) / radius_columns : 0;
  const std::size_t per_row = std::max<std::size_t>(fitting, 1);
  std::string percents, row;
  std::size_t shown = 0;
  for (const auto& [percent, radius] : radii.items()) {
    percents += fmt::format(" {:>6}", percent);
    row += fmt::format(" {:>6.3g}", radius.get<double>());
    if (++shown % per_row != 0 && shown != radii.size()) continue;
    fmt::print("{:<{}}{}\n{:{}}{}\n", shown <= per_row ? "  radii of mass in %" : "", label_columns, percents, "",
               label_columns, row);
    percents.clear(), row.clear();
  }
}

/// Two columns; radii in rows of their own, options that differ from their defaults at the end.
void print_for_people(const std::string& name, const Json& json) {
  fmt::print("{}: {}\n", name, json["kind"].get<std::string>());
  for (const auto& [key, value] : json.items()) {
    if (key == "kind" || key == "reason" || is_default_option(key, value)) continue;
    if (key == "lagrangian_radii") {
      print_radii(value);
      continue;
    }
    print_fitted(stdout, fmt::format("  {:<32} {}\n", key, value_of(key, json)));
  }
}

}  // namespace

void add_info_command(Command& program, Action& action) {
  Command* command = program.add_subcommand("info", "show the contents of a snapshot, checkpoint or run");
  struct Words {
    std::string path;
    bool json = false, exact = false;
  };
  auto words = std::make_shared<Words>();
  command->add_option("FILE-or-DIR", words->path, "snapshot, table, checkpoint or run folder")
      ->type_name("")
      ->required();
  command->add_flag("--json", words->json, "as a JSON object");
  command->add_flag("--exact", words->exact, "potential energy of a snapshot over all pairs");
  command->footer(
      fmt::format("Numbers are in the units of the run (G = 1). The potential energy of more than\n"
                  "{} stars comes from a tree; --exact sums over all pairs instead, which\n"
                  "takes minutes for a million.\n"
                  "Example:\n  tucana info runs/plummer",
                  max_direct_stars));
  command->callback([words, &action] {
    action = [words] {
      const Json json = info_of(words->path, words->exact ? PotentialSum::direct : PotentialSum::automatic);
      if (words->json) {
        fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
      } else {
        print_for_people(words->path, json);
      }
      return 0;
    };
  });
}

}  // namespace tucana::app
