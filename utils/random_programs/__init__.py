# ===-- random_programs - The parts of utils/random-programs -----------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Random self-checking programs, by what their parts generate:

  values        types, variables, and what a place in a program may touch
  expressions   expressions whose values stay in known bounds
  rearrangements  array functions, constructors and vector subscripts
  statements    sequential statements: branches, loops, array assignments
  text          a program's lines, for the device and for the host
  procedures    statements moved to procedures of their own
  openacc       OpenACC constructs and data regions
  nests         nests of parallel loops without races
  dependences   kernels constructs of which not all is parallel
  teams         what the threads of a gang do together
  cuda          CUDA Fortran: kernels, kernel loops, host code on device data
  concurrent    DO CONCURRENT constructs
  case          a procedure, its data and records, and the comparison
  cuda_case     the same with device data
  concurrent_case  the same with work variables of more types
  plain         host programs without directives
  program       whole files
  options       the options that any program may be built with
  runner        building and running
  oracles       comparing what a program prints with other compilers
"""
