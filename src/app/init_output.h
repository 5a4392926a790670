#pragma once

#include <cstdint>
#include <string>

#include "tucana/app/command.h"
#include "tucana/core/stars.h"
#include "tucana/core/units.h"
#include "tucana/io/snapshot.h"

namespace tucana::app {

/// The flags that every `tucana init` has.
struct InitWords {
  std::string n, seed, out, run_file;
  bool force = false;
};

void add_body_flags(Command& command, InitWords& words);
void add_output_flags(Command& command, InitWords& words, const std::string& default_name);

/// What -n and --seed say, in the range of model.n and model.seed.
std::size_t bodies_in(const InitWords& words);
std::uint64_t seed_in(const InitWords& words);

/// Throws InputError when a file that is to be written is there already, or a folder; before the work is done.
void check_outputs(const InitWords& words);
/// The same for one more file that a flag names.
void check_output_file(const std::string& path, const char* flag, bool force);

/// How the stars should be run.
struct RunAdvice {
  bool galaxy = false;           ///< a tree and leap-frog rather than direct sums and Hermite; needs a softening
  FamilyLengths softening = {};  ///< kept in the snapshot, from which a run takes it
  double end_time = 10;
};

/// One softening for all families.
FamilyLengths for_all_families(double softening);

/// Writes the snapshot, and the run file if it was asked for, and says what to do with them. `record` is the TOML text
/// that the snapshot keeps of its making.
void write_model(const InitWords& words, const StarsBuffer& stars, const UnitScale& units, const std::string& what,
                 const std::string& record, const RunAdvice& advice);

}  // namespace tucana::app
