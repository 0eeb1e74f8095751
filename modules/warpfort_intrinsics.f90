!===-- modules/warpfort_intrinsics.f90 - Intrinsic procedures to rename ---===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! The compiler adds calls of these to programs that may have procedures or
! variables of the same names: it imports them under names of its own.
!
!===------------------------------------------------------------------------===!
module warpfort_intrinsics
  intrinsic :: associated, len
end module
