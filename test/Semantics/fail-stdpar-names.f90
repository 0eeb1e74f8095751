!===-- fail-stdpar-names.f90 - Scalars of several names --------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -stdpar -fsyntax-only %s 2>&1 | FileCheck %s
!
! Iterations have copies of a scalar, one by each name.
!
!===----------------------------------------------------------------------===!

subroutine names(n, a, b)
  implicit none
  integer, intent(in) :: n, a(n)
  integer, intent(out) :: b(n)
  integer :: i, t, first, second, w(3)
  complex :: z
  equivalence (first, second)
  associate (other => t)
    ! CHECK: :[[@LINE+2]]:7: error: 't' and 'other' are one variable, and DO CONCURRENT that runs on the device may use a scalar that it defines by one name only
    do concurrent (i = 1:n)
      t = a(i)
      b(i) = other
    end do
  end associate
  ! CHECK: :[[@LINE+2]]:5: error: 'first' and 'second' are one variable
  do concurrent (i = 1:n)
    first = a(i)
    b(i) = b(i) + second
  end do
  associate (zr => z%re)
    ! CHECK: :[[#@LINE+2]]:7: error: 'z' and 'zr' are one variable
    do concurrent (i = 1:n)
      zr = a(i)
      b(i) = b(i) + nint(z%re)
    end do
  end associate
  ! CHECK-NOT: error
  associate (other => t)
    do concurrent (i = 1:n)
      other = a(i)
      b(i) = other + first
    end do
  end associate
  associate (x => w(1))
    do concurrent (i = 1:n)
      if (a(i) == 1) x = i + w(2)
    end do
  end associate
end subroutine
