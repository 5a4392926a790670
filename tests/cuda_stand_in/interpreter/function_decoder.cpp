#include "tests/cuda_stand_in/interpreter/function_decoder.h"

#include <algorithm>
#include <cctype>

namespace cuda_stand_in {
namespace {

std::uint64_t aligned(std::uint64_t value, std::uint64_t to) { return (value + to - 1) / to * to; }

}  // namespace

FunctionDecoder::FunctionDecoder(const FunctionText& text, Names& names, const FunctionTable& functions,
                                 std::uint64_t shared_bytes, const std::vector<Declaration>& dynamic, Function& result)
    : text_(text), names_(names), functions_(functions), dynamic_(dynamic), f_(result), shared_bytes_(shared_bytes) {}

std::vector<Area> FunctionDecoder::place_parameters(const std::vector<Declaration>& all) {
  std::vector<Area> areas;
  for (const Declaration& d : all) {
    if (d.space != "param") throw PtxError(d.line, "parameters in ." + d.space + " are not known to the stand-in");
    declare(d);
    areas.push_back(parameter_area(d.name, d.line));
  }
  return areas;
}

void FunctionDecoder::decode() {
  f_.name = text_.name;
  f_.entry = text_.entry;
  f_.most_threads = text_.most_threads;
  names_.open();
  f_.results = place_parameters(text_.results);
  f_.parameters = place_parameters(text_.parameters);
  for (const Statement& s : text_.body)
    if (s.kind == Statement::Kind::declaration && s.declaration.space == "shared") declare(s.declaration);
  // Dynamic shared memory begins where that of fixed size ends.
  f_.shared_bytes = dynamic_.empty() ? shared_bytes_ : aligned(shared_bytes_, 16);
  for (const Declaration& d : dynamic_)
    names_.add(d.name, {Meaning::Kind::address, Type::b64, first_address + f_.shared_bytes, 0});

  for (const Statement& s : text_.body) {
    switch (s.kind) {
      case Statement::Kind::open:
        names_.open();
        slots_before_.push_back(next_slot_);
        break;
      case Statement::Kind::close:
        names_.close();
        most_slots_ = std::max(most_slots_, next_slot_);
        next_slot_ = slots_before_.back();
        slots_before_.pop_back();
        break;
      case Statement::Kind::declaration:
        if (s.declaration.space != "shared") declare(s.declaration);
        break;
      case Statement::Kind::label: labels_[s.name] = static_cast<std::int64_t>(f_.code.size()); break;
      case Statement::Kind::branch_targets:
        for (const Operand& o : s.operands) target_lists_[s.name].push_back(o.text);
        break;
      case Statement::Kind::instruction: instruction(s); break;
    }
  }
  Opcode end("ret", text_.line);
  emit(control_step(end), {}, 0, text_.line);
  finish();
  names_.close();
}

void FunctionDecoder::declare(const Declaration& d) {
  if (d.space == "reg") {
    if (d.numbered > 0) {
      names_.add_numbered(d.name, d.numbered, d.type, next_slot_);
      next_slot_ += static_cast<std::int32_t>(d.numbered);
    } else {
      names_.add(d.name, {Meaning::Kind::slot, d.type, static_cast<std::uint64_t>(new_slot()), 0});
    }
  } else if (d.space == "local") {
    f_.local_bytes = aligned(f_.local_bytes, d.align);
    names_.add(d.name, {Meaning::Kind::local, d.type, f_.local_bytes, d.bytes()});
    f_.local_bytes = aligned(f_.local_bytes + d.bytes(), 16);
  } else if (d.space == "shared") {
    shared_bytes_ = aligned(shared_bytes_, d.align);
    names_.add(d.name, {Meaning::Kind::address, Type::b64, first_address + shared_bytes_, d.bytes()});
    shared_bytes_ += d.bytes();
  } else if (d.space == "param") {
    parameter_bytes_ = aligned(parameter_bytes_, d.align);
    names_.add(d.name, {Meaning::Kind::parameter, d.type, parameter_bytes_, d.bytes()});
    parameter_bytes_ += d.bytes();
  } else {
    throw PtxError(d.line, "a ." + d.space + " variable within a function is not known to the stand-in");
  }
}

Meaning FunctionDecoder::known(const std::string& name, unsigned line) const {
  if (const auto meaning = names_.find(name)) return *meaning;
  throw PtxError(line, "the name '" + name + "' is not known");
}

Area FunctionDecoder::parameter_area(const std::string& name, unsigned line) const {
  const Meaning meaning = known(name, line);
  if (meaning.kind != Meaning::Kind::parameter) throw PtxError(line, "'" + name + "' is not a parameter");
  return {meaning.value, meaning.bytes};
}

std::int32_t FunctionDecoder::constant(std::uint64_t bits) {
  // Constants come behind the registers, whose number is not known yet: negative until finish().
  const auto next = -static_cast<std::int32_t>(constants_.size()) - 1;
  return constants_.try_emplace(bits, next).first->second;
}

std::int32_t FunctionDecoder::slot(const Operand& o, Type type, unsigned line) {
  if (o.kind == Operand::Kind::literal) return constant(literal_bits(o, type, line));
  if (o.kind != Operand::Kind::name) throw PtxError(line, "an operand of this form is not known to the stand-in");
  if (o.text == "_") return new_slot();
  if (const std::int32_t special = special_slot(o.text); special >= 0) return special;
  if (o.text == "WARP_SZ") return constant(32);
  const Meaning meaning = known(o.text, line);
  auto found = static_cast<std::int32_t>(meaning.value);
  if (meaning.kind == Meaning::Kind::address) found = constant(meaning.value);
  if (meaning.kind == Meaning::Kind::parameter)
    throw PtxError(line, "the address of a parameter is not known to the stand-in");
  if (meaning.kind == Meaning::Kind::local) {
    found = new_slot();
    emit(local_address_step(), {found}, static_cast<std::int64_t>(meaning.value), line);
  }
  if (!o.negated) return found;
  const std::int32_t opposite = new_slot();
  emit(negate_step(), {opposite, found}, 0, line);
  return opposite;
}

std::pair<std::int32_t, std::int64_t> FunctionDecoder::address(const Operand& o, unsigned line) {
  if (o.kind != Operand::Kind::address) throw PtxError(line, "an address in [ ] expected");
  Operand base;
  base.text = o.text;
  if (!o.text.starts_with("%") && std::isdigit(static_cast<unsigned char>(o.text.front())) != 0)
    base.kind = Operand::Kind::literal;
  return {slot(base, Type::b64, line), o.offset};
}

void FunctionDecoder::emit(Step step, std::initializer_list<std::int32_t> slots, std::int64_t imm, unsigned line) {
  Instruction i;
  i.step = step;
  i.imm = imm;
  i.line = line;
  std::copy(slots.begin(), slots.end(), i.o.begin());
  f_.code.push_back(i);
}

void FunctionDecoder::finish() {
  most_slots_ = std::max(most_slots_, next_slot_);
  const auto registers = static_cast<std::size_t>(most_slots_);
  f_.frame.assign(registers + constants_.size(), 0);
  for (const auto& [bits, place] : constants_) f_.frame[registers + static_cast<std::size_t>(-place - 1)] = bits;
  for (Instruction& i : f_.code)
    for (std::int32_t& o : i.o)
      if (o < 0) o = most_slots_ - o - 1;

  const std::uint64_t area = f_.frame.size() * sizeof(std::uint64_t);
  f_.frame.resize(f_.frame.size() + aligned(parameter_bytes_, 8) / 8, 0);
  for (const std::size_t access : parameter_accesses_) f_.code[access].imm += static_cast<std::int64_t>(area);
  const auto shift = [area](std::vector<Area>& areas) {
    for (Area& a : areas) a.offset += area;
  };
  shift(f_.parameters);
  shift(f_.results);
  for (CallSite& site : f_.calls) {
    shift(site.arguments);
    shift(site.results);
  }

  const auto place_of = [this](const std::string& label, unsigned line) {
    const auto found = labels_.find(label);
    if (found == labels_.end()) throw PtxError(line, "the label '" + label + "' is not known");
    return found->second;
  };
  for (const Jump& jump : jumps_) {
    Instruction& i = f_.code[jump.instruction];
    i.imm = place_of(jump.label, i.line) - static_cast<std::int64_t>(jump.instruction);
  }
  for (const auto& [at, list] : indexed_jumps_) {
    f_.code[at].imm = static_cast<std::int64_t>(f_.jumps.size());
    f_.jumps.emplace_back();
    for (const std::string& label : target_lists_[list]) f_.jumps.back().push_back(place_of(label, f_.code[at].line));
  }
}

}  // namespace cuda_stand_in
