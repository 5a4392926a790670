// The force of far cells as a series about the centre of a group. Compiled once for each SIMD target.
#if defined(TUCANA_TREE_EXPAND_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_TREE_EXPAND_INL
#undef TUCANA_TREE_EXPAND_INL
#else
#define TUCANA_TREE_EXPAND_INL
#endif

#include "tucana/tree/cpu/pairs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::tree::HWY_NAMESPACE {

/// Adds the sums over lanes of four vectors.
HWY_INLINE void add_four(FloatLanes a, FloatLanes b, FloatLanes c, FloatLanes e, float* to) {
  alignas(64) float total[4];
  simd::store_sums(a, b, c, e, total);
  for (int k = 0; k < 4; ++k) to[k] += total[k];
}

/// Acceleration and potential, with quadrupoles. Leaves m / s^3 and 1 / s^2 in the columns of mass and trace for the
/// following passes: there are not enough registers for a single pass.
template <bool each>
HWY_INLINE void expand_values(CellList& list, std::size_t end, float eps2, LocalExpansion& local) {
  const Floats d;
  SumLanes sums;
  auto s1 = hn::Zero(d), xx = s1, xy = s1, xz = s1, yy = s1, yz = s1, zz = s1;
  for (std::size_t k = 0; k < end; k += hn::Lanes(d)) {
    const auto load = [&](const auto& column) HWY_ATTR { return hn::Load(d, column.data() + k); };
    const auto x = load(list.x), y = load(list.y), z = load(list.z);
    auto s2 = hn::MulAdd(z, z, hn::MulAdd(y, y, hn::MulAdd(x, x, hn::Set(d, eps2))));
    if constexpr (each) s2 = hn::Add(s2, load(list.softening2));
    const auto u = hn::Mul(hn::Set(d, 0.5F), twice_inverse_root(s2)), u2 = hn::Mul(u, u);
    const auto by_distance = hn::Mul(load(list.mass), u);
    const auto by_cube = hn::Mul(by_distance, u2);
    const auto qx = hn::MulAdd(load(list.xz), z, hn::MulAdd(load(list.xy), y, hn::Mul(load(list.xx), x)));
    const auto qy = hn::MulAdd(load(list.yz), z, hn::MulAdd(load(list.yy), y, hn::Mul(load(list.xy), x)));
    const auto qz = hn::MulAdd(load(list.zz), z, hn::MulAdd(load(list.yz), y, hn::Mul(load(list.xz), x)));
    const auto rqr = hn::Mul(u2, hn::MulAdd(qz, z, hn::MulAdd(qy, y, hn::Mul(qx, x))));
    // 4, as the moments of a list are a quarter of those of a cell.
    const auto u3 = hn::Mul(hn::Set(d, 4.0F), hn::Mul(u, u2)), u5 = hn::Mul(u3, u2);
    const auto trace = load(list.trace);
    const auto inner = hn::NegMulAdd(rqr, hn::Set(d, 2.5F), trace);
    const auto pull = hn::NegMulAdd(u5, inner, by_cube);
    sums.x = hn::MulAdd(pull, x, hn::NegMulAdd(u5, qx, sums.x));
    sums.y = hn::MulAdd(pull, y, hn::NegMulAdd(u5, qy, sums.y));
    sums.z = hn::MulAdd(pull, z, hn::NegMulAdd(u5, qz, sums.z));
    const auto second = hn::NegMulAdd(trace, hn::Set(d, 1.0F / 3), hn::Mul(rqr, hn::Set(d, 0.5F)));
    sums.potential = hn::MulAdd(second, u3, hn::Add(sums.potential, by_distance));
    // First derivatives: of the mass -S1 + M2, of the quadrupole
    // Q / s^5 + (trace - 5/2 rqr) / s^5 - 5 (qd + dq) / s^7 + (35/2 rqr - 5 trace) d d / s^7, Q and trace of a cell.
    s1 = hn::Add(s1, hn::NegMulAdd(u5, inner, by_cube));
    const auto u7 = hn::Mul(u5, u2);
    const auto dd = hn::MulAdd(hn::MulAdd(rqr, hn::Set(d, 17.5F), hn::Mul(trace, hn::Set(d, -5.0F))), u7,
                               hn::Mul(hn::Set(d, 3.0F), hn::Mul(by_cube, u2)));
    const auto u7_5 = hn::Mul(u7, hn::Set(d, -5.0F));
    const auto px = hn::MulAdd(dd, x, hn::Mul(u7_5, qx)), py = hn::MulAdd(dd, y, hn::Mul(u7_5, qy)),
               pz = hn::MulAdd(dd, z, hn::Mul(u7_5, qz));
    const auto tx = hn::Mul(u7_5, x), ty = hn::Mul(u7_5, y), tz = hn::Mul(u7_5, z);
    const auto add = [&](FloatLanes& sum, const auto& q, FloatLanes p, FloatLanes at, FloatLanes t, FloatLanes by)
                         HWY_ATTR { sum = hn::MulAdd(u5, load(q), hn::MulAdd(p, at, hn::MulAdd(t, by, sum))); };
    add(xx, list.xx, px, x, tx, qx), add(xy, list.xy, px, y, tx, qy), add(xz, list.xz, px, z, tx, qz);
    add(yy, list.yy, py, y, ty, qy), add(yz, list.yz, py, z, ty, qz), add(zz, list.zz, pz, z, tz, qz);
    hn::Store(by_cube, d, list.mass.data() + k);
    hn::Store(u2, d, list.trace.data() + k);
  }
  float a[4] = {}, m[4] = {}, n[4] = {};
  add_four(sums.x, sums.y, sums.z, sums.potential, a);
  add_four(xx, xy, xz, yy, m);
  add_four(yz, zz, s1, s1, n);
  for (int k = 0; k < 3; ++k) local.acceleration[k] += a[k];
  local.potential += a[3];
  for (int k = 0; k < 4; ++k) local.second[k] += m[k];
  local.second[4] += n[0], local.second[5] += n[1], local.isotropic += n[2];
}

