#include "tucana/simulation/galaxy_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "tucana/core/error.h"
#include "tucana/simulation/options/option_value.h"
#include "tucana/simulation/options/plain_text.h"
#include "tucana/simulation/options/text_file.h"
#include "tucana/simulation/options/toml_internal.h"

namespace tucana {
namespace {

/// One key of a component: read, checked and complained about as options are.
struct Key {
  OptionEntry entry;
  void (*set)(Component&, const OptionValue&);
  std::vector<ProfileKind> of = {};      ///< the profiles that have it; empty: all
  std::vector<ProfileKind> needed = {};  ///< the profiles that need it
};

/// `word` has been checked.
template <class Enum>
Enum value_for(const OptionValue& word) {
  return value_of_word<Enum>(std::get<std::string>(word)).value();
}

OptionEntry number(const char* name, const NumberRange& range, std::string typical) {
  OptionEntry entry;
  entry.name = name;
  entry.type = OptionType::real;
  entry.initial = 1.0;
  entry.range = range;
  entry.typical = std::move(typical);
  return entry;
}

OptionEntry text(const char* name) {
  OptionEntry entry;
  entry.name = name;
  entry.type = OptionType::text;
  entry.initial = std::string("halo");
  return entry;
}

template <class Enum>
OptionEntry word(const char* name) {
  OptionEntry entry;
  entry.name = name;
  entry.type = OptionType::choice;
  entry.choices = words_of<Enum>();
  entry.initial = entry.choices.front();
  return entry;
}

OptionEntry count(const char* name, double most) {
  OptionEntry entry = number(name, from_to(1, most), "100000");
  entry.type = OptionType::integer;
  entry.initial = std::int64_t{1};
  return entry;
}

std::vector<Key> make_keys() {
  using enum ProfileKind;
  const std::vector<ProfileKind> all = {nfw, hernquist, plummer, king, disc, eff},
                                 spheres = {nfw, hernquist, plummer, eff};
  // Wide enough for anything, narrow enough for no overflow.
  constexpr NumberRange positive = from_to(1e-9, 1e9), not_negative = from_to(0, 1e15);
  const Component usual;
  return {
      {text("name"), [](Component& c, const OptionValue& v) { c.name = std::get<std::string>(v); }},
      {word<ProfileKind>("profile"),
       [](Component& c, const OptionValue& v) { c.profile = value_for<ProfileKind>(v); },
       {},
       all},
      {word<Family>("family"), [](Component& c, const OptionValue& v) { c.family = value_for<Family>(v); }},
      {number("mass", not_negative, "10 (1e10 Msun)"),
       [](Component& c, const OptionValue& v) { c.mass = std::get<double>(v); },
       {},
       all},
      {number("scale_radius", positive, "5 (kpc)"),
       [](Component& c, const OptionValue& v) { c.scale_radius = std::get<double>(v); },
       {},
       all},
      {word<CutKind>("cut"), [](Component& c, const OptionValue& v) { c.cut = value_for<CutKind>(v); }, spheres},
      {number("cut_radius", positive, "100 (kpc)"),
       [](Component& c, const OptionValue& v) { c.cut_radius = std::get<double>(v); },
       {nfw, hernquist, plummer, disc, eff},
       {nfw}},
      {number("cut_width", positive, "a fifth of cut_radius"),
       [](Component& c, const OptionValue& v) { c.cut_width = std::get<double>(v); }, spheres},
      {number("w0", king_w0_range, value_text(usual.w0)),
       [](Component& c, const OptionValue& v) { c.w0 = std::get<double>(v); },
       {king},
       {king}},
      {number("slope", above_to(1, 20), value_text(usual.eff_slope)),
       [](Component& c, const OptionValue& v) { c.eff_slope = std::get<double>(v); },
       {eff}},
      {number("scale_height", positive, "0.5 (kpc)"),
       [](Component& c, const OptionValue& v) { c.scale_height = std::get<double>(v); },
       {disc},
       {disc}},
      {number("toomre_q", toomre_q_range, value_text(usual.toomre_q)),
       [](Component& c, const OptionValue& v) { c.toomre_q = std::get<double>(v); },
       {disc}},
      {count("bodies", std::numeric_limits<std::int32_t>::max()),
       [](Component& c, const OptionValue& v) { c.bodies = static_cast<std::size_t>(std::get<std::int64_t>(v)); }},
      {number("fraction", above_to(0, 1), "0.1"),
       [](Component& c, const OptionValue& v) { c.fraction = std::get<double>(v); }},
  };
}

const std::vector<Key>& keys() {
  static const std::vector<Key> all = make_keys();
  return all;
}

std::string nearest_of(std::string_view name, const std::vector<std::string>& names) {
  const std::string near = nearest_name(name, names);
  return near.empty() ? fmt::format("there are {}", fmt::join(names, ", ")) : fmt::format("did you mean {}?", near);
}

OptionValue value_of(const OptionEntry& entry, const toml::node& node, const std::string& here) {
  if (const auto* boolean = node.as_boolean()) return checked_value(entry, boolean->get(), here);
  if (const auto* integer = node.as_integer()) return checked_value(entry, integer->get(), here);
  if (const auto* real = node.as_floating_point()) return checked_value(entry, real->get(), here);
  if (const auto* text = node.as_string()) {
    const auto& names = entry.choices;
    if (!names.empty() && std::find(names.begin(), names.end(), text->get()) == names.end()) {
      throw InputError(fmt::format("{}: {} is not a {}; {}", here, for_message(text->get()), entry.name,
                                   nearest_of(text->get(), names)));
    }
    return checked_value(entry, text->get(), here);
  }
  throw InputError(
      fmt::format("{}: {} is {}; it should be a {}", here, entry.name, kind_of(node), name_of(entry.type)));
}

/// Whether options have a section of this name.
bool is_option_group(std::string_view name) {
  const auto groups = option_groups();
  return std::any_of(groups.begin(), groups.end(), [&](const OptionGroup& group) { return group.name == name; });
}

bool has(const std::vector<ProfileKind>& list, ProfileKind kind) {
  return std::find(list.begin(), list.end(), kind) != list.end();
}

class ComponentReader {
 public:
  ComponentReader(const toml::table& table, const std::string& place) : table_(table), place_(place) {}

