#pragma once

#include <string>

#include "tucana/core/error.h"

namespace tucana {

/// The message of the InputError that `act` throws, "" when it throws none.
template <class Act>
std::string complaint(Act act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace tucana
