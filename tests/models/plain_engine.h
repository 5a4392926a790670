#pragma once

#include <vector>

#include "tucana/core/error.h"
#include "tucana/gravity/force_engine.h"

namespace tucana::testing_support {

/// The potential by the plainest loop: what the tests of models/ and analysis/ need of an fp64 engine, independent of
/// the engines that Tucana has.
class PlainEngine final : public ForceEngine {
 public:
  std::string description() const override { return "plain loop for tests"; }
  std::string arithmetic_class() const override { return "plain"; }
  Precision precision() const override { return Precision::fp64; }
  std::unique_ptr<SourceSet> make_sources(Prediction) override { return std::make_unique<Rows>(); }

  Pending evaluate(SourceSet& sources, Tick, const Targets& targets, const PairLaw& law, const Wanted& wanted,
                   const Results& results) override {
    if (wanted.acceleration || wanted.nearest || wanted.lists) throw FailureError("only the potential");
    const auto& rows = static_cast<const Rows&>(sources);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < rows.size(); ++j) {
        if (slot_at(j) == targets.slot[i]) continue;
        sum -= rows.mass[j] / std::sqrt(norm2(rows.position[j] - targets.position[i]) + law.eps2);
      }
      results.potential[i] = sum;
      pairs += rows.size();
    }
    return {};
  }

  std::size_t pairs = 0;

 private:
  struct Rows final : SourceSet {
    std::vector<double> mass;
    std::vector<Vec3> position;
    std::size_t size() const override { return mass.size(); }
    void resize(std::size_t n) override { mass.resize(n), position.resize(n); }
    void write(std::span<const Slot> slots, const SourceRows& rows) override {
      for (std::size_t k = 0; k < slots.size(); ++k) {
        mass[index(slots[k])] = rows.mass[k];
        position[index(slots[k])] = rows.position[k];
      }
    }
    void park(std::span<const Slot> slots) override {
      for (const Slot slot : slots) mass[index(slot)] = 0;
    }
  };
};

}  // namespace tucana::testing_support
