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
! defined it, whose text is behind, where limits in BLOCK name it, where a
! subscript has changed since the definition or is another number, and where EXIT
! leaves a branch before the definition.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  call by_internal(2000)
  call not_called(2000)
  call limits(2000)
  call index_of_block(2000)
  call left_branches(2000)
  call left_cases(2000)
  call left_scalars(2000, 0)
  call left_scalars(2000, 3)
  call left_scalars(1, 0)
  call left_scalars(1, 3)
  call narrowed(2000)
  call equivalenced(2000)
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

  subroutine left_branches(n)
    integer, intent(in) :: n
    integer :: a(n), w(2), i
    w = 1
    do concurrent (i = 1:n)
      ! CHECK: [[@LINE+1]]:7: warning: All iterations of DO CONCURRENT share 'w'
      w(2) = 0
      branches: if (n > 0) then
        if (n > 5) exit branches
        w(1) = i
      else
        w(1) = 0
      end if branches
      a(i) = w(1) + w(2)
    end do
    call expect_equal(a, [(1, i = 1, n)], 'a branch that is left')
  end subroutine

  subroutine left_cases(n)
    integer, intent(in) :: n
    integer :: a(n), w(2), i
    w = 1
    do concurrent (i = 1:n)
      ! CHECK: [[@LINE+1]]:7: warning: All iterations of DO CONCURRENT share 'w'
      w(2) = 0
      cases: select case (n)
      case (1)
        w(1) = i
      case default
        if (n > 5) exit cases
        w(1) = 0
      end select cases
      a(i) = w(1) + w(2)
    end do
    call expect_equal(a, [(1, i = 1, n)], 'a case that is left')
  end subroutine

  ! Afterwards a scalar that several iterations have defined has no value.
  subroutine left_scalars(n, m)
    integer, intent(in) :: n, m
    integer :: a(n), expected(n), i, s, t
    expected = -1
    if (m > 0) expected = [(i, i = 1, n)]
    s = -1
    t = -1
    do concurrent (i = 1:n)
      branches: if (m >= 0) then
        if (m == 0) exit branches
        s = i
      else
        s = 0
      end if branches
      a(i) = s
    end do
    call expect_equal(a, expected, 'a scalar of a branch that may be left')
    if (n == 1) call expect_equal(s, expected(1), 'its value afterwards')
    do concurrent (i = 1:n)
      if (n < 0) then
        t = 0
      else
        cases: select case (m)
        case (1)
          t = 1
        case default
          if (m == 0) exit cases
          t = i
        end select cases
      end if
      a(i) = t
    end do
    call expect_equal(a, expected, 'a scalar of a case that may be left')
    if (n == 1) call expect_equal(t, expected(1), 'its value afterwards')
  end subroutine

  subroutine narrowed(n)
    integer, intent(in) :: n
    integer :: a(n), w(0:300), i, k
    w = 1
    do concurrent (i = 1:n)
      k = 257
      ! CHECK: [[@LINE+1]]:7: warning: {{.*}} run in order{{.*}} 'w'
      w(int(k, 1)) = i
      a(i) = w(k)
    end do
    call expect_equal(a, [(1, i = 1, n)], 'a subscript of a smaller kind')
  end subroutine

  subroutine equivalenced(n)
    integer, intent(in) :: n
    integer :: a(n), w(4), one(2), other(2), i
    equivalence (one, other)
    w = 1
    do concurrent (i = 1:n)
      one(1) = 2
      w(one(1)) = i
      other(1) = 3
      a(i) = w(one(1))
    end do
    call expect_equal(a, [(1, i = 1, n)], 'a subscript that EQUIVALENCE changes')
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
