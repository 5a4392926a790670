#pragma once

#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace tucana::app {

// What `tucana info` finds out, as one flat JSON object each; "kind" is run, checkpoint or stars.
nlohmann::ordered_json run_info(const std::filesystem::path& folder);
nlohmann::ordered_json checkpoint_info(const std::filesystem::path& file);
/// A snapshot or a table of stars. Energies are sums over all pairs.
nlohmann::ordered_json stars_info(const std::filesystem::path& file);

/// Whether a program writes into the run folder now.
bool is_running(const std::filesystem::path& folder);

}  // namespace tucana::app
