!===-- modules/libraries/cufft.f90 - cuFFT ---------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Module cufft: plans and transforms of cufft.h. Extents are in the order of C: the
! last one is that of the first dimension of a Fortran array. Programs for nvfortran
! get the kinds of iso_c_binding from it.
!
!===------------------------------------------------------------------------===!
module cufft
  use, intrinsic :: iso_c_binding
  use cudafor, only: c_devptr
  use warpfort_library_types
  implicit none
  public

  integer(c_int), parameter :: CUFFT_FORWARD = -1
  integer(c_int), parameter :: CUFFT_INVERSE = 1
  integer(c_int), parameter :: CUFFT_BACKWARD = CUFFT_INVERSE

  include "cufft-interfaces.inc"
end module
