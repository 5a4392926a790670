#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cuda_stand_in {

/// Errors asked for: "cuMemAlloc_v2:3:2" lets the third call of that name return 2; "lost:10" (or "lost:10:46") lets
/// every call from the tenth on return 719 (or 46), as after the loss of a device. Several are divided by commas.
class Faults {
 public:
  /// Counts anew. False when the text is not understood; nothing is asked for then.
  bool set(const std::string& text);
  /// Counts a call and gives the error that it shall return, 0 for none.
  int next(const std::string& name);

 private:
  struct Fault {
    std::string name;
    std::uint64_t call = 0;
    int code = 0;
  };
  std::vector<Fault> faults_;
  std::map<std::string, std::uint64_t> calls_;
  std::uint64_t all_calls_ = 0;
};

}  // namespace cuda_stand_in
