#include "tucana/models/galaxy/component.h"

#include <fmt/format.h>

#include <cmath>

#include "tucana/core/error.h"

namespace tucana {
namespace {

void need(bool good, const Component& component, const char* key, double value, const char* should) {
  if (!good) {
    throw InputError(fmt::format("component {}: {} = {:g} is not {}", component.name, key, value, should));
  }
}

void need_range(const NumberRange& range, const Component& component, const char* key, double value, double typical) {
  need(range.contains(value), component, key, value,
       fmt::format("between {:g} and {:g}; typical is {:g}", range.low, range.high, typical).c_str());
}

void check_cut(const Component& c) {
  if (c.cut == CutKind::none) {
    if (c.profile == ProfileKind::nfw || (c.profile == ProfileKind::eff && c.eff_slope <= 2)) {
      throw InputError(
          fmt::format("component {}: an {} sphere without cut_radius has no finite mass; typical is 10 scale radii",
                      c.name, c.profile == ProfileKind::nfw ? "NFW" : "EFF"));
    }
    return;
  }
  if (c.profile == ProfileKind::king || c.profile == ProfileKind::disc) {
    throw InputError(fmt::format(
        "component {}: a {} takes no cut; {}", c.name, c.profile == ProfileKind::king ? "King model" : "disc",
        c.profile == ProfileKind::king ? "it ends by itself" : "its cut_radius is where it ends"));
  }
  need(c.cut_radius > 0 && std::isfinite(c.cut_radius), c, "cut_radius", c.cut_radius, "> 0");
  need(c.cut_radius >= 0.1 * c.scale_radius && c.cut_radius <= 1e5 * c.scale_radius, c, "cut_radius", c.cut_radius,
       "between 0.1 and 1e5 scale radii");
  if (c.cut == CutKind::smooth) {
    need(c.cut_width >= 0 && c.cut_width <= c.cut_radius, c, "cut_width", c.cut_width, "between 0 and cut_radius");
  }
}

void check_disc(const Component& c) {
  need(c.scale_height > 0 && c.scale_height <= c.scale_radius, c, "scale_height", c.scale_height,
       "between 0 and scale_radius");
  need(c.scale_height >= 1e-3 * c.scale_radius, c, "scale_height", c.scale_height, ">= a thousandth of scale_radius");
  need_range(toomre_q_range, c, "toomre_q", c.toomre_q, Component{}.toomre_q);
  need(c.cut_radius == 0 || (c.cut_radius >= 0.5 * c.scale_radius && c.cut_radius <= 50 * c.scale_radius), c,
       "cut_radius", c.cut_radius, "0 or between 0.5 and 50 scale radii");
}

}  // namespace

void check_component(const Component& c) {
  need(c.mass >= 0 && std::isfinite(c.mass), c, "mass", c.mass, ">= 0");
  need(c.scale_radius > 0 && std::isfinite(c.scale_radius), c, "scale_radius", c.scale_radius, "> 0");
  check_cut(c);
  if (c.profile == ProfileKind::disc) check_disc(c);
  if (c.profile == ProfileKind::king) need_range(king_w0_range, c, "w0", c.w0, Component{}.w0);
  if (c.profile == ProfileKind::eff) {
    need(c.eff_slope > 1 && c.eff_slope <= 20, c, "slope", c.eff_slope, "> 1 and <= 20; typical is 2.6");
  }
  if (c.bodies && c.fraction) {
    throw InputError(fmt::format("component {}: bodies and fraction exclude each other; give one", c.name));
  }
  if (c.fraction) need(*c.fraction > 0 && *c.fraction <= 1, c, "fraction", *c.fraction, "> 0 and <= 1");
  if (c.mass == 0 && !c.bodies && !c.fraction) {
    throw InputError(fmt::format(
        "component {}: without mass its share of the bodies does not follow; give bodies or fraction", c.name));
  }
}

}  // namespace tucana
