// Compiled programs from run to run: found again, never believed when damaged, never in the way.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/device/device_test.h"
#include "tucana/device/binary_cache_internal.h"

namespace tucana::device {
namespace {

namespace fs = std::filesystem;

class Cache : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() / ("tucana_cache_" + std::to_string(getpid()) + "_" + info->name());
    fs::remove_all(folder_);
    const char* before = std::getenv("TUCANA_CACHE_DIR");
    before_ = before == nullptr ? "" : before;
    setenv("TUCANA_CACHE_DIR", folder_.c_str(), 1);
  }
  void TearDown() override {
    setenv("TUCANA_CACHE_DIR", before_.c_str(), 1);
    fs::remove_all(folder_);
  }
  std::vector<fs::path> entries() const {
    if (!fs::exists(folder_)) return {};
    std::vector<fs::path> paths(fs::directory_iterator(folder_), {});
    std::sort(paths.begin(), paths.end());
    return paths;
  }
  static std::string content(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  /// Of an entry: mark, checksum, the lengths of key and log, key, log, binary.
  static std::string key_of(const std::string& entry) { return entry.substr(start_of_key, word(entry, 0)); }
  static std::size_t binary_size(const std::string& entry) {
    return entry.size() - start_of_key - word(entry, 0) - word(entry, 1);
  }
  static std::size_t word(const std::string& entry, std::size_t k) {
    std::uint64_t value = 0;
    std::memcpy(&value, entry.data() + start_of_key - 16 + 8 * k, sizeof value);
    return value;
  }
  static constexpr std::size_t start_of_key = 23 + 8 + 16;
  static void put(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

  fs::path folder_;
  std::string before_;
};

const CachedBinary some_binary = {"a warning", {std::byte{1}, std::byte{0}, std::byte{255}}};

TEST_F(Cache, FindsWhatItKept) {
  const BinaryCache cache;
  EXPECT_FALSE(cache.find("key"));
  cache.keep("key", some_binary);
  ASSERT_TRUE(cache.find("key"));
  EXPECT_EQ(cache.find("key")->log, some_binary.log);
  EXPECT_EQ(cache.find("key")->bytes, some_binary.bytes);
  EXPECT_FALSE(cache.find("kez"));
  EXPECT_EQ(entries().size(), 1u) << "nothing half written is left";
}

TEST_F(Cache, NoticesEveryTruncationAndEveryFlippedBit) {
  const BinaryCache cache;
  cache.keep("key", some_binary);
  const fs::path path = cache.path_of("key");
  const std::string whole = content(path);
  ASSERT_GT(whole.size(), 30u);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    put(path, whole.substr(0, length));
    EXPECT_FALSE(cache.find("key")) << length;
  }
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string changed = whole;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ 1 << bit % 8);
    put(path, changed);
    EXPECT_FALSE(cache.find("key")) << bit;
  }
  put(path, whole);
  EXPECT_TRUE(cache.find("key"));
}

TEST_F(Cache, EntriesAreRegularFilesOfTheirOwnKey) {
  const BinaryCache cache;
  cache.keep("key", some_binary);
  cache.keep("other", {"", {std::byte{7}}});
  const fs::path path = cache.path_of("key");
  const std::string whole = content(path);
  EXPECT_EQ(key_of(whole), "key");
  put(path, content(cache.path_of("other")));
  EXPECT_FALSE(cache.find("key")) << "swapped";
  fs::remove(path);
  put(folder_ / "elsewhere", whole);
  fs::create_symlink(folder_ / "elsewhere", path);
  EXPECT_FALSE(cache.find("key")) << "a link";
  fs::remove(path);
  fs::create_symlink("/dev/zero", path);
  EXPECT_FALSE(cache.find("key")) << "without an end";
  fs::remove(path);
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_FALSE(cache.find("key")) << "a pipe that nobody writes to";
  fs::remove(path);
  fs::create_directory(path);
  EXPECT_FALSE(cache.find("key")) << "a folder";
  cache.keep("key", some_binary);
  EXPECT_FALSE(cache.find("key"));
  EXPECT_EQ(entries().size(), 3u) << "nothing half written is left";
  fs::remove(path);
  put(path, whole);
  fs::resize_file(path, std::uintmax_t{1} << 40);  // no byte of it on the disk
  EXPECT_FALSE(cache.find("key")) << "too long to be read";
  fs::remove(path);
  cache.keep("key", some_binary);
  EXPECT_TRUE(cache.find("key"));
}

