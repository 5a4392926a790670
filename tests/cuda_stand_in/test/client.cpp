#include "tests/cuda_stand_in/test/client.h"

#include <dlfcn.h>

#include <cstdlib>
#include <optional>
#include <stdexcept>

void* driver_function(const char* name) {
  static void* library = dlopen(CUDA_STAND_IN_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  void* found = library == nullptr ? nullptr : dlsym(library, name);
  if (found == nullptr) throw std::runtime_error(std::string(name) + ": " + dlerror());
  return found;
}

Environment::Environment(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
Environment::~Environment() { unsetenv(name_); }

void Session::expect_success(int result, const std::string& what) {
  if (result != 0) throw std::runtime_error(what + " gave " + std::to_string(result));
}

Session::Session(int device) {
  // PTX for every architecture, unless the test wants an older device.
  std::optional<Environment> capability;
  if (std::getenv("CUDA_STAND_IN_CAPABILITY") == nullptr) capability.emplace("CUDA_STAND_IN_CAPABILITY", "12.0");
  expect_success(entry<int(unsigned)>("cuInit")(0), "cuInit");
  expect_success(entry<int(Handle*, unsigned, int)>("cuCtxCreate_v2")(&context_, 0, device), "cuCtxCreate");
  expect_success(entry<int(Handle*, unsigned)>("cuStreamCreate")(&stream_, 1), "cuStreamCreate");
}

Session::~Session() {
  // A broken context says so once more; there is nothing to be done about it.
  make_current();
  entry<int(Handle)>("cuStreamDestroy_v2")(stream_);
  entry<int(Handle)>("cuCtxDestroy_v2")(context_);
}

void Session::make_current() const { entry<int(Handle)>("cuCtxSetCurrent")(context_); }

int Session::load(const std::string& ptx) {
  return entry<int(Handle*, const void*, unsigned, int*, void**)>("cuModuleLoadDataEx")(&module_, ptx.c_str(), 0,
                                                                                        nullptr, nullptr);
}

Address Session::allocate(std::size_t bytes) {
  Address address = 0;
  expect_success(entry<int(Address*, std::size_t)>("cuMemAlloc_v2")(&address, bytes), "cuMemAlloc");
  return address;
}

int Session::release(Address address) { return entry<int(Address)>("cuMemFree_v2")(address); }

int Session::launch(const std::string& kernel, unsigned blocks, unsigned threads, const std::vector<void*>& parameters,
                    unsigned shared_bytes) {
  Handle function = nullptr;
  const int found = entry<int(Handle*, Handle, const char*)>("cuModuleGetFunction")(&function, module_, kernel.c_str());
  if (found != 0) return found;
  std::vector<void*> list = parameters;
  using Launch =
      int(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Handle, void**, void**);
  return entry<Launch>("cuLaunchKernel")(function, blocks, 1, 1, threads, 1, 1, shared_bytes, stream_, list.data(),
                                         nullptr);
}

int Session::finish() { return entry<int(Handle)>("cuStreamSynchronize")(stream_); }

int Session::write(Address to, const void* from, std::size_t bytes) {
  return entry<int(Address, const void*, std::size_t)>("cuMemcpyHtoD_v2")(to, from, bytes);
}

int Session::read(void* to, Address from, std::size_t bytes) {
  return entry<int(void*, Address, std::size_t)>("cuMemcpyDtoH_v2")(to, from, bytes);
}
