# For files that are compiled once for each of Highway's targets. The tables at their ends hold no code, so Highway's
# target attribute around them does nothing there. Everything is inlined into few large functions: what a sanitizer does
# when a variable's scope ends, and where a debugger finds each variable, would take minutes to compile.
set(TUCANA_HIGHWAY_OPTIONS
  "$<IF:$<CXX_COMPILER_ID:Clang>,-Wno-pragma-clang-attribute,-fno-var-tracking;-fno-sanitize-address-use-after-scope>")

# What users get has kernels for all SIMD levels and chooses at run time. A build that only this machine tests may have
# the best level alone, which divides the time of the compiler and of the tests by three.
set(TUCANA_SIMD_LEVELS all CACHE STRING "SIMD levels of the kernels: all, or best (of this machine, for tests)")
set_property(CACHE TUCANA_SIMD_LEVELS PROPERTY STRINGS all best)
set(TUCANA_SIMD_OPTIONS "")
if(TUCANA_SIMD_LEVELS STREQUAL best AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  # The conditions of src/gravity/cpu/simd_levels.cpp.
  file(STRINGS /proc/cpuinfo flags REGEX "^flags" LIMIT_COUNT 1)
  string(APPEND flags " ")
  set(machine x86-64-v4)
  foreach(flag avx512f avx512bw avx512dq avx512vl avx512cd)
    if(NOT flags MATCHES " ${flag} ")
      set(machine x86-64-v3)
    endif()
  endforeach()
  foreach(flag avx2 fma bmi2)
    if(NOT flags MATCHES " ${flag} ")
      set(machine x86-64-v2)
    endif()
  endforeach()
  set(TUCANA_SIMD_OPTIONS -march=${machine} -DHWY_COMPILE_ONLY_STATIC)
endif()
