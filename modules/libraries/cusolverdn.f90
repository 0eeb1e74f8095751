!===-- modules/libraries/cusolverdn.f90 - cuSOLVER -------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Module cusolverDn: factorisations, solutions and eigenvalues of dense matrices.
!
!===------------------------------------------------------------------------===!
module cusolverDn
  use, intrinsic :: iso_c_binding
  use cudafor, only: c_devptr
  use warpfort_library_types
  use warpfort_cublas, only: CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C, &
    CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_SIDE_LEFT, &
    CUBLAS_SIDE_RIGHT, CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT
  implicit none
  public
  private :: c_char, c_double, c_double_complex, c_float, c_float_complex, &
    c_int, c_int64_t

  type, bind(c) :: cusolverDnHandle
    type(c_ptr) :: handle = c_null_ptr
  end type

  type, bind(c) :: cusolverDnParams
    type(c_ptr) :: params = c_null_ptr
  end type

  type, bind(c) :: cusolverDnSyevjInfo
    type(c_ptr) :: info = c_null_ptr
  end type

  type, bind(c) :: cusolverDnGesvdjInfo
    type(c_ptr) :: info = c_null_ptr
  end type

  type, bind(c) :: cusolverDnIRSParams
    type(c_ptr) :: params = c_null_ptr
  end type

  type, bind(c) :: cusolverDnIRSInfos
    type(c_ptr) :: infos = c_null_ptr
  end type

  include "cusolverDn-interfaces.inc"
end module
