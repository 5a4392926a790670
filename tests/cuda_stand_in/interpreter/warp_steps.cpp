// What threads do together: the steps only say that a thread has come; exchange and pass_barrier do the rest.
#include <algorithm>
#include <string>

#include "tests/cuda_stand_in/interpreter/values.h"
#include "tests/cuda_stand_in/interpreter/warp.h"

namespace cuda_stand_in {
namespace {

enum Kind : std::int64_t {
  up,
  down,
  bfly,
  idx,
  all,
  any,
  uni,
  ballot,
  active,
  sync,
  add,
  min,
  max,
  bits_and,
  bits_or,
  bits_xor
};
enum Red : std::int64_t { plain, popc, red_and, red_or };

const Instruction* wait_in_warp(const Instruction* i, std::uint64_t* /*r*/, Thread& t) {
  t.state = State::at_warp_exchange;
  t.ip = i;
  return nullptr;
}
const Instruction* wait_at_barrier(const Instruction* i, std::uint64_t* /*r*/, Thread& t) {
  t.state = State::at_barrier;
  t.ip = i;
  return nullptr;
}

std::uint32_t value(const Thread& t, std::size_t which) { return operand<std::uint32_t>(t.ip, t.frame.data(), which); }

/// From which lane shfl takes, before it is known to be inside the segment; below zero for lanes before the warp.
int source_lane(std::int64_t kind, int lane, int b, int segment) {
  switch (kind) {
    case up: return lane - b;
    case down: return lane + b;
    case bfly: return lane ^ b;
    default: return (lane & segment) | (b & ~segment);
  }
}

void shuffle(std::span<Thread> warp, const std::vector<Thread*>& here, std::vector<std::uint64_t>& results) {
  for (const Thread* t : here) {
    const auto lane = static_cast<int>(t->number % 32), b = static_cast<int>(value(*t, 3) & 31U);
    const std::uint32_t c = value(*t, 4);
    const auto segment = static_cast<int>((c >> 8U) & 31U), bound = static_cast<int>(c & 31U);
    const int last = (lane & segment) | (bound & ~segment), wanted = source_lane(t->ip->imm, lane, b, segment);
    const bool inside = t->ip->imm == up ? wanted >= last : wanted <= last;
    const auto from = static_cast<std::size_t>(inside ? wanted : lane);
    const Thread& source = from < warp.size() && warp[from].ip == t->ip ? warp[from] : *t;
    results.push_back(value(source, 2) | (std::uint64_t{inside ? 1U : 0U} << 32U));
  }
}

std::uint64_t vote(const std::vector<Thread*>& here, std::int64_t kind) {
  std::uint32_t mask = 0;
  for (const Thread* t : here)
    if (t->frame[static_cast<std::size_t>(t->ip->o[1])] != 0) mask |= 1U << (t->number % 32);
  const auto count = static_cast<std::size_t>(std::popcount(mask));
  if (kind == ballot) return mask;
  if (kind == any) return count > 0 ? 1 : 0;
  if (kind == all) return count == here.size() ? 1 : 0;
  return count == 0 || count == here.size() ? 1 : 0;
}

std::uint64_t reduced(const std::vector<Thread*>& here, std::int64_t kind, bool is_signed_type) {
  std::uint32_t sum = value(*here.front(), 1);
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    return is_signed_type ? static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b) : a < b;
  };
  for (std::size_t k = 1; k < here.size(); ++k) {
    const std::uint32_t b = value(*here[k], 1);
    if (kind == add) sum += b;
    if (kind == min) sum = less(b, sum) ? b : sum;
    if (kind == max) sum = less(sum, b) ? b : sum;
    if (kind == bits_and) sum &= b;
    if (kind == bits_or) sum |= b;
    if (kind == bits_xor) sum ^= b;
  }
  return sum;
}

std::uint32_t mask_of(const Thread& t) {
  const std::int64_t kind = t.ip->imm & 255;
  return value(t, kind <= idx ? 5 : kind == sync ? 0 : 2);
}

void finish(std::span<Thread> warp, const std::vector<Thread*>& here) {
  const Instruction* i = here.front()->ip;
  const std::int64_t kind = i->imm & 255;
  std::vector<std::uint64_t> results;
  if (kind <= idx) {
    shuffle(warp, here, results);
  } else if (kind == active) {
    std::uint32_t mask = 0;
    for (const Thread* t : here) mask |= 1U << (t->number % 32);
    results.assign(here.size(), mask);
  } else if (kind <= ballot) {
    results.assign(here.size(), vote(here, kind));
  } else if (kind != sync) {
    results.assign(here.size(), reduced(here, kind, (i->imm & 256) != 0));
  }
  for (std::size_t k = 0; k < here.size(); ++k) {
    Thread& t = *here[k];
    if (kind != sync) t.frame[static_cast<std::size_t>(i->o[0])] = results[k] & 0xffffffffU;
    if (kind <= idx) t.frame[static_cast<std::size_t>(i->o[1])] = results[k] >> 32U;
    t.state = State::ready;
    ++t.ip;
  }
}

}  // namespace

