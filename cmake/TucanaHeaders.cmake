# Which headers are the library's interface: all of src/ but these. A public header includes public headers and the
# standard library only (tests/house/include_rules.py reads the list written here).
set(TUCANA_PRIVATE_HEADERS
  "^app/"                      # the program
  "^device/(opencl|cuda)/"     # the two APIs stay inside
  "^gravity/(cpu|device|gather|reference)/"  # engines are made by make_engine.h; Highway stays inside
  # Integrators are made by make_hermite.h.
  "^integrators/hermite/(device/|block_hermite|body_columns|hermite4_|hermite6_|hermite_state|step_failures)"
  "^integrators/leapfrog/device/"
  "^integrators/neighbour/"    # not settled yet
  # A tree is made by tree_engine.h.
  "^tree/(cpu/|device/|groups|hilbert_key|key_sort|moments|octree|opening|root_cube|target_order|tree_bodies|tree_sources|tuned_sources)"
  "^grape6/"                   # installed as g6.h alone (src/grape6/CMakeLists.txt)
  "^io/hdf5/"                  # HDF5 stays inside
  "\\.(kernel|prelude)\\.h$"    # the language of kernels, embedded as text (TucanaKernels.cmake)
  "-inl\\.h$"                  # Highway code, compiled once a SIMD target
  "_internal\\.h$")            # what a folder keeps for itself, e.g. because it includes a third-party header

# Without CONFIGURE_DEPENDS, which would make every build that has nothing to do look as if it had; ./tucana runs CMake
# again when headers come or go.
file(GLOB_RECURSE TUCANA_HEADERS RELATIVE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/src/*.h)
set(TUCANA_PUBLIC_HEADERS ${TUCANA_HEADERS})
foreach(pattern IN LISTS TUCANA_PRIVATE_HEADERS)
  list(FILTER TUCANA_PUBLIC_HEADERS EXCLUDE REGEX ${pattern})
endforeach()
list(JOIN TUCANA_PUBLIC_HEADERS "\n" lines)
file(WRITE ${PROJECT_BINARY_DIR}/public_headers.txt "${lines}\n")
