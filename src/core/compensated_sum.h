#pragma once

#include "tucana/core/vec3.h"

namespace tucana {

/// A sum in about twice the precision of double: the rounding error of every addition is kept beside the sum
/// (two-sum of Knuth; Ogita, Rump & Oishi 2005, algorithm 4.3). Serial, so the bits depend on the order alone.
class CompensatedSum {
 public:
  void add(double x) {
    const double sum = sum_ + x;
    const double shadow = sum - sum_;
    error_ += (sum_ - (sum - shadow)) + (x - shadow);
    sum_ = sum;
  }
  double value() const { return sum_ + error_; }

 private:
  double sum_ = 0, error_ = 0;
};

/// The same for vectors, component by component.
class CompensatedVec3Sum {
 public:
  void add(const Vec3& v) { x_.add(v.x), y_.add(v.y), z_.add(v.z); }
  Vec3 value() const { return {x_.value(), y_.value(), z_.value()}; }

 private:
  CompensatedSum x_, y_, z_;
};

}  // namespace tucana