bool exchange(std::span<Thread> warp) {
  bool moved = false;
  for (Thread& first : warp) {
    if (first.state != State::at_warp_exchange) continue;
    const bool by_mask = first.ip->imm != active;
    const std::uint32_t mask = by_mask ? mask_of(first) : 0xffffffffU;
    std::vector<Thread*> here;
    bool complete = true;
    for (Thread& t : warp) {
      if ((mask >> (t.number % 32) & 1U) == 0 || t.state == State::done) continue;
      const bool came = t.state == State::at_warp_exchange && t.ip == first.ip && (!by_mask || mask_of(t) == mask);
      if (came) here.push_back(&t);
      complete = complete && (came || !by_mask);
    }
    if (!complete || here.empty()) continue;
    finish(warp, here);
    moved = true;
  }
  return moved;
}

bool pass_barrier(Block& block) {
  std::vector<Thread*> waiting;
  for (Thread& t : block.threads)
    if (t.state != State::done) waiting.push_back(&t);
  if (waiting.empty()) return false;
  const Thread& first = *waiting.front();
  const Instruction* i = first.ip;
  const std::int64_t red = i->imm & 255, operands = i->imm >> 8;
  const std::size_t id = red == plain ? 0 : 1;
  const bool counted = operands == (red == plain ? 2 : 4);
  const std::size_t predicate = counted ? 3 : 2;
  std::uint32_t ones = 0;
  for (Thread* t : waiting) {
    if (t->state != State::at_barrier || t->ip != i || value(*t, id) != value(first, id)) {
      t->fail(t->ip, launch_failed,
              "divergent barrier: thread " + std::to_string(t->number) + " waits here, thread " +
                  std::to_string(first.number) + " at PTX line " + std::to_string(i->line));
      return false;
    }
    if (red != plain && t->frame[static_cast<std::size_t>(i->o[predicate])] != 0) ++ones;
  }
  if (counted && value(first, id + 1) != waiting.size()) {
    waiting.front()->fail(i, launch_failed, "barrier for a part of the block: not known to the stand-in");
    return false;
  }
  const std::uint32_t result = red == popc      ? ones
                               : red == red_and ? (ones == waiting.size() ? 1 : 0)
                                                : (ones > 0 ? 1 : 0);
  for (Thread* t : waiting) {
    if (red != plain) t->frame[static_cast<std::size_t>(i->o[0])] = result;
    t->state = State::ready;
    ++t->ip;
  }
  std::fill(block.touched.begin(), block.touched.end(), Touch{});
  return true;
}

Step warp_step(Opcode& op) {
  const std::string& base = op.base;
  if (base == "bar" || base == "barrier") {
    op.take("cta");
    op.take("aligned");
    if (base == "bar" && op.take("warp")) {
      if (!op.take("sync")) op.unknown();
      op.imm = sync;
      return &wait_in_warp;
    }
    if (op.take("red")) {
      op.imm = op.take("popc") ? popc : op.take("and") ? red_and : op.take("or") ? red_or : plain;
      if (op.imm == plain) op.unknown();
    } else if (!op.take("sync")) {
      op.unknown();
    }
    return &wait_at_barrier;
  }
  if (base == "activemask") {
    op.imm = active;
    return &wait_in_warp;
  }
  if (base != "shfl" && base != "vote" && base != "redux") return nullptr;
  if (!op.take("sync")) op.unknown();
  static constexpr std::string_view names[] = {"up", "down", "bfly", "idx", "all", "any", "uni", "ballot"};
  static constexpr std::string_view sums[] = {"add", "min", "max", "and", "or", "xor"};
  for (std::int64_t k = 0; k < 8 && base != "redux"; ++k) {
    if (!op.take(names[k])) continue;
    op.imm = k;
    return &wait_in_warp;
  }
  for (std::int64_t k = 0; k < 6 && base == "redux"; ++k) {
    if (!op.take(sums[k])) continue;
    op.imm = (add + k) | (op.type() == Type::s32 ? 256 : 0);
    return &wait_in_warp;
  }
  op.unknown();
}

}  // namespace cuda_stand_in
