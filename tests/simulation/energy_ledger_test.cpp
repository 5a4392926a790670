#include "tucana/simulation/energy_ledger.h"

#include <gtest/gtest.h>

#include <limits>

#include "tucana/core/error.h"

namespace tucana {
namespace {

EnergyChange change_of(double mass, double kick) {
  EnergyChange change;
  change.mass = mass;
  change.kick = kick;
  return change;
}

TEST(EnergyLedger, SumsByKindAndByName) {
  EnergyLedger ledger(-0.25);
  ledger.book("stars", change_of(0.5, 0));
  ledger.book("user", change_of(0.125, 1));
  ledger.book("stars", change_of(0.25, 2));
  ASSERT_EQ(ledger.entries().size(), 2U);
  EXPECT_EQ(ledger.entries()[0].first, "stars");
  EXPECT_EQ(ledger.entries()[0].second.total(), 2.75);
  EXPECT_EQ(ledger.entries()[1].second.total(), 1.125);
  EXPECT_EQ(ledger.changes().mass, 0.875);
  EXPECT_EQ(ledger.changes().kick, 3);
  EXPECT_EQ(ledger.balance(), -3.875);
}

TEST(EnergyLedger, TheErrorIsThatOfTheEnergyWithoutTheChanges) {
  EnergyLedger ledger(-0.25);
  EXPECT_EQ(ledger.error(-0.375), -0.5) << "signed";
  ledger.book("user", change_of(-0.125, 0));
  EXPECT_EQ(ledger.error(-0.375), 0);
  EXPECT_EQ(ledger.error(-0.25), 0.5);
  EXPECT_EQ(EnergyLedger(0).error(0.5), 0.5) << "without a division by zero";
}

TEST(EnergyLedger, ComesBackFromAnArchive) {
  EnergyLedger ledger(-0.25), loaded;
  ledger.book("stars", change_of(0.1, 0.2));
  ledger.book("user", change_of(0.3, 0.4));
  MemoryArchive archive;
  ledger.describe(archive);
  archive.rewind();
  loaded.book("others", change_of(1, 1));
  loaded.describe(archive);
  EXPECT_EQ(loaded.balance(), ledger.balance());
  EXPECT_EQ(loaded.error(-0.3), ledger.error(-0.3));
  ASSERT_EQ(loaded.entries().size(), 2U);
  EXPECT_EQ(loaded.entries()[1].first, "user");
}

TEST(EnergyLedger, RefusesEnergiesThatAreNoNumbers) {
  EnergyLedger ledger(-0.25), loaded;
  ledger.book("user", change_of(std::numeric_limits<double>::infinity(), 0));
  MemoryArchive archive;
  ledger.describe(archive);
  archive.rewind();
  EXPECT_THROW(loaded.describe(archive), InputError);
}

}  // namespace
}  // namespace tucana
