#pragma once

#include <cstdlib>
#include <string_view>

#include "tucana/core/error.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/options/write_options.h"

namespace tucana {

/// What the seeded test and the libFuzzer program both try: any text is read or refused in one line with
/// InputError; what is read can be written and read again to the same options. True when it was read.
inline bool try_options_text(std::string_view text) {
  Options options;
  try {
    read_options_text(options, text, "run.toml");
  } catch (const InputError& error) {
    const std::string_view message = error.what();
    if (message.empty() || message.find('\n') != std::string_view::npos) std::abort();
    return false;
  }
  Options again;
  read_options_text(again, options_as_toml(options), "used.toml");
  if (!(again == options)) std::abort();
  return true;
}

}  // namespace tucana
