// The common language of kernels in OpenCL C. The macro VEC (1, 2, 4, 8, 16) is the number of lanes of real vectors.
#pragma OPENCL FP_CONTRACT OFF
#define KERNEL(name) __kernel void name
#define DEVICE static inline __attribute__((unused))
// For functions that only read local memory: what a static one reads there PoCL 3.1 (LLVM 15) takes for undefined.
#define READS_LOCAL
#define ALIGNED __attribute__((aligned(16)))
#define GLOBAL __global
#define LOCAL __local
#define RESTRICT restrict
#define LOCAL_ARRAY(type, name, count) __local type name[count]
#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#define GROUP_X ((uint)get_group_id(0))
#define GROUP_Y ((uint)get_group_id(1))
#define GROUPS_X ((uint)get_num_groups(0))
#define LOCAL_ID ((uint)get_local_id(0))
#define GROUP_SIZE ((uint)get_local_size(0))
#define GLOBAL_ID ((uint)get_global_id(0))
#define ATOMIC_ADD(address, value) atomic_add(address, value)
typedef long int64;
typedef ulong uint64;
