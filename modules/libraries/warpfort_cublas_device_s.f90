!===-- modules/libraries/warpfort_cublas_device_s.f90 - cuBLAS for real(4) ---===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! What module cublas_device has for real(4). A module of its own, since a program
! gets all kernels of a module that it uses.
!
!===------------------------------------------------------------------------===!
module warpfort_cublas_device_s
  use cudafor
  use warpfort_cublas_device
  implicit none
  public

contains

#define IS_REAL .true.
#define T real(4)
#define FLOAT real(4)
#define R(N) cublasS##N
#define ABSOLUTE(N) cublasS##N
#define INDEX(N) cublasIs##N
#include "cublas-device-type.inc"
#include "cublas-device-modified.inc"
end module
