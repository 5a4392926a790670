#include "tucana/grape6/messages.h"

#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <mutex>
#include <string>

namespace tucana::grape6 {
namespace {

constexpr int times_shown = 3;
constexpr std::size_t most_texts = 1000;

std::string text_of(std::string_view call, std::optional<int> id, std::string_view what) {
  return id ? fmt::format("libg6: {} (id {}): {}", call, *id, what) : fmt::format("libg6: {}: {}", call, what);
}

}  // namespace

void say(std::string_view call, std::optional<int> id, std::string_view what) noexcept {
  try {
    static std::mutex mutex;
    // Left alone at the end of the program, when somebody may still have something to say.
    static auto& shown = *new std::map<std::string, int, std::less<>>;
    const std::scoped_lock lock(mutex);
    const std::string text = text_of(call, id, what);
    if (shown.size() > most_texts) shown.clear();
    const int count = ++shown[text];
    if (count > times_shown) return;
    std::fprintf(stderr, "%s%s\n", text.c_str(), count == times_shown ? " (not shown again)" : "");
  } catch (...) {
    std::fputs("libg6: there is no memory for a message\n", stderr);
  }
}

void report(std::string_view event, std::optional<int> id, std::string_view what) noexcept {
  try {
    std::fprintf(stderr, "%s\n", text_of(event, id, what).c_str());
  } catch (...) {
    std::fputs("libg6: there is no memory for a report\n", stderr);
  }
}

}  // namespace tucana::grape6
