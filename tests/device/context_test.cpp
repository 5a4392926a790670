// Contexts, buffers, queues and programs: one body of tests for both APIs.
#include <numeric>

#include "tests/device/device_test.h"

namespace tucana::device {
namespace {

using test::buffer_of;
using test::first_device;
using test::message_of;
using test::values_of;

const ProgramText doubling = {"doubling",
                              R"(
KERNEL(scaled)(GLOBAL uint* values, const uint factor, const int64 summand) {
  const uint i = GLOBAL_ID + GROUPS_X * GROUP_SIZE * GROUP_Y;
  values[i] = factor * values[i] + (uint)summand;
}
)",
                              {},
                              {}};

TEST(Devices, AreDescribed) {
  const DeviceInfo& device = first_device();
  EXPECT_EQ(device.id, 0);
  EXPECT_FALSE(device.name.empty() || device.vendor.empty() || device.driver.empty());
  EXPECT_GE(device.compute_units, 1);
  EXPECT_GT(device.memory, 1u << 20);
  EXPECT_GT(device.largest_buffer, 1u << 20);
  EXPECT_GE(device.local_memory, 1u << 14);
  EXPECT_GE(device.largest_group, 64u);
  EXPECT_GE(device.float_lanes, device.double_lanes);
  EXPECT_EQ(find_devices(test::api_under_test()).devices.front().name, device.name);
  EXPECT_EQ(title_of(device), std::string(name_of(device.api)) + " device 0 (" + device.name + ")");
}

TEST(Queue, WritesFillsCopiesLaunchesAndReads) {
  const auto context = open_context(first_device());
  const auto queue = context->make_queue();
  std::vector<std::uint32_t> numbers(96);
  std::iota(numbers.begin(), numbers.end(), 5u);
  const auto buffer = buffer_of(*context, *queue, numbers);
  const auto other = context->allocate(buffer->bytes());
  queue->fill(*other, 0, other->bytes(), 0xABCD1234u);
  queue->copy(*buffer, 16, *other, 8, 40);
  const auto program = context->build(doubling);
  queue->launch(program->kernel("scaled"), {3, 2, 16}, {*buffer, 3u, std::int64_t{1} << 32 | 7});
  queue->flush();
  const auto scaled = values_of<std::uint32_t>(*queue, *buffer, numbers.size());
  const auto copied = values_of<std::uint32_t>(*queue, *other, numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_EQ(scaled[i], 3 * numbers[i] + 7);
    EXPECT_EQ(copied[i], i >= 2 && i < 12 ? numbers[i + 2] : 0xABCD1234u) << i;
  }
  const Traffic traffic = queue->traffic();
  EXPECT_EQ(traffic.bytes_written, 96 * 4u);
  EXPECT_EQ(traffic.bytes_read, 2 * 96 * 4u);
  EXPECT_EQ(traffic.launches, 1u);
}

TEST(Buffer, OfNoBytesIsABuffer) {
  const auto context = open_context(first_device());
  const auto queue = context->make_queue();
  const auto empty = context->allocate(0);
  EXPECT_EQ(empty->bytes(), 0u);
  queue->write(*empty, 0, {});
  queue->fill(*empty, 0, 0, 1);
  queue->finish();
  EXPECT_EQ(queue->traffic().bytes_written, 0u);
}

TEST(Buffer, BytesAreCounted) {
  const auto context = open_context(first_device());
  const std::size_t before = buffer_memory().now;
  {
    const auto one = context->allocate(1000), other = context->allocate(24);
    EXPECT_EQ(buffer_memory().now, before + 1024);
  }
  EXPECT_EQ(buffer_memory().now, before);
  EXPECT_GE(buffer_memory().peak, before + 1024);
}

TEST(Buffer, LargerThanTheDeviceIsRefused) {
  const auto context = open_context(first_device());
  const auto message = message_of([&] { context->allocate(context->info().largest_buffer + 1); });
  EXPECT_NE(message.find(title_of(context->info())), std::string::npos) << message;
  EXPECT_NE(message.find("use more devices or fewer bodies"), std::string::npos) << message;
}

TEST(Buffer, OutlivesItsContext) {
  auto context = open_context(first_device());
  auto queue = context->make_queue();
  const auto program = context->build(doubling);
  const auto buffer = buffer_of(*context, *queue, std::vector<std::uint32_t>{1, 2, 3, 4});
  context.reset();
  queue->launch(program->kernel("scaled"), {1, 1, 4}, {*buffer, 2u, std::int64_t{0}});
  EXPECT_EQ(values_of<std::uint32_t>(*queue, *buffer, 4), (std::vector<std::uint32_t>{2, 4, 6, 8}));
}

TEST(Program, ThatDoesNotCompileShowsTheLog) {
  const auto context = open_context(first_device());
  const ProgramText wrong = {"wrong_text", "KERNEL(k)(GLOBAL uint* a) {\n  a[0] = no_such_name;\n}\n", {}, {}};
  const auto message = message_of([&] { context->build(wrong); });
  const auto first = message.substr(0, message.find('\n'));
  EXPECT_NE(first.find("program wrong_text"), std::string::npos) << message;
  EXPECT_NE(message.find("no_such_name", first.size()), std::string::npos) << message;
  const bool opencl = context->info().api == Api::opencl;
  EXPECT_NE(message.find(opencl ? "wrong_text:2" : "wrong_text(2)", first.size()), std::string::npos)
      << "file and line: " << message;
}

TEST(Program, WithoutTheKernelSaysSo) {
  const auto context = open_context(first_device());
  const auto program = context->build(doubling);
  const auto message = message_of([&] { program->kernel("absent"); });
  EXPECT_NE(message.find(context->info().api == Api::opencl ? "CL_INVALID_KERNEL_NAME" : "CUDA_ERROR_NOT_FOUND"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("absent of program doubling"), std::string::npos) << message;
}

TEST(Program, KeepsWarningsAndMacros) {
  const auto context = open_context(first_device());
  const auto queue = context->make_queue();
  const ProgramText text = {"warned",
                            "#warning mind the gap\nKERNEL(k)(GLOBAL uint* a) { a[GLOBAL_ID] = NUMBER; }\n",
                            {{"NUMBER", "(20 + 3)"}},
                            {}};
  for (int round = 0; round < 2; ++round) {  // the second time perhaps from the cache
    const auto program = context->build(text);
    EXPECT_NE(program->log().find("mind the gap"), std::string::npos) << program->log();
    const auto buffer = context->allocate(4);
    queue->launch(program->kernel("k"), {}, {*buffer});
    EXPECT_EQ(values_of<std::uint32_t>(*queue, *buffer, 1).front(), 23u);
  }
  EXPECT_EQ(context->build(doubling)->log(), "");
}

TEST(Kernel, KnowsItsLocalMemory) {
  const auto context = open_context(first_device());
  const ProgramText text = {"local",
                            R"(
KERNEL(turned)(GLOBAL uint* values) {
  LOCAL_ARRAY(uint, shared, 64);
  shared[LOCAL_ID] = values[GLOBAL_ID];
  BARRIER();
  values[GLOBAL_ID] = shared[GROUP_SIZE - 1 - LOCAL_ID];
}
)",
                            {},
                            {}};
  const auto queue = context->make_queue();
  const auto program = context->build(text);
  const auto buffer = buffer_of(*context, *queue, std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 7, 8});
  queue->launch(program->kernel("turned"), {2, 1, 4}, {*buffer});
  EXPECT_EQ(values_of<std::uint32_t>(*queue, *buffer, 8), (std::vector<std::uint32_t>{4, 3, 2, 1, 8, 7, 6, 5}));
  EXPECT_GE(program->kernel("turned").facts().local_bytes, 64 * 4);
  EXPECT_GE(program->kernel("turned").facts().largest_group, 4);
}

