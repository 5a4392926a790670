#include "tucana/grape6/pipe_calls.h"

#include <fmt/format.h>

#include "tucana/core/error.h"
#include "tucana/grape6/client_memory.h"
#include "tucana/grape6/registry.h"

namespace tucana::grape6 {

int set_pipes_used(const char* call, int id, int count) noexcept {
  return with_card(call, id, [&](Card& card) {
    if (count < 0 || count > card.npipes())
      throw InputError(
          fmt::format("{} targets are not from 0 to {}, the number of pipes (TUCANA_G6_NPIPES)", count, card.npipes()));
    card.pipe_targets().used = count;
    return 0;
  });
}

int set_sources_used(const char* call, int id, int count) noexcept {
  return with_card(call, id, [&](Card& card) {
    if (count < 0) throw InputError(fmt::format("the number of sources {} is negative", count));
    card.pipe_targets().sources_used = count;
    return 0;
  });
}

int set_pipe_target(const char* call, int id, const PipeTarget& target) noexcept {
  return with_card(call, id, [&](Card& card) {
    if (target.address < 0 || target.address >= card.npipes())
      throw InputError(fmt::format("address {} is not from 0 to {}, below the number of pipes (TUCANA_G6_NPIPES)",
                                   target.address, card.npipes() - 1));
    if (target.position == nullptr) throw InputError("x is a null pointer");
    PipeTargets& pipes = card.pipe_targets();
    const auto i = static_cast<std::size_t>(target.address);
    if (i >= pipes.index.size()) {
      const std::size_t n = i + 1;
      pipes.index.resize(n), pipes.position.resize(n), pipes.velocity.resize(n);
      pipes.eps2.resize(n), pipes.radius2.resize(n);
    }
    pipes.index[i] = target.index;
    pipes.position[i] = vector_at(target.position);
    pipes.velocity[i] = vector_at(target.velocity);
    pipes.eps2[i] = target.eps2;
    pipes.radius2[i] = target.radius2;
    return 0;
  });
}

int get_force(const char* call, int id, void* acceleration, void* jerk, void* potential, void* nearest,
              void* flag) noexcept {
  return with_card(call, id, [&](Card& card) {
    const PipeTargets& pipes = card.pipe_targets();
    if (static_cast<std::size_t>(pipes.used) > pipes.index.size())
      throw InputError(fmt::format("{} targets are wanted (g6_set_nip) but {} were set (g6_set_i_particle)", pipes.used,
                                   pipes.index.size()));
    const int sources = pipes.sources_used.value_or(static_cast<int>(card.table().size()));
    card.begin({sources, pipes.used, pipes.index.data(), pipes.position.data(), pipes.velocity.data(), nullptr,
                pipes.eps2.data(), true, pipes.radius2.data()});
    const auto problem = card.finish(pipes.used, {acceleration, jerk, nullptr, potential, nearest, nullptr});
    for (int i = 0; i < pipes.used; ++i) write_at(flag, static_cast<std::size_t>(i), problem.empty() ? 0 : 1);
    check_results(problem);
    return 0;
  });
}

int most_sources(const char* call, int id) noexcept {
  return with_card(call, id, [](Card&) { return SourceStore::most_sources(); });
}

int get_predicted(const char* call, int id, int count, void* position, void* velocity) noexcept {
  return with_card(call, id, [&](Card& card) {
    for (int i = 0; i < count; ++i) {
      const Source& source = card.source_at(i);
      write_at(position, static_cast<std::size_t>(i), source.predicted_position(card.time()));
      write_at(velocity, static_cast<std::size_t>(i), source.predicted_velocity(card.time()));
    }
    return 0;
  });
}

int get_source(const char* call, int id, int address, void* const vectors[6]) noexcept {
  return with_card(call, id, [&](Card& card) {
    const Source& source = card.source_at(address);
    const Vec3 values[] = {source.position,
                           source.velocity,
                           source.acceleration,
                           source.jerk,
                           source.predicted_position(card.time()),
                           source.predicted_velocity(card.time())};
    for (std::size_t k = 0; k < 6; ++k) write_at(vectors[k], 0, values[k]);
    return 0;
  });
}

int send_sources(const char* call) noexcept {
  return with_card(call, 0, [](Card& card) { return card.send_now(), 0; });
}

}  // namespace tucana::grape6
