#include "tucana/core/memory.h"

#include <fmt/format.h>
#include <unistd.h>

#include "tucana/core/error.h"

namespace tucana {

void require_memory(std::size_t stars, std::size_t bytes_each) {
  constexpr double giga = 1e9;
  const double wanted = static_cast<double>(stars) * static_cast<double>(bytes_each);
  const double there = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  if (wanted <= there) return;
  throw InputError(fmt::format("{} stars need at least {:.3g} GB of memory, and this machine has {:.3g} GB; use fewer",
                               stars, wanted / giga, there / giga));
}

}  // namespace tucana
