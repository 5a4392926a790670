// All kernels of device/ on a few numbers, to be watched by oclgrind; or, to see that it watches, one kernel with a
// fault.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <string_view>

#include "tests/device/device_test.h"
#include "tucana/device/radix_sort.h"
#include "tucana/device/reduce.h"
#include "tucana/device/scan.h"

namespace tucana::device {
namespace {

using test::buffer_of;
using test::values_of;

void expect(bool condition, const char* what) {
  if (!condition) throw FailureError(what);
}

void scan_sort_and_reduce(Context& context, Queue& queue, std::size_t group) {
  const std::size_t n = 600;
  std::vector<std::uint32_t> numbers(n), sums(n);
  for (std::size_t i = 0; i < n; ++i) numbers[i] = static_cast<std::uint32_t>(i * 7919 % 1000);
  std::exclusive_scan(numbers.begin(), numbers.end(), sums.begin(), 0u);
  const auto scanned = buffer_of(context, queue, numbers);
  Scan(context, group).exclusive(queue, *scanned, *scanned, n);
  expect(values_of<std::uint32_t>(queue, *scanned, n) == sums, "the scan is wrong");

  std::vector<std::uint64_t> keys(numbers.begin(), numbers.end());
  const auto keys_there = buffer_of(context, queue, keys), values_there = buffer_of(context, queue, numbers);
  RadixSort(context, group).sort(queue, *keys_there, *values_there, n, 16);
  std::sort(keys.begin(), keys.end());
  expect(values_of<std::uint64_t>(queue, *keys_there, n) == keys, "the sort is wrong");

  const std::vector<float> ones(2 * n, 1.0f);
  for (const auto reduction :
       {Reduction::sum_of_pairs, Reduction::sum_of_doubles, Reduction::least_float, Reduction::greatest_float}) {
    const auto from = buffer_of(context, queue, ones), to = context.allocate(8);
    Reduce(context, reduction, group).run(queue, *from, n, *to);
    queue.finish();
  }
}

/// A neighbour's number is read without a barrier, or one number beyond the end.
void work_with_fault(Context& context, Queue& queue, std::string_view fault) {
  const std::string body = fault == "race" ? "values[GLOBAL_ID] = shared[(LOCAL_ID + 1) % 16];"
                                           : "values[GLOBAL_ID + 1] = shared[LOCAL_ID];";
  const ProgramText text = {
      "fault",
      "KERNEL(k)(GLOBAL uint* values) { LOCAL_ARRAY(uint, shared, 16); shared[LOCAL_ID] = values[GLOBAL_ID]; " + body +
          " }\n",
      {},
      {}};
  const auto program = context.build(text);
  const auto buffer = buffer_of(context, queue, std::vector<std::uint32_t>(16));
  queue.launch(program->kernel("k"), {1, 1, 16}, {*buffer});
  queue.finish();
}

void work(std::string_view fault) {
  const auto context = open_context(test::first_device());
  const auto queue = context->make_queue();
  if (!fault.empty()) return work_with_fault(*context, *queue, fault);
  for (const std::size_t group : {1, 16}) scan_sort_and_reduce(*context, *queue, group);
}

}  // namespace
}  // namespace tucana::device

int main(int count, char** arguments) {
  try {
    tucana::device::work(count > 1 ? arguments[1] : "");
    std::printf("ran on %s\n", tucana::device::test::first_device().name.c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
