#include "tucana/grape6/messages.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <utility>

namespace tucana::grape6 {
namespace {

constexpr int times_shown = 3;
constexpr std::size_t max_kinds = 1000;

std::string text_of(std::string_view call, std::optional<int> id, std::string_view what) {
  return id ? fmt::format("libg6: {} (id {}): {}", call, *id, what) : fmt::format("libg6: {}: {}", call, what);
}

/// The text without its numbers: a client that sends two thousand wrong bodies has one thing to read, not two thousand.
std::string without_numbers(std::string_view text) {
  std::string kind;
  bool in_number = false;
  for (const char c : text) {
    const bool is_digit = c >= '0' && c <= '9';
    in_number = is_digit || (in_number && (c == '.' || c == 'e' || c == '+' || c == '-'));
    if (!in_number)
      kind += c;
    else if (kind.empty() || kind.back() != '#')
      kind += '#';
  }
  return kind;
}

/// How often a message of this kind has been asked for, this time included.
int times_said(std::string_view call, std::optional<int> id, std::string_view what) {
  static std::mutex mutex;
  // Left alone at the end of the program, when somebody may still have something to say.
  static auto& said = *new std::map<std::string, int, std::less<>>;
  const std::scoped_lock lock(mutex);
  if (said.size() > max_kinds) said.clear();
  return ++said[text_of(call, id, without_numbers(what))];
}

void show(const std::string& text, const char* remark = "") { std::fprintf(stderr, "%s%s\n", text.c_str(), remark); }

}  // namespace

void say(std::string_view call, std::optional<int> id, std::string_view what) noexcept {
  try {
    const int times = times_said(call, id, what);
    if (times > times_shown) return;
    show(text_of(call, id, what), times == times_shown ? " (more of this kind is not shown)" : "");
  } catch (...) {
    std::fputs("libg6: there is no memory for a message\n", stderr);
  }
}

void say_once(std::string_view call, std::optional<int> id, std::string_view what) noexcept {
  try {
    if (times_said({}, {}, what) == 1) show(text_of(call, id, what));
  } catch (...) {
    std::fputs("libg6: there is no memory for a message\n", stderr);
  }
}

void report(std::string_view event, std::optional<int> id, std::string_view what) noexcept {
  try {
    show(text_of(event, id, what));
  } catch (...) {
    std::fputs("libg6: there is no memory for a report\n", stderr);
  }
}

void abort_if_wanted() noexcept {
  const char* const wanted = std::getenv("TUCANA_G6_ABORT");
  if (wanted == nullptr || std::string_view(wanted) != "1") return;
  std::fputs("libg6: the program stops here (TUCANA_G6_ABORT=1)\n", stderr);
  std::fflush(nullptr);  // what the client wrote until now is worth keeping
  std::abort();
}

std::string in_words_of_clients(std::string text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> words{
      {{"engine.precision = ", "TUCANA_G6_PRECISION="},
       {"engine.precision", "TUCANA_G6_PRECISION"},
       {"engine.device_type", "the device type"},
       {"engine.devices", "TUCANA_G6_DEVICES"},
       {"; try a smaller engine.work_group_size", ""},
       {", or try a smaller engine.work_group_size", ""},
       {"gravity.softening^2", "eps2"},
       {"`tucana devices`", "`tucana devices` (of the program tucana)"}}};
  for (const auto& [from, to] : words)
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
  return text;
}

}  // namespace tucana::grape6
