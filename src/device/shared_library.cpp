#include <dlfcn.h>

#include <cstdlib>

#include "tucana/device/shared_library_internal.h"

namespace tucana::device {

SharedLibrary::SharedLibrary(const char* variable, std::span<const char* const> names) {
  const auto try_to_open = [&](const char* name) {
    handle_ = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
    // The first name is the usual one: what is said about it explains most.
    if (handle_ == nullptr && problem_.empty()) problem_ = ::dlerror();
    return handle_ != nullptr;
  };
  if (const char* path = std::getenv(variable); path != nullptr && *path != '\0') {
    chosen_ = path;
    try_to_open(path);
    return;
  }
  for (const char* name : names)
    if (try_to_open(name)) return;
}

void* SharedLibrary::symbol(const char* name) const { return handle_ == nullptr ? nullptr : ::dlsym(handle_, name); }

}  // namespace tucana::device
