#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tucana/device/reduce.h"
#include "tucana/gravity/device/device_engine.h"
#include "tucana/gravity/device/device_sources.h"
#include "tucana/gravity/ranks/dividing_rule.h"
#include "tucana/gravity/ranks/part_exchange.h"
#include "tucana/integrators/hermite/body_columns.h"
#include "tucana/integrators/hermite/hermite6_formulae.h"
#include "tucana/integrators/hermite/hermite_options.h"

namespace tucana {

/// The bodies of a 6th-order Hermite scheme in the memory of an engine's devices, all at one time, and the step there:
/// prediction, forces, corrector and criterion (Goz et al. 2018). A step goes to a second set of rows, which then takes
/// the place of the first; until then nothing is lost. Every device holds all rows and corrects its part of them; the
/// parts of several devices, of one rank or of several, are exchanged through the host.
class ResidentRows {
 public:
  /// Engine and ranks must outlive it.
  ResidentRows(const HermiteOptions& options, DeviceEngine& engine, Communicator& ranks, const DividingRule& rule);
  ~ResidentRows();
  ResidentRows(const ResidentRows&) = delete;
  ResidentRows& operator=(const ResidentRows&) = delete;

  /// All bodies, rounded to the engine's numbers, or from `device_rows` if there are any.
  void load(const BodyColumns& bodies);

  /// Brings copies of all bodies to `when`. Returns the smallest hermite6_step_measure(); -1 when a body is not finite.
  double try_step(Tick when);
  /// The body that caused the value returned by try_step().
  std::size_t body_with_least_measure();
  /// The copies become the bodies.
  void accept();

  /// Positions and velocities, or the whole state with all its bits, of the bodies or of their copies.
  enum class Which { bodies, copies };
  void read_places(Which which, std::vector<Vec3>& x, std::vector<Vec3>& v);
  void read_all(BodyColumns& bodies);

  DeviceSources& sources(Which which) { return which == Which::bodies ? *bodies_ : *copies_; }

 private:
  /// What one device has beside the rows.
  struct Part {
    std::size_t first = 0, end = 0;  ///< the rows it corrects
    std::unique_ptr<device::Program> program;
    std::unique_ptr<device::Reduce> least;
    std::unique_ptr<device::Buffer> measures, result;
    float least_measure = 0;
  };

  void correct(std::size_t device, DeviceSources& from, Tick when);
  void divide(std::size_t rows);
  void exchange(Tick when);
  void exchange_between_ranks();
  void read_column(std::size_t device, DeviceSources& rows, std::size_t column, std::size_t first,
                   std::span<std::byte> to);
  void read_vectors(DeviceSources& rows, std::size_t column, std::vector<Vec3>& to);
  void write_raw(std::span<const double> numbers);
  template <class Act>
  void for_each_moving_column(const Act& act) const;
  std::span<std::byte> staged(std::size_t column, std::size_t first, std::size_t end);
  std::size_t column_count() const;
  double number(std::size_t k) const;
  std::size_t bytes(std::size_t rows) const { return rows * format_.real_bytes(); }

  DeviceEngine& engine_;
  Communicator& ranks_;
  DividingRule rule_;
  PartExchange exchange_{ranks_};
  bool is_divided_ = false;              ///< between ranks
  std::vector<std::size_t> rank_first_;  ///< row of each rank, and the end; without ranks that of this one
  HermiteOptions options_;
  hermite6::StepCriterion criterion_;
  DeviceFormat format_;
  std::unique_ptr<DeviceSources> bodies_, copies_;
  std::vector<Part> parts_;
  std::vector<std::byte> staging_;
};

/// The program of the step, as text: for compilers that are tried without a device.
device::ProgramText resident_hermite6_text(DeviceFormat format);

}  // namespace tucana
