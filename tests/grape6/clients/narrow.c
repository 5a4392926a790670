/* A client in narrow circumstances, named by its argument: a process forked after the library was used, a thread with a
 * small stack, little memory. Calls work or fail with a code; nothing crashes and nothing waits for ever. */
#define _GNU_SOURCE
#include "checks.h"

#include <g6.h>
#include <pthread.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int forces(int id) {
  int three = 3, nnb[3];
  double t = 0, eps2 = 0, h2[3] = {0, 0, 0}, acc[3][3], jerk[3][3], pot[3];
  for (int i = 0; i < 3; ++i)
    CHECK(g6_set_j_particle_(&id, &i, &index3[i], &t, &t, &mass3[i], zero3[0], zero3[0], zero3[0], zero3[0], x3[i]) ==
          0);
  g6calc_firsthalf_(&id, &three, &three, index3, x3, zero3, zero3, zero3, pot, &eps2, h2);
  const int code = g6calc_lasthalf2_(&id, &three, &three, index3, x3, zero3, &eps2, h2, acc, jerk, pot, nnb);
  CHECK(code == 0 || code == -1);
  if (code == 0) check_three(acc, pot, nnb);
  return code;
}

static int open_and_use(int id) {
  const int code = g6_open_(&id);
  CHECK(code == 0 || code == -1);
  if (code != 0) return code;
  const int result = forces(id);
  CHECK(g6_close_(&id) == 0);
  return result;
}

static int is_on_host;

static void in_child(void) {
  int id = 0;
  CHECK(g6_open_(&id) == 0 && forces(id) == 0);
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    const int code = forces(id), other = open_and_use(1);
    CHECK(is_on_host ? code == 0 && other == 0 : code == -1 && other == -1);
    CHECK(g6_close_(&id) == 0);
    exit(0); /* which ends the library too */
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(forces(id) == 0 && g6_close_(&id) == 0); /* the parent is as before */
}

static void* in_thread(void* nothing) {
  const int code = open_and_use(0);
  CHECK(code == (is_on_host ? 0 : -1));
  return nothing;
}

static void on_small_stack(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  CHECK(pthread_attr_init(&attributes) == 0 && pthread_attr_setstacksize(&attributes, 64 * 1024) == 0);
  CHECK(pthread_create(&thread, &attributes, in_thread, NULL) == 0 && pthread_join(thread, NULL) == 0);
  CHECK(open_and_use(0) == 0); /* here it works */
}

static void with_little_memory(void) {
  struct rlimit before, little;
  CHECK(getrlimit(RLIMIT_AS, &before) == 0);
  little = before;
  little.rlim_cur = (rlim_t)400 << 20;
  CHECK(setrlimit(RLIMIT_AS, &little) == 0);
  CHECK(open_and_use(0) == (is_on_host ? 0 : -1));
}

int main(int argc, char** argv) {
  CHECK(argc == 2);
  is_on_host = strcmp(getenv("TUCANA_G6_ENGINE"), "cpu") == 0;
  if (strcmp(argv[1], "fork") == 0) in_child();
  else if (strcmp(argv[1], "stack") == 0) on_small_stack();
  else if (strcmp(argv[1], "memory") == 0) with_little_memory();
  else CHECK(!"a known argument");
  puts("ok");
  return 0;
}
