#include "tucana/grape6/calls.h"

#include <new>

#include "tucana/core/error.h"
#include "tucana/grape6/client_memory.h"
#include "tucana/grape6/registry.h"

namespace tucana::grape6 {

int open_id(const char* call, int id) noexcept {
  return guarded(call, id, [&] { return open_card(id, Order::fourth), 0; });
}

int open_on_devices(const char* call, int id, int count, const int* devices) noexcept {
  return guarded(call, id, [&] {
    open_card(id, Order::fourth, [&](Settings& settings) { settings.ask_for_devices(count, devices); });
    return 0;
  });
}

int close_id(const char* call, int id) noexcept {
  return guarded(call, id, [&] { return close_card(id), 0; });
}

int pipes(const char* call) noexcept { return guarded(call, {}, npipes); }

int set_time(const char* call, int id, double time) noexcept {
  return with_card(call, id, [&](Card& card) { return card.set_time(time), 0; });
}

int set_source(const char* call, int id, const GrapeSource& from) noexcept {
  return with_card(call, id, [&](Card& card) {
    if (from.position == nullptr) throw InputError("x is a null pointer");
    Source source;
    source.index = from.index;
    source.time = from.time;
    source.mass = from.mass;
    source.position = vector_at(from.position);
    source.velocity = vector_at(from.velocity);
    source.acceleration = 2 * vector_at(from.a2);
    source.jerk = 6 * vector_at(from.j6);
    source.snap = 18 * vector_at(from.k18);
    card.set_source(from.address, source);
    return 0;
  });
}

void first_half(const char* call, int id, const ClientTargets& targets) noexcept {
  with_card(call, id, [&](Card& card) { return card.begin(targets), 0; });
}

int last_half(const char* call, int id, int ni, const ClientResults& results) noexcept {
  return with_card(call, id, [&](Card& card) {
    check_results(card.finish(ni, results));
    return 0;
  });
}

int read_lists(const char* call, int id) noexcept {
  return with_card(call, id, [&](Card& card) {
    try {
      card.read_lists();
      return 0;
    } catch (const std::bad_alloc&) {
      return 1;  // the client comes again with smaller radii
    }
  });
}

int get_list(const char* call, int id, int target, int most, void* n, void* list) noexcept {
  write_at(n, 0, 0);
  return with_card(call, id, [&](Card& card) {
    int length = 0;
    const bool is_whole = card.copy_list(target, most, length, list);
    write_at(n, 0, length);
    return is_whole ? 0 : 1;
  });
}

}  // namespace tucana::grape6
