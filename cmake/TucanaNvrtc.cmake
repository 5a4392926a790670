# Sets TUCANA_NVRTC_LIBRARY for tests that compile kernels for CUDA. ./tucana test passes one that is new enough
# (scripts/nvrtc.py); without it tests fail and say so.
find_library(TUCANA_NVRTC_LIBRARY NAMES nvrtc libnvrtc.so.13 libnvrtc.so.12
  HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES lib64 lib
  DOC "NVIDIA's run-time compiler (libnvrtc.so), of a CUDA toolkit or of the package nvidia-cuda-nvrtc")
