#include "tucana/io/run_folder.h"

#include "tests/io/io_test.h"

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
    run().remove_run();
    EXPECT_FALSE(run().holds_run()) << name;
  }
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

TEST_F(RunFolderTest, OneProgramAtATime) {
  {
    const FolderLock lock(run());
    EXPECT_INPUT_ERROR(FolderLock second(run()), "is in use by another run");
  }
  const FolderLock again(run());
}

}  // namespace
}  // namespace tucana
