// Writes checkpoints 1 .. N and a line for each into a log, so that tests can make it fail on the way (TUCANA_FAULT).
// Exit 1 and the message on stderr when writing fails.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/io/numbered_state.h"
#include "tucana/core/error.h"
#include "tucana/io/checkpoint_file.h"
#include "tucana/io/line_log.h"
#include "tucana/io/run_folder.h"

int main(int argc, char** argv) {
  using namespace tucana;
  if (argc != 4) return 2;
  const RunFolder folder{argv[1]};
  const int first = std::atoi(argv[2]), last = std::atoi(argv[3]);
  try {
    LogMark mark;
    for (int version = 1; version < first; ++version) mark = mark.after(test::log_line(version) + "\n");
    folder.create();
    LineLog log(folder.log(), mark);
    if (!log.problem().empty()) return 3;
    for (int version = first; version <= last; ++version) {
      log.append(test::log_line(version));
      log.sync();
      write_checkpoint(folder.path(), [&](Archive& archive) { test::NumberedState{version}.describe(archive); });
    }
  } catch (const FailureError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
