#pragma once

#include <hdf5.h>

#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

// Private to io/: the only headers that know HDF5; never installed.
namespace tucana::hdf5 {

/// A call of HDF5 failed: what we tried, and HDF5's innermost reason. The public functions turn it into
/// InputError (reading) or FailureError (writing) with the path.
class CallError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// While it lives HDF5 is ours: one thread at a time (a build of HDF5 may not be thread-safe), and silent.
class Session {
 public:
  Session();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

 private:
  std::unique_lock<std::recursive_mutex> lock_;
  H5E_auto2_t printer_ = nullptr;
  void* printer_data_ = nullptr;
};

[[noreturn]] void throw_call_error(const std::string& what);

/// Every HDF5 call goes through check(): a negative result throws CallError.
template <class Result>
Result check(Result result, const std::string& what) {
  if (result < 0) throw_call_error(what);
  return result;
}

/// Owns an HDF5 identifier together with the call that closes it.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close closer, const std::string& what) : id_(check(id, what)), close_(closer) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  hid_t get() const { return id_; }
  /// Closes now and checks it, where a failing close would lose data.
  void close(const std::string& what) { check(close_(std::exchange(id_, -1)), what); }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

}  // namespace tucana::hdf5
