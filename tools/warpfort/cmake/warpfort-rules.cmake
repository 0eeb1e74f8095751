# ===-- warpfort-rules.cmake - Suffixes of Fortran sources ------------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
#
# Read by warpfort.cmake when the language Fortran is enabled.
#
# ===----------------------------------------------------------------------===#

list(APPEND CMAKE_Fortran_SOURCE_FILE_EXTENSIONS cuf CUF f03 F03 f08 F08 f18 F18)
list(REMOVE_DUPLICATES CMAKE_Fortran_SOURCE_FILE_EXTENSIONS)
