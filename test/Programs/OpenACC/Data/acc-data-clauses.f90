!===-- acc-data-clauses.f90 - The clauses of data constructs -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! copy, copyin, copyout, create and present under all their names, nested data
! constructs that find the data there, and which side sees which value: with
! memory of its own the device keeps what the host changes meanwhile.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 100
  integer :: a(n), b(n), c(n), d(n), i, s
  logical :: separate

  s = 1
  !$acc data copyin(s) copyout(i)
  s = 2
  !$acc serial present(s, i)
  i = s
  !$acc end serial
  !$acc end data
  separate = i == 1

  a = 1
  b = 2
  c = 3
  !$acc data copy(a) copyin(b) copyout(c) create(d)
  !$acc parallel loop
  do i = 1, n
    d(i) = a(i) + b(i)
    a(i) = 10
    b(i) = 20
    c(i) = d(i)*i
  end do
  if (separate) then
    call expect(all(a == 1) .and. all(b == 2) .and. all(c == 3), 'not yet copied')
  end if
  !$acc end data
  call expect(all(a == 10), 'copy')
  if (separate) call expect(all(b == 2), 'copyin does not come back')
  call expect_equal(c, [(3*i, i = 1, n)], 'copyout')

  ! Old names.
  a = 1
  b = 2
  !$acc data pcopy(a) pcopyin(b) pcopyout(c) pcreate(d)
  !$acc parallel loop present(a, b, c, d)
  do i = 1, n
    d(i) = a(i) + b(i)
    a(i) = d(i) + 1
    c(i) = d(i) - i
  end do
  !$acc end data
  call expect(all(a == 4), 'pcopy')
  call expect_equal(c, [(3 - i, i = 1, n)], 'pcopyout')
  a = 1
  !$acc data present_or_copy(a) present_or_copyin(b) present_or_copyout(c) present_or_create(d)
  !$acc kernels present_or_copy(a) pcopyin(b)
  do i = 1, n
    d(i) = a(i) + b(i)
    a(i) = d(i) + 2
    c(i) = d(i) + i
  end do
  !$acc end kernels
  !$acc end data
  call expect(all(a == 5), 'present_or_copy')
  call expect_equal(c, [(3 + i, i = 1, n)], 'present_or_copyout')

  ! An inner construct neither copies in nor out what is there.
  a = 1
  !$acc data copy(a)
  !$acc parallel loop
  do i = 1, n
    a(i) = a(i) + 1
  end do
  a = 100
  !$acc data copy(a)
  !$acc parallel loop copy(a)
  do i = 1, n
    a(i) = a(i) + 1
  end do
  !$acc end data
  if (separate) call expect(all(a == 100), 'an inner copy does nothing')
  !$acc parallel loop copyin(a)
  do i = 1, n
    a(i) = a(i) + 1
  end do
  !$acc end data
  if (separate) then
    call expect(all(a == 4), 'the outermost construct copies back')
  else
    call expect(all(a == 102), 'shared memory')
  end if

  ! Without a clause an array is copied in and out; with one, the clause holds.
  a = 1
  !$acc parallel loop
  do i = 1, n
    a(i) = a(i) + i
  end do
  call expect_equal(a, [(1 + i, i = 1, n)], 'implicit copy')
  a = 1
  !$acc data copyin(a)
  !$acc parallel loop
  do i = 1, n
    a(i) = a(i) + i
  end do
  !$acc end data
  if (separate) call expect(all(a == 1), 'an enclosing data construct')

  ! In a procedure, for what its caller has on the device.
  a = 3
  b = 4
  !$acc data copyin(a) copyout(b)
  call add(a, b, n)
  !$acc end data
  call expect_equal(b, [(3 + i, i = 1, n)], 'present in a procedure')
  b = 0
  call add_or_copy(a, b, n)
  call expect_equal(b, [(3 + i, i = 1, n)], 'copied by a procedure')
  b = 0
  !$acc data create(b) copyin(a)
  call add_or_copy(a, b, n)
  !$acc end data
  if (separate) call expect(all(b == 0), 'present or copied')

  ! Scalars in data clauses.
  s = 5
  !$acc parallel copy(s)
  !$acc loop seq
  do i = 1, 10
    s = s + i
  end do
  !$acc end parallel
  call expect(s >= 60, 'a scalar in copy')
  s = 5
  !$acc serial copy(s)
  s = s*2
  !$acc end serial
  call expect_equal(s, 10, 'a scalar in a serial construct')

  !$acc data copy(a) if(.false.)
  a = 8
  !$acc end data
  call expect(all(a == 8), 'if(.false.)')
  call finish()
contains
  subroutine add(x, y, m)
    integer, intent(in) :: m, x(m)
    integer, intent(inout) :: y(m)
    integer :: i
    !$acc parallel loop present(x, y)
    do i = 1, m
      y(i) = x(i) + i
    end do
  end subroutine
  subroutine add_or_copy(x, y, m)
    integer, intent(in) :: m, x(*)
    integer, intent(inout) :: y(*)
    integer :: i
    !$acc parallel loop copyin(x(1:m)) copyout(y(1:m))
    do i = 1, m
      y(i) = x(i) + i
    end do
  end subroutine
end program
