!===-- modules/libraries/warpfort_cublas.f90 - cuBLAS ----------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! What modules cublas and cublas_v2 share: the handle, constants, and all
! functions of cublas_v2.h under the names that the library has for them.
!
!===------------------------------------------------------------------------===!
module warpfort_cublas
  use, intrinsic :: iso_c_binding
  use cudafor, only: c_devptr
  use warpfort_library_types
  implicit none
  public
  private :: c_char, c_double, c_double_complex, c_float, c_float_complex, &
    c_int, c_int64_t, c_signed_char

  type, bind(c) :: cublasHandle
    type(c_ptr) :: handle = c_null_ptr
  end type

  include "cublas-interfaces.inc"

  ! The calling thread's handle: what routines without a handle use.
  interface
    type(cublasHandle) function cublasGetHandle() &
        bind(c, name="warprt_cublasGetHandle")
      import
    end function
  end interface
end module
