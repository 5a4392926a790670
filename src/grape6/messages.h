#pragma once

#include <optional>
#include <string_view>

namespace tucana::grape6 {

/// "libg6: g6_open_ (id 0): ..." on stderr: the interface has no other way to say what is wrong. A client may call in a
/// loop, so that each message is shown a few times only. Never throws.
void say(std::string_view call, std::optional<int> id, std::string_view what) noexcept;
/// The same as often as it is asked for.
void report(std::string_view event, std::optional<int> id, std::string_view what) noexcept;

}  // namespace tucana::grape6
