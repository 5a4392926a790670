#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <vector>

#include "python/binding/py_stars.h"
#include "tucana/core/external_field.h"
#include "tucana/core/process.h"
#include "tucana/simulation/epoch.h"
#include "tucana/simulation/observer.h"
#include "tucana/simulation/output_clock.h"
#include "tucana/simulation/simulation.h"

/// Observers, processes and fields that are written in Python. The library calls them without the GIL, which they take;
/// an exception in one of them passes through the library like any other error and leaves the state of the last block.
namespace tucana::binding {

namespace nb = nanobind;

/// What a Python observer gets: valid during its call.
struct PyLook {
  const Observation* observation = nullptr;
  double time = 0;

  const Observation& now() const;
};

/// Calls a function at times of its own: multiples of an interval since the first stars, or some that are given. A look
/// that raised counts as taken, so that the run can go on behind it.
class PyObserver final : public Observer {
 public:
  /// The epoch must outlive it.
  PyObserver(nb::object function, double interval, std::vector<double> times, Tick now, const Epoch& epoch);
  ~PyObserver() override;
  Tick next() const override { return next_; }
  void see(const Observation& observation) override;
  void epoch_moved(Tick by, double moved) override;
  nb::handle function() const { return function_; }

 private:
  void find_next();

  nb::object function_;
  double interval_;
  const Epoch& epoch_;
  std::vector<double> times_;  ///< ascending; not empty if there is no interval. Some may lie beyond what ticks reach
  Tick last_, next_ = Tick::never;
};

/// Calls a tucana.Process: name, start(stars), next_time(), act(time, stars, record), state(), restore(state). Its
/// state is text for checkpoints: what json can write.
class PyProcess final : public Process {
 public:
  /// The simulation must outlive it.
  PyProcess(nb::object process, const Simulation& simulation);
  ~PyProcess() override;
  std::string_view name() const override { return name_; }
  void start(const Stars& stars, const UnitScale& units) override;
  Tick next() const override { return next_; }
  ChangeSet act(Tick now, const Stars& stars, EventSink& events) override;
  void describe(Archive& archive) override;

 private:
  void ask_next();

  nb::object process_;
  const Simulation& simulation_;
  std::string name_;
  double next_time_ = 0;  ///< infinite if there is none; it may lie beyond what ticks reach before the epoch moves
  Tick next_ = Tick::never;
};

/// Calls a tucana.Field for many places at once: acceleration(time, position), potential(time, position), and, if it
/// has it, derivatives(time, position, velocity, acceleration) for jerk and snap. Without, these are differences of
/// fourth order of the acceleration along the orbit.
class PyField final : public ExternalField {
 public:
  explicit PyField(nb::object field);
  ~PyField() override;
  FieldValue at(double time, const Vec3& x, const Vec3& v, const Vec3& a) const override;
  Vec3 acceleration(double time, const Vec3& x) const override;
  double potential(double time, const Vec3& x) const override;
  bool prefers_batches() const override { return true; }
  void at_all(double time, std::span<const Vec3> x, std::span<const Vec3> v, std::span<const Vec3> a,
              std::span<FieldValue> values) const override;
  void potential_all(double time, std::span<const Vec3> x, std::span<double> values) const override;
  bool is_static() const override { return is_static_; }
  std::string name() const override { return name_; }

 private:
  std::vector<Vec3> accelerations(nb::handle times, std::vector<Vec3> x) const;
  void add_differences(double time, std::span<const Vec3> x, std::span<const Vec3> v, std::span<const Vec3> a,
                       std::span<FieldValue> values) const;

  nb::object field_;
  std::string name_;
  bool is_static_ = true, has_derivatives_ = false;
  double scale_ = 0;  ///< a length over which the field changes; 0: the distance from the origin
};

void bind_look(nb::module_& module);

}  // namespace tucana::binding
