!===-- stdpar-first-values.f90 - What arrays have before iterations --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -O2 %{testing} %s -o %t.dir/program 2>&1 | FileCheck %s
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{compile} -stdpar -O0 -w %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! Iterations refer to what an array had before where an internal procedure has
! defined it, whose text is behind, where limits in BLOCK name it, and where a
! subscript has changed since the definition.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  call by_internal(2000)
  call not_called(2000)
  call limits(2000)
  call index_of_block(2000)
  call finish
contains
  subroutine limits(n)
    integer, intent(in) :: n
    integer :: a(n), i, c(2)
    c(1) = 3
    do concurrent (i = 1:n)
      block
        integer :: v(c(1))
        ! CHECK: [[@LINE+1]]:9: warning: {{.*}} run in order{{.*}} 'c'
        c(2) = i
        v = c(2)
        a(i) = sum(v)
      end block
    end do
    call expect_equal(a, [(3*i, i = 1, n)], 'limits in BLOCK')
  end subroutine

  subroutine index_of_block(n)
    integer, intent(in) :: n
    integer :: a(n), w(4), i
    w = 7
    do concurrent (i = 1:n)
      block
        integer :: k
        k = 2
        ! CHECK: [[@LINE+1]]:9: warning: {{.*}} run in order{{.*}} 'w'
        w(k) = i
        do k = 1, 2
          a(i) = k
        end do
        a(i) = w(k)
      end block
    end do
    call expect_equal(a, [(7, i = 1, n)], 'index of a block')
  end subroutine
end program

subroutine by_internal(n)
  use testing
  implicit none
  integer, intent(in) :: n
  integer :: a(n), w(2), i
  call first
  do concurrent (i = 1:n)
    ! CHECK: [[@LINE+1]]:5: warning: {{.*}} run in order{{.*}} 'w'
    w(1) = i
    a(i) = w(1) + w(2)
  end do
  call expect_equal(a, [(i + 5, i = 1, n)], 'defined by an internal procedure')
contains
  subroutine first
    call second
  end subroutine
  subroutine second
    w = 5
  end subroutine
end subroutine

subroutine not_called(n)
  use testing
  implicit none
  integer, intent(in) :: n
  integer :: a(n), w(2), i
  do concurrent (i = 1:n)
    w(mod(i, 2) + 1) = i
    ! CHECK-NOT: warning
    a(i) = w(2 - mod(i + 1, 2))
  end do
  call expect_equal(a, [(i, i = 1, n)], 'defined by an internal procedure behind')
  call behind
contains
  subroutine behind
    w = 5
  end subroutine
end subroutine
