#include "tucana/parallel/launcher.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace tucana {
namespace {

enum class Tells : std::uint8_t { size, rank };
struct Known {
  const char* name;
  const char* variable;
  Tells what;
};

/// PMI_SIZE is that of Hydra and of SLURM's PMI-2; the launchers of PMIx tell a process its rank only.
constexpr std::array<Known, 4> known = {{{"Open MPI", "OMPI_COMM_WORLD_SIZE", Tells::size},
                                         {"MVAPICH", "MV2_COMM_WORLD_SIZE", Tells::size},
                                         {"PMI (MPICH, Intel MPI)", "PMI_SIZE", Tells::size},
                                         {"PMIx", "PMIX_RANK", Tells::rank}}};

/// Hydra and Intel MPI name the last ones.
constexpr std::array<std::array<const char*, 2>, 3> places = {
    {{"OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"},
     {"MV2_COMM_WORLD_LOCAL_RANK", "MV2_COMM_WORLD_LOCAL_SIZE"},
     {"MPI_LOCALRANKID", "MPI_LOCALNRANKS"}}};

int number_in(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && number > 0 ? number : 0;
}

const char* own_variable(const char* name) { return std::getenv(name); }

}  // namespace

std::optional<Launcher> find_launcher(const char* (*variable)(const char* name)) {
  for (const Known& one : known) {
    const char* value = variable(one.variable);
    if (value == nullptr) continue;
    const int number = number_in(value);
    // The process of rank 1 is one of two at least; that of rank 0 may be alone.
    return Launcher{one.name, one.variable, one.what == Tells::rank && number > 0 ? number + 1 : number};
  }
  return {};
}

std::optional<Launcher> find_launcher() { return find_launcher(own_variable); }

PlaceOnHost find_place_on_host(const char* (*variable)(const char* name)) {
  for (const auto& [number, size] : places) {
    const char* own = variable(number);
    const char* all = variable(size);
    if (own == nullptr || all == nullptr) continue;
    const PlaceOnHost place{number_in(own), number_in(all)};
    if (place.number < place.of) return place;
  }
  return {};
}

PlaceOnHost find_place_on_host() { return find_place_on_host(own_variable); }

}  // namespace tucana
