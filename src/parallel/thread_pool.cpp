#include "tucana/parallel/thread_pool.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <system_error>

#include "tucana/core/error.h"
#include "tucana/core/fault_point.h"

namespace tucana {
namespace {

/// The pool and worker number of this thread while it is inside a unit: nested regions run serially.
thread_local const ThreadPool* inside_pool = nullptr;
thread_local int inside_worker = 0;

/// How long an idle helper spins before it sleeps: longer than the serial work between two small blocks,
/// shorter than a time slice. Waking a sleeper costs about as much.
constexpr std::chrono::microseconds spin_time{50};

void pause_cpu() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

int processors_allowed() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return std::max(1, CPU_COUNT(&set));
}

}  // namespace

ThreadPool::ThreadPool(int threads) : process_(::getpid()) {
  const int n = threads > 0 ? threads : processors_allowed();
  threads_.reserve(static_cast<std::size_t>(n) - 1);
  try {
    for (int worker = 1; worker < n; ++worker) {
      if (const int error = fault_point("thread"); error != 0) throw std::system_error(error, std::generic_category());
      threads_.emplace_back([this, worker] { help(worker); });
    }
  } catch (const std::system_error&) {
    missing_ = n - count();
  } catch (...) {  // no memory; a thread that is destroyed while it runs would end the program
    stop();
    throw;
  }
}

ThreadPool::~ThreadPool() {
  if (process_ == ::getpid())
    stop();
  else
    static_cast<void>(new std::vector<std::thread>(std::move(threads_)));  // nobody is there to be joined
}

void ThreadPool::stop() {
  stop_ = true;
  ++wake_;
  wake_.notify_all();
  for (auto& thread : threads_) thread.join();
}

void ThreadPool::run(std::size_t units, Unit unit) {
  TUCANA_EXPECT(units < unit_mask);
  if (units == 0) return;
  if (inside_pool == this) return run_serially(units, unit, inside_worker);
  if (units == 1 || threads_.empty()) return run_serially(units, unit, 0);

  error_ = nullptr;
  done_.store(0, std::memory_order_relaxed);
  unit_.store(&unit, std::memory_order_relaxed);
  units_.store(units, std::memory_order_relaxed);
  const Word region = (open_.load(std::memory_order_relaxed) >> unit_bits) + 1;
  open_.store(region << unit_bits | units, std::memory_order_release);
  wake_.fetch_add(1);  // sequentially consistent with sleeping_: no helper sleeps through a region
  if (sleeping_.load() > 0) wake_.notify_all();

  work(0);
  // Only units already claimed are waited for; a holder without a processor may need ours.
  for (int spins = 0; done_.load(std::memory_order_acquire) != units; ++spins) {
    if (spins < 20000)
      pause_cpu();
    else
      std::this_thread::yield();
  }
  if (error_) std::rethrow_exception(error_);
}

void ThreadPool::run_serially(std::size_t units, const Unit& unit, int worker) {
  for (std::size_t u = 0; u < units; ++u) unit(u, worker);
}

/// Claims units of the open region until none is left. What is read of the region before the swap belongs
/// to it when the swap succeeds: a unit was left then, and run() changes it only after all units are done.
void ThreadPool::work(int worker) {
  Word word = open_.load(std::memory_order_acquire);
  while ((word & unit_mask) != 0) {
    const std::size_t u = units_.load(std::memory_order_relaxed) - (word & unit_mask);
    const Unit* unit = unit_.load(std::memory_order_relaxed);
    if (!open_.compare_exchange_weak(word, word - 1, std::memory_order_acq_rel, std::memory_order_acquire)) continue;
    do_unit(*unit, u, worker);
    done_.fetch_add(1, std::memory_order_release);
    word = open_.load(std::memory_order_acquire);
  }
}

void ThreadPool::do_unit(const Unit& unit, std::size_t u, int worker) {
  inside_pool = this;
  inside_worker = worker;
  try {
    unit(u, worker);
  } catch (...) {
    const std::scoped_lock lock(error_mutex_);
    if (!error_ || u < error_unit_) error_ = std::current_exception(), error_unit_ = u;
  }
  inside_pool = nullptr;
}

void ThreadPool::help(int worker) {
  std::uint32_t seen = 0;
  for (;;) {
    const auto until = std::chrono::steady_clock::now() + spin_time;
    while (wake_.load(std::memory_order_acquire) == seen) {
      pause_cpu();
      if (std::chrono::steady_clock::now() < until) continue;
      sleeping_.fetch_add(1);
      wake_.wait(seen);
      sleeping_.fetch_sub(1);
    }
    seen = wake_.load(std::memory_order_acquire);
    if (stop_.load(std::memory_order_relaxed)) return;
    work(worker);
  }
}

}  // namespace tucana
