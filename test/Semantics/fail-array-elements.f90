!===-- fail-array-elements.f90 - Elements for arrays, without a check ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -c %s -o %t.dir/a.o 2>&1 | FileCheck %s
! RUN: not %{compile} -w -c %s -o %t.dir/a.o 2>&1 | FileCheck %s --check-prefix=ERROR
!
! An element stands for an array with a warning, and with a check at run time
! that the elements are contiguous. A statement function has no place for it.
!
!===----------------------------------------------------------------------===!

subroutine s(x, p, t)
  implicit none
  integer :: x(:), t, second, i
  integer, pointer :: p(:)
  interface
    integer function total(x, n)
      integer :: n, x(n)
    end function
  end interface
  ! CHECK: fail-array-elements.f90:[[#@LINE+1]]:21: warning: Element of assumed-shape array is passed for an array: the elements of its array must be contiguous
  second(i) = total(x(2), i)
  ! CHECK: fail-array-elements.f90:[[#@LINE+1]]:25: warning: Element of pointer array is passed for an array: the elements of its array must be contiguous
  t = second(2) + total(p(2), 2)
  ! CHECK: fail-array-elements.f90:[[#@LINE-3]]:21: error: An element is passed for an array here, where nothing can check that the elements of its array are contiguous
  ! CHECK-NOT: error:
  ! ERROR-NOT: warning:
  ! ERROR: fail-array-elements.f90:[[#@LINE-6]]:21: error: An element is passed for an array here, where nothing can check that the elements of its array are contiguous
end subroutine
