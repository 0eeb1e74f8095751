!===-- pass-stdpar-locals.f90 - LOCAL variables of unknown size ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -stdpar -fsyntax-only %s 2>&1 | FileCheck %s
!
! A variable of the construct's own is made where the size is constant, if it is
! needed at all.
!
!===----------------------------------------------------------------------===!

subroutine locals(n, m, v, a)
  implicit none
  integer, intent(in) :: n, m
  integer, intent(inout) :: v(m), a(n)
  integer :: i, w(m), other(m)
  w = 1
  other = 1
  ! CHECK: :[[@LINE+1]]:34: warning: 'w' is LOCAL or LOCAL_INIT in a loop that a directive gives to the device, where another name or a procedure may refer to the variable outside, but has the iteration's: declare it in a BLOCK construct inside
  do concurrent (i = 1:n) local (w)
    w = i
    a(i) = w(1) + total()
  end do
  associate (first => v(1))
    ! CHECK: :[[@LINE+1]]:41: warning: 'v' is LOCAL or LOCAL_INIT
    do concurrent (i = 1:n) local_init (v)
      v(2) = i
      a(i) = v(2) + first
    end do
  end associate
  ! CHECK-NOT: {{error|warning}}
  do concurrent (i = 1:n) local (other)
    other = i
    associate (inside => other(1:2))
      a(i) = inside(1) + total()
    end associate
  end do
contains
  pure integer function total()
    total = sum(w)
  end function
end subroutine
