#include "tucana/core/error.h"

#include <cstdio>
#include <cstdlib>
#include <system_error>

namespace tucana {

std::string system_error_text(int error_number) { return std::generic_category().message(error_number); }

void contract_broken(const char* condition, const char* file, int line) {
  // The state is not to be trusted any more: no unwinding, no checkpoint.
  std::fprintf(stderr, "%s:%d: contract broken: %s\n", file, line, condition);
  std::abort();
}

}  // namespace tucana
