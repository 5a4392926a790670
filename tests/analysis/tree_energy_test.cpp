#include "tucana/analysis/tree_energy.h"

#include <gtest/gtest.h>

#include "tests/models/plain_engine.h"
#include "tucana/analysis/energy.h"
#include "tucana/core/error.h"
#include "tucana/core/workers.h"
#include "tucana/models/plummer.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana {
namespace {

using testing_support::PlainEngine;

StarsBuffer cluster() {
  PlainEngine engine;
  return make_plummer({.n = 3000, .seed = 5}, engine);
}

TEST(TreeEnergy, AgreesWithAllPairs) {
  PlainEngine engine;
  const StarsBuffer stars = cluster();
  for (const double eps2 : {0.0, 1e-2}) {
    const Energies exact = energies(stars.view(), {eps2}, engine);
    SerialWorkers workers;
    const Conserved found = conserved_by_tree(stars.view(), {eps2}, workers);
    EXPECT_NEAR(found.potential / exact.potential, 1, 1e-4) << "eps2 = " << eps2;
    EXPECT_NE(found.potential, exact.potential);  // or the tree had nothing to do
    EXPECT_EQ(found.kinetic, exact.kinetic);
    EXPECT_EQ(found.angular_momentum, angular_momentum(stars.view()));
  }
}

TEST(TreeEnergy, IsTheSameForAnyNumberOfThreads) {
  const StarsBuffer stars = cluster();
  SerialWorkers one;
  ThreadPool three(3);
  EXPECT_EQ(conserved_by_tree(stars.view(), {}, one).potential, conserved_by_tree(stars.view(), {}, three).potential);
}

TEST(TreeEnergy, LeavesOutTracersAndNamesCoincidentStars) {
  StarsBuffer stars;
  stars.resize(3);
  stars.number_from_one();
  stars.mass = {3, 0, 1};
  stars.position = {{1, 0, 0}, {1, 0, 0}, {-3, 0, 0}};
  SerialWorkers workers;
  EXPECT_EQ(conserved_by_tree(stars.view(), {}, workers).potential, -0.75);
  stars.mass[1] = 1;
  try {
    conserved_by_tree(stars.view(), {}, workers);
    FAIL() << "two stars at one place have no potential energy";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).find("star 1: the potential is not finite"), 0u) << error.what();
  }
  EXPECT_EQ(conserved_by_tree(Stars{}, {}, workers).potential, 0);
}

}  // namespace
}  // namespace tucana
