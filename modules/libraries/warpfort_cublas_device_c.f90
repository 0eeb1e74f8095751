!===-- modules/libraries/warpfort_cublas_device_c.f90 - cuBLAS for complex(4) ---===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! What module cublas_device has for complex(4). A module of its own, since a program
! gets all kernels of a module that it uses.
!
!===------------------------------------------------------------------------===!
module warpfort_cublas_device_c
  use cudafor
  use warpfort_cublas_device
  implicit none
  public

contains

#define IS_REAL .false.
#define IS_COMPLEX
#define T complex(4)
#define FLOAT real(4)
#define R(N) cublasC##N
#define ABSOLUTE(N) cublasSc##N
#define INDEX(N) cublasIc##N
#define REALS(N) cublasCs##N
#include "cublas-device-type.inc"
end module
