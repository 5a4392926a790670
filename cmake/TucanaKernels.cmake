# tucana_kernel_text(<variable> FILE...) makes the texts of kernel files part of the library: tucana::kernels::<variable>
# is their concatenation, in the order given (src/device/kernel_text.h says how to use it). The text is embedded again
# when a file changes. #pragma once is left out, and #line lets a compiler's message name the file and its line.
set(TUCANA_KERNELS_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(tucana_kernel_text variable)
  set(files "")
  foreach(file IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    list(APPEND files ${file})
  endforeach()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${variable}.text.cpp)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -P ${TUCANA_KERNELS_SCRIPT} ${output} ${variable} ${PROJECT_SOURCE_DIR}/src ${files}
    DEPENDS ${files} ${TUCANA_KERNELS_SCRIPT}
    COMMENT "Embedding kernel text ${variable}" VERBATIM)
  # The library belongs to another folder, where the command above is not known; a target of this folder runs it.
  add_custom_target(tucana_text_${variable} DEPENDS ${output})
  add_dependencies(tucana tucana_text_${variable})
  target_sources(tucana PRIVATE ${output})
endfunction()

# From here on: as a script, OUTPUT VARIABLE ROOT FILE...
if(NOT CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  return()
endif()
set(output ${CMAKE_ARGV3})
set(variable ${CMAKE_ARGV4})
set(root ${CMAKE_ARGV5})
set(text "")
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE 6 ${last})
  file(READ ${CMAKE_ARGV${i}} content)
  cmake_path(RELATIVE_PATH CMAKE_ARGV${i} BASE_DIRECTORY ${root} OUTPUT_VARIABLE name)
  string(REGEX REPLACE "(^|\n)#pragma once *\n" "\\1\n" content "${content}")
  string(APPEND text "#line 1 \"${name}\"\n${content}")
endforeach()

# Compilers limit the length of one literal, not that of several in a row.
set(literals "")
string(LENGTH "${text}" length)
set(start 0)
while(start LESS length)
  string(SUBSTRING "${text}" ${start} 8000 chunk)
  string(APPEND literals "\n    R\"kernel(${chunk})kernel\"")
  math(EXPR start "${start} + 8000")
endwhile()
file(WRITE ${output} "// Made by cmake/TucanaKernels.cmake.\n#include <string_view>\n\nnamespace tucana::kernels {\n"
  "#ifdef __clang__\n#pragma clang diagnostic ignored \"-Woverlength-strings\"\n#endif\n"
  "extern const std::string_view ${variable};\nconst std::string_view ${variable} =${literals};\n"
  "}  // namespace tucana::kernels\n")
