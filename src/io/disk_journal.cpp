#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "tucana/core/fault_point.h"
#include "tucana/io/disk_journal_internal.h"

namespace tucana::disk_journal {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// One file, whatever its names: what of it is on the disk.
struct File {
  std::string content;
};
using Names = std::map<std::string, std::shared_ptr<File>>;

struct Folder {
  Names now, on_disk;
  bool is_on_disk = true;
};

class Journal {
 public:
  std::mutex mutex;

  Folder& folder(const fs::path& path) {
    const auto [entry, is_new] = folders_.try_emplace(path);
    Folder& folder = entry->second;
    std::error_code error;
    if (!is_new || !fs::is_directory(path, error)) return folder;
    for (const auto& file : fs::directory_iterator(path)) {
      if (!file.is_regular_file()) continue;
      folder.now[file.path().filename()] = std::make_shared<File>(File{content_of(file.path())});
    }
    folder.on_disk = folder.now;
    return folder;
  }

  void folder_reached_disk(const fs::path& path) {
    Folder& synced = folder(path);
    synced.on_disk = synced.now;
    for (auto& [other, inner] : folders_) {
      if (other.parent_path() == path) inner.is_on_disk = true;
    }
  }

  void take_back(bool names_stay) {
    std::error_code ignored;
    // Folders come before what is in them.
    for (const auto& [path, folder] : folders_) {
      if (!folder.is_on_disk && !names_stay) {
        fs::remove_all(path, ignored);
        continue;
      }
      if (!fs::is_directory(path, ignored)) continue;
      for (const auto& [name, file] : folder.now) fs::remove(path / name, ignored);
      for (const auto& [name, file] : names_stay ? folder.now : folder.on_disk) {
        std::ofstream(path / name, std::ios::binary) << file->content;
      }
    }
  }

 private:
  std::map<fs::path, Folder> folders_;
};

Journal& journal() {
  static Journal* const the_journal = [] {  // never destroyed: threads may still be writing
    on_power_loss([](bool names_stay) { journal().take_back(names_stay); });
    return new Journal;
  }();
  return *the_journal;
}

/// "." and "runs/a/" end with a slash when they are made normal.
fs::path place_of(const fs::path& path) {
  const fs::path place = fs::absolute(path).lexically_normal();
  return place.has_filename() || !place.has_relative_path() ? place : place.parent_path();
}

template <class Action>
void with_folder_of(const fs::path& path, const Action& action) {
  if (!power_loss_awaited()) return;
  const std::scoped_lock lock(journal().mutex);
  const fs::path place = place_of(path);
  action(journal().folder(place.parent_path()), place.filename().string());
}

}  // namespace

void making_folder(const fs::path& folder) {
  if (!power_loss_awaited()) return;
  const std::scoped_lock lock(journal().mutex);
  journal().folder(place_of(folder).parent_path());
  journal().folder(place_of(folder)).is_on_disk = false;
}

void creating(const fs::path& path) {
  with_folder_of(path, [](Folder& folder, const std::string& name) { folder.now[name] = std::make_shared<File>(); });
}

void opening(const fs::path& path) {
  with_folder_of(path, [](Folder& folder, const std::string& name) {
    if (!folder.now.contains(name)) folder.now[name] = std::make_shared<File>();
  });
}

void renaming(const fs::path& from, const fs::path& to) {
  linking(from, to);
  removing(from);
}

void linking(const fs::path& from, const fs::path& to) {
  std::shared_ptr<File> file;
  with_folder_of(from, [&](Folder& folder, const std::string& name) {
    if (folder.now.contains(name)) file = folder.now[name];
  });
  if (!file) return;
  with_folder_of(to, [&](Folder& folder, const std::string& name) { folder.now[name] = file; });
}

void removing(const fs::path& path) {
  with_folder_of(path, [](Folder& folder, const std::string& name) { folder.now.erase(name); });
}

void synced(const fs::path& path) {
  with_folder_of(path, [&](Folder& folder, const std::string& name) {
    if (folder.now.contains(name)) folder.now[name]->content = content_of(path);
  });
}

void synced_folder(const fs::path& folder) {
  if (!power_loss_awaited()) return;
  const std::scoped_lock lock(journal().mutex);
  journal().folder_reached_disk(place_of(folder));
}

}  // namespace tucana::disk_journal
