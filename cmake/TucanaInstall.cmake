# The install tree: relocatable, so no path of the build may stand in it (tests/house/install_test.py).
if(NOT BUILD_SHARED_LIBS)
  return()  # a static libtucana is for programs that build it in; the package would have to carry its libraries
endif()
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tucana)

install(TARGETS tucana EXPORT tucana_targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT tucana_targets FILE tucanaTargets.cmake NAMESPACE tucana:: DESTINATION ${package_dir})

foreach(header IN LISTS TUCANA_PUBLIC_HEADERS)
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES src/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tucana/${folder})
endforeach()

configure_package_config_file(cmake/tucanaConfig.cmake.in ${PROJECT_BINARY_DIR}/cmake/tucanaConfig.cmake
  INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/tucanaConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cmake/tucanaConfig.cmake ${PROJECT_BINARY_DIR}/cmake/tucanaConfigVersion.cmake
  DESTINATION ${package_dir})

file(RELATIVE_PATH TUCANA_PREFIX_FROM_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/tucana.pc.in ${PROJECT_BINARY_DIR}/cmake/tucana.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/cmake/tucana.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY examples/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
