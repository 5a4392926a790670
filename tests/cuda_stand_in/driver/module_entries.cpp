// Modules: PTX is decoded here, anything else is refused.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "tests/cuda_stand_in/driver/state.h"

// NOLINTBEGIN(readability-identifier-naming)
using namespace cuda_stand_in;

namespace {

/// Writes a message where the caller wants the log of the compiler: options 5 (buffer) and 6 (its size).
void write_log(const std::string& text, unsigned count, const int* options, void** values) {
  char* buffer = nullptr;
  std::size_t room = 0;
  for (unsigned k = 0; k < count; ++k) {
    if (options[k] == 5) buffer = static_cast<char*>(values[k]);
    if (options[k] == 6) room = reinterpret_cast<std::uintptr_t>(values[k]) & 0xffffffffU;
  }
  if (buffer == nullptr || room == 0) return;
  buffer[text.copy(buffer, room - 1)] = '\0';
}

bool is_text(const char* image) {
  // An ELF file (cubin) and both kinds of fat binary begin with bytes that no PTX begins with.
  static constexpr unsigned char elf[] = {0x7f, 'E', 'L', 'F'}, fat[] = {0x50, 0xed, 0x55, 0xba},
                                 wrapped[] = {0xb1, 0x43, 0x62, 0x46};
  const auto begins = [&](const unsigned char* with) { return std::memcmp(image, with, 4) == 0; };
  return image[0] == '\0' || image[1] == '\0' || image[2] == '\0' || !(begins(elf) || begins(fat) || begins(wrapped));
}

/// For tests that the PTX is what computes: CUDA_STAND_IN_EDIT=<entry>:<old>:<new>:<k> puts <new> in the place of the
/// k-th <old> in modules with that entry.
std::string edited(std::string text) {
  const char* wish = std::getenv("CUDA_STAND_IN_EDIT");
  if (wish == nullptr) return text;
  std::vector<std::string> words(1);
  for (; *wish != '\0'; ++wish)
    if (*wish == ':')
      words.emplace_back();
    else
      words.back() += *wish;
  if (words.size() != 4 || text.find(".entry " + words[0] + "(") == std::string::npos) return text;
  std::size_t at = text.find(words[1]);
  for (int k = std::atoi(words[3].c_str()); k > 1 && at != std::string::npos; --k) at = text.find(words[1], at + 1);
  if (at != std::string::npos) text.replace(at, words[1].size(), words[2]);
  return text;
}

void place_variable(LoadedModule& made, const Declaration& d) {
  Driver& all = driver();
  const std::uint64_t address = all.memory.allocate(made.context, d.bytes(), "variable " + d.name);
  if (address == 0) throw PtxError(d.line, "no memory for " + d.name);
  std::byte* bytes = all.memory.reach(made.context, address, d.bytes());
  std::memset(bytes, 0, d.bytes());
  std::memcpy(bytes, d.first_bytes.data(), d.first_bytes.size());
  made.variables[d.name] = address;
  made.sizes[d.name] = d.bytes();
}

void release_variables(const LoadedModule& module) {
  for (const auto& [name, address] : module.variables) driver().memory.release(module.context, address);
}

CUresult load(Context& context, CUmodule* module, const void* image, unsigned count, const int* options,
              void** values) {
  const auto* text = static_cast<const char*>(image);
  const auto refuse = [&](CUresult code, const std::string& why) {
    complain(why);
    write_log(why, count, options, values);
    return code;
  };
  if (!is_text(text))
    return refuse(CUDA_ERROR_NO_BINARY_FOR_GPU, "only PTX can be interpreted, not a cubin or fat binary");
  auto made = std::make_unique<LoadedModule>();
  made->context = &context;
  try {
    const ModuleText parsed = parse(edited(text));
    const auto capability = static_cast<unsigned>(10 * driver().major + driver().minor);
    if (parsed.target == 0 || parsed.target > capability)
      throw PtxError(1,
                     "target sm_" + std::to_string(parsed.target) + " on a device of sm_" + std::to_string(capability));
    made->module = decode(parsed, [&](const Declaration& d) {
      place_variable(*made, d);
      return made->variables[d.name];
    });
  } catch (const PtxError& error) {
    release_variables(*made);
    return refuse(CUDA_ERROR_INVALID_PTX, error.what());
  }
  *module = made.get();
  context.modules.push_back(std::move(made));
  return CUDA_SUCCESS;
}

LoadedModule* find(const Context& context, CUmodule module) {
  const auto found =
      std::find_if(context.modules.begin(), context.modules.end(), [&](const auto& m) { return m.get() == module; });
  return found == context.modules.end() ? nullptr : found->get();
}

}  // namespace

STAND_IN_API CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned count, int* options,
                                         void** values) {
  const Call call("cuModuleLoadDataEx", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  if (module == nullptr || image == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return load(call.context(), module, image, count, options, values);
}

STAND_IN_API CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  const Call call("cuModuleLoadData", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  if (module == nullptr || image == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return load(call.context(), module, image, 0, nullptr, nullptr);
}

STAND_IN_API CUresult cuModuleUnload(CUmodule module) {
  const Call call("cuModuleUnload", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  const LoadedModule* found = find(call.context(), module);
  if (found == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (const CUresult result = call.context().drain_all()) return result;
  release_variables(*found);
  std::erase_if(call.context().modules, [&](const auto& m) { return m.get() == found; });
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  const Call call("cuModuleGetFunction", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  LoadedModule* found = find(call.context(), module);
  if (found == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  const Function* kernel = found->module->find_kernel(name);
  if (kernel == nullptr) return CUDA_ERROR_NOT_FOUND;
  auto& entry = found->functions[name];
  if (entry == nullptr) {
    entry = std::make_unique<LoadedFunction>();
    entry->module = found;
    entry->function = kernel;
  }
  *function = entry.get();
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuModuleGetGlobal_v2(CUdeviceptr* address, std::size_t* bytes, CUmodule module,
                                           const char* name) {
  const Call call("cuModuleGetGlobal_v2", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  const LoadedModule* found = find(call.context(), module);
  if (found == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  const auto variable = found->variables.find(name);
  if (variable == found->variables.end()) return CUDA_ERROR_NOT_FOUND;
  if (address != nullptr) *address = variable->second;
  if (bytes != nullptr) *bytes = found->sizes.at(name);
  return CUDA_SUCCESS;
}
// NOLINTEND(readability-identifier-naming)
