#include <gtest/gtest.h>

#include <string>

#include "tests/simulation/options_fuzz_target.h"
#include "tucana/core/random.h"
#include "tucana/simulation/options/write_options.h"

namespace tucana {
namespace {

/// Damages a good file at a few places: bytes changed, cut, doubled, or replaced by what TOML finds special.
std::string damaged(std::string text, RandomStream& random) {
  static const std::vector<std::string> pieces = {"\"",         "'",
                                                  "\"\"\"",     "'''",
                                                  "[",          "]",
                                                  "[[",         "{",
                                                  "}",          "=",
                                                  ".",          ",",
                                                  "#",          "\n",
                                                  "\\u0000",    "\\",
                                                  "nan",        "inf",
                                                  "1e400",      "-",
                                                  "_",          "0x",
                                                  "\xff",       "1979-05-27T07:32:00Z",
                                                  "integrator", "eta",
                                                  "true",       std::string(1, '\0'),
                                                  "[0, 1]",     "engine.devices = ["};
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random.bits64() % n); };
  for (std::size_t edits = 1 + below(4); edits > 0 && !text.empty(); --edits) {
    const std::size_t at = below(text.size());
    const std::size_t length = std::min(text.size() - at, 1 + below(20));
    switch (below(5)) {
      case 0: text[at] = static_cast<char>(random.bits64()); break;
      case 1: text.erase(at, length); break;
      case 2: text.insert(below(text.size()), text.substr(at, length)); break;
      case 3: text.insert(at, pieces[below(pieces.size())]); break;
      default: text.resize(at); break;
    }
  }
  return text;
}

TEST(OptionsFuzz, DamagedFilesAreReadOrRefused) {
  const std::string good = options_as_toml(Options{});
  int refused = 0;
  constexpr int rounds = 4000;
  for (int round = 0; round < rounds; ++round) {
    RandomStream random(3, RandomUse::test, static_cast<std::uint64_t>(round));
    // Short texts reach deeper into the parser than damage somewhere in a long comment.
    const std::string base = round % 2 == 0 ? good : "[model]\nkind = 'file'\nfile = \"a\"\nn = 3\nrun.x.y = 2\n";
    if (!try_options_text(damaged(base, random))) ++refused;
  }
  EXPECT_GT(refused, rounds / 4);
  EXPECT_LT(refused, rounds);
}

}  // namespace
}  // namespace tucana
