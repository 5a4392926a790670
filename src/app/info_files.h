#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace tucana::app {

// What `tucana info` shows, as one flat JSON object each; "kind" is run, checkpoint or stars.
nlohmann::ordered_json run_info(const std::filesystem::path& path);
nlohmann::ordered_json checkpoint_info(const std::filesystem::path& file);
/// How the potential energy of a table of stars is computed.
enum class PotentialSum {
  automatic,  ///< over all pairs up to max_direct_stars, by a tree beyond
  direct      ///< over all pairs, however long that takes
};
/// Half a second for all pairs on two threads; a million stars would take minutes.
inline constexpr std::size_t max_direct_stars = 32768;
/// A snapshot or a table of stars.
nlohmann::ordered_json stars_info(const std::filesystem::path& file, PotentialSum sum);

/// Whether a running program is writing into the folder.
bool is_running(const std::filesystem::path& folder);

}  // namespace tucana::app
