#pragma once

#include <cstddef>

#include "tucana/core/function_ref.h"

namespace tucana {

/// Interface to the threads. The calling thread works too; units are claimed, not assigned, so the result of a unit
/// must not depend on which thread computes it.
class Workers {
 public:
  using Unit = FunctionRef<void(std::size_t unit, int worker)>;

  virtual ~Workers() = default;

  /// How many may work at once; `worker` of a unit is below it and belongs to one thread during a run().
  virtual int count() const = 0;

  /// Does units 0 .. units-1 and returns when all are done. The first exception by unit order is rethrown.
  /// Called from inside a unit it runs serially with that unit's worker number.
  virtual void run(std::size_t units, Unit unit) = 0;
};

/// Everything on the calling thread.
class SerialWorkers final : public Workers {
 public:
  int count() const override { return 1; }
  void run(std::size_t units, Unit unit) override;
};

}  // namespace tucana
