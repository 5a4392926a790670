#include "tests/fuzz/targets.h"

#include <stdlib.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "tests/io/io_test.h"
#include "tests/simulation/options_fuzz_target.h"
#include "tucana/io/ascii_stars.h"
#include "tucana/io/checkpoint_file.h"
#include "tucana/io/durable_file.h"
#include "tucana/io/file_image.h"
#include "tucana/io/foreign/star_format.h"
#include "tucana/io/read_stars.h"
#include "tucana/io/validate_stars.h"

namespace tucana::test {
namespace {

/// A folder of this process, for what can only be read from files. Gone at exit.
const std::filesystem::path& scratch() {
  struct Folder {
    std::filesystem::path path;
    Folder() {
      std::string name = std::filesystem::temp_directory_path() / "tucana_fuzz_XXXXXX";
      path = ::mkdtemp(name.data());
    }
    ~Folder() { std::filesystem::remove_all(path); }
  };
  static const Folder folder;
  return folder.path;
}

Bytes bytes_of(const std::filesystem::path& path) {
  const FileImage image = read_file_image(path);
  return {image.bytes().begin(), image.bytes().end()};
}

template <class Read>
bool taken(Read&& read) {
  try {
    read();
    return true;
  } catch (const InputError& error) {
    if (std::string_view(error.what()).find('\n') != std::string_view::npos)
      std::abort();  // libFuzzer sees aborts only
    return false;
  }
}

bool taken_as(StarFormat format, std::span<const std::byte> bytes) {
  return taken([&] { read_foreign_stars(bytes, "fuzz", {.format = format, .units = StarUnits::astronomical}); });
}

Bytes seed_of(StarFormat format) {
  const std::string text = foreign_text(some_stars(5).view(), {}, 1, format, StarUnits::astronomical);
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

Bytes sealed(std::span<const std::byte> bytes) {
  FileImage image;
  image.resize(bytes.size());
  std::copy(bytes.begin(), bytes.end(), image.bytes().begin());
  append_seal(image);
  return {image.bytes().begin(), image.bytes().end()};
}

Bytes without_seal(Bytes bytes) {
  bytes.resize(bytes.size() - seal_size);
  return bytes;
}

struct SomeState {
  double real = 1;
  std::vector<Vec3> vectors = {{1, 2, 3}, {4, 5, 6}};
  std::string text = "text";

  void describe(Archive& archive) {
    archive.field("real", real);
    Archive::Group group(archive, "group");
    archive.field("vectors", vectors);
    archive.field("text", text);
  }
};

}  // namespace

bool fuzz_ascii(std::span<const std::byte> bytes) {
  return taken([&] {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    validate_stars(parse_ascii_stars(text, "fuzz").view(), "fuzz");
  });
}

bool fuzz_petar(std::span<const std::byte> bytes) { return taken_as(StarFormat::petar, bytes); }
bool fuzz_csv(std::span<const std::byte> bytes) { return taken_as(StarFormat::csv, bytes); }
bool fuzz_nemo(std::span<const std::byte> bytes) { return taken_as(StarFormat::nemo, bytes); }

bool fuzz_snapshot(std::span<const std::byte> bytes) {
  return taken([&] { read_stars(bytes, "fuzz"); });
}

bool fuzz_checkpoint(std::span<const std::byte> bytes) {
  const std::filesystem::path file = scratch() / "fuzzed.hdf5";
  std::filesystem::remove(file);  // some file systems sync when a file is written over
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return taken([&] {
    SomeState state;
    read_checkpoint_file(file, [&](Archive& archive) { state.describe(archive); });
  });
}

bool fuzz_resealed_snapshot(std::span<const std::byte> bytes) { return fuzz_snapshot(sealed(bytes)); }
bool fuzz_resealed_checkpoint(std::span<const std::byte> bytes) { return fuzz_checkpoint(sealed(bytes)); }

bool fuzz_options(std::span<const std::byte> bytes) {
  return try_options_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Bytes seed_ascii() {
  write_ascii_stars(scratch() / "stars.txt", some_stars(5).view());
  return bytes_of(scratch() / "stars.txt");
}

Bytes seed_petar() { return seed_of(StarFormat::petar); }
Bytes seed_csv() { return seed_of(StarFormat::csv); }
Bytes seed_nemo() { return seed_of(StarFormat::nemo); }

Bytes seed_snapshot() {
  write_snapshot(scratch() / "snapshot.hdf5", some_stars(5).view(), {1, {}, 2, "[model]\nn = 5\n", "1.0"});
  return bytes_of(scratch() / "snapshot.hdf5");
}

Bytes seed_checkpoint() {
  write_checkpoint(scratch(), [](Archive& archive) { SomeState().describe(archive); });
  return bytes_of(scratch() / "checkpoint.hdf5");
}

Bytes seed_resealed_snapshot() { return without_seal(seed_snapshot()); }
Bytes seed_resealed_checkpoint() { return without_seal(seed_checkpoint()); }

Bytes seed_options() {
  const std::string text = options_as_toml(Options{});
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

}  // namespace tucana::test
