#pragma once

#include "tucana/grape6/calls.h"
#include "tucana/grape6/client_memory.h"
#include "tucana/grape6/g6.h"
#include "tucana/grape6/registry.h"

/// A by-value name, which a client may define itself.
#define TUCANA_WEAK __attribute__((weak))

namespace tucana::grape6 {

/// A number behind a pointer of a client; none counts as zero.
template <class T>
T number(const T* pointer) {
  return pointer == nullptr ? T{} : read_at<T>(pointer);
}

}  // namespace tucana::grape6
