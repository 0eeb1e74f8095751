# Options of the build and flags that every target gets.

set(WARPFORT_LLVM_DIR /usr/lib/llvm-22 CACHE PATH
    "Installation of LLVM, Clang, MLIR and Flang 22")
option(WARPFORT_WERROR "Make warnings errors" ON)
option(WARPFORT_BUILD_TESTS "Build the tests" ON)
option(WARPFORT_SANITIZE
       "Address and undefined-behaviour sanitizers on the runtime" OFF)
option(WARPFORT_UNITY
       "Compile several files of a library at once: faster, if all are to be" ON)
option(WARPFORT_RUNTIME_ONLY
       "Build the runtime and its unit tests, not the compiler" OFF)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

add_compile_options(-Wall -Wextra $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
if(WARPFORT_WERROR)
  add_compile_options(-Werror)
endif()
# The compiler's speed is spent in LLVM's libraries: -O1 halves the time that
# building takes here.
set(CMAKE_CXX_FLAGS_RELEASE "-O1")

# Files that are compiled at once parse their headers, and instantiate and
# optimise what they use of them, once. Eight of them, since a change to one
# compiles them all.
function(warpfort_compile_at_once TARGET)
  if(WARPFORT_UNITY)
    set_target_properties(${TARGET} PROPERTIES
                          UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
endfunction()
