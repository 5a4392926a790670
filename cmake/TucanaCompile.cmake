# The compile options that every target of the project shares, as the interface target tucana_compile.
add_library(tucana_compile INTERFACE)
target_compile_features(tucana_compile INTERFACE cxx_std_20)

# Contraction is off and FMA explicit, so that the same source gives the same bits with every compiler;
# fast-math never: it deletes the error terms of two-sum (docs/architecture.md, determinism). Shadows are looked for where
# files are compiled alone: beside others, a local name may be that of a neighbour's function (TucanaJoin.cmake).
target_compile_options(tucana_compile INTERFACE
  -ffp-contract=off -fno-math-errno -Wall -Wextra -Wpedantic -Wnon-virtual-dtor $<$<NOT:$<BOOL:${TUCANA_JOIN_SOURCES}>>:-Wshadow>
  $<$<BOOL:${TUCANA_WARNINGS_ARE_ERRORS}>:-Werror>)

# Messages name files by their place in the project; no path of the build machine gets into what is installed.
target_compile_options(tucana_compile INTERFACE -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)

# gcc 12 makes Highway fall back to its scalar target on plain x86-64; v2 (SSE4.2) is on every machine since 2009.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_compile_options(tucana_compile INTERFACE -march=x86-64-v2)
endif()

if(TUCANA_SANITIZE)
  # Lines are what reports need; all of -g makes clang a sixth slower.
  target_compile_options(tucana_compile INTERFACE
    -fsanitize=${TUCANA_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
    $<IF:$<CXX_COMPILER_ID:Clang>,-gline-tables-only,-g1>)
  target_link_options(tucana_compile INTERFACE -fsanitize=${TUCANA_SANITIZE})
endif()

# Libraries from modules or conda lie where the loader does not look: the installed files then remember where.
if(CMAKE_PREFIX_PATH OR DEFINED ENV{CMAKE_PREFIX_PATH})
  set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
endif()
