!===-- acc-data-globals.f90 - Module data without a declare directive ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Variables of modules, of common blocks, saved and named constants in compute
! constructs; scalars are firstprivate and arrays are copied.
!
!===----------------------------------------------------------------------===!

module globals
  implicit none
  integer, parameter :: n = 70, primes(5) = [2, 3, 5, 7, 11]
  real(8), parameter :: pi = 3.25d0
  character(*), parameter :: letters = 'abcdef'
  integer :: a(n), factor = 3, limit = n
  real(8), allocatable :: x(:)
  integer, pointer :: p(:)
  logical :: flag = .true.
contains
  subroutine work()
    integer :: i
    integer, save :: calls = 0
    calls = calls + 1
    !$acc parallel loop
    do i = 1, limit
      if (flag) a(i) = a(i) + factor*primes(1 + mod(i, 5)) + calls
    end do
  end subroutine
end module

program main
  use testing
  use globals
  implicit none
  integer :: i, k, b(n)
  real(8) :: shared(n), other
  common /values/ shared, other
  integer, target :: t(n)

  a = 0
  call work()
  call expect_equal(a, [(3*primes(1 + mod(i, 5)) + 1, i = 1, n)], 'module data')
  factor = -1
  call work()
  call expect_equal(a, [(2*primes(1 + mod(i, 5)) + 3, i = 1, n)], 'changed module data')
  shared = 2
  other = 0.5d0
  !$acc parallel loop
  do i = 1, n
    shared(i) = shared(i)*other + pi
  end do
  call expect(all(shared == 4.25d0), 'common data')
  allocate (x(n))
  x = 1
  t = 5
  p => t
  !$acc parallel loop copyout(b)
  do i = 1, n
    x(i) = x(i) + i
    p(i) = p(i) - i
    b(i) = iachar(letters(1 + mod(i, 6):1 + mod(i, 6)))
  end do
  call expect_equal(x, [(1d0 + i, i = 1, n)], 'an allocatable array')
  call expect_equal(t, [(5 - i, i = 1, n)], 'a pointer')
  call expect_equal(b, [(iachar('a') + mod(i, 6), i = 1, n)], 'a character constant')

  ! Reallocated between the constructs.
  do k = 1, 3
    deallocate (x)
    allocate (x(-k:10*k))
    !$acc parallel loop
    do i = lbound(x, 1), ubound(x, 1)
      x(i) = i*k
    end do
    call expect_equal(x, [(real(i*k, 8), i = -k, 10*k)], 'allocated anew')
    !$acc data copy(x)
    !$acc kernels
    do i = lbound(x, 1), ubound(x, 1)
      x(i) = x(i) + 1
    end do
    !$acc end kernels
    !$acc end data
    call expect_equal(x, [(i*k + 1d0, i = -k, 10*k)], 'allocated anew, in a data construct')
  end do
  x = [1d0, 2d0]
  !$acc parallel loop
  do i = 1, size(x)
    x(i) = x(i)*2
  end do
  call expect_equal(x, [2d0, 4d0], 'allocated by an assignment')
  call finish()
end program
