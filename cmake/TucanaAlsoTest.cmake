# Tests of a sanitizer build carry its name, and one ctest can run those of other build folders with its own, so that
# `./tucana test` ends in one summary.
set(TUCANA_ALSO_TEST "" CACHE STRING "Build folders whose tests ctest runs too")
if(TUCANA_SANITIZE)
  string(REPLACE "," "+" TUCANA_TEST_PREFIX "${TUCANA_SANITIZE}:")
endif()
set(also_test "")
foreach(folder IN LISTS TUCANA_ALSO_TEST)
  string(APPEND also_test "if(NOT EXISTS \"${folder}/CTestTestfile.cmake\")\n"
    "  message(FATAL_ERROR \"${folder} is not built\")\nendif()\nsubdirs(\"${folder}\")\n")
endforeach()
file(WRITE ${PROJECT_BINARY_DIR}/also_test.cmake "${also_test}")
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY TEST_INCLUDE_FILES ${PROJECT_BINARY_DIR}/also_test.cmake)
