!===-- pass-stdpar.f90 - Warnings of DO CONCURRENT --------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -stdpar -target=cpu -c %s -o %t.o 2>&1 | FileCheck %s
! RUN: %{fresh-folder} && %{compile} -c %s -o %t.o 2>&1 | count 0
!
! What all iterations define has a warning, unless it is the iteration's own, or
! a locality says whose it is.
!
!===----------------------------------------------------------------------===!

subroutine work(n, a, b, p, edge)
  implicit none
  integer, intent(in) :: n, a(n)
  integer, intent(inout) :: b(n), edge(*)
  integer, pointer :: p(:)
  integer :: w(3), i
  type :: pair
    integer :: first, second
  end type
  type(pair) :: whole
  interface
    pure subroutine fill(x, i)
      !$acc routine seq
      integer, intent(inout) :: x(:)
      integer, intent(in) :: i
    end subroutine
  end interface

  ! CHECK-NOT: warning
  do concurrent (i = 1:n)
    w(1) = a(i)
    b(i) = w(1)
  end do
  do concurrent (i = 1:n) shared(w)
    w(1) = 3
    b(i) = w(1)
  end do
  do concurrent (i = 1:n)
    if (i == 1) edge(1) = 1
    edge(i + 1) = a(i)
  end do

  do concurrent (i = 1:n)
    ! CHECK: :[[@LINE+1]]:5: warning: All iterations of DO CONCURRENT share 'w', of which each may define the same part; if it is meant to be the iteration's own, say LOCAL(w)
    w(1) = a(i)
    b(i) = w(1) + w(2)
  end do
  do concurrent (i = 1:n)
    ! CHECK: :[[@LINE+1]]:5: warning: All iterations of DO CONCURRENT share 'p'
    p(1) = a(i)
    b(i) = p(1)
  end do
  do concurrent (i = 1:n)
    ! CHECK: :[[@LINE+1]]:5: warning: All iterations of DO CONCURRENT share 'whole'
    whole%first = a(i)
    b(i) = whole%first + whole%second
  end do
  do concurrent (i = 1:n)
    ! CHECK: :[[@LINE+1]]:5: warning: All iterations of DO CONCURRENT share 'b'
    b(1) = a(i)
    b(i) = b(1)
  end do
  do concurrent (i = 1:n)
    ! CHECK: :[[@LINE+1]]:5: warning: All iterations of DO CONCURRENT share 'w'
    call fill(w, i)
    b(i) = w(1)
  end do
  ! CHECK-NOT: warning
end subroutine
