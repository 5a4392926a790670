// What the kernels of scan, sort and reduce share. GROUP is the size of a work-group, a power of two; with 1, which
// suits processors, no barrier is needed.
#if GROUP == 1
#define GROUP_BARRIER()
#else
#define GROUP_BARRIER() BARRIER()
#endif

// The sum of the values of all work-items before this one. shared[GROUP - 1] is then the sum of all.
DEVICE uint sum_before_me(uint value, LOCAL uint* shared) {
  const uint me = LOCAL_ID;
  shared[me] = value;
  GROUP_BARRIER();
  for (uint step = 1; step < GROUP; step *= 2) {
    const uint before = me >= step ? shared[me - step] : 0;
    GROUP_BARRIER();
    shared[me] += before;
    GROUP_BARRIER();
  }
  return shared[me] - value;
}
