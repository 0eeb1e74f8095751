!===-- modules/libraries/cufftxt.f90 - cuFFT on several devices ------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Module cufftxt: data that a descriptor spreads over devices, and plans whose
! sizes have 64 bits and whose types are those of library_types.h. Plans and their
! other functions are those of module cufft.
!
!===------------------------------------------------------------------------===!
module cufftxt
  use, intrinsic :: iso_c_binding
  use cudafor, only: c_devptr
  use cufft
  use warpfort_library_types
  implicit none
  public
  private :: malloc_descriptor

  ! As in cudalibxt.h.
  type, bind(c) :: cudaXtDesc
    integer(c_int) :: version
    integer(c_int) :: nGPUs
    integer(c_int) :: GPUs(64)
    type(c_devptr) :: data(64)
    integer(c_int64_t) :: size(64)
    type(c_ptr) :: cudaXtState
  end type
  type, bind(c) :: cudaLibXtDesc
    integer(c_int) :: version
    type(c_ptr) :: descriptor ! of type(cudaXtDesc)
    integer(c_int) :: library
    integer(c_int) :: subFormat
    type(c_ptr) :: libDescriptor
  end type

  ! What cufftXtQueryPlan tells of a transform in one dimension.
  type, bind(c) :: cufftXt1dFactors
    integer(c_int64_t) :: size, stringCount, stringLength, substringLength
    integer(c_int64_t) :: factor1, factor2, stringMask, substringMask
    integer(c_int64_t) :: factor1Mask, factor2Mask
    integer(c_int) :: stringShift, substringShift, factor1Shift, factor2Shift
  end type

  include "cufftXt-interfaces.inc"

  interface
    integer(c_int) function malloc_descriptor(plan, descriptor, format) &
        bind(c, name="warprt_cufftXtMalloc")
      import
      integer(c_int), value :: plan, format
      type(c_ptr) :: descriptor
    end function
  end interface

  interface cufftXtMemcpy
    integer(c_int) function cufftXtMemcpy__to_c(plan, dst, src, type) &
        bind(c, name="warprt_cufftXtMemcpy")
      import
      integer(c_int), value :: plan, type
      type(cudaLibXtDesc) :: dst
      complex(c_float_complex) :: src(*)
      !dir$ ignore_tkr(r) src
    end function
    integer(c_int) function cufftXtMemcpy__to_z(plan, dst, src, type) &
        bind(c, name="warprt_cufftXtMemcpy")
      import
      integer(c_int), value :: plan, type
      type(cudaLibXtDesc) :: dst
      complex(c_double_complex) :: src(*)
      !dir$ ignore_tkr(r) src
    end function
    integer(c_int) function cufftXtMemcpy__to_s(plan, dst, src, type) &
        bind(c, name="warprt_cufftXtMemcpy")
      import
      integer(c_int), value :: plan, type
      type(cudaLibXtDesc) :: dst
      real(c_float) :: src(*)
      !dir$ ignore_tkr(r) src
    end function
    integer(c_int) function cufftXtMemcpy__to_d(plan, dst, src, type) &
        bind(c, name="warprt_cufftXtMemcpy")
      import
      integer(c_int), value :: plan, type
      type(cudaLibXtDesc) :: dst
      real(c_double) :: src(*)
      !dir$ ignore_tkr(r) src
    end function
    integer(c_int) function cufftXtMemcpy__from_c(plan, dst, src, type) &
        bind(c, name="warprt_cufftXtMemcpy")
      import
      integer(c_int), value :: plan, type
      complex(c_float_complex) :: dst(*)
      !dir$ ignore_tkr(r) dst
      type(cudaLibXtDesc) :: src
    end function
    integer(c_int) function cufftXtMemcpy__from_z(plan, dst, src, type) &
        bind(c, name="warprt_cufftXtMemcpy")
      import
      integer(c_int), value :: plan, type
      complex(c_double_complex) :: dst(*)
      !dir$ ignore_tkr(r) dst
      type(cudaLibXtDesc) :: src
    end function
    integer(c_int) function cufftXtMemcpy__from_s(plan, dst, src, type) &
        bind(c, name="warprt_cufftXtMemcpy")
      import
      integer(c_int), value :: plan, type
      real(c_float) :: dst(*)
      !dir$ ignore_tkr(r) dst
      type(cudaLibXtDesc) :: src
    end function
    integer(c_int) function cufftXtMemcpy__from_d(plan, dst, src, type) &
        bind(c, name="warprt_cufftXtMemcpy")
      import
      integer(c_int), value :: plan, type
      real(c_double) :: dst(*)
      !dir$ ignore_tkr(r) dst
      type(cudaLibXtDesc) :: src
    end function
    integer(c_int) function cufftXtMemcpy__between(plan, dst, src, type) &
        bind(c, name="warprt_cufftXtMemcpy")
      import
      integer(c_int), value :: plan, type
      type(cudaLibXtDesc) :: dst, src
    end function
  end interface
contains
  integer(c_int) function cufftXtMalloc(plan, descriptor, format)
    integer(c_int), value :: plan, format
    type(cudaLibXtDesc), pointer, intent(out) :: descriptor
    type(c_ptr) :: made
    made = c_null_ptr
    nullify (descriptor)
    cufftXtMalloc = malloc_descriptor(plan, made, format)
    if (c_associated(made)) call c_f_pointer(made, descriptor)
  end function
end module