  Component read() {
    refuse_unknown();
    take("profile");
    Component& c = component_;
    const std::string kind(word_of(c.profile));
    c.name = kind;
    c.family = c.profile == ProfileKind::nfw    ? Family::halo
               : c.profile == ProfileKind::disc ? Family::disc
                                                : Family::star;
    for (const Key& key : keys()) {
      const bool given = table_.contains(key.entry.name);
      if (given && !key.of.empty() && !has(key.of, c.profile)) {
        throw InputError(fmt::format("{}: {} is no key of the profile {}; leave it out",
                                     at_line(place_, table_.get(key.entry.name)->source()), key.entry.name, kind));
      }
      if (!given && has(key.needed, c.profile)) refuse_missing(key, kind);
      if (given) take(key.entry.name);
    }
    const bool is_sphere = c.profile != ProfileKind::disc && c.profile != ProfileKind::king;
    if (is_sphere && c.cut_radius > 0 && !table_.contains("cut")) c.cut = CutKind::smooth;
    try {
      check_component(c);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", at_line(place_, table_.source()), error.what()));
    }
    return c;
  }

 private:
  void refuse_unknown() const {
    for (const auto& [key, node] : table_) {
      const std::string name(key.str());
      std::vector<std::string> names;
      for (const Key& known : keys()) names.push_back(known.entry.name);
      if (std::find(names.begin(), names.end(), name) != names.end()) continue;
      throw InputError(fmt::format("{}: {} is not a key of a component; {}", at_line(place_, node.source()),
                                   for_message(name), nearest_of(name, names)));
    }
  }

  [[noreturn]] void refuse_missing(const Key& key, const std::string& kind) const {
    throw InputError(fmt::format("{}: the {} component has no {}; typical is {}", at_line(place_, table_.source()),
                                 kind, key.entry.name, key.entry.typical));
  }

  void take(const std::string& name) {
    const auto key = std::find_if(keys().begin(), keys().end(), [&](const Key& k) { return k.entry.name == name; });
    const toml::node* node = table_.get(name);
    if (node == nullptr) {
      throw InputError(fmt::format("{}: the component has no {}; {}", at_line(place_, table_.source()), name,
                                   range_text(key->entry)));
    }
    key->set(component_, value_of(key->entry, *node, at_line(place_, node->source())));
  }

  const toml::table& table_;
  const std::string& place_;
  Component component_;
};

}  // namespace

GalaxyPlan read_galaxy_text(std::string_view toml, const std::string& place) {
  const toml::table table = parse_toml(toml, place);
  GalaxyPlan plan;
  for (const auto& [key, node] : table) {
    const std::string here = at_line(place, node.source()), name(key.str());
    if (name == "softening") {
      const OptionEntry entry = number("softening", {.low = 0, .high = 1e6}, "0.02 (kpc)");
      plan.softening = std::get<double>(value_of(entry, node, here));
      continue;
    }
    if (is_option_group(name)) {
      throw InputError(
          fmt::format("{}: [{}] is of the options of a run, not of the components of a galaxy: run the file "
                      "with `tucana run {}`",
                      here, name, place));
    }
    if (name != "component") {
      throw InputError(fmt::format("{}: {} is not known here; {}", here, for_message(name),
                                   nearest_of(name, {"softening", "component"})));
    }
    const toml::array* list = node.as_array();
    const bool all_tables = list != nullptr && std::all_of(list->begin(), list->end(),
                                                           [](const toml::node& part) { return part.is_table(); });
    if (!all_tables) {
      throw InputError(fmt::format("{}: begin each component with [[component]], in two brackets", here));
    }
    for (const toml::node& part : *list) plan.components.push_back(ComponentReader(*part.as_table(), place).read());
  }
  if (plan.components.empty()) {
    throw InputError(fmt::format("{}: there is no component in it; begin each with [[component]]", place));
  }
  return plan;
}

GalaxyPlan read_galaxy_file(const std::string& path) {
  return read_galaxy_text(read_text_file(path, "a file of components"), for_message(path));
}

}  // namespace tucana
