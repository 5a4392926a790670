#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "tucana/core/archive.h"
#include "tucana/core/communicator.h"
#include "tucana/core/function_ref.h"

namespace tucana {

/// Which checkpoint was read, and why not the newest one.
struct CheckpointSource {
  std::filesystem::path path;
  bool is_previous = false;
  std::string reason;        ///< why the newest was not used; empty when it was
  std::string code_version;  ///< of the program that wrote it
};

/// Writes checkpoint.hdf5 into the folder from what `save` puts into the archive; the one that was there becomes
/// checkpoint.previous.hdf5. At every instant, also after a kill or a power loss, one of the two names holds a whole
/// checkpoint. Throws FailureError, with both files as they were, when the disk does not take it.
void write_checkpoint(const std::filesystem::path& folder, FunctionRef<void(Archive&)> save);

/// Verifies the newest checkpoint (seal, format) and hands it to `load`; when it is missing or damaged, the previous
/// one. Fields are found by name in any order; a missing one is an InputError. Errors of `load` itself pass through:
/// a second attempt would begin from half-loaded state. Where several processes compute a run together, rank 0 reads
/// and all load the same.
CheckpointSource read_checkpoint(const std::filesystem::path& folder, FunctionRef<void(Archive&)> load,
                                 Communicator& ranks = alone());

/// Reads one file, without a second choice.
CheckpointSource read_checkpoint_file(const std::filesystem::path& file, FunctionRef<void(Archive&)> load);

}  // namespace tucana
