!===-- modules/libraries/warpfort_cublas_device_d.f90 - cuBLAS for real(8) ---===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! What module cublas_device has for real(8). A module of its own, since a program
! gets all kernels of a module that it uses.
!
!===------------------------------------------------------------------------===!
module warpfort_cublas_device_d
  use cudafor
  use warpfort_cublas_device
  implicit none
  public

  ! runtime/device/MatrixProduct.c
  interface
    attributes(device) integer(4) function warpdev_has_matrix_product()
    end function
    attributes(device) subroutine warpdev_multiply_matrices &
        (transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
      integer(4), value :: transa, transb, m, n, k, lda, ldb, ldc
      real(8), value :: alpha, beta
      real(8) :: a(*), b(*), c(*)
    end subroutine
  end interface

contains

#define IS_REAL .true.
#define HAS_TENSOR_CORES
#define T real(8)
#define FLOAT real(8)
#define R(N) cublasD##N
#define ABSOLUTE(N) cublasD##N
#define INDEX(N) cublasId##N
#include "cublas-device-type.inc"
#include "cublas-device-modified.inc"
end module
