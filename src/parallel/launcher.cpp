#include "tucana/parallel/launcher.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace tucana {
namespace {

struct Known {
  const char* name;
  const char* variable;
  bool tells_size;
};

/// PMI_SIZE is that of Hydra and of SLURM's PMI-2; the launchers of PMIx tell a process its rank only.
constexpr std::array<Known, 4> known = {{{"Open MPI", "OMPI_COMM_WORLD_SIZE", true},
                                         {"MVAPICH", "MV2_COMM_WORLD_SIZE", true},
                                         {"PMI (MPICH, Intel MPI)", "PMI_SIZE", true},
                                         {"PMIx", "PMIX_RANK", false}}};

int number_in(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && number > 0 ? number : 0;
}

}  // namespace

std::optional<Launcher> find_launcher(const char* (*variable)(const char* name)) {
  for (const Known& one : known) {
    const char* value = variable(one.variable);
    if (value == nullptr) continue;
    return Launcher{one.name, one.variable, one.tells_size ? number_in(value) : 0};
  }
  return {};
}

std::optional<Launcher> find_launcher() {
  return find_launcher([](const char* name) -> const char* { return std::getenv(name); });
}

}  // namespace tucana
