#include "tucana/io/run_folder.h"

#include "tests/io/io_test.h"
#include "tucana/io/isolated.h"

namespace tucana {
namespace {

using test::IoTest;

class RunFolderTest : public IoTest {
 protected:
  RunFolder run() const { return RunFolder(folder_); }
};

TEST_F(RunFolderTest, NamesAndNumbersOfSnapshots) {
  EXPECT_EQ(run().snapshot(7).filename(), "snapshot_0007.hdf5");
  EXPECT_EQ(run().snapshot(123456).filename(), "snapshot_123456.hdf5");
  EXPECT_EQ(RunFolder::snapshot_number(run().snapshot(123456)), 123456);
  for (const char* other : {"snapshot_7.hdf5", "snapshot_00x7.hdf5", "snapshot_0007.hdf5.part", "snapshot_-0007.hdf5",
                            "snapshot_99999999999999.hdf5", "checkpoint.hdf5", "snapshot_.hdf5"}) {
    EXPECT_EQ(RunFolder::snapshot_number(other), -1) << other;
  }
}

TEST_F(RunFolderTest, EveryFileOfARunMakesARun) {
  EXPECT_FALSE(RunFolder(file("none")).holds_run());
  test::write_text_file(file("notes.txt"), "mine");
  test::write_text_file(file("STOP"), "");
  EXPECT_FALSE(run().holds_run());
  for (const char* name : {"used.toml", "log.jsonl", "summary.json", "checkpoint.hdf5", "checkpoint.previous.hdf5",
                           "snapshot_0000.hdf5"}) {
    test::write_text_file(file(name), "");
    EXPECT_TRUE(run().holds_run()) << name;
    run().remove_results();
    EXPECT_EQ(run().holds_run(), std::string(name) == "used.toml") << name;
    std::filesystem::remove(file("used.toml"));
  }
  // A link that leads nowhere would be written through.
  std::filesystem::create_symlink(file("nowhere"), file("log.jsonl"));
  EXPECT_TRUE(run().holds_run());
  EXPECT_TRUE(std::filesystem::exists(file("notes.txt")));
}

TEST_F(RunFolderTest, ARestartRemovesLaterSnapshotsAndParts) {
  for (const char* name : {"snapshot_0001.hdf5", "snapshot_0002.hdf5", "snapshot_0003.hdf5", "snapshot_0001.hdf5.part",
                           "snapshot_0003.hdf5.part", "snapshot_x.hdf5"}) {
    test::write_text_file(file(name), "");
  }
  run().remove_snapshots_from(2);
  std::vector<std::string> left;
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) left.push_back(entry.path().filename());
  std::sort(left.begin(), left.end());
  EXPECT_EQ(left, (std::vector<std::string>{"snapshot_0001.hdf5", "snapshot_x.hdf5"}));
}

TEST_F(RunFolderTest, CreatesFoldersOrSaysWhyNot) {
  RunFolder(file("a/b/c")).create();
  EXPECT_TRUE(std::filesystem::is_directory(file("a/b/c")));
  RunFolder(file("a/b/c")).create();
  test::write_text_file(file("file"), "");
  EXPECT_INPUT_ERROR(RunFolder(file("file")).create(), "it is a file, not a folder");
  EXPECT_INPUT_ERROR(RunFolder(file("file/below")).create(), "cannot write results into");
  // /proc is unwritable for everybody, root included.
  EXPECT_INPUT_ERROR(RunFolder("/proc/tucana").create(), "cannot write results into /proc/tucana: No such file");
}

TEST_F(RunFolderTest, OwnsWhatARunWritesByAnyName) {
  const RunFolder folder(file("run"));
  folder.create();
  std::filesystem::create_directory_symlink(file("run"), file("same"));
  for (const char* name : {"used.toml", "log.jsonl", "tuning.jsonl", "checkpoint.hdf5", "snapshot_0003.hdf5",
                           "snapshot_0003.hdf5.part", "STOP"}) {
    EXPECT_TRUE(folder.owns(file("run") / name)) << name;
    EXPECT_TRUE(folder.owns(file("same") / name)) << name;
    EXPECT_TRUE(folder.owns(file("run/../run") / name)) << name;
    EXPECT_FALSE(folder.owns(file(name))) << name;
  }
  EXPECT_FALSE(folder.owns(file("run/stars.hdf5")));
  // A link elsewhere to a file of the run, and a link among the files of the run.
  test::write_text_file(file("run/snapshot_0000.hdf5"), "");
  std::filesystem::create_symlink(file("run/snapshot_0000.hdf5"), file("link"));
  EXPECT_TRUE(folder.owns(file("link")));
  test::write_text_file(file("stars"), "");
  std::filesystem::create_symlink(file("stars"), file("run/snapshot_0001.hdf5"));
  EXPECT_TRUE(folder.owns(file("run/snapshot_0001.hdf5")));
}

TEST_F(RunFolderTest, OneProgramAtATime) {
  EXPECT_FALSE(FolderLock::is_held(run()));
  {
    const FolderLock lock(run());
    EXPECT_INPUT_ERROR(FolderLock second(run()), "is in use by another run");
    EXPECT_INPUT_ERROR(FolderLock::of_new_run(run()), "is in use by another run");
    EXPECT_TRUE(FolderLock::is_held(run()));
  }
  EXPECT_FALSE(FolderLock::is_held(run()));
  const FolderLock again(run());
}

TEST_F(RunFolderTest, TheChildThatReadsAFileDoesNotHoldTheLock) {
  FolderLock lock(run());
  const auto wait_for = [&](const char* name) {
    while (!std::filesystem::exists(file(name))) ::usleep(1000);
  };
  const auto work = [&] {
    test::write_text_file(file("child lives"), "");
    wait_for("child may end");
    return FileImage();
  };
  run_isolated(0, work, [&] {
    wait_for("child lives");
    EXPECT_TRUE(FolderLock::is_held(run()));
    lock = FolderLock();
    EXPECT_FALSE(FolderLock::is_held(run())) << "a run that is killed while it reads cannot be restarted";
    test::write_text_file(file("child may end"), "");
  });
}

TEST_F(RunFolderTest, ALookAtTheLockKeepsNobodyOut) {
  const FolderLock lock(run());
  EXPECT_TRUE(FolderLock::is_held(run()));
  EXPECT_TRUE(FolderLock::is_held(run()));
}

TEST_F(RunFolderTest, OnlyTheHolderTakesANewFolderBack) {
  const RunFolder folder(file("new"));
  FolderLock winner = FolderLock::of_new_run(folder);
  EXPECT_INPUT_ERROR(FolderLock::of_new_run(folder), "is in use by another run");
  EXPECT_TRUE(std::filesystem::exists(folder.lock())) << "the loser removed the winner's lock";
  winner.take_back();
  EXPECT_FALSE(std::filesystem::exists(file("new")));
  // What was there before stays, and so does a folder with something in it.
  FolderLock of_old = FolderLock::of_new_run(run());
  of_old.take_back();
  EXPECT_TRUE(std::filesystem::exists(folder_));
  FolderLock again = FolderLock::of_new_run(folder);
  test::write_text_file(file("new/notes.txt"), "");
  again.take_back();
  EXPECT_TRUE(std::filesystem::exists(file("new/notes.txt")));
}

}  // namespace
}  // namespace tucana
