#pragma once

#include <cstddef>

namespace tucana {

/// A table of stars needs this much for each, and an integrator of any kind more than as much again.
inline constexpr std::size_t bytes_of_a_star = 72, bytes_of_a_star_in_a_run = 150;

/// Throws InputError when so many stars cannot be held by this machine. Linux promises more memory than there is, and
/// later kills the program that wants it, without a word.
void require_memory(std::size_t stars, std::size_t bytes_each);

}  // namespace tucana
