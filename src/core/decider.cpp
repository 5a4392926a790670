#include "tucana/core/decider.h"

namespace tucana {
namespace {

class OwnDecider final : public Decider {
  bool decides() const override { return true; }
  void share(std::span<std::byte>) override {}
};

}  // namespace

Decider& own_decider() {
  static OwnDecider decider;
  return decider;
}

}  // namespace tucana
