!===-- modules/libraries/cusparse.f90 - cuSPARSE ---------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Module cusparse: the generic interface of cuSPARSE, and the functions that have
! types in their names. Indices are counted from the base that a descriptor is made
! with.
!
!===------------------------------------------------------------------------===!
module cusparse
  use, intrinsic :: iso_c_binding
  use cudafor, only: c_devptr
  use warpfort_library_types
  implicit none
  public
  private :: c_char, c_double, c_double_complex, c_float, c_float_complex, &
    c_int, c_int64_t

  type, bind(c) :: cusparseHandle
    type(c_ptr) :: handle = c_null_ptr
  end type
  type, bind(c) :: cusparseSpVecDescr
    type(c_ptr) :: descr = c_null_ptr
  end type
  type, bind(c) :: cusparseDnVecDescr
    type(c_ptr) :: descr = c_null_ptr
  end type
  type, bind(c) :: cusparseSpMatDescr
    type(c_ptr) :: descr = c_null_ptr
  end type
  type, bind(c) :: cusparseDnMatDescr
    type(c_ptr) :: descr = c_null_ptr
  end type
  type, bind(c) :: cusparseSpSVDescr
    type(c_ptr) :: descr = c_null_ptr
  end type
  type, bind(c) :: cusparseSpSMDescr
    type(c_ptr) :: descr = c_null_ptr
  end type
  type, bind(c) :: cusparseSpGEMMDescr
    type(c_ptr) :: descr = c_null_ptr
  end type
  ! Matrices and what is known of them, for functions that name their types.
  type, bind(c) :: cusparseMatDescr
    type(c_ptr) :: descr = c_null_ptr
  end type
  type, bind(c) :: cusparseCsrilu02Info
    type(c_ptr) :: info = c_null_ptr
  end type
  type, bind(c) :: cusparseCsric02Info
    type(c_ptr) :: info = c_null_ptr
  end type
  type, bind(c) :: cusparseBsrilu02Info
    type(c_ptr) :: info = c_null_ptr
  end type
  type, bind(c) :: cusparseBsric02Info
    type(c_ptr) :: info = c_null_ptr
  end type
  type, bind(c) :: cusparseBsrsv2Info
    type(c_ptr) :: info = c_null_ptr
  end type
  type, bind(c) :: cusparseBsrsm2Info
    type(c_ptr) :: info = c_null_ptr
  end type
  type, bind(c) :: cusparseCsru2csrInfo
    type(c_ptr) :: info = c_null_ptr
  end type
  type, bind(c) :: cusparseColorInfo
    type(c_ptr) :: info = c_null_ptr
  end type
  type, bind(c) :: cusparsePruneInfo
    type(c_ptr) :: info = c_null_ptr
  end type

  ! Names of CUDA 10 and 11 for algorithms.
  integer(c_int), parameter :: CUSPARSE_MV_ALG_DEFAULT = 0
  integer(c_int), parameter :: CUSPARSE_COOMV_ALG = 1
  integer(c_int), parameter :: CUSPARSE_CSRMV_ALG1 = 2
  integer(c_int), parameter :: CUSPARSE_CSRMV_ALG2 = 3
  integer(c_int), parameter :: CUSPARSE_MM_ALG_DEFAULT = 0
  integer(c_int), parameter :: CUSPARSE_COOMM_ALG1 = 1
  integer(c_int), parameter :: CUSPARSE_COOMM_ALG2 = 2
  integer(c_int), parameter :: CUSPARSE_COOMM_ALG3 = 3
  integer(c_int), parameter :: CUSPARSE_CSRMM_ALG1 = 4

  include "cusparse-interfaces.inc"
end module
