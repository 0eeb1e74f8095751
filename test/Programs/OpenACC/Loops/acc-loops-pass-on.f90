!===-- acc-loops-pass-on.f90 - Loops that use what others have made --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Two loops of a PARALLEL construct become kernels of their own where the second
! reads what other gangs have assigned in the first: by an atomic operation, in a
! procedure that has the array as its argument, also where one of them knows it
! as the target of a pointer, in one that knows it as a module's variable, the
! result of a reduction, and what the second loop's bounds are.
!
!===----------------------------------------------------------------------===!

module functions
  implicit none
  integer :: known(100000)
  !$acc declare create(known)
contains
  pure integer function known_at(i)
    !$acc routine seq
    integer, intent(in) :: i
    known_at = known(i)
  end function
  pure integer function element(a, i)
    !$acc routine seq
    integer, intent(in) :: a(:), i
    element = a(i)
  end function
  pure integer function value_of(i)
    !$acc routine seq
    integer, intent(in) :: i
    value_of = i
  end function
end module

program pass_on
  use functions
  use testing
  implicit none
  integer, parameter :: n = 200000
  integer, target :: a(n)
  integer, pointer :: p(:)
  integer :: b(n), i, t
  a = 1
  !$acc parallel copy(a, b) num_gangs(64)
  !$acc loop gang vector
  do i = 1, n
    a(i) = i
  end do
  !$acc loop gang vector private(t)
  do i = 1, n
    !$acc atomic read
    t = a(n + 1 - i)
    b(i) = t
  end do
  !$acc end parallel
  call expect_equal(b, [(n + 1 - i, i = 1, n)], 'an atomic read')
  a = 1
  !$acc parallel copy(a, b) num_gangs(64)
  !$acc loop gang vector
  do i = 1, n
    a(i) = 2*i
  end do
  !$acc loop gang vector
  do i = 1, n
    b(i) = element(a, n + 1 - i)
  end do
  !$acc end parallel
  call expect_equal(b, [(2*(n + 1 - i), i = 1, n)], 'a function')
  t = 0
  !$acc parallel copy(t) copyout(b) num_gangs(64)
  !$acc loop gang vector reduction(+:t)
  do i = 1, n
    t = t + 1
  end do
  !$acc loop gang vector
  do i = 1, n
    b(i) = value_of(t)
  end do
  !$acc end parallel
  call expect(all(b == n), 'the result of a reduction')
  a = 0
  t = n
  !$acc parallel copy(a) copyout(b) num_gangs(64)
  !$acc loop gang vector
  do i = 1, value_of(t)
    a(i) = 5*i
  end do
  !$acc loop gang vector
  do i = 1, value_of(t)
    b(i) = a(value_of(t) + 1 - i)
  end do
  !$acc end parallel
  call expect_equal(b, [(5*(n + 1 - i), i = 1, n)], 'limits by a function')
  p => a
  a = 1
  !$acc parallel copy(a, p) copyout(b) num_gangs(64)
  !$acc loop gang vector
  do i = 1, n
    p(i) = 3*i
  end do
  !$acc loop gang vector
  do i = 1, n
    b(i) = element(a, n + 1 - i)
  end do
  !$acc end parallel
  call expect_equal(b, [(3*(n + 1 - i), i = 1, n)], 'assigned by a pointer')
  !$acc parallel copy(a, p) copyout(b) num_gangs(64)
  !$acc loop gang vector
  do i = 1, n
    a(i) = 4*i
  end do
  !$acc loop gang vector
  do i = 1, n
    b(i) = element(p, n + 1 - i)
  end do
  !$acc end parallel
  call expect_equal(b, [(4*(n + 1 - i), i = 1, n)], 'read by a pointer')
  known = 0
  !$acc update device(known)
  !$acc parallel copyout(b(1:size(known))) num_gangs(64)
  !$acc loop gang vector
  do i = 1, size(known)
    known(size(known) + 1 - i) = i
  end do
  !$acc loop gang vector
  do i = 1, size(known)
    b(i) = known_at(i) + known_at(1)
  end do
  !$acc end parallel
  call expect_equal(b(:size(known)), [(2*size(known) + 1 - i, i = 1, size(known))], 'a variable of a module')
  a = 5
  b = 0
  !$acc parallel copy(a, b) num_gangs(64)
  !$acc loop gang vector
  do i = 1, n
    a(n + 1 - i) = n
  end do
  !$acc loop gang vector
  do i = 1, a(1)
    b(i) = 1
  end do
  !$acc end parallel
  call expect(all(b == 1), 'an assigned bound')
  t = 0
  b = 0
  !$acc parallel copy(t, b) num_gangs(64)
  !$acc loop gang vector reduction(+:t)
  do i = 1, n
    t = t + 1
  end do
  !$acc loop gang vector
  do i = 1, t
    b(i) = 2
  end do
  !$acc end parallel
  call expect(all(b == 2), 'the sum as a bound')
  call finish()
end program