/// Two and four parts of a device: sub-devices where the processor has enough cores, otherwise contexts side by side.
TEST(Parts, WorkEachOnItsOwn) {
  for (const int parts : {2, 4}) {
    std::vector<std::unique_ptr<Context>> contexts;
    std::vector<std::unique_ptr<Queue>> queues;
    std::vector<std::unique_ptr<Program>> programs;
    std::vector<std::unique_ptr<Buffer>> buffers;
    int units = 0;
    for (int part = 0; part < parts; ++part) {
      contexts.push_back(open_context(first_device(), part, parts));
      queues.push_back(contexts.back()->make_queue());
      programs.push_back(contexts.back()->build(doubling));
      buffers.push_back(buffer_of(*contexts.back(), *queues.back(), std::vector<std::uint32_t>(8, 1u + part)));
      units += contexts.back()->info().compute_units;
    }
    for (int part = 0; part < parts; ++part) {
      queues[part]->launch(programs[part]->kernel("scaled"), {1, 1, 8}, {*buffers[part], 10u, std::int64_t{part}});
      queues[part]->flush();
    }
    for (std::uint32_t part = 0; part < static_cast<std::uint32_t>(parts); ++part) {
      EXPECT_EQ(values_of<std::uint32_t>(*queues[part], *buffers[part], 8),
                std::vector<std::uint32_t>(8, 10 * (part + 1) + part));
    }
    const int whole = first_device().compute_units;
    const bool divided = first_device().type == DeviceType::cpu && whole >= parts;
    EXPECT_EQ(units, divided ? parts * (whole / parts) : parts * whole);
  }
}

}  // namespace
}  // namespace tucana::device
