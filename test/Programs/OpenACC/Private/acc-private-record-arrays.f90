!===-- acc-private-record-arrays.f90 - Private arrays of deep records ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Private arrays of records with allocatable components, whose size is known at
! run time: allocatable and automatic ones. Each copy has the bounds of the
! host's, and components that are not allocated when an iteration begins; one
! that is not allocated can be.
!
!===----------------------------------------------------------------------===!

module kinds
  implicit none
  type list
    integer :: count = 3
    integer, allocatable :: v(:)
  end type
  integer, parameter :: n = 2000
contains
  subroutine automatic(m, a)
    integer :: m, a(n), i, j
    type(list) :: r(m), q(0:m, 2)
    q%count = 99
    !$acc parallel loop private(r, q, j) copyout(a)
    do i = 1, n
      a(i) = size(r) + 10*size(q) + 1000*lbound(q, 1)
      do j = 1, m
        if (allocated(r(j)%v) .or. allocated(q(j, 2)%v)) a(i) = -1
        r(j)%v = [i, j]
        allocate (q(j, 2)%v(i:i + 1), source=j)
      end do
      q(0, :) = list(7, [i])
      do j = 1, m
        a(i) = a(i) + sum(r(j)%v) + q(j, 2)%v(i + 1) + q(0, 2)%v(1)
      end do
    end do
    if (any(q%count /= 99)) error stop 'q'
  end subroutine

  subroutine elements(x)
    !$acc routine seq
    type(list), intent(inout) :: x(:)
    integer :: j
    do j = 1, size(x)
      x(j)%v = [x(j)%v, j]
    end do
  end subroutine
end module

program main
  use kinds
  use testing
  implicit none
  type(list), allocatable :: r(:), fresh(:, :)
  integer :: a(n), b(40), i, j, k

  allocate (r(-1:3))
  do j = -1, 3
    r(j)%v = [j]
    r(j)%count = 50
  end do

  !$acc parallel loop private(r, j) copyout(a)
  do i = 1, n
    a(i) = lbound(r, 1) + 10*ubound(r, 1)
    do j = -1, 3
      if (allocated(r(j)%v)) a(i) = -1000000
      r(j)%v = [i, j, i + j]
    end do
    call elements(r)
    do j = -1, 3
      a(i) = a(i) + sum(r(j)%v) + 1000*size(r(j)%v)
    end do
  end do
  call expect_equal(a, [(20029 + 10*i + 10 + 15, i=1, n)], 'allocatable')
  call expect(lbound(r, 1) == -1 .and. all(r%count == 50) .and. &
              all([(r(j)%v(1) == j, j=-1, 3)]), 'unchanged')

  !$acc parallel loop private(fresh, k) copyout(a)
  do i = 1, n
    a(i) = merge(1000, 0, allocated(fresh))
    allocate (fresh(2, mod(i, 3) + 1))
    do k = 1, size(fresh, 2)
      fresh(2, k)%v = [i, k]
      fresh(2, k)%count = k
    end do
    a(i) = a(i) + sum(fresh%count) + 100*size(fresh(2, 1)%v)
    deallocate (fresh)
  end do
  call expect_equal(a, [(200 + (mod(i, 3) + 1)*3 + &
                         (mod(i, 3) + 1)*(mod(i, 3) + 2)/2, i=1, n)], &
                    'not allocated')

  !$acc kernels loop gang private(r) copyout(b) vector_length(32)
  do i = 1, 40
    !$acc loop vector
    do j = -1, 3
      allocate (r(j)%v(2), source=i*j)
    end do
    b(i) = 0
    do j = -1, 3
      b(i) = b(i) + sum(r(j)%v)
    end do
  end do
  call expect_equal(b, [(10*i, i=1, 40)], 'gangs')

  !$acc parallel private(r) copyout(b) num_gangs(1)
  do j = -1, 3
    r(j)%v = [j, 7]
  end do
  !$acc loop
  do i = 1, 40
    b(i) = i
  end do
  b(1) = sum(r(2)%v) + sum(r(3)%v)
  !$acc end parallel
  call expect(b(1) == 19 .and. all(b(2:) == [(i, i=2, 40)]), 'construct')

  call automatic(4, a)
  call expect_equal(a, [(104 + 4*i + 10 + 10 + 4*i, i=1, n)], 'automatic')
  call finish
end program
