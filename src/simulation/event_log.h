#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/io/line_log.h"
#include "tucana/io/run_folder.h"
#include "tucana/simulation/observer.h"

namespace tucana {

/// Writes events.jsonl: a line for everything that processes did to stars. The file exists as soon as something has
/// happened; a run without processes has none.
class EventLog final : public Observer {
 public:
  /// The folder must outlive it.
  explicit EventLog(const RunFolder& folder) : folder_(folder) {}

  /// Opens the file where the state says, and removes what a killed run wrote after that. Events of the start, which
  /// come before there are any files, are written now.
  void open();
  void happened(double time, std::string_view process, const Event& event) override;
  void note_mark() {
    if (file_) mark_ = file_->mark();
  }
  /// Brings the file to the disk, before a checkpoint that names its length.
  void sync();
  /// What open() found wrong with the file of a run that goes on; empty when nothing is.
  std::string problem() const { return file_ ? file_->problem() : std::string(); }
  void describe(Archive& archive);

 private:
  void append(const std::string& line);

  const RunFolder& folder_;
  bool is_open_ = false;
  std::vector<std::string> waiting_;  ///< lines that came before open()
  std::optional<LineLog> file_;
  LogMark mark_;  ///< as the next checkpoint knows the file
};

}  // namespace tucana
