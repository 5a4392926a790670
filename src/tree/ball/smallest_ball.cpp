#include <algorithm>
#include <array>
#include <cmath>

#include "tucana/tree/ball/enclosing_ball.h"

namespace tucana {
namespace {

constexpr int most_support = 4;
/// A point this little outside, as part of the squared radius, is on the ball.
constexpr double rounding = 1e-14;
/// Each exchange grows the ball, so it ends by itself; whatever rounding does, it ends here.
constexpr int most_exchanges = 200;

/// Squares of distances as small as this have lost digits: no ball is worth them.
constexpr double vanishing2 = 0x1p-900;

/// The points that hold the ball, by index.
struct Support {
  std::array<std::size_t, most_support> index{};
  int size = 0;
};

struct Farthest {
  std::size_t index = 0;
  double distance2 = 0;
};

Farthest farthest_from(const Vec3& centre, std::span<const Vec3> points) {
  // Two searches at once, for the sake of the processor.
  std::array<Farthest, 2> far{Farthest{0, -1}, Farthest{0, -1}};
  std::size_t i = 0;
  for (; i + 1 < points.size(); i += 2) {
    const double d = norm2(points[i] - centre), e = norm2(points[i + 1] - centre);
    if (d > far[0].distance2) far[0] = {i, d};
    if (e > far[1].distance2) far[1] = {i + 1, e};
  }
  if (i < points.size()) {
    if (const double d = norm2(points[i] - centre); d > far[0].distance2) far[0] = {i, d};
  }
  return far[1].distance2 > far[0].distance2 ? far[1] : far[0];
}

/// The ball through the origin and some of up to four points q, its centre the sum of part * q.
struct Candidate {
  std::array<double, most_support> part{};
  double radius2 = 0;
  bool solved = false, inside_hull = false;
};

using Gram = std::array<std::array<double, most_support>, most_support>;

/// The ball through the origin and the points of `chosen` with its centre in their plane: 2 G part = diagonal of G.
Candidate ball_through(const Gram& g, std::span<const int> chosen) {
  Candidate ball;
  std::array<double, 3> part{};
  const int a = chosen[0];
  if (chosen.size() == 1) {
    part[0] = 0.5;
  } else if (chosen.size() == 2) {
    const int b = chosen[1];
    const double det = g[a][a] * g[b][b] - g[a][b] * g[a][b];
    if (!(det > rounding * g[a][a] * g[b][b])) return ball;
    part[0] = 0.5 * g[b][b] * (g[a][a] - g[a][b]) / det;
    part[1] = 0.5 * g[a][a] * (g[b][b] - g[a][b]) / det;
  } else {
    const int b = chosen[1], c = chosen[2];
    const double ca = g[b][b] * g[c][c] - g[b][c] * g[b][c], cb = g[a][c] * g[b][c] - g[a][b] * g[c][c],
                 cc = g[a][b] * g[b][c] - g[a][c] * g[b][b];
    const double det = g[a][a] * ca + g[a][b] * cb + g[a][c] * cc;
    if (!(det > rounding * g[a][a] * g[b][b] * g[c][c])) return ball;
    const double bb = g[a][a] * g[c][c] - g[a][c] * g[a][c], bc = g[a][b] * g[a][c] - g[a][a] * g[b][c],
                 dd = g[a][a] * g[b][b] - g[a][b] * g[a][b];
    const double half = 0.5 / det;
    part[0] = half * (ca * g[a][a] + cb * g[b][b] + cc * g[c][c]);
    part[1] = half * (cb * g[a][a] + bb * g[b][b] + bc * g[c][c]);
    part[2] = half * (cc * g[a][a] + bc * g[b][b] + dd * g[c][c]);
  }
  ball.solved = true;
  double sum = 0;
  ball.inside_hull = true;
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    ball.part[static_cast<std::size_t>(chosen[k])] = part[k];
    ball.inside_hull = ball.inside_hull && part[k] >= 0;
    sum += part[k];
    // |centre|^2 = centre . centre, and 2 q . centre = q . q for each chosen q.
    ball.radius2 += 0.5 * part[k] * g[chosen[k]][chosen[k]];
  }
  ball.inside_hull = ball.inside_hull && sum <= 1;
  return ball;
}

/// By how much the squared distance of the farthest q from the centre exceeds the squared radius; 0 when none does.
double excess2(const Gram& g, int size, const Candidate& ball) {
  double most = 0;
  for (int k = 0; k < size; ++k) {
    double along = 0;
    for (int l = 0; l < size; ++l) along += ball.part[static_cast<std::size_t>(l)] * g[k][l];
    most = std::max(most, g[k][k] - 2 * along);
  }
  return most;
}

/// Which of up to four points, by number of points: bits.
constexpr std::array<unsigned, 14> choices{1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14};

/// The smallest ball of the support and a point outside of its ball, which therefore is on the new one. Sets the new
/// support and the squared radius; returns the centre.
Vec3 exchange(Support& support, std::size_t outside, std::span<const Vec3> points, double& radius2) {
  std::array<Vec3, most_support> q;
  // In units of about the radius, so that products of squares neither overflow nor vanish.
  const double unit = std::sqrt(radius2);
  for (int k = 0; k < support.size; ++k) q[k] = (1 / unit) * (points[support.index[k]] - points[outside]);
  Gram g{};
  for (int k = 0; k < support.size; ++k) {
    for (int l = 0; l <= k; ++l) g[k][l] = g[l][k] = dot(q[k], q[l]);
  }
  // A ball that holds all points and has its centre among those that it goes through is the smallest. Where rounding
  // hides it, because points nearly coincide or lie in a line or plane, the one that needs the least radius is taken.
  Candidate best;
  unsigned best_choice = 0;
  double best_needed = 0;
  for (const unsigned choice : choices) {
    if (choice >= 1U << support.size) continue;
    std::array<int, 3> chosen{};
    std::size_t n = 0;
    for (int k = 0; k < support.size; ++k) {
      if ((choice >> k & 1U) != 0) chosen[n++] = k;
    }
    const Candidate ball = ball_through(g, {chosen.data(), n});
    if (!ball.solved) continue;
    const double excess = excess2(g, support.size, ball);
    const double needed = ball.radius2 + excess;
    if (best_choice == 0 || needed < best_needed) best = ball, best_choice = choice, best_needed = needed;
    if (ball.inside_hull && excess <= rounding * ball.radius2) {
      best = ball, best_choice = choice;
      break;
    }
  }
  Vec3 centre = points[outside];
  Support kept;
  for (int k = 0; k < support.size; ++k) {
    if ((best_choice >> k & 1U) == 0) continue;
    centre += unit * best.part[static_cast<std::size_t>(k)] * q[k];
    kept.index[kept.size++] = support.index[k];
  }
  kept.index[kept.size++] = outside;
  support = kept;
  radius2 *= best.radius2;
  return centre;
}

}  // namespace

