#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "tests/cuda_stand_in/driver/api.h"
#include "tests/cuda_stand_in/driver/faults.h"
#include "tests/cuda_stand_in/interpreter/memory.h"
#include "tests/cuda_stand_in/interpreter/module.h"

namespace cuda_stand_in {

/// One line on stderr.
void complain(const std::string& what);

/// Work in the order given. Nothing is done before somebody waits for it: a host that forgets to, or that changes its
/// memory too early, gets wrong data.
struct Stream {
  Context* context = nullptr;
  bool blocking = true;  ///< waits for the default stream and is waited for by it
  std::deque<std::function<CUresult()>> queue;
  std::uint64_t done = 0;  ///< commands so far
  std::uint64_t given() const { return done + queue.size(); }
};

struct Event {
  Context* context = nullptr;
  Stream* stream = nullptr;  ///< where it was recorded; null when it was not
  std::uint64_t ticket = 0;  ///< done when the stream has done so many
};

struct LoadedFunction {
  LoadedModule* module = nullptr;
  const Function* function = nullptr;
  std::uint64_t most_dynamic_shared = 48U << 10U;
};

struct LoadedModule {
  Context* context = nullptr;
  std::unique_ptr<Module> module;
  std::map<std::string, std::uint64_t> variables;  ///< addresses
  std::map<std::string, std::uint64_t> sizes;
  std::map<std::string, std::unique_ptr<LoadedFunction>> functions;
};

struct Context {
  int device = 0;
  int users = 1;                   ///< of a primary context
  CUresult broken = CUDA_SUCCESS;  ///< the error that every later call gets
  Stream default_stream;
  std::vector<std::unique_ptr<Stream>> streams;
  std::vector<std::unique_ptr<Event>> events;
  std::vector<std::unique_ptr<LoadedModule>> modules;

  Stream* find(Stream* stream);
  Event* find(const Event* event) const;
  LoadedFunction* find(const LoadedFunction* function) const;
  /// Does what was given to the stream until it has done `ticket` commands.
  CUresult drain(Stream& stream, std::uint64_t ticket);
  CUresult drain(Stream& stream) { return drain(stream, stream.given()); }
  CUresult drain_all();
};

struct Device {
  std::uint64_t memory_used = 0;
  Context* primary = nullptr;
};

/// Everything there is. One lock for all of it: entry points come one at a time.
struct Driver {
  std::recursive_mutex lock;
  bool initialised = false;
  std::uint64_t memory_each = 0;
  int major = 8, minor = 0;
  bool races = false;
  std::uint64_t instruction_limit = 0;
  std::uint64_t instructions = 0;
  std::vector<Device> devices;
  std::vector<std::unique_ptr<Context>> contexts;
  std::map<void*, std::unique_ptr<std::byte[]>> host_memory;
  Memory memory;
  Faults faults;

  CUresult read_environment();
  bool alive(const Context* context) const;
  Context* make_context(int device);
  void destroy(Context* context);
};

Driver& driver();
/// The current context of the calling thread.
Context*& current_context();

/// What every entry point begins with: the lock, the faults, the checks.
class Call {
 public:
  enum class Needs { nothing, driver, context };
  Call(const char* name, Needs needs);
  /// What the call must return at once; CUDA_SUCCESS to go on.
  CUresult result() const { return result_; }
  /// Of the calling thread; there is one when it was asked for and result() is CUDA_SUCCESS.
  Context& context() const { return *context_; }

 private:
  std::lock_guard<std::recursive_mutex> lock_;
  CUresult result_ = CUDA_SUCCESS;
  Context* context_ = nullptr;
};

}  // namespace cuda_stand_in