TEST_F(Cache, OthersCannotPutEntriesIntoIt) {
  const BinaryCache cache;
  cache.keep("key", some_binary);
  const auto mode_of = [](const fs::path& path) { return fs::status(path).permissions(); };
  EXPECT_EQ(mode_of(folder_), fs::perms::owner_all);
  EXPECT_EQ(mode_of(cache.path_of("key")), fs::perms::owner_read | fs::perms::owner_write);
  for (const fs::path& path : {folder_, cache.path_of("key")}) {
    for (const fs::perms others : {fs::perms::group_write, fs::perms::others_write}) {
      fs::permissions(path, others, fs::perm_options::add);
      EXPECT_FALSE(cache.find("key")) << "others may have written " << path;
      cache.keep("new", some_binary);
      EXPECT_EQ(cache.find("new").has_value(), path != folder_);
      fs::permissions(path, others, fs::perm_options::remove);
      fs::remove(cache.path_of("new"));
      EXPECT_TRUE(cache.find("key"));
    }
  }
  // Somebody else's, which only root can make.
  if (::geteuid() != 0) return;
  ASSERT_EQ(::chown(folder_.c_str(), 12345, 12345), 0);
  EXPECT_FALSE(cache.find("key"));
}

TEST_F(Cache, ThatCannotBeWrittenIsNoError) {
  put(folder_, "a file where the folder should be");
  const BinaryCache cache;
  EXPECT_NO_THROW(cache.keep("key", some_binary));
  EXPECT_FALSE(cache.find("key"));
  EXPECT_NO_THROW(open_context(test::first_device()));
  fs::remove(folder_);
}

TEST_F(Cache, CanBeSwitchedOffAndFollowsTheEnvironment) {
  setenv("TUCANA_CACHE_DIR", "off", 1);
  const BinaryCache off;
  off.keep("key", some_binary);
  EXPECT_FALSE(off.find("key"));
  const char* home = std::getenv("XDG_CACHE_HOME");
  const std::string home_before = home == nullptr ? "" : home;
  unsetenv("TUCANA_CACHE_DIR");
  setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
  EXPECT_EQ(BinaryCache().path_of("key").parent_path(), folder_ / "tucana");
  unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(BinaryCache().path_of("key").parent_path(), fs::path(std::getenv("HOME")) / ".cache" / "tucana");
  if (!home_before.empty()) setenv("XDG_CACHE_HOME", home_before.c_str(), 1);
}

TEST_F(Cache, OfADeviceIsUsedAndRebuilt) {
  const auto number_from = [&](Context& context, const char* number) {
    const ProgramText text = {"number", "KERNEL(k)(GLOBAL uint* a) { a[0] = NUMBER; }\n", {{"NUMBER", number}}, {}};
    const auto queue = context.make_queue();
    const auto program = context.build(text);
    const auto buffer = context.allocate(4);
    queue->launch(program->kernel("k"), {}, {*buffer});
    return test::values_of<std::uint32_t>(*queue, *buffer, 1).front();
  };
  const auto context = open_context(test::first_device());
  const auto before = entries();
  EXPECT_EQ(before.size(), 1u) << "the self-test";
  EXPECT_EQ(number_from(*context, "41"), 41u);
  EXPECT_EQ(number_from(*context, "42"), 42u);
  auto all = entries();
  ASSERT_EQ(all.size(), 3u) << "macros are part of the key";

  // Two binaries change places, each with the other's key: what runs then shows that they are read.
  std::erase(all, before.front());
  const std::string first = content(all[0]), second = content(all[1]);
  const BinaryCache cache;
  cache.keep(key_of(first), *cache.find(key_of(second)));
  EXPECT_EQ(content(all[0]).size(), first.size() - binary_size(first) + binary_size(second));
  const auto swapped = number_from(*context, "41") == 42u || number_from(*context, "42") == 41u;
  EXPECT_TRUE(swapped) << "the cache was not used";
  // Two files change places: they hold the wrong key, and count as absent.
  put(all[0], second);
  put(all[1], first);
  EXPECT_EQ(number_from(*context, "41"), 41u);
  EXPECT_EQ(number_from(*context, "42"), 42u);
  put(all[0], first.substr(0, first.size() / 2));
  put(all[1], "");
  EXPECT_EQ(number_from(*context, "41"), 41u);
  EXPECT_EQ(number_from(*context, "42"), 42u);
  EXPECT_GE(content(all[0]).size(), first.size()) << "rebuilt";
  EXPECT_GE(content(all[1]).size(), second.size()) << "rebuilt";
  EXPECT_EQ(entries().size(), 3u);
}

TEST_F(Cache, IsSharedByThePartsOfADevice) {
  const auto whole = open_context(test::first_device());
  EXPECT_EQ(entries().size(), 1u);
  const auto time = fs::last_write_time(entries().front());
  for (int part = 0; part < 2; ++part) {
    const auto context = open_context(test::first_device(), part, 2);
    EXPECT_EQ(entries().size(), 1u);
  }
  EXPECT_EQ(fs::last_write_time(entries().front()), time) << "compiled again";
}

/// An entry that the driver refuses although it is whole, as after a silent change of the driver.
TEST_F(Cache, ThatTheDriverRefusesIsRebuilt) {
  { const auto context = open_context(test::first_device()); }
  const fs::path path = entries().front();
  const std::string good = content(path);
  const BinaryCache cache;
  cache.keep("key", {"", std::vector<std::byte>(100, std::byte{7})});
  fs::rename(cache.path_of("key"), path);
  EXPECT_NO_THROW(open_context(test::first_device()));
  EXPECT_GE(content(path).size(), good.size());
}

}  // namespace
}  // namespace tucana::device
