#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "bench/kernel_facts.h"
#include "tucana/core/error.h"

namespace tucana::bench {
namespace {

struct Instruction {
  std::string_view opcode;    ///< "fma.rn.f32"
  std::string_view operands;  ///< what follows it
  bool is_conditional = false;

  bool is(std::string_view name) const {
    return opcode.starts_with(name) && (opcode.size() == name.size() || opcode[name.size()] == '.');
  }
  bool is_real() const { return opcode.ends_with(".f32") || opcode.ends_with(".f64"); }
};

struct Ptx {
  std::vector<Instruction> instructions;
  std::map<std::string_view, std::size_t> labels;  ///< the instruction that follows

  std::optional<std::size_t> target_of(const Instruction& instruction) const {
    if (!instruction.is("bra")) return std::nullopt;
    const auto found = labels.find(instruction.operands);
    return found == labels.end() ? std::nullopt : std::optional(found->second);
  }
};

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t;") - first + 1);
}

Ptx parse(std::string_view text) {
  Ptx ptx;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string_view line = trimmed(text.substr(0, end));
    const bool is_statement = text.substr(0, end).find(';') != std::string_view::npos;
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with('$') && line.ends_with(':'))
      ptx.labels[line.substr(0, line.size() - 1)] = ptx.instructions.size();
    if (!is_statement || line.empty() || line.starts_with('.') || line.starts_with('/')) continue;
    Instruction instruction;
    if (line.starts_with('@')) {
      instruction.is_conditional = true;
      line = trimmed(line.substr(line.find_first_of(" \t")));
    }
    const auto space = std::min(line.find_first_of(" \t"), line.size());
    instruction.opcode = line.substr(0, space);
    instruction.operands = trimmed(line.substr(space));
    ptx.instructions.push_back(instruction);
  }
  return ptx;
}

/// The shortest way from the first to the last instruction of a loop, without its turns; empty when there is none.
std::vector<Instruction> shortest_way(const Ptx& ptx, std::size_t first, std::size_t last) {
  constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> length(last - first + 1, never), next(last - first + 1, never);
  length[last - first] = 1;
  for (std::size_t i = last; i-- > first;) {
    const Instruction& now = ptx.instructions[i];
    const bool is_jump = now.is("bra") && !now.is_conditional;
    const auto consider = [&](std::size_t to) {
      if (to <= i || to > last || length[to - first] == never || length[to - first] + 1 >= length[i - first]) return;
      length[i - first] = length[to - first] + 1;
      next[i - first] = to;
    };
    if (!is_jump && !now.is("ret")) consider(i + 1);
    if (const auto target = ptx.target_of(now)) consider(*target);
  }
  std::vector<Instruction> way;
  if (length[0] == never) return way;
  for (std::size_t i = first; i != never; i = next[i - first]) way.push_back(ptx.instructions[i]);
  return way;
}

double bytes_of(const Instruction& load) {
  const double lanes = load.opcode.find(".v4") != std::string_view::npos   ? 4
                       : load.opcode.find(".v2") != std::string_view::npos ? 2
                                                                           : 1;
  return lanes * (load.opcode.ends_with("64") ? 8 : 4);
}

LoopCounts count(const std::vector<Instruction>& way) {
  LoopCounts counts;
  for (const Instruction& now : way) {
    if (now.is("rsqrt")) {
      ++counts.interactions;
    } else if (now.is("ld.shared")) {
      ++counts.shared_loads;
      counts.shared_bytes += bytes_of(now);
    } else if (now.is_real() && now.is("fma")) {
      ++counts.fma;
    } else if (now.is_real() && now.is("mul")) {
      ++counts.mul;
    } else if (now.is_real() && (now.is("add") || now.is("sub"))) {
      ++counts.add;
    } else {
      ++counts.other;
    }
  }
  if (counts.interactions == 0) return counts;
  for (double* number :
       {&counts.fma, &counts.mul, &counts.add, &counts.shared_loads, &counts.shared_bytes, &counts.other})
    *number /= counts.interactions;
  counts.rsqrt = 1;
  return counts;
}

}  // namespace

LoopCounts count_inner_loop(std::string_view text) {
  const Ptx ptx = parse(text);
  LoopCounts best;
  std::size_t innermost = 0;  // where the latest loop with a root in it begins
  for (std::size_t i = 0; i < ptx.instructions.size(); ++i) {
    const auto first = ptx.target_of(ptx.instructions[i]);
    if (!first || *first > i) continue;
    const LoopCounts counts = count(shortest_way(ptx, *first, i));
    // A loop that begins before another one which has ended already is around it.
    if (counts.interactions == 0 || *first < innermost) continue;
    innermost = *first;
    if (best.interactions == 0 || counts.all() < best.all()) best = counts;
  }
  if (best.interactions == 0) throw FailureError("PTX of pair_sums has no loop with a reciprocal root in it");
  return best;
}

}  // namespace tucana::bench
