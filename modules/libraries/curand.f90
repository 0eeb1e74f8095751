!===-- modules/libraries/curand.f90 - cuRAND -------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Module curand: generators of random numbers that host code calls. Those that
! curandCreateGeneratorHost makes write to arrays of the host.
!
!===------------------------------------------------------------------------===!
module curand
  use, intrinsic :: iso_c_binding
  use cudafor, only: c_devptr
  use warpfort_library_types
  implicit none
  public
  private :: c_double, c_float, c_int, c_int64_t

  type, bind(c) :: curandGenerator
    type(c_ptr) :: handle = c_null_ptr
  end type

  ! Of Poisson numbers, for device code.
  type, bind(c) :: curandDistribution
    type(c_ptr) :: handle = c_null_ptr
  end type

  include "curand-interfaces.inc"

  ! Real numbers by the name for integers are uniform, as in NVIDIA's module.
  interface curandGenerate
    procedure :: curandGenerateUniform__d4, curandGenerateUniform__h4
    procedure :: curandGenerateUniform__ds, curandGenerateUniform__hs
    procedure :: curandGenerateUniformDouble__d4
    procedure :: curandGenerateUniformDouble__h4
    procedure :: curandGenerateUniformDouble__ds
    procedure :: curandGenerateUniformDouble__hs
  end interface
end module
