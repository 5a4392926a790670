#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "tucana/device/reduce.h"
#include "tucana/integrators/block_schedule.h"
#include "tucana/integrators/leapfrog/leapfrog_bodies.h"
#include "tucana/integrators/leapfrog/leapfrog_options.h"
#include "tucana/tree/device/device_tree_engine.h"

namespace tucana {

/// The steps of a leap-frog on the device that holds its tree: selection of the due bodies, prediction, forces,
/// correction and next steps. Per block the host reads how many bodies were due and the shortest step. The bits are
/// those of a leap-frog on the host with the same engine.
class ResidentSteps {
 public:
  /// None unless the engine is a tree on one device that supports double.
  static std::unique_ptr<ResidentSteps> make(const LeapfrogOptions& options, ForceEngine& engine, SourceSet& sources);
  ~ResidentSteps();
  ResidentSteps(const ResidentSteps&) = delete;
  ResidentSteps& operator=(const ResidentSteps&) = delete;

  void load(const LeapfrogBodies& bodies, const BlockSchedule& schedule);
  /// The state of the last block.
  void fetch(LeapfrogBodies& bodies, BlockSchedule& schedule);

  Tick now() const { return now_; }
  Tick next() const;
  struct Block {
    bool done = false;  ///< false: a body cannot continue, and everything is as before
    std::uint64_t steps = 0, interactions = 0;
  };
  Block step();

 private:
  ResidentSteps(const LeapfrogOptions& options, tree::DeviceTreeEngine& engine, tree::DeviceTreeSources& sources);
  void launch(const std::string& kernel, std::size_t items, std::initializer_list<device::Argument> arguments);
  float least(const device::Buffer& levels, std::size_t count);
  std::uint32_t count() const { return static_cast<std::uint32_t>(size_); }

  LeapfrogOptions options_;
  Level largest_, fixed_;
  tree::DeviceTreeEngine& engine_;
  tree::DeviceTreeSources& sources_;
  std::unique_ptr<device::Program> program_;
  device::Reduce least_;
  std::size_t size_ = 0;
  Tick now_;
  Level shortest_;
  std::unique_ptr<device::Buffer> state_, mass_, levels_, families_, by_family_, due_, least_level_;
  std::unique_ptr<device::Buffer> slots_, places_, targets_, corrected_, next_levels_, rows_;  ///< of due bodies
};

/// The program as text, for compilers that are tried without a device.
device::ProgramText resident_leapfrog_text();

}  // namespace tucana
