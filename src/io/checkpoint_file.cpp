#include "tucana/io/checkpoint_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <exception>
#include <optional>

#include "tucana/core/error.h"
#include "tucana/io/durable_file.h"
#include "tucana/io/file_image.h"
#include "tucana/io/hdf5/checkpoint_archive.h"
#include "tucana/io/run_folder.h"

namespace tucana {
namespace {

/// Why a checkpoint cannot be used, found before anything was loaded from it.
struct Unusable {
  std::string reason;
};

/// As rank 0 reads it.
FileImage read_for_all(const std::filesystem::path& file, Communicator& ranks) {
  constexpr auto failed = ~std::size_t{0};
  FileImage image;
  std::exception_ptr problem;
  const std::size_t size = ranks.decide([&] {
    try {
      image = read_file_image(file);
      return image.size();
    } catch (...) {
      problem = std::current_exception();
      return failed;
    }
  });
  if (problem) std::rethrow_exception(problem);
  if (size == failed) throw InputError(fmt::format("{} could not be read in rank 0", file.string()));
  image.resize(size);
  ranks.broadcast(image.bytes());
  return image;
}

CheckpointSource read_one(const std::filesystem::path& file, FunctionRef<void(Archive&)> load,
                          Communicator& ranks = alone()) {
  std::optional<hdf5::CheckpointFields> fields;
  try {
    fields.emplace(read_for_all(file, ranks));
  } catch (const InputError& error) {
    throw Unusable{error.what()};
  } catch (const DiskError& error) {
    throw Unusable{error.what()};
  } catch (const Error&) {
    throw;  // of memory or processes: the file may be as good as any
  } catch (const std::runtime_error& error) {
    throw Unusable{fmt::format("cannot use {}: {}", file.string(), error.what())};
  }
  hdf5::CheckpointReader reader(*fields, file.string());
  load(reader);
  return {file, false, "", fields->code_version()};
}

// The old file gets its second name first and loses its first name to the new one by that one's rename: there is
// always a checkpoint.hdf5. The previous one is given up last, when the new one is in place, so that even a damaged
// newest never replaces the only good one.
void replace_checkpoint(const RunFolder& folder, const std::filesystem::path& part) {
  const std::filesystem::path kept = part_name(folder.previous_checkpoint());
  remove_file(kept);  // of a run that was killed here
  const int error = link_file(folder.checkpoint(), kept);
  const bool linked = error == 0;
  try {
    if (!linked && error != ENOENT) {
      // No hard links here. For an instant only the previous name exists, so what gets it must be whole.
      if (check_seal(read_file_image(folder.checkpoint()).bytes()) == SealState::whole) {
        rename_file(folder.checkpoint(), folder.previous_checkpoint());
      }
    }
    rename_file(part, folder.checkpoint());
  } catch (...) {
    ::unlink(kept.c_str());
    ::unlink(part.c_str());
    throw;
  }
  if (linked) {
    rename_file(kept, folder.previous_checkpoint());
    remove_file(kept);  // rename does nothing when both names are already one file
  }
  sync_folder(folder.path());
}

}  // namespace

void write_checkpoint(const std::filesystem::path& folder, FunctionRef<void(Archive&)> save) {
  const RunFolder run(folder);
  FileImage image;
  try {
    const hdf5::Session session;
    hdf5::CheckpointWriter writer;
    save(writer);
    image = writer.finish();
  } catch (const hdf5::CallError& error) {
    throw FailureError(fmt::format("cannot write {}: {}", run.checkpoint().string(), error.what()));
  }
  const std::filesystem::path part = part_name(run.checkpoint());
  write_and_sync(part, image.bytes());
  replace_checkpoint(run, part);
}

CheckpointSource read_checkpoint_file(const std::filesystem::path& file, FunctionRef<void(Archive&)> load) {
  try {
    return read_one(file, load);
  } catch (const Unusable& unusable) {
    throw InputError(unusable.reason);
  }
}

CheckpointSource read_checkpoint(const std::filesystem::path& folder, FunctionRef<void(Archive&)> load,
                                 Communicator& ranks) {
  const RunFolder run(folder);
  std::string newest_reason;
  try {
    return read_one(run.checkpoint(), load, ranks);
  } catch (const Unusable& unusable) {
    newest_reason = unusable.reason;
  }
  try {
    CheckpointSource source = read_one(run.previous_checkpoint(), load, ranks);
    source.is_previous = true;
    source.reason = newest_reason;
    return source;
  } catch (const Unusable& unusable) {
    throw InputError(
        fmt::format("{} holds no checkpoint to go on from: {}; {}", folder.string(), newest_reason, unusable.reason));
  }
}

}  // namespace tucana
