#pragma once

#include <cstdint>
#include <optional>

#include "tucana/core/star_columns.h"
#include "tucana/physics/stellar/star_state.h"

namespace tucana::stellar {

/// What a snapshot says about an evolving star: enough to continue on its track.
struct StoredStar {
  Star now;
  double initial_mass, metallicity;
  std::uint32_t supernovae;
};

/// The columns of evolving stars, of which there are none yet: type -1, and otherwise no numbers.
StarColumns evolution_columns(std::size_t rows);
/// Fills a row.
void store_star(StarColumns& columns, std::size_t row, const StarState& state);

/// What a row says; nothing where the columns are missing or the star did not evolve. Throws InputError, with the
/// star's id, for numbers that no star has.
std::optional<StoredStar> stored_star(const StarColumns& columns, std::size_t row, std::int64_t id);

}  // namespace tucana::stellar
