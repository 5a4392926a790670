#include <cstring>
#include <limits>

#include "tests/io/io_test.h"
#include "tucana/io/checkpoint_file.h"
#include "tucana/io/run_folder.h"

namespace tucana {
namespace {

using test::IoTest;

/// A state with every kind of field.
struct State {
  double real = 0;
  bool flag = false;
  std::int32_t small = 0;
  std::uint64_t counter = 0;
  Tick tick;
  std::string text;
  std::vector<double> reals;
  std::vector<Vec3> vectors;
  std::vector<std::uint32_t> empty;
  std::vector<Slot> slots;

  void describe(Archive& archive) {
    archive.field("real", real);
    archive.field("flag", flag);
    {
      Archive::Group group(archive, "schedule");
      archive.field("tick", tick);
      archive.field("slots", slots);
      Archive::Group inner(archive, "inner");
      archive.field("small", small);
    }
    archive.field("counter", counter);
    archive.field("text", text);
    archive.field("reals", reals);
    archive.field("vectors", vectors);
    archive.field("empty", empty);
  }
};

State some_state(int version) {
  State s;
  s.real = version + 0.1;
  s.flag = true;
  s.small = -version;
  s.counter = std::numeric_limits<std::uint64_t>::max() - static_cast<std::uint64_t>(version);
  s.tick = {std::int64_t{1} << 60};
  s.text = "made up";
  s.reals = {-0.0, 5e-324, std::numeric_limits<double>::quiet_NaN(), 1.0 / 3};
  s.vectors = {{1, 2, 3}, {4, 5, static_cast<double>(version)}};
  s.slots = {slot_at(5), slot_at(1)};
  return s;
}

MemoryArchive bits(State state) {
  MemoryArchive archive;
  state.describe(archive);
  return archive;
}

class Checkpoint : public IoTest {
 protected:
  void save(int version) {
    write_checkpoint(folder_, [&](Archive& a) { some_state(version).describe(a); });
  }
  CheckpointSource load() {
    state_ = {};
    return read_checkpoint(folder_, [&](Archive& a) { state_.describe(a); });
  }
  State state_;
};

TEST_F(Checkpoint, RoundTripKeepsEveryBit) {
  save(1);
  const CheckpointSource source = load();
  EXPECT_EQ(source.path, file("checkpoint.hdf5"));
  EXPECT_FALSE(source.is_previous);
  EXPECT_EQ(source.reason, "");
  EXPECT_FALSE(source.code_version.empty());
  EXPECT_EQ(bits(state_).first_difference(bits(some_state(1))), "");
}

TEST_F(Checkpoint, KeepsItsPredecessor) {
  save(1);
  save(2);
  save(3);
  load();
  EXPECT_EQ(bits(state_), bits(some_state(3)));
  std::filesystem::remove(file("checkpoint.hdf5"));
  const CheckpointSource source = load();
  EXPECT_TRUE(source.is_previous);
  EXPECT_NE(source.reason.find("checkpoint.hdf5"), std::string::npos);
  EXPECT_EQ(bits(state_), bits(some_state(2)));
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) EXPECT_NE(entry.path().extension(), ".part");
}

TEST_F(Checkpoint, FieldsAreFoundByName) {
  write_checkpoint(folder_, [](Archive& a) {
    double first = 1, second = 2;
    a.field("first", first);
    a.field("second", second);
  });
  double first = 0, second = 0;
  read_checkpoint(folder_, [&](Archive& a) {
    a.field("second", second);
    a.field("first", first);
  });
  EXPECT_EQ(first, 1);
  EXPECT_EQ(second, 2);
}

TEST_F(Checkpoint, RefusesMissingAndOtherFields) {
  save(1);
  double real = 0;
  std::int64_t integer = 0;
  std::vector<Vec3> vectors;
  const auto load_with = [&](auto&& f) { read_checkpoint(folder_, [&](Archive& a) { f(a); }); };
  EXPECT_INPUT_ERROR(load_with([&](Archive& a) { a.field("unreal", real); }), "unreal is missing");
  EXPECT_INPUT_ERROR(load_with([&](Archive& a) { a.field("real", integer); }), "real is of another kind");
  EXPECT_INPUT_ERROR(load_with([&](Archive& a) { a.field("reals", real); }), "4 elements instead of 1");
  EXPECT_INPUT_ERROR(load_with([&](Archive& a) { a.field("reals", vectors); }), "4 elements instead of 3");
  EXPECT_INPUT_ERROR(load_with([&](Archive& a) { Archive::Group g(a, "nowhere"); }), "nowhere (a group) is missing");
  EXPECT_INPUT_ERROR(load_with([&](Archive& a) {
                       Archive::Group g(a, "schedule");
                       a.field("tock", real);
                     }),
                     "schedule/tock is missing");
}

TEST_F(Checkpoint, AFolderWithoutOneSaysSo) {
  EXPECT_INPUT_ERROR(load(), "holds no checkpoint to go on from");
  test::write_text_file(file("checkpoint.hdf5"), "not a checkpoint");
  EXPECT_INPUT_ERROR(load(), "checkpoint.hdf5: it is not a whole checkpoint");
}

TEST_F(Checkpoint, EqualStateGivesEqualBytes) {
  save(1);
  const std::string first = test::read_text_file(file("checkpoint.hdf5"));
  save(1);
  EXPECT_EQ(first, test::read_text_file(file("checkpoint.hdf5")));
}

}  // namespace
}  // namespace tucana
