!===-- fail-acc-procedure-pointers.f90 - Pointers to procedures -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -c %s -o %t.dir/a.o 2>&1 | FileCheck %s
!
! A compute construct that assigns a procedure pointer is refused with a place.
!
!===----------------------------------------------------------------------===!

subroutine choose(x)
  implicit none
  interface
    subroutine change(x)
      !$acc routine seq
      real :: x
    end subroutine
  end interface
  procedure(change), pointer :: f
  real :: x
  !$acc serial copy(x)
  ! CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: procedure pointers are not supported in OpenACC compute constructs
  f => change
  call change(x)
  !$acc end serial
end subroutine
