!===-- modules/libraries/cublas_device.f90 - cuBLAS in device code ---------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Module cublas_device: functions with a handle, with and without _v2 in their
! names.
!
!===------------------------------------------------------------------------===!
module cublas_device
  use warpfort_cublas_device, only: cublasHandle, CUBLAS_OP_N, CUBLAS_OP_T, &
    CUBLAS_OP_C, CUBLAS_STATUS_SUCCESS, CUBLAS_STATUS_NOT_INITIALIZED, &
    CUBLAS_STATUS_INVALID_VALUE, CUBLAS_STATUS_EXECUTION_FAILED, &
    CUBLAS_STATUS_NOT_SUPPORTED
  use warpfort_cublas_device, only: cublasCreate, cublasCreate_v2 => cublasCreate
  use warpfort_cublas_device, only: cublasDestroy, cublasDestroy_v2 => cublasDestroy
  use warpfort_cublas_device, only: cublasSetStream, cublasSetStream_v2 => cublasSetStream
  use warpfort_cublas_device, only: cublasGetStream, cublasGetStream_v2 => cublasGetStream
  use warpfort_cublas_device, only: cublasSscal, cublasSscal_v2 => cublasSscal
  use warpfort_cublas_device, only: cublasDscal, cublasDscal_v2 => cublasDscal
  use warpfort_cublas_device, only: cublasSaxpy, cublasSaxpy_v2 => cublasSaxpy
  use warpfort_cublas_device, only: cublasDaxpy, cublasDaxpy_v2 => cublasDaxpy
  use warpfort_cublas_device, only: cublasScopy, cublasScopy_v2 => cublasScopy
  use warpfort_cublas_device, only: cublasDcopy, cublasDcopy_v2 => cublasDcopy
  use warpfort_cublas_device, only: cublasSswap, cublasSswap_v2 => cublasSswap
  use warpfort_cublas_device, only: cublasDswap, cublasDswap_v2 => cublasDswap
  use warpfort_cublas_device, only: cublasSgemv, cublasSgemv_v2 => cublasSgemv
  use warpfort_cublas_device, only: cublasDgemv, cublasDgemv_v2 => cublasDgemv
  use warpfort_cublas_device, only: cublasSger, cublasSger_v2 => cublasSger
  use warpfort_cublas_device, only: cublasDger, cublasDger_v2 => cublasDger
  use warpfort_cublas_device, only: cublasSgemm, cublasSgemm_v2 => cublasSgemm
  use warpfort_cublas_device, only: cublasDgemm, cublasDgemm_v2 => cublasDgemm
  implicit none
end module
