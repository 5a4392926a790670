#include "tucana/grape6/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "tucana/core/error.h"
#include "tucana/grape6/client_memory.h"

namespace tucana::grape6 {
namespace {

using Cards = std::map<long long, std::shared_ptr<Card>>;

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
  Cards& cards() { return cards_; }
  bool one_id = false;
  /// What the client ever tried to open: a mistake with one of these must not reach the sources of another.
  std::set<long long> known_ids;

 private:
  /// Never destroyed, for what is left in it and for clients that close in their own last moments.
  Cards& cards_ = *new Cards;
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
      "neighbour lists {} times, {:.3f} s; {} targets done again in double",
      card.description(), report.calls, report.targets / calls, report.pairs, report.force_seconds, gflops,
      report.list_calls, report.list_seconds, report.repeated);
}

long long known_as(long long id) { return registry().one_id && id != sixth_order_id ? 0 : id; }

/// The card of an id, or the only one that there is for an id that was never opened; the end when there is neither.
Cards::iterator find_card(long long id) {
  Cards& cards = registry().cards();
  const auto found = cards.find(known_as(id));
  if (found != cards.end() || id == sixth_order_id || registry().known_ids.contains(id)) return found;
  const auto is_of_fourth_order = [](const auto& entry) { return entry.first != sixth_order_id; };
  if (std::ranges::count_if(cards, is_of_fourth_order) != 1) return cards.end();
  const auto only = std::ranges::find_if(cards, is_of_fourth_order);
  say_once(fmt::format("id {}", id), {},
           fmt::format("it is not open; the only id that is, {}, serves it (TUCANA_G6_ONE_ID=1: all ids are one)",
                       only->first));
  return only;
}

std::optional<int> shown(long long id) { return id == sixth_order_id ? std::optional<int>() : static_cast<int>(id); }

}  // namespace

void open_card(long long id, Order order, const std::function<void(Settings&)>& ask) {
  const std::scoped_lock lock(registry().mutex);
  Settings settings = Settings::read();
  if (ask) ask(settings);
  registry().one_id = settings.one_id;
  registry().known_ids.insert(known_as(id));
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
    const auto found = find_card(id);
    if (found == registry().cards().end()) throw InputError("it is not open");
    card = std::move(found->second);
    registry().cards().erase(found);
  }
  const std::scoped_lock use(card->mutex());  // another thread may not have done with it
  if (Settings::read().report) report("closed", shown(id), report_of(*card));
}

std::shared_ptr<Card> card_of(long long id) {
  const std::scoped_lock lock(registry().mutex);
  const auto found = find_card(id);
  if (found == registry().cards().end()) throw InputError("it is not open; call g6_open_ first");
  return found->second;
}

void say_error(const char* call, std::optional<int> id, const std::exception& error) noexcept {
  try {
    say(call, id, in_words_of_clients(error.what()));
  } catch (...) {
    say(call, id, error.what());
  }
}

void check_results(const std::string& problem) {
  if (!problem.empty()) throw FailureError("results are not finite: " + problem);
}

int npipes() { return Settings::read_npipes(); }

int id_of(const int* id) { return id == nullptr ? 0 : read_at<int>(id); }

}  // namespace tucana::grape6
