#include <fmt/format.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <fstream>

#include "tucana/device/context.h"
#include "tucana/device/driver_guard_internal.h"

namespace tucana::device {
namespace {

std::atomic<bool> is_child = false;

/// PoCL 3.1 compiles our kernels with 128 KB and crashes with 64 KB.
constexpr std::size_t min_stack = 256 * 1024;

/// Of the calling thread; enough where it cannot be found out.
std::size_t stack_of_caller() {
  pthread_attr_t attributes;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return min_stack;
  void* address = nullptr;
  std::size_t size = min_stack;
  ::pthread_attr_getstack(&attributes, &address, &size);
  ::pthread_attr_destroy(&attributes);
  return size;
}

std::size_t default_stack() {
  pthread_attr_t attributes;
  if (::pthread_getattr_default_np(&attributes) != 0) return min_stack;
  std::size_t size = min_stack;
  ::pthread_attr_getstacksize(&attributes, &size);
  ::pthread_attr_destroy(&attributes);
  return size;
}

/// PoCL 3.1 with LLVM 14 compiles our kernels in 800 MB of addresses on two processors and fails in 600 MB. It has a
/// thread for each processor.
double needed_megabytes() {
  const auto processors = static_cast<double>(::sysconf(_SC_NPROCESSORS_ONLN));
  return 800 + processors * static_cast<double>(default_stack()) / 0x1p20;
}

void check_limit(int resource, const char* flag, double used) {
  rlimit limit{};
  if (::getrlimit(static_cast<__rlimit_resource_t>(resource), &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  const double left = static_cast<double>(limit.rlim_cur) / 0x1p20 - used;
  if (left >= needed_megabytes()) return;
  throw DeviceError(fmt::format(
      "OpenCL needs {:.0f} MB for its compiler and threads, and the memory limit (ulimit {}) leaves {:.0f} MB; "
      "raise it or compute on the processor",
      needed_megabytes(), flag, left));
}

void check_stack(std::size_t size, const char* whose) {
  if (size >= min_stack) return;
  throw DeviceError(fmt::format(
      "OpenCL needs {} KB of stack, and {} {} KB; raise the limit (ulimit -s) or the size that the thread is "
      "made with",
      min_stack / 1024, whose, size / 1024));
}

}  // namespace

void check_room_for_driver() {
  double size = 0, skipped = 0, data = 0;  // in pages
  std::ifstream("/proc/self/statm") >> size >> skipped >> skipped >> skipped >> skipped >> data;
  const double megabytes_per_page = static_cast<double>(::sysconf(_SC_PAGESIZE)) / 0x1p20;
  check_limit(RLIMIT_AS, "-v", size * megabytes_per_page);
  check_limit(RLIMIT_DATA, "-d", data * megabytes_per_page);
  check_stack(default_stack(), "new threads get");
}

void check_caller_of_driver() {
  if (is_forked_from_driver())
    throw DeviceError(
        "this process was forked from one that had opened OpenCL, which does not live on in a child; open devices "
        "after "
        "the fork only, or compute on the processor");
  thread_local const std::size_t stack = stack_of_caller();  // the main thread's takes a look into /proc
  check_stack(stack, "this thread has");
}

void watch_for_forks() {
  static const int watched = ::pthread_atfork(nullptr, nullptr, [] { is_child = true; });
  static_cast<void>(watched);
}

bool is_forked_from_driver() { return is_child.load(std::memory_order_relaxed); }

}  // namespace tucana::device
