!===-- acc-data-elements.f90 - Elements in data clauses, meant as extents --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! create(a(n, m)) is the array up to that element, as in programs that were
! written for the reference; other lower bounds, components, every clause.
! Elements of arrays of derived type, the first element and those of UPDATE are
! one element.

program main
  use testing
  implicit none
  type :: list
    integer, allocatable :: v(:)
  end type
  integer, parameter :: n = 30, m = 20
  integer :: a(n, m), b(n, m), c(-3:n), d(n), i, j
  integer, allocatable :: e(:)
  type(list) :: one, many(3)
  character(2) :: names(n)

  a = reshape([(i, i = 1, n*m)], [n, m])
  b = 0
  !$acc data copyin(a(n, m)) create(b(n, m))
  !$acc parallel loop collapse(2) present(a, b)
  do j = 1, m
    do i = 1, n
      b(i, j) = 2*a(i, j)
    end do
  end do
  !$acc update self(b)
  !$acc end data
  call expect(all(b == 2*a), 'copyin and create')

  c = 7
  !$acc parallel loop copy(c(n/2))
  do i = -3, n/2
    c(i) = c(i) + i
  end do
  call expect(all(c(:n/2) == 7 + [(i, i = -3, n/2)]) .and. all(c(n/2 + 1:) == 7), 'copy, lower bound')

  ! What the construct does not set keeps its value.
  d = 5
  !$acc parallel loop copyout(d(n - 1))
  do i = 2, n - 1, 2
    d(i) = i
  end do
  do i = 1, n
    call expect_equal(d(i), merge(i, 5, mod(i, 2) == 0 .and. i < n), 'copyout')
  end do

  allocate (e(0:n), one%v(n))
  e = 1
  one%v = 3
  !$acc enter data copyin(e(n)) copyin(one) copyin(one%v(n))
  !$acc parallel loop present(e, one)
  do i = 1, n
    e(i) = e(i) + one%v(i)*i
    one%v(i) = 0
  end do
  !$acc exit data copyout(e(n)) delete(one%v(n)) delete(one)
  call expect(e(0) == 1, 'enter data')
  call expect_equal(e(1:), [(1 + 3*i, i = 1, n)], 'exit data')

  names = 'no'
  !$acc parallel loop copy(names(n))
  do i = 1, n
    names(i) = 'ok'
  end do
  call expect(all(names == 'ok'), 'characters')

  ! One element each.
  do j = 1, 3
    allocate (many(j)%v(j))
    many(j)%v = j
    !$acc enter data copyin(many(j)) copyin(many(j)%v)
  end do
  do j = 1, 3
    !$acc parallel loop present(many(j))
    do i = 1, j
      many(j)%v(i) = many(j)%v(i)*10
    end do
    !$acc exit data copyout(many(j)%v) delete(many(j))
  end do
  call expect(all(many(3)%v == 30) .and. all(many(1)%v == 10), 'records')
  d = 1
  !$acc data create(d)
  !$acc parallel loop
  do i = 1, n
    d(i) = -i
  end do
  !$acc update self(d(4))
  !$acc end data
  call expect(d(4) == -4 .and. all(d(:3) == 1) .and. all(d(5:) == 1), 'update')
  d = 1
  !$acc parallel copyout(d(1))
  d(1) = 8
  !$acc end parallel
  call expect(d(1) == 8 .and. all(d(2:) == 1), 'the first element')
  call finish
end program
