#include "tucana/grape6/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string_view>
#include <utility>

#include "tucana/core/error.h"
#include "tucana/device/device_info.h"

namespace tucana::grape6 {
namespace {

/// A variable that is set and not empty.
std::optional<std::string> variable(const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr || *text == '\0') return {};
  return text;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

int whole_number(std::string_view text, int least, int most, const std::string& where) {
  text = trimmed(text);
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most)
    throw InputError(fmt::format("{}: '{}' is not a whole number from {} to {}", where, text, least, most));
  return value;
}

template <class T>
using Word = std::pair<std::string_view, T>;

template <class T, std::size_t n>
T one_of(const std::string& text, const std::array<Word<T>, n>& words, const char* name) {
  std::string all;
  for (const auto& [word, value] : words) {
    if (text == word) return value;
    all += fmt::format("{}{}", all.empty() ? "" : ", ", word);
  }
  throw InputError(fmt::format("{} = {} does not exist; there are {}", name, text, all));
}

bool flag(const char* name, bool standard) {
  const auto text = variable(name);
  constexpr std::array<Word<bool>, 2> words{{{"0", false}, {"1", true}}};
  return text ? one_of(*text, words, name) : standard;
}

constexpr int most_devices = 1024;
constexpr int largest_device = 1'000'000;

std::vector<int> id_list(std::string_view text, const std::string& where) {
  std::vector<int> ids;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    ids.push_back(whole_number(text.substr(from, comma - from), 0, largest_device, where));
    from = comma + 1;
  }
  return ids;
}

void take_count(Settings& settings, int count, std::vector<int> ids) {
  settings.devices.reset();
  settings.any_devices = count < 0 ? -count : 0;
  if (count > 0) settings.devices = std::move(ids);
}

/// The first line says how many devices: 0 all, negative any so many, else as many lines follow with one id each. Older
/// files have the largest number of sources before that, which is more than there can be devices; ours has no such
/// limit.
void read_device_file(Settings& settings, const char* name) {
  std::ifstream file(name);
  std::string line;
  const auto next = [&](int number, int least, int most) {
    const std::string where = fmt::format("{}:{}", name, number);
    if (!std::getline(file, line)) throw InputError(fmt::format("{}: the file ends, a number is missing", where));
    // What stands after the number is a remark, as it was to Sapporo.
    const auto word = trimmed(line);
    return whole_number(word.substr(0, word.find_first_of(" \t#/")), least, most, where);
  };
  int number = 1;
  int count = next(number++, -most_devices, std::numeric_limits<int>::max());
  if (count > most_devices) count = next(number++, -most_devices, most_devices);
  std::vector<int> ids(static_cast<std::size_t>(std::max(count, 0)));
  for (int& id : ids) id = next(number++, 0, largest_device);
  take_count(settings, count, std::move(ids));
  settings.devices_from = name;
}

void read_devices(Settings& settings) {
  if (const auto text = variable("TUCANA_G6_DEVICES")) {
    settings.devices_from = "TUCANA_G6_DEVICES";
    if (*text != "all") settings.devices = id_list(*text, "TUCANA_G6_DEVICES");
    return;
  }
  for (const char* name : {"sapporo.config", "sapporo2.config"})
    if (std::ifstream(name)) return read_device_file(settings, name);
}

bool has_gpu(device::Api api) {
  return std::ranges::any_of(device::find_devices(api).devices,
                             [](const auto& device) { return device.type == device::DeviceType::gpu; });
}

}  // namespace

int Settings::read_npipes() {
  const auto text = variable("TUCANA_G6_NPIPES");
  return text ? whole_number(*text, 1, 1 << 20, "TUCANA_G6_NPIPES") : Settings().npipes;
}

Settings Settings::read() {
  Settings settings;
  if (const auto text = variable("TUCANA_G6_ENGINE")) {
    constexpr std::array<Word<std::string_view>, 5> kinds{
        {{"cpu", "cpu"}, {"opencl", "opencl"}, {"cuda", "cuda"}, {"reference", "reference"}, {"auto", ""}}};
    settings.engine = one_of(*text, kinds, "TUCANA_G6_ENGINE");
  }
  if (const auto text = variable("TUCANA_G6_PRECISION")) {
    constexpr std::array<Word<Precision>, 4> precisions{{{"fp64", Precision::fp64},
                                                         {"extended", Precision::extended},
                                                         {"two_float", Precision::two_float},
                                                         {"fp32", Precision::fp32}}};
    settings.precision = one_of(*text, precisions, "TUCANA_G6_PRECISION");
  }
  settings.npipes = read_npipes();
  if (const auto text = variable("TUCANA_G6_THREADS"))
    settings.threads = whole_number(*text, 0, 4096, "TUCANA_G6_THREADS");
  if (const auto text = variable("TUCANA_G6_LISTS")) {
    constexpr std::array<Word<ListMode>, 3> modes{
        {{"off", ListMode::off}, {"demand", ListMode::on_demand}, {"force", ListMode::with_force}}};
    settings.lists = one_of(*text, modes, "TUCANA_G6_LISTS");
  }
  // kira takes more pipes than GRAPE-6 had for a GPU, and expects of one that a target is in its own list.
  constexpr int pipes_of_grape6 = 48;
  settings.self_in_list = flag("TUCANA_G6_SELF_IN_LIST", settings.npipes > pipes_of_grape6);
  settings.one_id = flag("TUCANA_G6_ONE_ID", false);
  settings.report = flag("TUCANA_G6_REPORT", false);
  flag("TUCANA_G6_ABORT", false);  // read when a call fails
  if (flag("TUCANA_G6_SHARE", true)) settings.share = find_place_on_host();
  read_devices(settings);
  return settings;
}

void Settings::ask_for_devices(int count, const int* ids) {
  if (devices_from == "TUCANA_G6_DEVICES") return;
  if (count > most_devices || count < -most_devices || (count > 0 && ids == nullptr))
    throw InputError(
        fmt::format("{} devices are not from {} to {} with a list of as many", count, -most_devices, most_devices));
  devices_from = "g6_open_special";
  take_count(*this, count, count > 0 ? std::vector<int>(ids, ids + count) : std::vector<int>());
}

EngineChoice engine_choice(const Settings& settings, Precision precision) {
  EngineChoice choice;
  choice.precision = precision;
  choice.kind = settings.engine;
  if (choice.kind.empty())
    choice.kind = has_gpu(device::Api::cuda) ? "cuda" : has_gpu(device::Api::opencl) ? "opencl" : "cpu";
  if (choice.kind != "opencl" && choice.kind != "cuda") return choice;
  if (settings.engine.empty()) choice.device_type = "gpu";
  if (settings.devices) choice.devices = *settings.devices;
  if (settings.any_devices == 0) return choice;
  const auto found = device::find_devices(choice.kind == "cuda" ? device::Api::cuda : device::Api::opencl).devices;
  std::vector<int> alike;
  for (const auto& device : found)
    if (device.name == found.front().name) alike.push_back(device.id);
  // Another process begins where this one ends.
  const auto wanted = static_cast<std::size_t>(settings.any_devices);
  const std::size_t begin = wanted * static_cast<std::size_t>(settings.share.number);
  for (std::size_t k = 0; k < std::min(wanted, alike.size()); ++k)
    choice.devices.push_back(alike[(begin + k) % alike.size()]);
  return choice;
}

}  // namespace tucana::grape6
