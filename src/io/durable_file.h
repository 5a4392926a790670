#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

#include "tucana/core/file_descriptor.h"

namespace tucana {

/// Writes a file such that at every instant, also after a kill or a power loss, `path` is either as before or
/// holds all of `bytes`: written beside as `path.part`, synced, renamed, the folder synced.
/// Throws FailureError, after removing the part, when the disk does not take it.
void write_file_durably(const std::filesystem::path& path, std::span<const std::byte> bytes);
inline void write_file_durably(const std::filesystem::path& path, std::string_view text) {
  write_file_durably(path, std::as_bytes(std::span(text)));
}

/// The steps of the above, for files that change names in another order (checkpoints).
std::filesystem::path part_name(const std::filesystem::path& path);
/// Removes what stands at `path` (a link, not what it points to), creates the file, writes and syncs it; removes it
/// again on failure.
void write_and_sync(const std::filesystem::path& path, std::span<const std::byte> bytes);
void rename_file(const std::filesystem::path& from, const std::filesystem::path& to);
/// A second name for a file. Returns 0 or the errno.
int link_file(const std::filesystem::path& from, const std::filesystem::path& to);
/// Not an error when it is not there.
void remove_file(const std::filesystem::path& path);
/// Brings the content of an open file to the disk. Returns 0 or the errno.
int sync_file(const FileDescriptor& file, const std::filesystem::path& path);
void sync_folder(const std::filesystem::path& folder);

/// Throws FailureError: what could not be done to the file, why, and what to do.
[[noreturn]] void throw_write_failure(const char* action, const std::filesystem::path& path, int error_number);

}  // namespace tucana
