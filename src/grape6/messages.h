#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tucana::grape6 {

/// "libg6: g6_open_ (id 0): ..." on stderr: the interface has no other way to say what is wrong. A client may call in a
/// loop, so that messages that differ in their numbers only are shown a few times. Never throws.
void say(std::string_view call, std::optional<int> id, std::string_view what) noexcept;
/// The same for what is no error and needs to be read once only.
void say_once(std::string_view call, std::optional<int> id, std::string_view what) noexcept;
/// As often as it is called.
void report(std::string_view event, std::optional<int> id, std::string_view what) noexcept;

/// Ends the program when TUCANA_G6_ABORT is 1, for clients that do not look at the codes that calls return.
void abort_if_wanted() noexcept;

/// A message of the engines in the words of this interface: they name the options of Tucana's own runs.
std::string in_words_of_clients(std::string text);

}  // namespace tucana::grape6
