!===-- modules/warpfort_added.f90 - What the compiler adds to programs ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Procedures of which the compiler adds calls. A program may have procedures or
! variables of the intrinsic ones' names: they are imported under other names.
!
!===------------------------------------------------------------------------===!
module warpfort_added
  intrinsic :: allocated, associated, len, merge
  interface
    subroutine warprt_ignore_result(result)
      type(*), intent(in) :: result
    end subroutine
  end interface
end module