/// Fischer, Gaertner & Kutz 2003 and Gaertner 1999 in spirit: the smallest ball of a few points is exchanged for that
/// of them and the point farthest outside, which grows it, until nothing is outside.
Ball smallest_ball(std::span<const Vec3> points) {
  if (points.empty()) return {};
  const std::size_t a = farthest_from(points[0], points).index;
  const Farthest b = farthest_from(points[a], points);
  if (b.distance2 == 0) return ball_around(points[a], points);
  if (b.distance2 < vanishing2) return box_ball(points);
  Support support{{a, b.index}, 2};
  Vec3 centre = 0.5 * points[a] + 0.5 * points[b.index], best = centre;
  double radius2 = 0.25 * b.distance2, least2 = INFINITY;
  for (int i = 0; i < most_exchanges; ++i) {
    const Farthest far = farthest_from(centre, points);
    if (far.distance2 < least2) least2 = far.distance2, best = centre;
    if (!(far.distance2 > radius2 * (1 + rounding))) break;
    auto* const held = support.index.begin() + support.size;
    if (std::find(support.index.begin(), held, far.index) != held) break;
    const double before2 = radius2;
    centre = exchange(support, far.index, points, radius2);
    if (!(radius2 > before2)) {
      // Rounding: no growth, so nothing better will come; this centre may still be the best.
      if (farthest_from(centre, points).distance2 < least2) best = centre;
      break;
    }
  }
  return ball_around(best, points);
}

}  // namespace tucana
