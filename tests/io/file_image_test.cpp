#include "tucana/io/file_image.h"

#include <cstring>

#include "tests/io/io_test.h"
#include "tucana/io/durable_file.h"

namespace tucana {
namespace {

using test::IoTest;

class FileImageTest : public IoTest {};

FileImage image_of(std::size_t size) {
  FileImage image;
  image.resize(size);
  for (std::size_t i = 0; i < size; ++i) image.bytes()[i] = static_cast<std::byte>(i * 37 + i / 251);
  return image;
}

TEST_F(FileImageTest, ASealNoticesEveryBitFlipAndEveryCut) {
  for (const std::size_t size : {0, 1, 31, 32, 33, 100}) {
    FileImage image = image_of(size);
    EXPECT_EQ(check_seal(image.bytes()), SealState::absent);
    append_seal(image);
    EXPECT_EQ(check_seal(image.bytes()), SealState::whole);
    for (std::size_t bit = 0; bit < 8 * image.size(); ++bit) {
      image.bytes()[bit / 8] ^= std::byte{1} << (bit % 8);
      EXPECT_NE(check_seal(image.bytes()), SealState::whole);
      image.bytes()[bit / 8] ^= std::byte{1} << (bit % 8);
    }
    for (std::size_t cut = 0; cut < image.size(); ++cut) {
      EXPECT_NE(check_seal(image.bytes().first(cut)), SealState::whole);
    }
  }
}

TEST_F(FileImageTest, TheChecksumIsTheSameOnEveryMachine) {
  EXPECT_EQ(checksum(image_of(0).bytes()), 0x58f93a83c71302f2U);
  EXPECT_EQ(checksum(image_of(1000).bytes()), 0xac509c7cac8948d9U);
}

TEST_F(FileImageTest, DurableFilesReplaceOldOnes) {
  const FileImage large = image_of(3'000'000), small = image_of(10), empty = image_of(0);
  for (const FileImage* image : {&large, &small, &empty}) {
    write_file_durably(file("f"), image->bytes());
    const FileImage back = read_file_image(file("f"));
    ASSERT_EQ(back.size(), image->size());
    EXPECT_EQ(std::memcmp(back.bytes().data(), image->bytes().data(), back.size()), 0);
  }
  EXPECT_FALSE(std::filesystem::exists(file("f.part")));
}

TEST_F(FileImageTest, WritingWhereNothingCanBeWrittenFails) {
  const auto write_to = [&](const std::filesystem::path& path) { write_file_durably(path, image_of(10).bytes()); };
  EXPECT_PRED_FORMAT2(testing::IsSubstring, "No such file or directory",
                      test::message_of<FailureError>([&] { write_to(file("no/folder")); }));
  std::filesystem::create_directory(file("folder"));
  EXPECT_PRED_FORMAT2(testing::IsSubstring, "Is a directory",
                      test::message_of<FailureError>([&] { write_to(file("folder")); }));
  EXPECT_FALSE(std::filesystem::exists(file("folder.part")));
}

}  // namespace
}  // namespace tucana
