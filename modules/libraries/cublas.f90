!===-- modules/libraries/cublas.f90 - cuBLAS, old and new names ------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Module cublas: routines without a handle (cublasDgemm), the names of BLAS
! (dgemm) for arrays of the device, which cuBLAS gets, and of the host, which the
! program's own BLAS gets; and the functions with a handle (cublasDgemm_v2).
!
!===------------------------------------------------------------------------===!
module cublas
  use, intrinsic :: iso_c_binding
  use cudafor, only: c_devptr
  use warpfort_cublas
  implicit none
  private :: c_char, c_double, c_double_complex, c_float, c_float_complex, &
    c_int, c_int64_t

  include "cublas-names.inc"
  include "cublas-legacy.inc"

  interface
    integer(c_int) function cublasInit() &
        bind(c, name="warprt_legacy_cublasInit")
      import
    end function
    integer(c_int) function cublasShutdown() &
        bind(c, name="warprt_legacy_cublasShutdown")
      import
    end function
    integer(c_int) function cublasGetError() &
        bind(c, name="warprt_legacy_cublasGetError")
      import
    end function
    integer(c_int) function cublasSetKernelStream(stream) &
        bind(c, name="warprt_legacy_cublasSetKernelStream")
      import
      integer(c_int64_t), value :: stream
    end function
  end interface
end module
