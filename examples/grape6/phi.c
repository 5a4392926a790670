/* A small client of a GRAPE-6 library, in the manner of phi-GRAPE: a Plummer sphere of equal masses, integrated by the
 * 4th-order Hermite scheme with individual block time steps. Forces come from the library, all else is here.
 *
 *   export PKG_CONFIG_PATH=PREFIX/lib/pkgconfig LD_LIBRARY_PATH=PREFIX/lib
 *   cc -O2 phi.c -o phi $(pkg-config --cflags --libs g6) -lm
 *   ./phi [n [eta [t_end [eps [seed [dt_min]]]]]]
 *
 * It says how long the integration took, how many pair forces that were (60 operations each, as for GRAPE), the mean
 * size of a block and the relative error of the energy. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <g6.h>

typedef double Vector[3];

static int n;
static double eta = 0.01, t_end = 0.25, eps = 0.01, smallest_step = 0x1p-30;
static double *mass, *time_of, *step_of, *pot;
static Vector *x, *v, *a, *j;

/* The generator of Park and Miller, which Fortran repeats bit by bit. */
static int64_t seed = 1;
static double uniform(void) {
  seed = seed * 16807 % 2147483647;
  return (double)seed / 2147483647.0;
}

static void in_random_direction(double length, Vector to) {
  const double pi = acos(-1.0);
  const double z = 2 * uniform() - 1, phi = 2 * pi * uniform(), across = sqrt(1 - z * z);
  to[0] = length * across * cos(phi), to[1] = length * across * sin(phi), to[2] = length * z;
}

/* Aarseth, Henon & Wielen (1974), in units with G = M = 1 and E = -1/4. */
static void make_plummer(void) {
  const double scale = 3 * acos(-1.0) / 16;
  for (int i = 0; i < n; ++i) {
    double r, q, g;
    do r = 1 / sqrt(pow(uniform(), -2.0 / 3) - 1);
    while (r > 20);
    do q = uniform(), g = 0.1 * uniform();
    while (g > q * q * pow(1 - q * q, 3.5));
    mass[i] = 1.0 / n;
    in_random_direction(r * scale, x[i]);
    in_random_direction(q * sqrt(2 / sqrt(1 + r * r)) / sqrt(scale), v[i]);
  }
  for (int k = 0; k < 3; ++k) {
    double mean_x = 0, mean_v = 0;
    for (int i = 0; i < n; ++i) mean_x += x[i][k] / n, mean_v += v[i][k] / n;
    for (int i = 0; i < n; ++i) x[i][k] -= mean_x, v[i][k] -= mean_v;
  }
}

static double energy(void) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    double potential = 0;
    for (int k = 0; k < i; ++k) {
      const double dx = x[k][0] - x[i][0], dy = x[k][1] - x[i][1], dz = x[k][2] - x[i][2];
      potential -= mass[k] / sqrt(dx * dx + dy * dy + dz * dz + eps * eps);
    }
    sum += mass[i] * (potential + 0.5 * (v[i][0] * v[i][0] + v[i][1] * v[i][1] + v[i][2] * v[i][2]));
  }
  return sum;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double length(const Vector b) { return sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2]); }

/* The largest power of two that is not above dt. */
static double block_step(double dt) {
  int exponent;
  frexp(dt, &exponent);
  return ldexp(1.0, exponent - 1);
}

static int id = 0, pipes;

static void send(int i) {
  Vector a2, j6, k18 = {0, 0, 0};
  for (int k = 0; k < 3; ++k) a2[k] = a[i][k] / 2, j6[k] = j[i][k] / 6;
  g6_set_j_particle_(&id, &i, &i, &time_of[i], &step_of[i], &mass[i], k18, j6, a2, v[i], x[i]);
}

/* Acceleration, jerk and potential on `ni` bodies at positions xi and velocities vi. */
static void forces(double t, int ni, int* index, Vector* xi, Vector* vi, Vector* acc, Vector* jerk, double* phi) {
  double eps2 = eps * eps, *h2 = calloc((size_t)pipes, sizeof *h2);
  g6_set_ti_(&id, &t);
  for (int first = 0; first < ni; first += pipes) {
    int some = ni - first < pipes ? ni - first : pipes;
    g6calc_firsthalf_(&id, &n, &some, index + first, xi + first, vi + first, acc + first, jerk + first, phi + first,
                      &eps2, h2);
    if (g6calc_lasthalf_(&id, &n, &some, index + first, xi + first, vi + first, &eps2, h2, acc + first, jerk + first,
                         phi + first) != 0) {
      fprintf(stderr, "phi: the force calculation failed\n");
      exit(1);
    }
  }
  free(h2);
}


