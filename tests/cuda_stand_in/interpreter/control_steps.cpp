// Branches, calls, barriers, fences, the end.
#include <cstring>

#include "tests/cuda_stand_in/interpreter/thread.h"
#include "tests/cuda_stand_in/interpreter/values.h"

namespace cuda_stand_in {
namespace {

constexpr std::size_t deepest_call = 64;

const Instruction* branch(const Instruction* i, std::uint64_t* /*r*/, Thread& /*t*/) { return i + i->imm; }
template <bool Negated>
// The signature is that of all steps. NOLINTNEXTLINE(readability-non-const-parameter)
const Instruction* branch_if(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  return (r[i->o[0]] != 0) != Negated ? i + i->imm : i + 1;
}

const Instruction* indexed_branch(const Instruction* i, std::uint64_t* r, Thread& t) {
  const auto& targets = t.function->jumps[static_cast<std::size_t>(i->imm)];
  const auto index = operand<std::uint32_t>(i, r, 0);
  if (index >= targets.size()) return t.fail(i, illegal_instruction, "brx.idx beyond its targets");
  return t.function->code.data() + targets[index];
}

void copy_areas(std::vector<std::uint64_t>& to, const std::vector<Area>& to_areas,
                const std::vector<std::uint64_t>& from, const std::vector<Area>& from_areas) {
  for (std::size_t k = 0; k < to_areas.size(); ++k)
    std::memcpy(reinterpret_cast<std::byte*>(to.data()) + to_areas[k].offset,
                reinterpret_cast<const std::byte*>(from.data()) + from_areas[k].offset, to_areas[k].bytes);
}

/// The frame changes, so the scheduler goes on from here.
const Instruction* call(const Instruction* i, std::uint64_t* /*r*/, Thread& t) {
  const CallSite& site = t.function->calls[static_cast<std::size_t>(i->imm)];
  if (t.calls.size() >= deepest_call) return t.fail(i, launch_failed, "calls too deep");
  std::vector<std::uint64_t> frame = site.callee->frame;
  std::copy_n(t.frame.begin(), static_cast<std::size_t>(specials), frame.begin());
  copy_areas(frame, site.callee->parameters, t.frame, site.arguments);
  t.calls.push_back({t.function, i, std::move(t.frame), t.local_base});
  t.frame = std::move(frame);
  t.function = site.callee;
  t.local_base = first_address + t.local.size();
  t.local.resize(t.local.size() + site.callee->local_bytes);
  t.ip = site.callee->code.data();
  return nullptr;
}

const Instruction* leave(const Instruction* /*i*/, std::uint64_t* /*r*/, Thread& t) {
  if (t.calls.empty()) {
    t.state = State::done;
    return nullptr;
  }
  Call& caller = t.calls.back();
  const CallSite& site = caller.function->calls[static_cast<std::size_t>(caller.back->imm)];
  copy_areas(caller.frame, site.results, t.frame, t.function->results);
  t.local.resize(t.local_base - first_address);
  t.local_base = caller.local_base;
  t.function = caller.function;
  t.frame = std::move(caller.frame);
  t.ip = caller.back + 1;
  t.calls.pop_back();
  return nullptr;
}

const Instruction* end_thread(const Instruction* /*i*/, std::uint64_t* /*r*/, Thread& t) {
  t.state = State::done;
  return nullptr;
}
const Instruction* trap(const Instruction* i, std::uint64_t* /*r*/, Thread& t) {
  return t.fail(i, launch_failed, "trap");
}
const Instruction* nothing(const Instruction* i, std::uint64_t* /*r*/, Thread& /*t*/) { return i + 1; }

}  // namespace

Step control_step(Opcode& op) {
  const std::string& base = op.base;
  if (base == "ret" || base == "exit") {
    op.take("uni");
    return base == "ret" ? &leave : &end_thread;
  }
  if (base == "trap") return &trap;
  if (base == "membar" || base == "fence") {
    op.take_any({"sc", "acq_rel", "acquire", "release"});
    if (op.take_any({"cta", "gl", "sys", "gpu", "cluster"}).empty()) op.unknown();
    return &nothing;
  }
  if (base == "nanosleep" && op.type() == Type::u32) return &nothing;
  return nullptr;
}

Step branch_step() { return &branch; }
Step branch_if_step(bool negated) { return negated ? &branch_if<true> : &branch_if<false>; }
Step indexed_branch_step() { return &indexed_branch; }
Step call_step() { return &call; }

}  // namespace cuda_stand_in
