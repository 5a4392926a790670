# Sets TUCANA_PYTHON to a Python that has what the tests and plots import. The first python3 on PATH is often one of
# the user's own, without the modules, while the system's has them.
set(TUCANA_PYTHON "" CACHE FILEPATH "Python 3 with numpy, h5py, matplotlib and yt, for tests and plots")
if(NOT TUCANA_PYTHON)
  foreach(candidate python3 /usr/bin/python3)
    execute_process(COMMAND ${candidate} -c "import sys, numpy, h5py; print(sys.executable)"
      OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed)
      set(TUCANA_PYTHON ${found} CACHE FILEPATH "" FORCE)
      break()
    endif()
  endforeach()
endif()
if(NOT TUCANA_PYTHON)
  message(FATAL_ERROR "The tests need a Python 3 with numpy and h5py; set TUCANA_PYTHON or run ./tucana test")
endif()
