#include "python/binding/py_options.h"

#include <fmt/format.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "python/binding/arrays.h"
#include "tucana/core/error.h"
#include "tucana/simulation/model_defaults.h"
#include "tucana/simulation/options/option_value.h"
#include "tucana/simulation/options/plain_text.h"
#include "tucana/simulation/options/quantities.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/options/unknown_option.h"
#include "tucana/simulation/options/write_options.h"

namespace tucana::binding {
namespace {

namespace nb = nanobind;

[[noreturn]] void refuse(const std::string& name, nb::handle value) {
  const nb::object shown = nb::steal(PyObject_ASCII(value.ptr()));
  if (!shown.is_valid()) throw nb::python_error();
  throw InputError(fmt::format("options: {} = {} is neither a number, text, true or false, nor a list of whole numbers",
                               name, for_message(nb::cast<std::string>(shown))));
}

/// Whole numbers of Python may have any length, those of options have 64 bits.
std::int64_t whole_number(const std::string& name, nb::handle value) {
  int overflow = 0;
  const nb::object index = nb::steal(PyNumber_Index(value.ptr()));
  if (!index.is_valid()) throw nb::python_error();
  const long long number = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  if (overflow != 0) refuse(name, value);
  return number;
}

OptionValue value_from(const std::string& name, nb::handle value) {
  if (nb::isinstance<nb::bool_>(value)) return nb::cast<bool>(value);
  if (nb::isinstance<nb::str>(value)) return text_from(value, "options: " + name);
  if (PyIndex_Check(value.ptr()) != 0) return whole_number(name, value);
  if (PyFloat_Check(value.ptr()) != 0) return nb::cast<double>(value);
  if (nb::isinstance<nb::list>(value) || nb::isinstance<nb::tuple>(value)) {
    std::vector<std::int64_t> list;
    for (nb::handle entry : nb::borrow<nb::object>(value)) {
      if (PyIndex_Check(entry.ptr()) == 0) refuse(name, value);
      list.push_back(whole_number(name, entry));
    }
    return list;
  }
  refuse(name, value);
}

nb::object to_python(const OptionValue& value) {
  return std::visit([](const auto& content) { return nb::object(nb::cast(content)); }, value);
}

nb::dict described(const OptionEntry& entry) {
  nb::dict all;
  all["name"] = entry.name;
  all["type"] = std::string(name_of(entry.type));
  all["unit"] = entry.unit;
  all["default"] = to_python(entry.initial);
  all["range"] = range_text(entry);
  all["help"] = entry.help;
  all["expert"] = entry.expert;
  all["may_change_at_restart"] = entry.may_change_at_restart;
  return all;
}

nb::list option_list() {
  nb::list all;
  for (const OptionEntry& entry : option_table()) all.append(described(entry));
  return all;
}

}  // namespace

Choices choices_from(const nb::dict& options) {
  Choices choices;
  for (const auto& [key, value] : options) {
    if (!nb::isinstance<nb::str>(key)) throw InputError("options: names must be text, as in {\"model.n\": 300}");
    const std::string name = text_from(key, "options");
    if (find_option(name) == nullptr) throw InputError("options: " + unknown_option_text(name));
    choices.emplace_back(name, value_from(name, value));
  }
  return choices;
}

std::vector<std::string> as_settings(const Choices& choices) {
  std::vector<std::string> settings;
  for (const auto& [name, value] : choices) settings.push_back(name + "=" + value_text(value));
  return settings;
}

Options options_from(const std::string& file, const Choices& choices) {
  const auto choose = [&](Options& options) {
    if (!file.empty()) read_options_file(options, file);
    for (const auto& [name, value] : choices) assign_value(options, *find_option(name), value, "options");
  };
  return resolve_choices(choose, model_defaults);
}

nb::dict as_dict(const Options& options) {
  nb::dict all;
  for (const OptionEntry& entry : option_table()) all[entry.name.c_str()] = to_python(entry.get(options));
  return all;
}

void bind_options(nb::module_& module) {
  module.def("option_list", &option_list, "Every option: name, type, unit, default, range, help.");
  module.def(
      "quantity_from_text",
      [](const std::string& text, const std::string& dimension, double length_pc, double mass_msun) {
        return parse_quantity(text, value_of_word<Dimension>(dimension).value_or(Dimension::none),
                              {length_pc, mass_msun}, dimension);
      },
      nb::arg("text"), nb::arg("dimension"), nb::arg("length_pc"), nb::arg("mass_msun"), "\"3 Myr\" in code units.");
  module.def("options_text", [] { return options_as_text(OptionListing::without_expert); });
  module.def(
      "check_options",
      [](const nb::dict& options, const std::string& file) {
        return as_dict(options_from(file, choices_from(options)));
      },
      nb::arg("options"), nb::arg("file") = "",
      "All options of a run that would have these, checked as a run checks them.");
}

}  // namespace tucana::binding
