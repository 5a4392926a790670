#pragma once

#include <filesystem>

// What a loss of power would take back. A file's content is on the disk when the file was synced, a name (made, moved
// or removed) when its folder was. Kept only while a test awaits a loss of power (TUCANA_FAULT=power@...), in memory;
// otherwise each of these does nothing. Those that change names are called before the change.
namespace tucana::disk_journal {

void making_folder(const std::filesystem::path& folder);
/// A new, empty file gets this name.
void creating(const std::filesystem::path& path);
/// The file is opened for writing and created if it is not there.
void opening(const std::filesystem::path& path);
void renaming(const std::filesystem::path& from, const std::filesystem::path& to);
void linking(const std::filesystem::path& from, const std::filesystem::path& to);
void removing(const std::filesystem::path& path);

void synced(const std::filesystem::path& path);
void synced_folder(const std::filesystem::path& folder);

}  // namespace tucana::disk_journal
