!===-- modules/libraries/warpfort_library_types.f90 - Shared names ---------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Names that several modules of CUDA libraries have, so that a program which
! uses more than one of them sees the same entities.
!
!===------------------------------------------------------------------------===!
module warpfort_library_types
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  public
  private :: c_int
  include "library-types.inc"
end module
