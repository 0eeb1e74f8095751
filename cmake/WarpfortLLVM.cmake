# LLVM, MLIR and Flang as installed packages. One major version, no other.

find_package(LLVM REQUIRED CONFIG NO_DEFAULT_PATH
             PATHS ${WARPFORT_LLVM_DIR}/lib/cmake/llvm)
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR "LLVM 22 is needed, ${WARPFORT_LLVM_DIR} holds "
                      "${LLVM_VERSION}: set WARPFORT_LLVM_DIR")
endif()
find_package(Clang REQUIRED CONFIG
             NO_DEFAULT_PATH PATHS ${WARPFORT_LLVM_DIR}/lib/cmake/clang)
find_package(MLIR REQUIRED CONFIG
             NO_DEFAULT_PATH PATHS ${WARPFORT_LLVM_DIR}/lib/cmake/mlir)
find_package(Flang REQUIRED CONFIG
             NO_DEFAULT_PATH PATHS ${WARPFORT_LLVM_DIR}/lib/cmake/flang)

# mlir_tablegen(), for Passes.td.
list(APPEND CMAKE_MODULE_PATH ${LLVM_CMAKE_DIR} ${MLIR_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)

find_program(WARPFORT_CLANG NAMES clang-22 clang
             HINTS ${WARPFORT_LLVM_DIR}/bin REQUIRED)
find_program(WARPFORT_LIT NAMES lit llvm-lit
             HINTS ${WARPFORT_LLVM_DIR}/bin)
set(WARPFORT_LLVM_TOOLS_DIR ${LLVM_TOOLS_BINARY_DIR})
# Flang's intrinsic modules and its runtime library.
set(WARPFORT_FLANG_MODULE_DIR ${WARPFORT_LLVM_DIR}/include/flang)
file(GLOB WARPFORT_FLANG_RT
     ${WARPFORT_LLVM_DIR}/lib/clang/22/lib/*/libflang_rt.runtime.a)
if(NOT WARPFORT_FLANG_RT)
  message(FATAL_ERROR "libflang_rt.runtime.a not found in "
                      "${WARPFORT_LLVM_DIR}: install libflang-22-dev")
endif()

separate_arguments(LLVM_DEFINITIONS_LIST UNIX_COMMAND "${LLVM_DEFINITIONS}")

# warpfort_llvm_library(NAME sources... [LINK libraries...])
# A static library of the compiler.
function(warpfort_llvm_library NAME)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_library(${NAME} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_compile_definitions(${NAME} PRIVATE ${LLVM_DEFINITIONS_LIST})
  target_include_directories(${NAME} PUBLIC ${PROJECT_SOURCE_DIR}/include
                                            ${PROJECT_SOURCE_DIR}/abi
                                     PRIVATE ${PROJECT_SOURCE_DIR}/lib)
  target_include_directories(${NAME} SYSTEM PUBLIC
    ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS} ${FLANG_INCLUDE_DIRS})
  target_link_libraries(${NAME} PUBLIC ${ARG_LINK})
endfunction()

# Flang's static libraries, in an order that links.
set(WARPFORT_FLANG_LIBRARIES
  flangFrontend flangPasses FortranLower FortranSemantics FortranEvaluate
  FortranParser FortranSupport FIRCodeGen FIRTransforms HLFIRTransforms
  FIROpenACCTransforms FIROpenACCAnalysis FIROpenACCSupport FIROpenMPSupport FlangOpenMPTransforms MIFDialect
  CUFDialect MLIR LLVM)
