#include "tucana/grape6/registry.h"

#include <fmt/format.h>

#include <map>

#include "tucana/core/error.h"
#include "tucana/grape6/client_memory.h"

namespace tucana::grape6 {
namespace {

class Registry {
 public:
  Registry() = default;
  /// At the end of the program, or when a client that holds this library goes: threads of ours must not go on. Devices
  /// are left alone, since their drivers may have ended already; so is a card that somebody is using.
  ~Registry() {
    std::erase_if(cards_, [](const auto& entry) {
      const bool is_free = entry.second->is_on_host() && entry.second->mutex().try_lock();
      if (is_free) entry.second->mutex().unlock();
      return is_free;
    });
  }
  Registry(const Registry&) = delete;
  Registry& operator=(const Registry&) = delete;

  std::mutex mutex;
  std::map<long long, std::shared_ptr<Card>>& cards() { return cards_; }
  bool one_id = false;

 private:
  /// Never destroyed, for what is left in it and for clients that close in their own last moments.
  std::map<long long, std::shared_ptr<Card>>& cards_ = *new std::map<long long, std::shared_ptr<Card>>;
};

Registry& registry() {
  static Registry registry;
  return registry;
}

std::string report_of(const Card& card) {
  const CardReport& report = card.report();
  const double gflops = report.force_seconds > 0 ? 60e-9 * report.pairs / report.force_seconds : 0;
  const double calls = static_cast<double>(std::max<std::size_t>(report.calls, 1));
  return fmt::format(
      "{}; {} calls of {:.1f} targets, {:.4g} pairs; forces {:.3f} s ({:.2f} GFLOP/s, 60 a pair); "
      "neighbour lists {} times, {:.3f} s",
      card.description(), report.calls, report.targets / calls, report.pairs, report.force_seconds, gflops,
      report.list_calls, report.list_seconds);
}

long long known_as(long long id) { return registry().one_id && id != sixth_order_id ? 0 : id; }

std::optional<int> shown(long long id) { return id == sixth_order_id ? std::optional<int>() : static_cast<int>(id); }

}  // namespace

void open_card(long long id, Order order, const std::function<void(Settings&)>& ask) {
  const std::scoped_lock lock(registry().mutex);
  Settings settings = Settings::read();
  if (ask) ask(settings);
  registry().one_id = settings.one_id;
  auto& card = registry().cards()[known_as(id)];
  if (card) return;
  try {
    card = std::make_shared<Card>(settings, order);
  } catch (...) {
    registry().cards().erase(known_as(id));
    throw;
  }
  if (settings.report) report("opened", shown(id), card->description());
}

void close_card(long long id) {
  std::shared_ptr<Card> card;
  {
    const std::scoped_lock lock(registry().mutex);
    const auto found = registry().cards().find(known_as(id));
    if (found == registry().cards().end()) throw InputError("it is not open");
    card = std::move(found->second);
    registry().cards().erase(found);
  }
  const std::scoped_lock use(card->mutex());  // another thread may not have done with it
  if (Settings::read().report) report("closed", shown(id), report_of(*card));
}

std::shared_ptr<Card> card_of(long long id) {
  const std::scoped_lock lock(registry().mutex);
  const auto found = registry().cards().find(known_as(id));
  if (found == registry().cards().end()) throw InputError("it is not open; call g6_open_ first");
  return found->second;
}

int npipes() { return Settings::read_npipes(); }

int id_of(const int* id) { return id == nullptr ? 0 : read_at<int>(id); }

}  // namespace tucana::grape6
