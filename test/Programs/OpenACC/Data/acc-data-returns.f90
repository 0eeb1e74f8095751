!===-- acc-data-returns.f90 - RETURN in DATA constructs ------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{fresh-folder} && %{compile} -acc -fsyntax-only %{inputs}/testing.f90 %s 2>&1 | FileCheck %s
! RUN: not %{compile} -acc -Mstandard -fsyntax-only %s 2>&1 | FileCheck --check-prefix=STANDARD %s
!
! A procedure that returns from a DATA or HOST_DATA construct ends it: what was
! copied comes back, and nothing stays present. From nested constructs, loops
! and branches, in functions and internal procedures.
!
!===----------------------------------------------------------------------===!

module tools
  use openacc
  implicit none
contains
  subroutine add(a, n, m)
    integer, intent(in) :: n, m
    integer :: a(n), i
    !$acc data copy(a)
    !$acc parallel loop
    do i = 1, n
      a(i) = a(i) + 1
    end do
    ! CHECK: :[[#@LINE+2]]:17: warning: RETURN is not allowed in a DATA construct: the construct is ended first
    ! STANDARD: :[[#@LINE+1]]:5: error: RETURN statement is not allowed in a DATA construct
    if (m == 1) return
    if (m == 2) then
      a(1) = -1
      ! CHECK: :[[#@LINE+1]]:7: warning: RETURN is not allowed in a DATA construct: the construct is ended first
      return
    end if
99999 continue
    !$acc parallel loop
    do i = 1, n
      a(i) = a(i) + 10
    end do
    !$acc end data
    a = a + 1000
  end subroutine

  integer function nested(a, n, m) result(r)
    integer, intent(in) :: n, m
    integer :: a(n), i, k
    integer, allocatable :: w(:)
    allocate (w(n))
    r = 1
    !$acc data copy(a)
    r = 2
    do k = 1, 3
      !$acc data create(w)
      r = 10*k
      !$acc parallel loop
      do i = 1, n
        w(i) = k
      end do
      if (k == m) return
      select case (m)
      case (10)
        if (k == 2) return
      case (11:12)
        !$acc host_data use_device(a)
        r = 100
        ! CHECK: :[[#@LINE+1]]:29: warning: RETURN is not allowed in a DATA construct
        if (m - 8 == k + 1) return
        !$acc end host_data
        r = 101
      end select
      !$acc parallel loop
      do i = 1, n
        a(i) = a(i) + w(i)
      end do
      !$acc end data
    end do
    if (m == 20) return
    r = 3
    !$acc end data
    r = r + 1000
  end function

  ! No RETURN of its own.
  subroutine plain(a, n)
    integer, intent(in) :: n
    integer :: a(n)
    !$acc data copy(a)
    call add(a, n, 1)
    !$acc end data
    a(1) = a(1)*2
  end subroutine
end module

program main
  use testing
  use tools
  implicit none
  integer, parameter :: n = 40
  integer, parameter :: cases(8) = [0, 1, 2, 3, 10, 12, 20, 30]
  integer :: a(n), m, found(8), sums(8)
  do m = 0, 2
    a = 0
    call add(a, n, m)
    call expect_equal(a(2), merge(1011, 1, m == 0), 'what is left')
    call expect_equal(a(1), merge(1011, 1, m == 0), 'the device has the last word')
    if (acc_is_present(a)) call expect_equal(1, 0, 'still present')
  end do
  do m = 1, 8
    a = 0
    found(m) = nested(a, n, cases(m))
    sums(m) = a(n)
    if (acc_is_present(a)) call expect_equal(1, 0, 'still present')
  end do
  call expect_equal(found, [1003, 10, 20, 30, 20, 100, 30, 1003], 'results')
  call expect_equal(sums, [6, 0, 1, 3, 1, 3, 6, 6], 'what was copied back')
  a = 3
  call plain(a, n)
  call expect_equal(a(1) + a(n), 12, 'the construct around')
  call inside(.true.)
  call expect_equal(a(1) + a(n), 16, 'an internal procedure')
  call finish()
contains
  subroutine inside(early)
    logical, intent(in) :: early
    integer :: i
    !$acc data copy(a)
    !$acc parallel loop
    do i = 1, n
      a(i) = a(i) + 2
    end do
    if (early) return
    !$acc end data
    a = 0
  end subroutine
end program
