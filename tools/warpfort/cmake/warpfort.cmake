# ===-- warpfort.cmake - Toolchain file for projects that use Warpfort ------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
#
# cmake -DCMAKE_TOOLCHAIN_FILE=<prefix>/lib/warpfort/cmake/warpfort.cmake (in
# the build folder cmake/warpfort.cmake): the Fortran compiler of this
# installation, and .cuf files as Fortran sources, which CMake
# knows only by their LANGUAGE property otherwise.
#
# ===----------------------------------------------------------------------===#

get_filename_component(_warpfort_prefix "${CMAKE_CURRENT_LIST_DIR}" DIRECTORY)
if(NOT EXISTS "${_warpfort_prefix}/bin/warpfort")
  get_filename_component(_warpfort_prefix "${_warpfort_prefix}/../.." ABSOLUTE)
endif()
if(NOT DEFINED CMAKE_Fortran_COMPILER)
  set(CMAKE_Fortran_COMPILER "${_warpfort_prefix}/bin/warpfort")
endif()
set(CMAKE_USER_MAKE_RULES_OVERRIDE_Fortran
    "${CMAKE_CURRENT_LIST_DIR}/warpfort-rules.cmake")
