#pragma once

/* What the clients of this folder share: three bodies on a line, whose forces are known. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                        \
  do {                                                                          \
    if (!(condition)) {                                                         \
      fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                  \
    }                                                                           \
  } while (0)

static double x3[3][3] = {{0, 0, 0}, {1, 0, 0}, {3, 0, 0}};
static double zero3[3][3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
static double mass3[3] = {1, 2, 4};
static int index3[3] = {10, 20, 30};

static void check_three(double acc[][3], const double pot[], const int nnb[]) {
  CHECK(fabs(acc[0][0] - (2.0 + 4.0 / 9)) < 1e-6);
  CHECK(fabs(acc[1][0] - (-1.0 + 4.0 / 4)) < 1e-6);
  CHECK(fabs(acc[2][0] - (-1.0 / 9 - 2.0 / 4)) < 1e-6);
  CHECK(fabs(pot[0] + 2 + 4.0 / 3) < 1e-6);
  CHECK(nnb == NULL || (nnb[0] == 20 && nnb[1] == 10 && nnb[2] == 20));
}
