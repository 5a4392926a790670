// What is on the disk after a kill, a full disk or a limit on file sizes at every single write and rename.
#include <fmt/format.h>
#include <sys/wait.h>

#include <cstdlib>

#include "tests/io/io_test.h"
#include "tests/io/numbered_state.h"
#include "tucana/io/checkpoint_file.h"

namespace tucana {
namespace {

using test::IoTest;

class Fault : public IoTest {
 protected:
  void SetUp() override {
    IoTest::SetUp();
    root_ = folder_;
  }
  void TearDown() override {
    IoTest::TearDown();
    std::filesystem::remove(root_.string() + ".stderr");
  }
  /// Runs fault_child for checkpoints first .. last; its exit code, 137 when it was killed.
  int run(const std::string& fault, int first, int last, const std::string& before = "") {
    const std::string command = fmt::format("{} TUCANA_FAULT='{}' '{}' '{}' {} {} 2>'{}.stderr'", before, fault,
                                            TUCANA_FAULT_CHILD, folder_.string(), first, last, root_.string());
    // The shell says 128 + signal; a shell that was replaced by the command dies of the signal itself.
    const int status = std::system(command.c_str());
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }
  std::filesystem::path root_;  ///< beside which its messages go
  /// The version of the checkpoint that a restart would use; 0 when there is none.
  int recovered() {
    test::NumberedState state;
    try {
      read_checkpoint(folder_, [&](Archive& a) { state.describe(a); });
    } catch (const InputError&) {
      return 0;
    }
    EXPECT_TRUE(state.whole());
    return state.version;
  }
  int parts() {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) count += entry.path().extension() == ".part";
    return count;
  }
  void expect_goes_on_from(int version) {
    EXPECT_EQ(run("", version + 1, 4), 0);
    EXPECT_EQ(recovered(), 4);
    EXPECT_EQ(parts(), 0);
    std::string lines;
    for (int v = 1; v <= 4; ++v) lines += test::log_line(v) + "\n";
    EXPECT_EQ(test::read_text_file(file("log.jsonl")), lines);
  }
  /// Kills at the 1st, 2nd, ... passage of a fault point until the run survives; returns how many kills there were.
  int kill_at_every(const std::string& point, const std::string& action = "kill") {
    int kills = 0;
    for (int last_version = 0;; ++kills) {
      TearDown();
      SetUp();
      const int status = run(fmt::format("{}@{}:{}", action, point, kills + 1), 1, 3);
      const int version = recovered();
      EXPECT_GE(version, last_version) << "a later kill must not lose what an earlier one left";
      last_version = version;
      if (status == 0) break;
      EXPECT_EQ(status, 137);
      expect_goes_on_from(version);
      if (kills > 100) break;
    }
    EXPECT_EQ(recovered(), 3);
    return kills;
  }
};

TEST_F(Fault, KillAtEveryWriteLeavesAWholeCheckpoint) {
  EXPECT_EQ(kill_at_every("write"), 9);  // a log line and two pieces of a checkpoint, three times
}

TEST_F(Fault, KillAtEveryRenameLeavesAWholeCheckpoint) {
  EXPECT_EQ(kill_at_every("rename"), 5);  // the first checkpoint has no predecessor to rename
}

TEST_F(Fault, PowerLossAtEveryWriteSyncAndRenameLeavesAWholeCheckpoint) {
  EXPECT_EQ(kill_at_every("write", "power"), 9);
  EXPECT_EQ(kill_at_every("rename", "power"), 5);
  EXPECT_EQ(kill_at_every("sync", "power"), 9);  // log, checkpoint and folder, three times
  EXPECT_EQ(kill_at_every("sync", "power_names"), 9);
}

TEST_F(Fault, PowerLossTakesBackWhatWasNotSynced) {
  // That the test above means something: the second checkpoint is in place but its folder is not synced.
  EXPECT_EQ(run("power@sync:6", 1, 2), 137);
  EXPECT_EQ(recovered(), 1);
  TearDown();
  SetUp();
  EXPECT_EQ(run("kill@sync:6", 1, 2), 137);
  EXPECT_EQ(recovered(), 2);
  // Nor is a line in the log before its sync, nor a folder before that of the one above.
  TearDown();
  SetUp();
  EXPECT_EQ(run("power@sync:4", 1, 2), 137);
  EXPECT_EQ(test::read_text_file(file("log.jsonl")), test::log_line(1) + "\n");
  folder_ /= "new";
  EXPECT_EQ(run("power@sync:1", 1, 1), 137);
  EXPECT_FALSE(std::filesystem::exists(folder_));
  EXPECT_EQ(run("power@sync:2", 1, 1), 137);
  EXPECT_TRUE(std::filesystem::exists(folder_)) << "a new folder is not synced";
  folder_ = folder_.parent_path();
}

TEST_F(Fault, FailingSyncLeavesTheOldFilesWhole) {
  for (int count = 1; count <= 9; ++count) {
    TearDown();
    SetUp();
    EXPECT_EQ(run(fmt::format("fail@sync:{}", count), 1, 3), 1);
    EXPECT_EQ(parts(), 0);
    const int version = recovered();
    EXPECT_GE(version, (count - 1) / 3);
    EXPECT_LE(version, (count - 1) / 3 + 1);
    const std::string message = test::read_text_file(root_.string() + ".stderr");
    EXPECT_NE(message.find("Input/output error"), std::string::npos) << message;
    expect_goes_on_from(version);
  }
}

TEST_F(Fault, LinksInThePlaceOfPartsAreNotFollowed) {
  test::write_text_file(file("precious"), "mine");
  for (const char* part : {"checkpoint.hdf5.part", "checkpoint.previous.hdf5.part"}) {
    std::filesystem::create_symlink(file("precious"), file(part));
  }
  EXPECT_EQ(run("", 1, 3), 0);
  EXPECT_EQ(test::read_text_file(file("precious")), "mine");
  EXPECT_EQ(recovered(), 3);
}

TEST_F(Fault, FullDiskLeavesTheOldFilesWhole) {
  for (int count = 1; count <= 9; ++count) {
    TearDown();
    SetUp();
    EXPECT_EQ(run(fmt::format("enospc@write:{}", count), 1, 3), 1);
    EXPECT_EQ(parts(), 0);
    const int version = recovered();
    EXPECT_EQ(version, (count - 1) / 3);
    const std::string message = test::read_text_file(root_.string() + ".stderr");
    EXPECT_NE(message.find("No space left on device; free some space"), std::string::npos) << message;
    EXPECT_NE(message.find(folder_.string()), std::string::npos) << message;
    expect_goes_on_from(version);
  }
}

TEST_F(Fault, FailingRenameLeavesTheOldFilesWhole) {
  for (int count = 1; count <= 5; ++count) {
    TearDown();
    SetUp();
    EXPECT_EQ(run(fmt::format("enospc@rename:{}", count), 1, 3), 1);
    EXPECT_EQ(parts(), 0);
    const int version = recovered();
    EXPECT_GE(version, count / 2);
    expect_goes_on_from(version);
  }
}

TEST_F(Fault, LimitOnFileSizesIsAFailureNotASignal) {
  EXPECT_EQ(run("", 1, 1), 0);
  EXPECT_EQ(run("", 2, 3, "trap '' XFSZ; ulimit -f 1;"), 1);
  EXPECT_EQ(recovered(), 1);
  EXPECT_EQ(parts(), 0);
  const std::string message = test::read_text_file(root_.string() + ".stderr");
  EXPECT_NE(message.find("File too large"), std::string::npos) << message;
}

TEST_F(Fault, DamageOfTheNewestFallsBackToThePrevious) {
  EXPECT_EQ(run("", 1, 2), 0);
  const std::string whole = test::read_text_file(file("checkpoint.hdf5"));
  for (const std::size_t at : {std::size_t{0}, std::size_t{5000}, whole.size() / 2, whole.size() - 1}) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ 4);
    test::write_text_file(file("checkpoint.hdf5"), flipped);
    EXPECT_EQ(recovered(), 1) << "bit flip at " << at;
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{10}, whole.size() / 2, whole.size() - 1}) {
    test::write_text_file(file("checkpoint.hdf5"), whole.substr(0, size));
    EXPECT_EQ(recovered(), 1) << "cut to " << size;
  }
  // A damaged newest must never replace the only good one, not even for an instant.
  EXPECT_EQ(run("kill@rename:2", 3, 3), 137);
  EXPECT_EQ(recovered(), 3);
}

}  // namespace
}  // namespace tucana
