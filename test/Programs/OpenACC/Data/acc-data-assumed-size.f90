!===-- acc-data-assumed-size.f90 - Arrays of unknown size ----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: not %run %t.dir/program absent 2>&1 | FileCheck %s --check-prefix=ABSENT
! RUN: not %run %t.dir/program absent copy 2>&1 | FileCheck %s --check-prefix=COPY
!
! Assumed-size dummy arguments that clauses name without a section: what is
! present is found by the address of the first element.
!
!===----------------------------------------------------------------------===!

module kernels
  implicit none
contains
  subroutine with_clause(x, n)
    real, dimension(*) :: x
    integer :: n, i
    !$acc parallel loop present(x)
    do i = 1, n
      x(i) = x(i) + i
    end do
  end subroutine

  subroutine without_clause(x, n)
    real, intent(inout) :: x(*)
    integer :: n, i
    !$acc parallel loop
    do i = 1, n
      x(i) = x(i) + i
    end do
  end subroutine

  subroutine by_default(x, n)
    real :: x(*)
    integer :: n, i
    !$acc kernels default(present)
    do i = 1, n
      x(i) = x(i) + i
    end do
    !$acc end kernels
  end subroutine

  subroutine in_region(x, n)
    real :: x(*)
    integer :: n, i
    !$acc data copy(x(1:n))
    !$acc parallel loop
    do i = 1, n
      x(i) = x(i) + i
    end do
    !$acc end data
  end subroutine

  ! A section without the first element.
  subroutine in_section(x, k, n)
    real :: x(*)
    integer :: k, n, i
    !$acc data copy(x(k:n))
    x(k:n) = -1
    !$acc parallel loop
    do i = k, n
      x(i) = x(i) + i
    end do
    !$acc kernels
    x(k:n) = x(k:n) + 1
    !$acc end kernels
    !$acc update self(x(n:n))
    x(k) = -1
    !$acc end data
  end subroutine

  subroutine in_present_region(x, n)
    real :: x(*)
    integer :: n, i
    !$acc data present(x)
    !$acc parallel loop no_create(x)
    do i = 1, n
      x(i) = x(i) + i
    end do
    !$acc end data
  end subroutine

  ! Clauses that would copy, without a bound: what is present stays.
  subroutine in_copies(x, y, m, n)
    real :: x(*), y(m, *)
    integer :: m, n, i
    !$acc data present_or_copyin(x) copyout(y)
    !$acc parallel loop copy(x) create(y)
    do i = 1, n
      x(i) = x(i) + i + y(1, 1)
    end do
    !$acc end data
  end subroutine

  subroutine two_dimensions(x, m, n)
    integer :: m, n, i, j
    integer :: x(0:m-1, 5:*)
    !$acc parallel loop collapse(2) present(x)
    do j = 1, n
      do i = 1, m
        x(i-1, j+4) = x(i-1, j+4) + i + 100*j
      end do
    end do
  end subroutine

  subroutine device_address(x, n)
    real :: x(*)
    integer :: n
    !$acc host_data use_device(x)
    call on_device(x, n)
    !$acc end host_data
  end subroutine

  subroutine on_device(x, n)
    integer :: n, i
    real :: x(n)
    !$acc parallel loop deviceptr(x)
    do i = 1, n
      x(i) = x(i) + i
    end do
  end subroutine

  subroutine enter(x, n)
    real :: x(*)
    integer :: n
    !$acc enter data copyin(x(:n))
  end subroutine

  subroutine leave(x, n)
    real :: x(*)
    integer :: n
    !$acc update self(x(1:n))
    !$acc exit data delete(x)
  end subroutine
end module

program main
  use kernels
  use openacc, only : acc_is_present
  use testing
  implicit none
  integer, parameter :: n = 1000, m = 7
  real :: x(n)
  integer :: t(m, n), i, j

  x = 0
  ! ABSENT: FATAL ERROR: data in PRESENT clause was not found on device 1: name=x host:0x
  ! COPY: FATAL ERROR: data in PRESENT clause was not found on device 1: name=x host:0x
  if (command_argument_count() > 1) call in_copies(x(5:), x, 7, 3)
  if (command_argument_count() > 0) call by_default(x(5:), 3)
  !$acc data copy(x)
  call with_clause(x, n)
  call without_clause(x, n)
  call by_default(x, n)
  call in_region(x, n)
  call in_present_region(x, n)
  call device_address(x, n)
  !$acc end data
  call expect_equal(x, [(6.0*i, i = 1, n)], 'inside a region')

  call in_section(x, 5, 10)
  call expect_equal(x(4:11), [24.0, (6.0*i + i + 1, i = 5, 10), 66.0], 'a section')
  x = [(6.0*i, i = 1, n)]

  ! A part that begins in the middle of what is present.
  !$acc data copy(x)
  call with_clause(x(11:), 10)
  call without_clause(x(11:), 10)
  !$acc end data
  call expect_equal(x(10:21), [60.0, (60.0 + 8*i, i = 1, 10), 126.0], 'a part')

  t = 0
  !$acc data copy(t)
  call two_dimensions(t, m, n)
  call two_dimensions(t(1, 3), m, 2)
  !$acc end data
  do j = 1, n
    do i = 1, m
      if (j == 3 .or. j == 4) t(i, j) = t(i, j) - i - 100*(j - 2)
      t(i, j) = t(i, j) - i - 100*j
    end do
  end do
  call expect(all(t == 0), 'two dimensions')

  x = 0
  call enter(x, n)
  call with_clause(x, n)
  call leave(x, n)
  call expect_equal(x, [(1.0*i, i = 1, n)], 'without a region')
  call expect(acc_is_present(x) .eqv. .false., 'deleted')
  call finish
end program