/// Second derivatives of the mass; leaves 15 m / s^7 in the column of mass.
HWY_INLINE void expand_second(CellList& list, std::size_t end, LocalExpansion& local) {
  const Floats d;
  const auto zero = hn::Zero(d);
  auto s2 = zero, vx = zero, vy = zero, vz = zero, xxx = zero, xxy = zero, xxz = zero, xyy = zero, xyz = zero,
       xzz = zero, yyy = zero, yyz = zero, yzz = zero, zzz = zero;
  for (std::size_t k = 0; k < end; k += hn::Lanes(d)) {
    const auto load = [&](const auto& column) HWY_ATTR { return hn::Load(d, column.data() + k); };
    const auto x = load(list.x), y = load(list.y), z = load(list.z), u2 = load(list.trace);
    const auto m2 = hn::Mul(hn::Mul(hn::Set(d, 3.0F), load(list.mass)), u2);
    const auto m3 = hn::Mul(hn::Mul(hn::Set(d, 5.0F), m2), u2);
    hn::Store(m3, d, list.mass.data() + k);
    s2 = hn::Add(s2, m2);
    vx = hn::MulAdd(m2, x, vx), vy = hn::MulAdd(m2, y, vy), vz = hn::MulAdd(m2, z, vz);
    const auto mxx = hn::Mul(m3, hn::Mul(x, x)), myy = hn::Mul(m3, hn::Mul(y, y)), mzz = hn::Mul(m3, hn::Mul(z, z));
    xxx = hn::MulAdd(mxx, x, xxx), xxy = hn::MulAdd(mxx, y, xxy), xxz = hn::MulAdd(mxx, z, xxz);
    xyy = hn::MulAdd(myy, x, xyy), yyy = hn::MulAdd(myy, y, yyy), yyz = hn::MulAdd(myy, z, yyz);
    xzz = hn::MulAdd(mzz, x, xzz), yzz = hn::MulAdd(mzz, y, yzz), zzz = hn::MulAdd(mzz, z, zzz);
    xyz = hn::MulAdd(hn::Mul(m3, x), hn::Mul(y, z), xyz);
  }
  float v[4] = {}, last[4] = {};
  add_four(s2, vx, vy, vz, v);
  local.isotropic2 += v[0];
  for (int k = 0; k < 3; ++k) local.first[k] += v[k + 1];
  add_four(xxx, xxy, xxz, xyy, local.third);
  add_four(xyz, xzz, yyy, yyz, local.third + 4);
  add_four(yzz, zzz, zero, zero, last);
  local.third[8] += last[0], local.third[9] += last[1];
}

