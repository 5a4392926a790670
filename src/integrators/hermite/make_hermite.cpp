#include "tucana/integrators/hermite/make_hermite.h"

#include "tucana/gravity/device/device_engine.h"
#include "tucana/integrators/hermite/block_hermite.h"
#include "tucana/integrators/hermite/device/resident_hermite6.h"

namespace tucana {

std::unique_ptr<Integrator> make_hermite(int order, const HermiteOptions& options, ForceEngine& engine,
                                         Workers& workers, const RankChoice& choice) {
  TUCANA_EXPECT(order == 4 || order == 6);
  if (order == 4) return std::make_unique<Hermite4>(options, engine, workers);
  auto* devices = dynamic_cast<DeviceEngine*>(&engine);
  const bool shared = options.steps != StepRule::block && options.velocity_limit == 0;
  if (devices != nullptr && shared && engine.precision() != Precision::two_float)
    return std::make_unique<ResidentHermite6>(
        options, *devices, workers, choice.ranks,
        DividingRule::chosen(choice.least_pairs, *devices, *devices, choice.ranks));
  return std::make_unique<Hermite6>(options, engine, workers);
}

}  // namespace tucana
