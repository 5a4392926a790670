#include "tucana/core/fault_point.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>

namespace tucana {
namespace {

/// Views of the environment and no strings: operator new asks for the plan.
struct Plan {
  std::string_view action, point;
  long count = 0;
};

Plan read_plan() noexcept {
  const char* text = std::getenv("TUCANA_FAULT");
  if (text == nullptr) return {};
  const std::string_view plan = text;
  const auto at = plan.find('@');
  const auto colon = plan.find(':', at == std::string_view::npos ? 0 : at);
  if (at == std::string_view::npos || colon == std::string_view::npos) return {};
  return {plan.substr(0, at), plan.substr(at + 1, colon - at - 1), std::atol(text + colon + 1)};
}

const Plan& the_plan() noexcept {
  static const Plan plan = read_plan();
  return plan;
}

std::atomic<long> passed{0};
std::atomic<bool> memory_is_gone{false};
std::atomic<void (*)(bool)> power_loss{nullptr};

void lose_power(bool names_stay) {
  if (auto* const take_back = power_loss.load(); take_back != nullptr) take_back(names_stay);
  std::raise(SIGKILL);
}

/// 0: the action is none.
int signal_of(std::string_view action) {
  if (action == "kill") return SIGKILL;
  if (action == "term") return SIGTERM;
  if (action == "hup") return SIGHUP;
  if (action == "xcpu") return SIGXCPU;
  return action == "stop" ? SIGSTOP : 0;
}

}  // namespace

int fault_point(const char* point) {
  const Plan& plan = the_plan();
  if (plan.count == 0 || plan.point != point) return 0;
  const long now = ++passed;
  if (plan.action == "enospc") return now >= plan.count ? ENOSPC : 0;  // a full disk stays full
  if (plan.action == "fail") return now >= plan.count ? EIO : 0;       // a lost device stays lost
  if (now != plan.count) return 0;
  if (const int number = signal_of(plan.action); number != 0) std::raise(number);
  if (plan.action == "nomem") memory_is_gone = true;
  if (power_loss_awaited()) lose_power(plan.action == "power_names");
  return 0;
}

bool power_loss_awaited() {
  return the_plan().count > 0 && (the_plan().action == "power" || the_plan().action == "power_names");
}

void on_power_loss(void (*take_back)(bool names_stay)) { power_loss = take_back; }

bool allocation_fails(std::size_t size) noexcept {
  constexpr std::size_t small = 1024;
  const Plan& plan = the_plan();
  if (plan.count == 0 || size < small || plan.action != "nomem") return false;
  if (plan.point == "allocate") return ++passed >= plan.count;
  return memory_is_gone;
}

}  // namespace tucana
