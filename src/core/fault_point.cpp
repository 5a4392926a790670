#include "tucana/core/fault_point.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>

namespace tucana {
namespace {

struct Plan {
  std::string action, point;
  long count = 0;
};

Plan read_plan() {
  const char* text = std::getenv("TUCANA_FAULT");
  if (text == nullptr) return {};
  const std::string plan = text;
  const auto at = plan.find('@');
  const auto colon = plan.find(':', at == std::string::npos ? 0 : at);
  if (at == std::string::npos || colon == std::string::npos) return {};
  return {plan.substr(0, at), plan.substr(at + 1, colon - at - 1), std::atol(plan.c_str() + colon + 1)};
}

int signal_of(const std::string& action) {
  if (action == "kill") return SIGKILL;
  if (action == "hup") return SIGHUP;
  return action == "xcpu" ? SIGXCPU : SIGTERM;
}

}  // namespace

int fault_point(const char* point) {
  static const Plan plan = read_plan();
  if (plan.count == 0) return 0;
  static std::atomic<long> passed{0};
  if (plan.point != point) return 0;
  const long now = ++passed;
  if (plan.action == "enospc") return now >= plan.count ? ENOSPC : 0;  // a full disk stays full
  if (plan.action == "fail") return now >= plan.count ? EIO : 0;       // a lost device stays lost
  if (now == plan.count) std::raise(signal_of(plan.action));
  return 0;
}

}  // namespace tucana
