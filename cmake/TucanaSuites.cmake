# tucana_suites(<program> <prefix> [EXCLUDE <patterns>] [SHARDS <suite>=<n> ...] [ENVIRONMENT ...]) makes every gtest suite
# of a program one test of ctest, <prefix><suite>: a process of its own for each suite, not for each case, most of which
# take less time than a process needs to start. gtest names the case that fails, or that a crash ended.
#
# - EXCLUDE: cases that are left out, as patterns of --gtest_filter; those for compute capabilities beyond one always are
# - SHARDS: a suite that takes long is divided, so that it does not keep one processor busy at the end
#
# Suites are found by asking the program when it has been built. A suite without cases fails, as does one that skips any.
set(TUCANA_SUITES_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(tucana_suites program prefix)
  cmake_parse_arguments(ARG "" "EXCLUDE" "SHARDS;ENVIRONMENT" ${ARGN})
  string(JOIN ":" exclude ${TUCANA_OTHER_CAPABILITIES} ${ARG_EXCLUDE})
  string(MAKE_C_IDENTIFIER "${program}_${prefix}" name)
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${name}.suites.cmake)
  add_custom_command(TARGET ${program} POST_BUILD BYPRODUCTS ${list}
    COMMAND ${CMAKE_COMMAND} "-Dprogram=$<TARGET_FILE:${program}>" "-Dprefix=${TUCANA_TEST_PREFIX}${prefix}"
      "-Dexclude=${exclude}" "-Dshards=${ARG_SHARDS}" "-Denvironment=${ARG_ENVIRONMENT}" "-Doutput=${list}"
      -P ${TUCANA_SUITES_SCRIPT}
    VERBATIM)
  set_property(TARGET ${program} APPEND PROPERTY LINK_DEPENDS ${TUCANA_SUITES_SCRIPT})
  set(include ${CMAKE_CURRENT_BINARY_DIR}/${name}.include.cmake)
  file(WRITE ${include} "if(EXISTS \"${list}\")\n  include(\"${list}\")\nelse()\n"
    "  add_test(\"${TUCANA_TEST_PREFIX}${prefix}NOT_BUILT\" ${program}_is_not_built)\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include})
endfunction()

# From here on: as a script, after the program has been built.
if(NOT CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  return()
endif()
set(left_out "-${exclude}")
set(ENV{ASAN_OPTIONS} "detect_leaks=0")
execute_process(COMMAND ${program} --gtest_list_tests "--gtest_filter=*${left_out}"
  OUTPUT_VARIABLE listed RESULT_VARIABLE failed TIMEOUT 60)
if(failed)
  message(FATAL_ERROR "${program} --gtest_list_tests: ${failed}\n${listed}")
endif()
# Suites stand at the beginning of a line and end in a point; types of typed suites follow as a comment.
string(REGEX MATCHALL "(^|\n)[^ \n]+\\.( +#[^\n]*)?(\n|$)" lines "${listed}")
set(suites "")
foreach(line IN LISTS lines)
  if(line MATCHES "([^ \n]+)\\.( |\n|$)")
    list(APPEND suites ${CMAKE_MATCH_1})
  endif()
endforeach()
if(NOT suites)
  message(FATAL_ERROR "${program} has no tests")
endif()

set(text "")
# add_suite(<test> <suite> <environment ...>)
macro(add_suite test suite)
  string(APPEND text "add_test([==[${test}]==] \"${program}\" [==[--gtest_filter=${suite}.*${left_out}]==])\n"
    "set_tests_properties([==[${test}]==] PROPERTIES TIMEOUT 600 ENVIRONMENT [==[${ARGN}]==]\n"
    "  FAIL_REGULAR_EXPRESSION [==[Running 0 tests;[0-9]+ tests? skipped;\\[  SKIPPED \\]]==])\n")
endmacro()
foreach(suite IN LISTS suites)
  set(count 1)
  foreach(shard IN LISTS shards)
    if(shard MATCHES "^(.+)=([0-9]+)$" AND CMAKE_MATCH_1 STREQUAL suite)
      set(count ${CMAKE_MATCH_2})
      list(REMOVE_ITEM shards ${shard})
    endif()
  endforeach()
  if(count EQUAL 1)
    add_suite(${prefix}${suite} ${suite} ${environment})
  else()
    foreach(number RANGE 1 ${count})
      math(EXPR index "${number} - 1")
      add_suite(${prefix}${suite}.${number}of${count} ${suite} ${environment} GTEST_TOTAL_SHARDS=${count} GTEST_SHARD_INDEX=${index})
    endforeach()
  endif()
endforeach()
if(shards)
  message(FATAL_ERROR "${program} has no suites for SHARDS ${shards}")
endif()
file(WRITE ${output} "${text}")
