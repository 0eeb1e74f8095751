!===-- modules/libraries/warpfort_cublas_device.f90 - cuBLAS in kernels ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! What module cublas_device has: functions of cuBLAS that device code calls,
! which CUDA had until version 9. They are launches of the kernels here, in the
! stream of the handle. A handle is its stream, and never null once it is
! created.
!
!===------------------------------------------------------------------------===!
module warpfort_cublas_device
  use, intrinsic :: iso_c_binding, only: c_ptr, c_null_ptr
  use cudafor
  use warpfort_cublas, only: cublasHandle, CUBLAS_OP_N, CUBLAS_OP_T, &
    CUBLAS_OP_C, CUBLAS_STATUS_SUCCESS, CUBLAS_STATUS_NOT_INITIALIZED, &
    CUBLAS_STATUS_INVALID_VALUE, CUBLAS_STATUS_EXECUTION_FAILED, &
    CUBLAS_STATUS_NOT_SUPPORTED
  implicit none
  private
  public :: cublasHandle, CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C, &
    CUBLAS_STATUS_SUCCESS, CUBLAS_STATUS_NOT_INITIALIZED, &
    CUBLAS_STATUS_INVALID_VALUE, CUBLAS_STATUS_EXECUTION_FAILED, &
    CUBLAS_STATUS_NOT_SUPPORTED

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

  integer(8), parameter :: mark = int(z'5742000000000000', 8)

  public :: cublasCreate, cublasDestroy, cublasSetStream, cublasGetStream, &
    cublasSscal, cublasDscal, cublasSaxpy, cublasDaxpy, &
    cublasScopy, cublasDcopy, cublasSswap, cublasDswap, &
    cublasSgemv, cublasDgemv, cublasSger, cublasDger, &
    cublasSgemm, cublasDgemm

contains

  attributes(device) integer(4) function cublasCreate(handle) result(status)
    type(cublasHandle) :: handle
    handle%handle = transfer(mark, c_null_ptr)
    status = CUBLAS_STATUS_SUCCESS
  end function

  attributes(device) integer(4) function cublasDestroy(handle) result(status)
    type(cublasHandle) :: handle
    status = checked(handle, .true.)
    handle%handle = c_null_ptr
  end function

  attributes(device) integer(4) function cublasSetStream(handle, stream) result(status)
    type(cublasHandle) :: handle
    integer(kind=cuda_stream_kind), value :: stream
    status = checked(handle, .true.)
    if (status == CUBLAS_STATUS_SUCCESS) &
      handle%handle = transfer(ieor(int(stream, 8), mark), c_null_ptr)
  end function

  attributes(device) integer(4) function cublasGetStream(handle, stream) result(status)
    type(cublasHandle) :: handle
    integer(kind=cuda_stream_kind) :: stream
    status = checked(handle, .true.)
    if (status == CUBLAS_STATUS_SUCCESS) stream = streamOf(handle)
  end function

  attributes(device) integer(kind=cuda_stream_kind) function streamOf(handle)
    type(cublasHandle) :: handle
    streamOf = ieor(transfer(handle%handle, 0_8), mark)
  end function

  attributes(device) integer(4) function checked(handle, isRight) result(status)
    type(cublasHandle) :: handle
    logical, value :: isRight
    status = CUBLAS_STATUS_SUCCESS
    if (.not. isRight) status = CUBLAS_STATUS_INVALID_VALUE
    if (transfer(handle%handle, 0_8) == 0) status = CUBLAS_STATUS_NOT_INITIALIZED
  end function

  attributes(device) logical function isOperation(trans)
    integer(4), value :: trans
    isOperation = trans == CUBLAS_OP_N .or. trans == CUBLAS_OP_T .or. &
      trans == CUBLAS_OP_C
  end function

  ! What a launch gave, which the caller may still ask for.
  attributes(device) integer(4) function launched() result(status)
    status = CUBLAS_STATUS_SUCCESS
    if (cudaPeekAtLastError() /= cudaSuccess) &
      status = CUBLAS_STATUS_EXECUTION_FAILED
  end function

  attributes(device) integer(4) function blocksFor(n)
    integer(4), value :: n
    blocksFor = (n - 1)/256 + 1
  end function

  ! Element i of n: with a negative increment they begin at the end.
  attributes(device) integer(8) function place(i, n, increment)
    integer(8), value :: i
    integer(4), value :: n, increment
    place = 1 + i*increment
    if (increment < 0) place = place - (n - 1_8)*increment
  end function

#define T real(4)
#define R(N) cublasS##N
#include "cublas-device-real.inc"
#undef T
#undef R
#define T real(8)
#define R(N) cublasD##N
#define HAS_TENSOR_CORES
#include "cublas-device-real.inc"
end module
