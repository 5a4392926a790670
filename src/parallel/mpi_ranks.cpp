#include "tucana/parallel/mpi_ranks.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

#include "tucana/core/error.h"
#include "tucana/parallel/launcher.h"
#include "tucana/parallel/mpi/mpi_module.h"

namespace tucana {
namespace {

constexpr const char* module_name = "libtucana_mpi.so";
constexpr std::size_t host_chars = 64;

/// Where this library or, if it is part of a program, that program is.
std::filesystem::path own_folder() {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&start_mpi), &info) == 0 || info.dli_fname == nullptr) return ".";
  std::error_code error;
  return std::filesystem::canonical(info.dli_fname, error).parent_path();
}

std::vector<std::string> module_places() {
  if (const char* chosen = std::getenv("TUCANA_MPI_MODULE"); chosen != nullptr && *chosen != '\0') return {chosen};
  const std::filesystem::path own = own_folder();
  return {(own / module_name).string(), (own.parent_path() / "lib" / module_name).string(), module_name};
}

const TucanaMpiModule* open_module(std::string& problem) {
  for (const std::string& place : module_places()) {
    // Global: parts that Open MPI itself opens look for its functions among those of the program.
    void* handle = ::dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (handle == nullptr) {
      if (problem.empty()) problem = ::dlerror();
      continue;
    }
    using Get = const TucanaMpiModule* (*)();
    const auto get = reinterpret_cast<Get>(::dlsym(handle, tucana_mpi_module_symbol));
    const TucanaMpiModule* module = get == nullptr ? nullptr : get();
    if (module != nullptr && module->version == tucana_mpi_module_version) return module;
    problem = place + " is of another version of Tucana";
    return nullptr;
  }
  return nullptr;
}

class ModuleRanks final : public MpiRanks {
 public:
  explicit ModuleRanks(const TucanaMpiModule& module) : module_(module) {
    check(module_.start(&place_), "start");
    std::array<char, 256> text{};
    check(module_.library(text.data(), text.size()), "version");
    library_ = text.data();
    library_ = library_.substr(0, library_.find_first_of(",\n"));
    gather_hosts();
  }
  ~ModuleRanks() override { module_.finish(); }
  ModuleRanks(const ModuleRanks&) = delete;
  ModuleRanks& operator=(const ModuleRanks&) = delete;

  int rank() const override { return place_.rank; }
  int size() const override { return place_.size; }
  std::string host(int rank) const override { return hosts_[static_cast<std::size_t>(rank)].data(); }
  int rank_on_host() const override { return place_.rank_on_host; }
  int ranks_on_host() const override { return place_.ranks_on_host; }
  const std::string& library() const override { return library_; }
  void abort(int exit_code) override { module_.abort(exit_code); }

 private:
  void do_broadcast(std::span<std::byte> bytes) override {
    check(module_.broadcast(bytes.data(), bytes.size()), "broadcast");
  }
  void do_gather(std::span<std::byte> all, std::span<const std::size_t> first) override {
    check(module_.gather(all.data(), first.data()), "gather");
  }

  void check(int error, const char* call) const {
    if (error == 0) return;
    std::array<char, 512> text{};
    module_.error_text(error, text.data(), text.size());
    throw FailureError(fmt::format("MPI cannot {}: {}", call, text.data()));
  }

  void gather_hosts() {
    const auto ranks = static_cast<std::size_t>(size());
    hosts_.resize(ranks);
    std::vector<std::size_t> first(ranks + 1);
    for (std::size_t r = 0; r <= ranks; ++r) first[r] = r * host_chars;
    auto& own = hosts_[static_cast<std::size_t>(rank())];
    check(module_.host(own.data(), own.size()), "name the host");
    gather(std::as_writable_bytes(std::span(hosts_)), first);
    for (auto& host : hosts_) host.back() = '\0';
  }

  const TucanaMpiModule& module_;
  TucanaMpiModule::Place place_{};
  std::string library_;
  std::vector<std::array<char, host_chars>> hosts_;
};

}  // namespace

std::unique_ptr<MpiRanks> start_mpi() {
  const auto launcher = find_launcher();
  if (!launcher || launcher->size == 1) return nullptr;
  const char* at_least = launcher->variable == "PMIX_RANK" ? "at least " : "";
  std::string problem;
  const TucanaMpiModule* module = open_module(problem);
  if (module == nullptr) {
    if (launcher->size == 0) return nullptr;  // perhaps it started one process
    throw InputError(fmt::format(
        "{} started {}{} processes ({}), but the part of Tucana that uses MPI cannot be opened: {}; build it "
        "with that MPI (docs/mpi.md), or let each process run alone with --set run.mpi=off",
        launcher->name, at_least, launcher->size, launcher->variable, problem));
  }
  auto ranks = std::make_unique<ModuleRanks>(*module);
  if (launcher->size > 1 && ranks->size() == 1) {
    throw InputError(fmt::format(
        "{} started {}{} processes ({}), but for the MPI of this program, {}, each of them is alone: use the "
        "launcher of that MPI, or build Tucana with the other (docs/mpi.md); --set run.mpi=off lets each "
        "process run alone",
        launcher->name, at_least, launcher->size, launcher->variable, ranks->library()));
  }
  if (ranks->size() == 1) return nullptr;
  return ranks;
}

}  // namespace tucana
