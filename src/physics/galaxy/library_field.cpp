#include "tucana/physics/galaxy/library_field.h"

#include <dlfcn.h>

#include <array>
#include <cmath>

#include "tucana/core/error.h"
#include "tucana/physics/galaxy/user_field.h"

namespace tucana::galaxy {
namespace {

struct CloseLibrary {
  void operator()(void* library) const { ::dlclose(library); }
};

/// What ::dlerror says, in one line.
std::string reason() {
  const char* text = ::dlerror();
  std::string line = text != nullptr ? text : "no reason given";
  return line.substr(0, line.find('\n'));
}

class LibraryField final : public ExternalField {
 public:
  explicit LibraryField(const std::string& path) : library_(::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (!library_) throw InputError("field.library: " + reason());
    find(field_, "tucana_field");
    find(derivatives_, "tucana_field_derivatives");
    find(changes_, "tucana_field_changes");
    if (field_ == nullptr) {
      throw InputError("field.library = " + path +
                       " has no function tucana_field; physics/galaxy/user_field.h has its type");
    }
  }

  FieldValue at(double time, const Vec3& x, const Vec3& v, const Vec3& a) const override {
    if (derivatives_ == nullptr) return by_differences(time, x, v, a);
    const std::array place{x.x, x.y, x.z}, velocity{v.x, v.y, v.z}, acceleration_of_body{a.x, a.y, a.z};
    std::array<double, 3> jerk{}, snap{};
    derivatives_(time, place.data(), velocity.data(), acceleration_of_body.data(), jerk.data(), snap.data());
    return {acceleration(time, x), {jerk[0], jerk[1], jerk[2]}, {snap[0], snap[1], snap[2]}};
  }
  Vec3 acceleration(double time, const Vec3& x) const override { return value(time, x).acceleration; }
  double potential(double time, const Vec3& x) const override { return value(time, x).potential; }
  bool is_static() const override { return changes_ == nullptr || changes_() == 0; }
  std::string name() const override { return "library"; }

 private:
  struct Value {
    Vec3 acceleration;
    double potential;
  };

  /// Null if the library does not have it.
  template <class Function>
  void find(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(::dlsym(library_.get(), name));
  }

  Value value(double time, const Vec3& x) const {
    const std::array place{x.x, x.y, x.z};
    std::array<double, 3> pull{};
    double potential = 0;
    field_(time, place.data(), pull.data(), &potential);
    return {{pull[0], pull[1], pull[2]}, potential};
  }

  /// Central differences of fourth order.
  FieldValue by_differences(double time, const Vec3& x, const Vec3& v, const Vec3& a) const {
    const Vec3 here = acceleration(time, x);
    const double length = norm(x), speed = norm(v) + std::sqrt(norm(a) * length);
    // A thousandth of the time in which the body crosses its distance from the centre; at rest there any step will do.
    const double h = length > 0 && speed > 0 ? 1e-3 * length / speed : 1e-3;
    const auto along = [&](double t) { return acceleration(time + t, x + v * t + a * (t * t / 2)); };
    const Vec3 before2 = along(-2 * h), before = along(-h), after = along(h), after2 = along(2 * h);
    return {here, (8 * (after - before) - (after2 - before2)) * (1 / (12 * h)),
            (16 * (after + before) - (after2 + before2) - 30 * here) * (1 / (12 * h * h))};
  }

  std::unique_ptr<void, CloseLibrary> library_;
  decltype(tucana_field)* field_ = nullptr;
  decltype(tucana_field_derivatives)* derivatives_ = nullptr;
  decltype(tucana_field_changes)* changes_ = nullptr;
};

}  // namespace

std::unique_ptr<ExternalField> load_library_field(const std::string& path) {
  // Without a slash the name would be looked for among the libraries of the system alone.
  return std::make_unique<LibraryField>(path.find('/') == path.npos ? "./" + path : path);
}

}  // namespace tucana::galaxy
