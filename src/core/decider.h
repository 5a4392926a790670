#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

namespace tucana {

/// Makes the decisions that clocks, signals or files bring: whether a run ends, whether a checkpoint is written, when a
/// tree is rebuilt because a walk took long, which engine is the fastest. Processes that compute a run together would
/// each find something else, and their results would part; so one of them decides and the others are told.
///
/// What follows from the state of a run alone needs no decider: it is the same everywhere.
class Decider {
 public:
  virtual ~Decider() = default;

  /// What `make()` returns in the process that decides; elsewhere it is not called, so that looking for a file or
  /// measuring something happens once. All processes ask for the same decisions in the same order.
  template <class Make>
  std::invoke_result_t<Make&> decide(Make&& make) {
    using Value = std::invoke_result_t<Make&>;
    static_assert(std::is_trivially_copyable_v<Value>, "a decision is sent as bytes");
    Value value{};
    if (decides()) value = make();
    share(std::as_writable_bytes(std::span(&value, 1)));
    return value;
  }

 private:
  /// Whether this is the process that decides.
  virtual bool decides() const = 0;
  /// Replaces the bytes by those of the process that decides.
  virtual void share(std::span<std::byte> value) = 0;
};

/// That of a process which computes alone.
Decider& own_decider();

}  // namespace tucana
