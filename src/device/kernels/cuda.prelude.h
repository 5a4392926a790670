// The common language of kernels in CUDA C, for NVRTC, which brings no headers.
#define KERNEL(name) extern "C" __global__ void name
#define DEVICE [[maybe_unused]] static __device__ __forceinline__
#define READS_LOCAL DEVICE
#define ALIGNED __align__(16)
#define INFINITY __int_as_float(0x7f800000)
#define GLOBAL
#define LOCAL
#define RESTRICT __restrict__
#define LOCAL_ARRAY(type, name, count) __shared__ type name[count]
#define BARRIER() __syncthreads()
#define GROUP_X (blockIdx.x)
#define GROUP_Y (blockIdx.y)
#define GROUPS_X (gridDim.x)
#define LOCAL_ID (threadIdx.x)
#define GROUP_SIZE (blockDim.x)
#define GLOBAL_ID (blockIdx.x * blockDim.x + threadIdx.x)
#define ATOMIC_ADD(address, value) atomicAdd(address, value)
typedef unsigned int uint;
typedef unsigned char uchar;
typedef long long int64;
typedef unsigned long long uint64;
