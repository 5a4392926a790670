#include "tests/cuda_stand_in/driver/state.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace cuda_stand_in {
namespace {

/// Errors that a context never gets rid of.
bool lasting(CUresult code) {
  static constexpr CUresult codes[] = {46, 700, 702, 714, 715, 716, 717, 718, 719};
  return std::find(std::begin(codes), std::end(codes), code) != std::end(codes);
}

std::string environment(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : value;
}

}  // namespace

void complain(const std::string& what) { std::fprintf(stderr, "CUDA stand-in: %s\n", what.c_str()); }

Driver& driver() {
  // Never destroyed: other libraries may call from their own destructors at the end of the program.
  static auto* one = new Driver;
  return *one;
}

Context*& current_context() {
  thread_local Context* context = nullptr;
  return context;
}

CUresult Driver::read_environment() {
  const std::string fault = environment("CUDA_STAND_IN_FAULT", "");
  if (!faults.set(fault)) {
    complain("CUDA_STAND_IN_FAULT=" + fault + " is not understood; write cuMemAlloc_v2:3:2 or lost:10");
    return CUDA_ERROR_INVALID_VALUE;
  }
  const int count = std::atoi(environment("CUDA_STAND_IN_DEVICES", "2").c_str());
  const std::string capability = environment("CUDA_STAND_IN_CAPABILITY", "8.0");
  memory_each = std::strtoull(environment("CUDA_STAND_IN_MEMORY", "1073741824").c_str(), nullptr, 10);
  instruction_limit = std::strtoull(environment("CUDA_STAND_IN_LIMIT", "20000000000").c_str(), nullptr, 10);
  races = environment("CUDA_STAND_IN_RACES", "0") == "1";
  if (std::sscanf(capability.c_str(), "%d.%d", &major, &minor) != 2 || count < 0) {
    complain("CUDA_STAND_IN_CAPABILITY or CUDA_STAND_IN_DEVICES is not understood; write 8.0 and 2");
    return CUDA_ERROR_INVALID_VALUE;
  }
  if (contexts.empty()) devices.assign(static_cast<std::size_t>(count), Device{});
  initialised = true;
  return devices.empty() ? CUDA_ERROR_NO_DEVICE : CUDA_SUCCESS;
}

bool Driver::alive(const Context* context) const {
  return std::any_of(contexts.begin(), contexts.end(), [&](const auto& c) { return c.get() == context; });
}

Context* Driver::make_context(int device) {
  contexts.push_back(std::make_unique<Context>());
  Context* made = contexts.back().get();
  made->device = device;
  made->default_stream.context = made;
  return made;
}

void Driver::destroy(Context* context) {
  context->drain_all();
  memory.release_all(context);
  Device& device = devices[static_cast<std::size_t>(context->device)];
  if (device.primary == context) device.primary = nullptr;
  if (current_context() == context) current_context() = nullptr;
  std::erase_if(contexts, [&](const auto& c) { return c.get() == context; });
  const bool last =
      std::none_of(contexts.begin(), contexts.end(),
                   [&, id = static_cast<int>(&device - devices.data())](const auto& c) { return c->device == id; });
  if (last) device.memory_used = 0;
}

Stream* Context::find(Stream* stream) {
  // Null, and the names of the default streams of the API, 1 and 2.
  if (reinterpret_cast<std::uintptr_t>(stream) <= 2) return &default_stream;
  const auto found = std::find_if(streams.begin(), streams.end(), [&](const auto& s) { return s.get() == stream; });
  return found == streams.end() ? nullptr : found->get();
}

Event* Context::find(const Event* event) const {
  const auto found = std::find_if(events.begin(), events.end(), [&](const auto& e) { return e.get() == event; });
  return found == events.end() ? nullptr : found->get();
}

LoadedFunction* Context::find(const LoadedFunction* function) const {
  for (const auto& module : modules)
    for (const auto& [name, f] : module->functions)
      if (f.get() == function) return f.get();
  return nullptr;
}

CUresult Context::drain(Stream& stream, std::uint64_t ticket) {
  while (broken == CUDA_SUCCESS && stream.done < ticket) {
    const auto command = std::move(stream.queue.front());
    stream.queue.pop_front();
    ++stream.done;
    if (const CUresult result = command()) broken = result;
  }
  if (broken != CUDA_SUCCESS) {
    stream.done = stream.given();
    stream.queue.clear();
  }
  return broken;
}

CUresult Context::drain_all() {
  drain(default_stream);
  for (const auto& stream : streams) drain(*stream);
  return broken;
}

Call::Call(const char* name, Needs needs) : lock_(driver().lock) {
  Driver& d = driver();
  result_ = d.faults.next(name);
  Context*& context = current_context();
  if (context != nullptr && !d.alive(context)) context = nullptr;
  context_ = context;
  if (result_ != CUDA_SUCCESS) {
    if (context != nullptr && lasting(result_)) context->broken = result_;
    return;
  }
  if (needs == Needs::nothing) return;
  if (!d.initialised) {
    result_ = CUDA_ERROR_NOT_INITIALIZED;
  } else if (needs == Needs::context) {
    result_ = context == nullptr ? CUDA_ERROR_INVALID_CONTEXT : context->broken;
  }
}

}  // namespace cuda_stand_in
