#include "tucana/simulation/options/text_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "tucana/core/error.h"
#include "tucana/simulation/options/plain_text.h"

namespace tucana {
namespace {

/// Such a file is a page of text; a snapshot that was named by mistake is detected early.
constexpr std::size_t most_bytes = 1 << 20;

}  // namespace

std::string read_text_file(const std::string& path, std::string_view what) {
  // A folder opens as a stream and then reads as empty.
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw InputError(fmt::format("{}: is a folder, not {}", for_message(path), what));
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(fmt::format("{}: {}", for_message(path), system_error_text(errno != 0 ? errno : ENOENT)));
  std::string text(most_bytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad()) throw FailureError(fmt::format("{}: cannot be read", for_message(path)));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > most_bytes) {
    throw InputError(fmt::format("{}: is longer than 1 MB; this is not {}", for_message(path), what));
  }
  return text;
}

}  // namespace tucana
