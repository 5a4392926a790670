#include "tucana/tree/hilbert_key.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "tucana/core/random.h"

namespace tucana::tree {
namespace {

using Place = std::array<std::uint32_t, 3>;

/// Hilbert's curve drawn by geometry alone. In a cube it goes from one corner to the next along its last axis, through
/// the octants in the order of a Gray code; how it lies in an octant follows from where it enters and must leave.
class Drawing {
 public:
  explicit Drawing(int levels) { draw({}, std::uint32_t{1} << levels, {}, 0); }
  const std::vector<Place>& cells() const { return cells_; }

 private:
  /// `entry` says for each axis whether the curve begins at the upper side; it leaves at the other end of `last`.
  void draw(const Place& low, std::uint32_t side, std::array<bool, 3> entry, std::size_t last) {
    if (side == 1) {
      cells_.push_back(low);
      return;
    }
    const std::uint32_t half = side / 2;
    const std::size_t first = (last + 1) % 3, second = (last + 2) % 3;
    const std::array<std::size_t, 8> leaves_along{first, second, second, last, last, second, second, first};
    const std::array<std::size_t, 7> steps_along{first, second, first, last, first, second, first};
    std::array<bool, 3> octant = entry, corner = entry;
    for (std::size_t k = 0; k < 8; ++k) {
      Place from = low;
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (octant[axis]) from[axis] += half;
      draw(from, half, corner, leaves_along[k]);
      if (k == 7) return;
      const auto turn = [](bool& side_of_axis) { side_of_axis = !side_of_axis; };
      turn(corner[leaves_along[k]]);
      // Through the face to the next octant: what was its upper side is the lower one there.
      turn(corner[steps_along[k]]);
      turn(octant[steps_along[k]]);
    }
  }

  std::vector<Place> cells_;
};

/// The key of a cell of a coarse level: that of its first cell of the finest level, without the bits below.
std::uint64_t key_at(int levels, const Place& cell) {
  const int below = key_levels - levels;
  return hilbert_key(cell[0] << below, cell[1] << below, cell[2] << below) >> 3 * below;
}

TEST(HilbertKey, IsThePlaceAlongTheDrawnCurve) {
  for (const int levels : {1, 2, 3, 4, 5}) {
    const Drawing drawing(levels);
    ASSERT_EQ(drawing.cells().size(), std::size_t{1} << 3 * levels);
    for (std::size_t k = 0; k < drawing.cells().size(); ++k) ASSERT_EQ(key_at(levels, drawing.cells()[k]), k) << levels;
  }
}

/// Cells in the order of their keys.
std::vector<Place> cells_by_key(int levels) {
  const std::uint32_t side = std::uint32_t{1} << levels;
  const Place nowhere{side, side, side};
  std::vector<Place> cells(std::size_t{1} << 3 * levels, nowhere);
  for (std::uint32_t x = 0; x < side; ++x)
    for (std::uint32_t y = 0; y < side; ++y)
      for (std::uint32_t z = 0; z < side; ++z) {
        const std::uint64_t key = key_at(levels, {x, y, z});
        EXPECT_LT(key, cells.size());
        EXPECT_EQ(cells[key], nowhere) << "two cells with key " << key;
        cells[key] = {x, y, z};
      }
  return cells;
}

TEST(HilbertKey, NeighboursAlongTheCurveShareAFace) {
  for (const int levels : {1, 2, 3, 4, 5}) {
    const auto cells = cells_by_key(levels);
    for (std::size_t k = 1; k < cells.size(); ++k) {
      std::int64_t apart = 0;
      for (std::size_t axis = 0; axis < 3; ++axis)
        apart += std::abs(static_cast<std::int64_t>(cells[k][axis]) - static_cast<std::int64_t>(cells[k - 1][axis]));
      ASSERT_EQ(apart, 1) << k << " of level " << levels;
    }
  }
}

/// At the finest level too, where cells cannot all be looked at: from a place on, follow the keys back to places.
TEST(HilbertKey, FinestCellsHaveANeighbourWithTheNextKey) {
  for (std::uint64_t i = 0; i < 2000; ++i) {
    RandomStream random(5, RandomUse::test, i);
    Place cell;
    for (auto& x : cell) x = static_cast<std::uint32_t>(random.bits64() % (key_cells - 2)) + 1;
    const std::uint64_t key = hilbert_key(cell[0], cell[1], cell[2]);
    int next = 0, previous = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const std::uint32_t step : {1U, ~0U}) {
        Place other = cell;
        other[axis] += step;
        const std::uint64_t beside = hilbert_key(other[0], other[1], other[2]);
        next += beside == key + 1 ? 1 : 0;
        previous += beside == key - 1 ? 1 : 0;
      }
    EXPECT_EQ(next, 1) << i;
    EXPECT_EQ(previous, 1) << i;
  }
}

TEST(HilbertKey, ASubCubeIsARangeOfKeys) {
  for (std::uint64_t i = 0; i < 2000; ++i) {
    RandomStream random(6, RandomUse::test, i);
    const int below = static_cast<int>(random.bits64() % key_levels);
    const auto draw = [&] { return static_cast<std::uint32_t>(random.bits64() % key_cells); };
    const Place cell{draw(), draw(), draw()};
    // Another body of the same cube of 2^below cells along an axis.
    const auto other = [&](std::uint32_t x) {
      return (x >> below << below) | (draw() & ((std::uint32_t{1} << below) - 1));
    };
    const std::uint64_t key = hilbert_key(cell[0], cell[1], cell[2]);
    const std::uint64_t beside = hilbert_key(other(cell[0]), other(cell[1]), other(cell[2]));
    EXPECT_EQ(key >> 3 * below, beside >> 3 * below) << i;
    EXPECT_LT(key, std::uint64_t{1} << 63);
  }
}

TEST(HilbertKey, CornersOfTheCube) {
  constexpr std::uint32_t last = key_cells - 1;
  EXPECT_EQ(hilbert_key(0, 0, 0), 0U);
  EXPECT_EQ(hilbert_key(last, 0, 0), (std::uint64_t{1} << 63) - 1);
}

TEST(HilbertKey, SpreadPutsTwoZerosBetweenBits) {
  for (int bit = 0; bit < key_levels; ++bit)
    EXPECT_EQ(hilbert::spread(std::uint64_t{1} << bit), std::uint64_t{1} << 3 * bit);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::uint64_t n = RandomStream(7, RandomUse::test, i).bits64() % key_cells;
    std::uint64_t wanted = 0;
    for (int bit = 0; bit < key_levels; ++bit) wanted |= (n >> bit & 1) << 3 * bit;
    EXPECT_EQ(hilbert::spread(n), wanted) << n;
  }
}

}  // namespace
}  // namespace tucana::tree
