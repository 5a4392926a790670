#include "tests/cuda_stand_in/driver/faults.h"

#include <charconv>
#include <sstream>

#include "tests/cuda_stand_in/driver/api.h"

namespace cuda_stand_in {
namespace {

template <class T>
bool number(const std::string& text, T& value) {
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && at == end;
}

}  // namespace

bool Faults::set(const std::string& text) {
  faults_.clear();
  calls_.clear();
  all_calls_ = 0;
  std::vector<Fault> faults;
  std::istringstream list(text);
  for (std::string one; std::getline(list, one, ',');) {
    std::istringstream parts(one);
    std::string name, call, code, rest;
    std::getline(parts, name, ':');
    std::getline(parts, call, ':');
    std::getline(parts, code, ':');
    if (code.empty() && name == "lost") code = std::to_string(CUDA_ERROR_LAUNCH_FAILED);
    Fault fault{name, 0, 0};
    if (name.empty() || !number(call, fault.call) || !number(code, fault.code) || std::getline(parts, rest))
      return false;
    faults.push_back(fault);
  }
  faults_ = faults;
  return true;
}

int Faults::next(const std::string& name) {
  const std::uint64_t call = ++calls_[name];
  ++all_calls_;
  for (const Fault& fault : faults_) {
    if (fault.name == "lost" && all_calls_ >= fault.call) return fault.code;
    if (fault.name == name && call == fault.call) return fault.code;
  }
  return 0;
}

}  // namespace cuda_stand_in