/* Corrects body i to time t with its new force (Makino & Aarseth 1992) and chooses its next step (Aarseth 1985). */
static void correct(int i, double t, const Vector xp, const Vector vp, const Vector a1, const Vector j1) {
  const double dt = t - time_of[i];
  Vector a2, a3;
  for (int k = 0; k < 3; ++k) {
    a2[k] = (-6 * (a[i][k] - a1[k]) - dt * (4 * j[i][k] + 2 * j1[k])) / (dt * dt);
    a3[k] = (12 * (a[i][k] - a1[k]) + 6 * dt * (j[i][k] + j1[k])) / (dt * dt * dt);
    x[i][k] = xp[k] + dt * dt * dt * dt / 24 * (a2[k] + dt / 5 * a3[k]);
    v[i][k] = vp[k] + dt * dt * dt / 6 * (a2[k] + dt / 4 * a3[k]);
    a[i][k] = a1[k], j[i][k] = j1[k];
    a2[k] += dt * a3[k];
  }
  const double above = length(a1) * length(a2) + length(j1) * length(j1);
  const double below = length(j1) * length(a3) + length(a2) * length(a2);
  const double wanted = below > 0 ? sqrt(eta * above / below) : 2 * dt;
  double next = dt;
  if (wanted < dt) next = fmax(block_step(wanted), smallest_step);
  else if (wanted >= 2 * dt && dt < 0.125 && fmod(t, 2 * dt) == 0) next = 2 * dt;
  time_of[i] = t;
  step_of[i] = next;
}

static void start(void) {
  int* index = malloc((size_t)n * sizeof *index);
  for (int i = 0; i < n; ++i) index[i] = i, send(i);
  forces(0, n, index, x, v, a, j, pot);
  for (int i = 0; i < n; ++i) {
    /* Short: one derivative says little, and where it happens to vanish nothing. Steps double soon enough. */
    const double wanted = length(a[i]) / length(j[i]);
    step_of[i] = fmax(block_step(sqrt(eta) / 8 * fmin(wanted, 0.125)), smallest_step);
    send(i);
  }
  free(index);
}

int main(int argc, char** argv) {
  n = argc > 1 ? atoi(argv[1]) : 1024;
  if (argc > 2) eta = atof(argv[2]);
  if (argc > 3) t_end = atof(argv[3]);
  if (argc > 4) eps = atof(argv[4]);
  if (argc > 5) seed = atoi(argv[5]);
  if (argc > 6) smallest_step = block_step(atof(argv[6]));
  if (n < 2 || eta <= 0 || seed <= 0) {
    fprintf(stderr, "usage: phi [n [eta [t_end [eps [seed [dt_min]]]]]]\n");
    return 2;
  }
  const size_t rows = (size_t)n;
  double* numbers = calloc(4 * rows, sizeof *numbers);
  Vector* vectors = calloc(8 * rows, sizeof *vectors);
  int* index = calloc(rows, sizeof *index);
  mass = numbers, time_of = numbers + n, step_of = numbers + 2 * n, pot = numbers + 3 * n;
  x = vectors, v = x + n, a = x + 2 * n, j = x + 3 * n;
  Vector *xp = x + 4 * n, *vp = x + 5 * n, *a1 = x + 6 * n, *j1 = x + 7 * n;

  make_plummer();
  const double energy_at_start = energy();
  if (g6_open_(&id) != 0) return 1;
  pipes = g6_npipes_();

  const double begin = now();
  start();
  double steps = 0, blocks = 0, pairs = (double)n * n;
  for (double t = 0; t < t_end;) {
    t = HUGE_VAL;
    for (int i = 0; i < n; ++i)
      if (time_of[i] + step_of[i] < t) t = time_of[i] + step_of[i];
    int ni = 0;
    for (int i = 0; i < n; ++i) {
      if (time_of[i] + step_of[i] != t) continue;
      const double dt = step_of[i];
      for (int k = 0; k < 3; ++k) {
        xp[ni][k] = x[i][k] + dt * (v[i][k] + dt / 2 * (a[i][k] + dt / 3 * j[i][k]));
        vp[ni][k] = v[i][k] + dt * (a[i][k] + dt / 2 * j[i][k]);
      }
      index[ni++] = i;
    }
    forces(t, ni, index, xp, vp, a1, j1, pot);
    for (int k = 0; k < ni; ++k) {
      correct(index[k], t, xp[k], vp[k], a1[k], j1[k]);
      send(index[k]);
    }
    steps += ni, blocks += 1, pairs += (double)ni * n;
  }
  const double seconds = now() - begin;
  g6_close_(&id);
  const double error = (energy() - energy_at_start) / energy_at_start;
  printf("n=%d eta=%g t=%g eps=%g energy=%.10f error=%.3e steps=%.0f block=%.2f seconds=%.3f gflops=%.3f\n", n, eta,
         t_end, eps, energy_at_start, error, steps, steps / blocks, seconds, 60e-9 * pairs / seconds);
  free(numbers), free(vectors), free(index);
  return 0;
}
