#include <algorithm>

#include "tests/cuda_stand_in/interpreter/function_decoder.h"

namespace cuda_stand_in {
namespace {

/// Copies between frames rely on it.
void check_calls(const Module& module) {
  const auto same = [](const std::vector<Area>& a, const std::vector<Area>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Area& x, const Area& y) { return x.bytes == y.bytes; });
  };
  for (const auto& function : module.functions)
    for (const CallSite& site : function->calls)
      if (!same(site.arguments, site.callee->parameters) || !same(site.results, site.callee->results))
        throw PtxError(0, "a call in " + function->name + " does not fit the parameters of " + site.callee->name);
}

}  // namespace

const Function* Module::find_kernel(const std::string& name) const {
  for (const auto& f : functions)
    if (f->entry && f->name == name) return f.get();
  return nullptr;
}

std::unique_ptr<Module> decode(const ModuleText& text, const std::function<std::uint64_t(const Declaration&)>& place) {
  auto module = std::make_unique<Module>();
  Names names;
  std::vector<Declaration> dynamic;
  std::uint64_t shared_bytes = 0;
  for (const Declaration& d : text.variables) {
    if (d.space == "shared" && d.count == 0) {
      dynamic.push_back(d);
    } else if (d.space == "shared") {
      shared_bytes = (shared_bytes + d.align - 1) / d.align * d.align;
      names.add(d.name, {Meaning::Kind::address, Type::b64, first_address + shared_bytes, d.bytes()});
      shared_bytes += d.bytes();
    } else if (d.space == "global" || d.space == "const") {
      names.add(d.name, {Meaning::Kind::address, Type::b64, place(d), d.bytes()});
    } else {
      throw PtxError(d.line, "a ." + d.space + " variable of a module is not known to the stand-in");
    }
  }
  FunctionTable functions;
  for (const FunctionText& f : text.functions) {
    if (!f.has_body) continue;
    module->functions.push_back(std::make_unique<Function>());
    functions[f.name] = module->functions.back().get();
  }
  // Device functions first: what they keep in shared memory lies before that of every kernel.
  static const std::vector<Declaration> none;
  for (const bool entries : {false, true}) {
    for (const FunctionText& f : text.functions) {
      if (!f.has_body || f.entry != entries) continue;
      FunctionDecoder(f, names, functions, shared_bytes, entries ? dynamic : none, *functions[f.name]).decode();
      if (!entries) shared_bytes = functions[f.name]->shared_bytes;
    }
  }
  check_calls(*module);
  return module;
}

}  // namespace cuda_stand_in
