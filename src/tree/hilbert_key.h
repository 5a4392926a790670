#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace tucana::tree {

/// Levels of the octree that a key resolves: 21 bits per axis make 63 bits.
inline constexpr int key_levels = 21;
/// Cells of the finest level along one axis.
inline constexpr std::uint32_t key_cells = std::uint32_t{1} << key_levels;

namespace hilbert {

/// How the curve passes through a cell: the octant where it enters and the axis along which it leaves. Hamilton &
/// Rau-Chaplin (2008, Information Processing Letters 105, 155) give the rules for any dimension; this is three.
struct Course {
  unsigned entry = 0;
  unsigned axis = 0;
};

constexpr unsigned rotate_right(unsigned bits, unsigned by) { return ((bits >> by) | (bits << (3 - by))) & 7; }
constexpr unsigned rotate_left(unsigned bits, unsigned by) { return ((bits << by) | (bits >> (3 - by))) & 7; }
constexpr unsigned gray(unsigned n) { return n ^ (n >> 1); }
constexpr unsigned gray_rank(unsigned code) { return code ^ (code >> 1) ^ (code >> 2); }

/// Where the curve enters the n-th octant of a cell in standard orientation, and along which axis it runs there.
constexpr unsigned entry_of(unsigned n) { return n == 0 ? 0 : gray((n - 1) & ~1u); }
constexpr unsigned axis_of(unsigned n) {
  if (n == 0) return 0;
  return static_cast<unsigned>(std::countr_one((n & 1) == 0 ? n - 1 : n)) % 3;
}

/// Six bits of the key for two levels, and the course one level further down: a row for each of 24 courses.
struct Step {
  std::uint8_t rank;
  std::uint8_t next;
};
inline constexpr unsigned courses = 24;

constexpr Step one_level(unsigned course, unsigned octant) {
  const Course in{course / 3, course % 3};
  const unsigned rank = gray_rank(rotate_right(octant ^ in.entry, (in.axis + 1) % 3));
  const unsigned entry = in.entry ^ rotate_left(entry_of(rank), (in.axis + 1) % 3);
  const unsigned axis = (in.axis + axis_of(rank) + 1) % 3;
  return {static_cast<std::uint8_t>(rank), static_cast<std::uint8_t>(entry * 3 + axis)};
}

constexpr auto make_steps() {
  std::array<std::array<Step, 64>, courses> steps{};
  for (unsigned course = 0; course < courses; ++course)
    for (unsigned octants = 0; octants < 64; ++octants) {
      const Step upper = one_level(course, octants >> 3), lower = one_level(upper.next, octants & 7);
      steps[course][octants] = {static_cast<std::uint8_t>(upper.rank << 3 | lower.rank), lower.next};
    }
  return steps;
}
inline constexpr auto steps = make_steps();

/// Puts two zeros between the bits of a number below 2^21.
constexpr std::uint64_t spread(std::uint64_t n) {
  n = (n | n << 32) & 0x001f00000000ffff;
  n = (n | n << 16) & 0x001f0000ff0000ff;
  n = (n | n << 8) & 0x100f00f00f00f00f;
  n = (n | n << 4) & 0x10c30c30c30c30c3;
  return (n | n << 2) & 0x1249249249249249;
}

}  // namespace hilbert

/// Position of a cell of the finest level along the Peano-Hilbert curve: the three bits of every level give the order
/// in which the curve visits the eight octants of a cell, so that a cell of the octree is a range of keys. Coordinates
/// are below key_cells.
constexpr std::uint64_t hilbert_key(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  using namespace hilbert;
  const std::uint64_t octants = spread(x) | spread(y) << 1 | spread(z) << 2;
  const Step top = one_level(0, static_cast<unsigned>(octants >> 60));
  std::uint64_t key = top.rank;
  unsigned course = top.next;
  for (int shift = 54; shift >= 0; shift -= 6) {
    const Step step = steps[course][octants >> shift & 63];
    key = key << 6 | step.rank;
    course = step.next;
  }
  return key;
}

}  // namespace tucana::tree
