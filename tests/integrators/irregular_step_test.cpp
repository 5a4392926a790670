// Kernels of the irregular step beside the formulae one by one: the same bits.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "tests/gravity/engines.h"
#include "tucana/core/random.h"
#include "tucana/gravity/gather/gather_force.h"
#include "tucana/integrators/hermite/hermite4_formulae.h"
#include "tucana/integrators/neighbour/irregular_kernels.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana::test {
namespace {

constexpr Level longest{Tick::log2_per_unit - 3};
constexpr PairLaw law{1e-8};
constexpr double eta = 0.02;

Vec3 some_vector(RandomStream& random) { return {random.uniform() - 0.5, random.uniform() - 0.5, random.uniform()}; }

/// A body in the middle of its regular step, with derivatives of all kinds.
NeighbourBody some_body(std::uint64_t which) {
  RandomStream random(11, RandomUse::test, which);
  NeighbourBody body;
  body.mass = 1 + random.uniform();
  body.x = some_vector(random);
  body.v = some_vector(random);
  body.irregular = {some_vector(random), some_vector(random)};
  body.regular = {some_vector(random), some_vector(random)};
  body.regular_higher = {some_vector(random), some_vector(random)};
  body.regular_time = Tick::nearest(0.5);
  body.time = body.regular_time + Tick{static_cast<std::int64_t>(which % 5) * Level{Tick::log2_per_unit - 9}.step().n};
  return body;
}

bool same_bits(const Vec3& a, const Vec3& b) { return std::memcmp(&a, &b, sizeof(a)) == 0; }

class IrregularStepTest : public testing::TestWithParam<std::string> {};

TEST_P(IrregularStepTest, HasTheBitsOfTheFormulae) {
  const IrregularStep kernel = irregular_step_kernel(GetParam());
  if (GetParam() == "AVX2" || GetParam() == "AVX-512") {
    ASSERT_NE(kernel, nullptr);
  }
  if (kernel == nullptr) return;  // the formulae themselves are used there
  constexpr std::size_t bodies = 600;
  GatherForce gather(GetParam(), longest);
  gather.resize(bodies);
  for (std::size_t i = 0; i < bodies; ++i) {
    const NeighbourBody body = some_body(i);
    const PartialForce total = body.total();
    gather.write(slot_at(i), {body.mass, body.x, body.v, total.a, total.j, body.time});
  }
  for (const std::size_t length : {0, 1, 3, 4, 5, 15, 16, 17, 40, 256, 257, 599}) {
    const NeighbourBody body = some_body(length);
    const Tick t = body.time + Level{Tick::log2_per_unit - 8}.step();
    const double h = (t - body.time).units();
    std::vector<Slot> list;
    for (std::size_t i = 0; list.size() < length; ++i)
      if (i != length) list.push_back(slot_at(i));

    const auto predicted = hermite4::predict(body.state(), h);
    const PartialForce irregular = gather.sum(list, predicted.x, predicted.v, t, law);
    const PartialForce total = irregular + body.regular_at(t);
    const HermiteState start{{}, {}, body.irregular.a, body.irregular.j};
    const auto higher = hermite4::interpolate(start, irregular.a, irregular.j, h);
    const auto corrected = hermite4::correct(predicted, higher + body.regular_higher_at(body.time), h);

    ActiveRow row;
    const ActiveFacts facts = kernel(body, list, gather.view(t, law), t, eta, row);
    EXPECT_TRUE(same_bits(row.x, corrected.x)) << length;
    EXPECT_TRUE(same_bits(row.v, corrected.v)) << length;
    EXPECT_TRUE(same_bits(row.irregular.a, irregular.a)) << length;
    EXPECT_TRUE(same_bits(row.irregular.j, irregular.j)) << length;
    EXPECT_TRUE(same_bits(row.total.a, total.a)) << length;
    EXPECT_TRUE(same_bits(row.total.j, total.j)) << length;
    EXPECT_EQ(row.wanted_step, aarseth_step(eta, total.a, irregular.j, later(higher, h).snap, higher.crackle));
    EXPECT_EQ(facts.speed2, norm2(row.v));
    EXPECT_EQ(facts.pull2, norm2(irregular.a));
    EXPECT_TRUE(std::isfinite(facts.sum));
  }
}

/// Two bodies nearer to each other than float can say: the caller has to see it.
TEST_P(IrregularStepTest, TellsOfNumbersThatAreNotFinite) {
  const IrregularStep kernel = irregular_step_kernel(GetParam());
  if (kernel == nullptr) return;
  NeighbourBody body;
  body.x = {1e-30, 0, 0};
  const Tick t = Level{Tick::log2_per_unit - 8}.step();
  GatherForce gather(GetParam(), longest);
  gather.resize(1);
  gather.write(slot_at(0), {1, {}, {}, {}, {}, t});
  const std::vector<Slot> list{slot_at(0)};
  ActiveRow row;
  EXPECT_FALSE(std::isfinite(kernel(body, list, gather.view(t, PairLaw{0}), t, eta, row).sum));
}

INSTANTIATE_TEST_SUITE_P(Levels, IrregularStepTest, testing::ValuesIn(supported_simd_levels()),
                         [](const auto& level) { return name_for_tests(level.param); });

}  // namespace
}  // namespace tucana::test
