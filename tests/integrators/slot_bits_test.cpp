// Slots in order, by bits.
#include "tucana/integrators/slots/slot_bits.h"

#include <gtest/gtest.h>

namespace tucana::test {
namespace {

std::vector<std::size_t> taken(SlotBits& bits) {
  std::vector<std::size_t> slots;
  bits.take([&](Slot slot) { slots.push_back(index(slot)); });
  return slots;
}

TEST(SlotBits, GiveSlotsInOrderAndForgetThem) {
  SlotBits bits;
  bits.resize(200);
  for (const std::size_t slot : {199, 64, 3, 63, 128, 3}) bits.add(slot_at(slot));
  EXPECT_EQ(taken(bits), (std::vector<std::size_t>{3, 63, 64, 128, 199}));
  EXPECT_TRUE(taken(bits).empty());
  bits.add(slot_at(70));
  EXPECT_EQ(taken(bits), std::vector<std::size_t>{70});
}

}  // namespace
}  // namespace tucana::test
