!===-- modules/libraries/warpfort_cublas_device_z.f90 - cuBLAS for complex(8) ---===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! What module cublas_device has for complex(8). A module of its own, since a program
! gets all kernels of a module that it uses.
!
!===------------------------------------------------------------------------===!
module warpfort_cublas_device_z
  use cudafor
  use warpfort_cublas_device
  implicit none
  public

contains

#define IS_REAL .false.
#define IS_COMPLEX
#define T complex(8)
#define FLOAT real(8)
#define R(N) cublasZ##N
#define ABSOLUTE(N) cublasDz##N
#define INDEX(N) cublasIz##N
#define REALS(N) cublasZd##N
#include "cublas-device-type.inc"
end module
