// Compiled with the headers that all test programs share, which CMake precompiles with it.
