#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// A function of the stand-in, found as every client of the real library finds it.
void* driver_function(const char* name);
template <class F>
F* entry(const char* name) {
  return reinterpret_cast<F*>(driver_function(name));
}

using Address = unsigned long long;
using Handle = void*;

/// An environment variable as long as it lives; cuInit reads them anew each time.
class Environment {
 public:
  Environment(const char* name, const char* value);
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
};

/// One context on one device, with one stream; kernels of one module at a time. Each method returns the driver's result
/// or throws std::runtime_error when there is none to return.
class Session {
 public:
  explicit Session(int device = 0);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  int load(const std::string& ptx);
  void make_current() const;
  Address allocate(std::size_t bytes);
  int release(Address address);
  int launch(const std::string& kernel, unsigned blocks, unsigned threads, const std::vector<void*>& parameters,
             unsigned shared_bytes = 0);
  int finish();

  template <class T>
  Address upload(const std::vector<T>& values) {
    const Address address = allocate(values.size() * sizeof(T));
    write(address, values.data(), values.size() * sizeof(T));
    return address;
  }
  template <class T>
  std::vector<T> download(Address address, std::size_t count) {
    std::vector<T> values(count);
    read(values.data(), address, count * sizeof(T));
    return values;
  }
  int write(Address to, const void* from, std::size_t bytes);
  int read(void* to, Address from, std::size_t bytes);

  /// Launches, waits, and throws unless all went well. Parameters are values of the kernel's own types.
  template <class... T>
  void run(const std::string& kernel, unsigned blocks, unsigned threads, T... parameters) {
    expect_success(launch(kernel, blocks, threads, {static_cast<void*>(&parameters)...}), "launch of " + kernel);
    expect_success(finish(), kernel);
  }
  /// The same, for launches that may fail: the result of the launch or of the wait.
  template <class... T>
  int attempt(const std::string& kernel, unsigned blocks, unsigned threads, T... parameters) {
    const int result = launch(kernel, blocks, threads, {static_cast<void*>(&parameters)...});
    return result != 0 ? result : finish();
  }

  Handle stream() const { return stream_; }
  static void expect_success(int result, const std::string& what);

 private:
  Handle context_ = nullptr, stream_ = nullptr, module_ = nullptr;
};