/// Third derivatives of the mass.
HWY_INLINE void expand_third(const CellList& list, std::size_t end, LocalExpansion& local) {
  const Floats d;
  const auto zero = hn::Zero(d);
  auto xx = zero, xy = zero, xz = zero, yy = zero, yz = zero, zz = zero;
  auto xxxx = zero, xxxy = zero, xxxz = zero, xxyy = zero, xxyz = zero, xxzz = zero, xyyy = zero, xyyz = zero,
       xyzz = zero, xzzz = zero, yyyy = zero, yyyz = zero, yyzz = zero, yzzz = zero, zzzz = zero;
  for (std::size_t k = 0; k < end; k += hn::Lanes(d)) {
    const auto load = [&](const auto& column) HWY_ATTR { return hn::Load(d, column.data() + k); };
    const auto x = load(list.x), y = load(list.y), z = load(list.z), m3 = load(list.mass);
    const auto m4 = hn::Mul(hn::Mul(hn::Set(d, 7.0F), m3), load(list.trace));
    const auto x2 = hn::Mul(x, x), y2 = hn::Mul(y, y), z2 = hn::Mul(z, z), pxy = hn::Mul(x, y), pxz = hn::Mul(x, z),
               pyz = hn::Mul(y, z);
    xx = hn::MulAdd(m3, x2, xx), xy = hn::MulAdd(m3, pxy, xy), xz = hn::MulAdd(m3, pxz, xz);
    yy = hn::MulAdd(m3, y2, yy), yz = hn::MulAdd(m3, pyz, yz), zz = hn::MulAdd(m3, z2, zz);
    const auto mxx = hn::Mul(m4, x2), myy = hn::Mul(m4, y2), mzz = hn::Mul(m4, z2);
    xxxx = hn::MulAdd(mxx, x2, xxxx), xxxy = hn::MulAdd(mxx, pxy, xxxy), xxxz = hn::MulAdd(mxx, pxz, xxxz);
    xxyy = hn::MulAdd(mxx, y2, xxyy), xxyz = hn::MulAdd(mxx, pyz, xxyz), xxzz = hn::MulAdd(mxx, z2, xxzz);
    xyyy = hn::MulAdd(myy, pxy, xyyy), xyyz = hn::MulAdd(myy, pxz, xyyz), xyzz = hn::MulAdd(mzz, pxy, xyzz);
    xzzz = hn::MulAdd(mzz, pxz, xzzz), yyyy = hn::MulAdd(myy, y2, yyyy), yyyz = hn::MulAdd(myy, pyz, yyyz);
    yyzz = hn::MulAdd(myy, z2, yyzz), yzzz = hn::MulAdd(mzz, pyz, yzzz), zzzz = hn::MulAdd(mzz, z2, zzzz);
  }
  float w[8] = {}, last[4] = {};
  add_four(xx, xy, xz, yy, w);
  add_four(yz, zz, zero, zero, w + 4);
  for (int k = 0; k < 6; ++k) local.second2[k] += w[k];
  add_four(xxxx, xxxy, xxxz, xxyy, local.fourth);
  add_four(xxyz, xxzz, xyyy, xyyz, local.fourth + 4);
  add_four(xyzz, xzzz, yyyy, yyyz, local.fourth + 8);
  add_four(yyzz, yzzz, zzzz, zero, last);
  for (int k = 0; k < 3; ++k) local.fourth[12 + k] += last[k];
}

HWY_NOINLINE inline void expand_cells(const Walk& walk, CellList& list, LocalExpansion& local) {
  const std::size_t end = fill_columns(walk, list);
  if (walk.softened_each)
    expand_values<true>(list, end, walk.softening2, local);
  else
    expand_values<false>(list, end, walk.softening2, local);
  expand_second(list, end, local);
  expand_third(list, end, local);
  list.count = 0;
}

