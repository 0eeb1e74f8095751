!===-- acc-declare-in-procedures.f90 - A module's data in procedures -------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Allocatables and pointers of a module in DECLARE directives of procedures: what
! other procedures allocate is not made on the device, what these allocate is, in
! constructs, too.
!
!===----------------------------------------------------------------------===!
module data
  implicit none
  real(8), allocatable :: a(:), b(:), c(:)
  real(8), pointer :: p(:)
contains
  subroutine with_present(x)
    real(8), intent(inout) :: x(:)
    !$acc declare present(a, p, x)
    integer :: i
    !$acc parallel loop
    do i = 1, size(x)
      x(i) = x(i) + a(i) + 10*p(i)
    end do
  end subroutine
  subroutine with_copyin(x)
    real(8), intent(inout) :: x(:)
    !$acc declare copyin(b)
    integer :: i
    !$acc parallel loop copy(x)
    do i = 1, size(x)
      x(i) = x(i) + b(i)
    end do
  end subroutine
  subroutine with_create(x)
    real(8), intent(inout) :: x(:)
    !$acc declare create(c)
    integer :: i
    allocate (c(size(x)))
    !$acc parallel loop present(c)
    do i = 1, size(x)
      c(i) = 3*i
    end do
    !$acc parallel loop copy(x) present(c)
    do i = 1, size(x)
      x(i) = x(i) + c(i)
    end do
    deallocate (c)
  end subroutine
  subroutine in_construct(x)
    real(8), intent(inout) :: x(:)
    real(8), allocatable :: first(:), second(:)
    !$acc declare create(first) device_resident(second)
    integer :: i
    !$acc data copy(x)
    allocate (first(size(x)))
    if (size(x) > 0) then
      allocate (second(size(x)))
    end if
    !$acc parallel loop present(first)
    do i = 1, size(x)
      first(i) = 100*i
      second(i) = 1000
    end do
    !$acc parallel loop present(first)
    do i = 1, size(x)
      x(i) = first(i) + second(i)
    end do
    !$acc end data
  end subroutine
end module

program main
  use data
  use openacc
  use testing
  implicit none
  integer, parameter :: n = 5
  integer :: i
  real(8) :: x(n)
  allocate (a(n), b(n), p(n))
  call expect(.not. (acc_is_present(a) .or. acc_is_present(b)), 'allocated on the host only')
  a = 1
  b = 7
  p = 2
  x = 0
  !$acc enter data copyin(a, p, x)
  a = -1
  p = -1
  call with_present(x)
  !$acc exit data copyout(x) delete(a, p)
  call expect_equal(nint(x), [(21, i=1, n)], 'present')
  call with_copyin(x)
  b = 100
  call with_copyin(x)
  call expect_equal(nint(x), [(128, i=1, n)], 'copyin')
  call with_create(x)
  call expect_equal(nint(x), [(128 + 3*i, i=1, n)], 'create')
  call in_construct(x)
  call expect_equal(nint(x), [(1000 + 100*i, i=1, n)], 'in a construct')
  deallocate (a, b, p)
  call finish
end program
