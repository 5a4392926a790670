#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tucana/tree/device/device_tree.h"
#include "tucana/tree/tuned_sources.h"

namespace tucana::tree {

/// The bodies of a tree engine on every one of its devices.
class DeviceTreeSources final : public TunedSources {
 public:
  DeviceTreeSources(const TreeOptions& options, std::span<const std::unique_ptr<TreeDevice>> devices,
                    Decider& decider = own_decider());
  ~DeviceTreeSources() override;
  DeviceTreeSources(const DeviceTreeSources&) = delete;
  DeviceTreeSources& operator=(const DeviceTreeSources&) = delete;

  std::size_t size() const override { return trees_.front().size(); }
  void resize(std::size_t rows) override;
  void write(std::span<const Slot> slots, const SourceRows& rows) override;
  void park(std::span<const Slot> slots) override;
  void describe(Archive& archive) override;

  struct BuildSeconds {
    double keys = 0, sort = 0, link = 0;
  };
  BuildSeconds build(Tick when);
  DeviceTree& on(std::size_t device) { return trees_[device]; }
  bool softened_each() const { return !softening2_.empty(); }

 private:
  void finish();

  std::span<const std::unique_ptr<TreeDevice>> devices_;
  std::vector<DeviceTree> trees_;
  std::vector<DeviceRow> changed_;  ///< on their way to the devices
  std::vector<float> softening2_;   ///< of slots that have their own; empty where none has
};

}  // namespace tucana::tree