/// The series at the targets: a + T x + D x x / 2 + E x x x / 6 with T = M2 - S1, D x x = M3 x x - 2 x (V.x) - V x^2
/// and E x x x = M4 x x x - 3 x^2 W x - 3 x (x.W.x) + 3 S2 x^2 x.
HWY_NOINLINE inline void add_expansion(const LocalExpansion& local, WalkTargets& targets) {
  const Floats d;
  constexpr std::size_t lanes = hn::MaxLanes(Floats());
  const auto set = [&](float value) HWY_ATTR { return hn::Set(d, value); };
  const auto& t = local.third;
  const auto& f = local.fourth;
  for (std::size_t k = targets.count; k % lanes != 0; ++k) targets.x[k] = 0, targets.y[k] = 0, targets.z[k] = 0;
  for (std::size_t k = 0; k < targets.count; k += lanes) {
    const auto x = hn::Load(d, targets.x.data() + k), y = hn::Load(d, targets.y.data() + k),
               z = hn::Load(d, targets.z.data() + k);
    const auto row = [&](float a, float b, float c)
                         HWY_ATTR { return hn::MulAdd(set(a), x, hn::MulAdd(set(b), y, hn::Mul(set(c), z))); };
    const auto xx = hn::Mul(x, x), yy = hn::Mul(y, y), zz = hn::Mul(z, z), r2 = hn::Add(xx, hn::Add(yy, zz));
    const auto xy = hn::Mul(hn::Add(x, x), y), xz = hn::Mul(hn::Add(x, x), z), yz = hn::Mul(hn::Add(y, y), z);
    const auto six = [&](const float* m, int a, int b, int c, int e, int g, int h) HWY_ATTR {
      const auto left = hn::MulAdd(set(m[a]), xx, hn::MulAdd(set(m[b]), xy, hn::Mul(set(m[c]), xz)));
      return hn::MulAdd(set(m[e]), yy, hn::MulAdd(set(m[g]), yz, hn::MulAdd(set(m[h]), zz, left)));
    };
    const auto& m = local.second;
    const auto& w = local.second2;
    const auto along = row(local.first[0], local.first[1], local.first[2]);
    const auto wx = row(w[0], w[1], w[2]), wy = row(w[1], w[3], w[4]), wz = row(w[2], w[4], w[5]);
    const auto xwx = hn::MulAdd(wx, x, hn::MulAdd(wy, y, hn::Mul(wz, z)));
    const auto sx = hn::NegMulAdd(set(local.isotropic), x, row(m[0], m[1], m[2]));
    const auto sy = hn::NegMulAdd(set(local.isotropic), y, row(m[1], m[3], m[4]));
    const auto sz = hn::NegMulAdd(set(local.isotropic), z, row(m[2], m[4], m[5]));
    const auto square = [&](FloatLanes at, float v, FloatLanes cubic) HWY_ATTR {
      return hn::NegMulAdd(hn::Add(along, along), at, hn::NegMulAdd(set(v), r2, cubic));
    };
    const auto dx = square(x, local.first[0], six(t, 0, 1, 2, 3, 4, 5));
    const auto dy = square(y, local.first[1], six(t, 1, 3, 4, 6, 7, 8));
    const auto dz = square(z, local.first[2], six(t, 2, 4, 5, 7, 8, 9));
    // M4 x x as a symmetric matrix.
    const auto fxx = six(f, 0, 1, 2, 3, 4, 5), fxy = six(f, 1, 3, 4, 6, 7, 8), fxz = six(f, 2, 4, 5, 7, 8, 9),
               fyy = six(f, 3, 6, 7, 10, 11, 12), fyz = six(f, 4, 7, 8, 11, 12, 13), fzz = six(f, 5, 8, 9, 12, 13, 14);
    const auto isotropic = hn::Mul(set(3), hn::NegMulAdd(set(local.isotropic2), r2, xwx));
    const auto cube = [&](FloatLanes a, FloatLanes b, FloatLanes c, FloatLanes at, FloatLanes w_at) HWY_ATTR {
      const auto quartic = hn::MulAdd(a, x, hn::MulAdd(b, y, hn::Mul(c, z)));
      return hn::NegMulAdd(isotropic, at, hn::NegMulAdd(hn::Mul(set(3), r2), w_at, quartic));
    };
    const auto ex = cube(fxx, fxy, fxz, x, wx), ey = cube(fxy, fyy, fyz, y, wy), ez = cube(fxz, fyz, fzz, z, wz);
    const auto total = [&](float a, FloatLanes s, FloatLanes half, FloatLanes sixth) HWY_ATTR {
      return hn::Add(set(a), hn::MulAdd(set(0.5F), half, hn::MulAdd(set(1.0F / 6), sixth, s)));
    };
    const auto& at_centre = local.acceleration;
    alignas(64) float ax[lanes], ay[lanes], az[lanes], potential[lanes];
    hn::Store(total(at_centre[0], sx, dx, ex), d, ax);
    hn::Store(total(at_centre[1], sy, dy, ey), d, ay);
    hn::Store(total(at_centre[2], sz, dz, ez), d, az);
    const auto series = [&](float a, FloatLanes s, FloatLanes half, FloatLanes sixth) HWY_ATTR {
      return hn::Add(set(a), hn::MulAdd(set(0.5F), s, hn::MulAdd(set(1.0F / 6), half, hn::Mul(set(1.0F / 24), sixth))));
    };
    const auto change =
        hn::MulAdd(x, series(at_centre[0], sx, dx, ex),
                   hn::MulAdd(y, series(at_centre[1], sy, dy, ey), hn::Mul(z, series(at_centre[2], sz, dz, ez))));
    hn::Store(hn::Add(set(local.potential), change), d, potential);
    for (std::size_t i = 0; i < lanes && k + i < targets.count; ++i) {
      targets.acceleration[k + i] += Vec3{ax[i], ay[i], az[i]};
      targets.potential[k + i] -= static_cast<double>(potential[i]);
    }
  }
}

}  // namespace tucana::tree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
