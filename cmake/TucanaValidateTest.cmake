# tucana_validate_test(<check> <name> <program> [arguments ...]) adds a test that `./tucana test` leaves to
# `./tucana validate <check>`: the target validate_tests builds what it needs, `ctest -C validate -L <check>` runs it.
option(TUCANA_VALIDATE_TESTS "Know the tests that belong to ./tucana validate" ON)
add_custom_target(validate_tests)

function(tucana_validate_test check name program)
  if(NOT TUCANA_VALIDATE_TESTS)
    return()
  endif()
  set(test ${TUCANA_TEST_PREFIX}${check}/${name})
  add_test(NAME ${test} COMMAND ${program} ${ARGN} CONFIGURATIONS validate)
  set_tests_properties(${test} PROPERTIES LABELS ${check} TIMEOUT 1800
    FAIL_REGULAR_EXPRESSION "Running 0 tests;\\[  SKIPPED \\]")
  if(TARGET ${program})
    add_dependencies(validate_tests ${program})
  endif()
endfunction()

# tucana_other_capabilities(<program>): its cases for compute capabilities beyond the one that `./tucana test` compiles for.
set(TUCANA_OTHER_CAPABILITIES "*/sm_75:*/sm_90:*/sm_120")
function(tucana_other_capabilities program)
  string(REPLACE test_ "" name ${program})
  tucana_validate_test(capabilities ${name} ${program} --gtest_filter=${TUCANA_OTHER_CAPABILITIES})
endfunction()
