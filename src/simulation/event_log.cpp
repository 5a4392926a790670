#include "tucana/simulation/event_log.h"

#include "tucana/io/durable_file.h"
#include "tucana/simulation/run_records.h"

namespace tucana {

void EventLog::open() {
  file_.reset();
  if (!folder_.is_written()) {
    file_.emplace();
  } else if (mark_.offset > 0) {
    file_.emplace(folder_.events(), mark_);
  } else {
    remove_file(folder_.events());
  }
  is_open_ = true;
  for (const std::string& line : std::exchange(waiting_, {})) append(line);
}

void EventLog::happened(double time, std::string_view process, const Event& event) {
  std::string line = event_line(time, process, event);
  if (is_open_) {
    append(line);
  } else {
    waiting_.push_back(std::move(line));
  }
}

void EventLog::append(const std::string& line) {
  if (!file_) file_.emplace(folder_.events(), LogMark{});
  file_->append(line);
}

void EventLog::sync() {
  if (!file_) return;
  file_->sync();
  mark_ = file_->mark();
}

void EventLog::describe(Archive& archive) {
  const Archive::Group group(archive, "events");
  archive.field("offset", mark_.offset);
  archive.field("sum", mark_.sum);
}

}  // namespace tucana
