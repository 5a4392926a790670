// The kernel text of the tree by itself.
#include <gtest/gtest.h>

#include <string>

#include "tests/device/capabilities.h"
#include "tests/device/without_double.h"
#include "tucana/device/cuda_compiler.h"
#include "tucana/tree/device/tree_device.h"

namespace tucana::tree {
namespace {

device::DeviceInfo a_gpu() {
  device::DeviceInfo info;
  info.type = device::DeviceType::gpu;
  info.largest_group = 1024;
  return info;
}

TEST(DeviceTreeText, NeedsNoDouble) {
  EXPECT_TRUE(test::builds_without_double(tree_text()));
  EXPECT_TRUE(test::builds_without_double(walk_text(layout_for(a_gpu()))));
}

class CudaTreeText : public testing::TestWithParam<const char*> {};

TEST_P(CudaTreeText, CompilesWithoutAWord) {
  for (const auto& text : {tree_text(), walk_text(layout_for(a_gpu()))}) {
    std::string log;
    const std::string ptx = device::compile_to_ptx(text, GetParam(), &log);
    EXPECT_EQ(log, "") << text.name;
    EXPECT_EQ(ptx.find(".f64"), std::string::npos) << text.name;
  }
}

INSTANTIATE_TEST_SUITE_P(For, CudaTreeText, test::compute_capabilities(), test::capability_name);

/// Two groups at least in the 48 kB that CUDA gives a block without asking.
TEST(DeviceTreeText, AGroupTakesLessThanHalfOfTheLocalMemory) {
  const WalkLayout layout = layout_for(a_gpu());
  EXPECT_LE(2 * layout.local_bytes(), 49152u);
  EXPECT_GE(layout.cell_list, layout.group);
  EXPECT_GE(layout.body_list, layout.group);
}

}  // namespace
}  // namespace tucana::tree
