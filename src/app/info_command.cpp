#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "tucana/app/command_line.h"
#include "tucana/app/info_files.h"
#include "tucana/core/error.h"
#include "tucana/simulation/options/option_table.h"
#include "tucana/simulation/options/plain_text.h"

namespace tucana::app {
namespace {

using Json = nlohmann::ordered_json;

/// Runs name their checkpoints so; what is behind another name is taken for stars.
Json file_info(const std::filesystem::path& path) {
  if (!path.filename().string().starts_with("checkpoint")) return stars_info(path);
  return checkpoint_info(path);
}

Json info_of(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    throw InputError(fmt::format("{}: there is no such file or folder", for_message(path.string())));
  }
  return std::filesystem::is_directory(path, error) ? run_info(path) : file_info(path);
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
  const Json& value = json[key];
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
  return value.dump();
}

/// People get the options that say something; JSON has them all.
bool is_default_option(const std::string& key, const Json& value) {
  const OptionEntry* entry = find_option(key);
  return entry != nullptr && std::visit([&](const auto& initial) { return value == initial; }, entry->initial);
}

/// Two columns; radii in a line of their own, options other than the defaults behind all else.
void print_for_people(const std::string& name, const Json& json) {
  fmt::print("{}: {}\n", name, json["kind"].get<std::string>());
  for (const auto& [key, value] : json.items()) {
    if (key == "kind" || key == "reason" || is_default_option(key, value)) continue;
    if (key == "lagrangian_radii") {
      fmt::print("  radii of mass in % ");
      for (const auto& [percent, radius] : value.items()) fmt::print(" {:>6}", percent);
      fmt::print("\n                     ");
      for (const auto& radius : value) fmt::print(" {:>6.3g}", radius.get<double>());
      fmt::print("\n");
      continue;
    }
    fmt::print("  {:<32} {}\n", key, value_of(key, json));
  }
}

}  // namespace

void add_info_command(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("info", "say what a snapshot, checkpoint or run folder holds");
  struct Words {
    std::string path;
    bool json = false;
  };
  auto words = std::make_shared<Words>();
  command->add_option("FILE-or-DIR", words->path, "snapshot, table, checkpoint or run folder")
      ->type_name("")
      ->required();
  command->add_flag("--json", words->json, "as a JSON object");
  command->footer("Numbers are in the units of the run (G = 1).\nExample:\n  tucana info runs/plummer");
  command->callback([words, &action] {
    action = [words] {
      const Json json = info_of(words->path);
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
