!===-- curand-in-regions.f90 - cuRAND in OpenACC regions -----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! States that are private to a construct, to the iterations of a loop, and arrays of
! them on the device; the host has the same numbers.
!
!===----------------------------------------------------------------------===!
module m
  use openacc_curand
  implicit none
contains
  real(8) function pi_of(seed, sequence, n) result(pi)
    !$acc routine seq
    integer, value :: seed, sequence, n
    type(curandStateMRG32k3a) :: h
    integer :: i, inside
    call curand_init(seed, sequence, 0, h)
    inside = 0
    do i = 1, n
      if (curand_uniform_double(h)**2 + curand_uniform_double(h)**2 <= 1) inside = inside + 1
    end do
    pi = 4d0*inside/n
  end function
end module

program main
  use testing
  use m
  implicit none
  integer, parameter :: n = 500, points = 200
  type(curandStateXORWOW) :: h
  type(curandStatePhilox4_32_10), allocatable :: states(:)
  type(curandStatePhilox4_32_10) :: one
  real :: a(n), b(n), c(n)
  real(8) :: pi(n)
  integer :: i
  integer(8) :: seed, seq, offset

  !$acc parallel num_gangs(1) vector_length(1) copyout(a, b) private(h)
  seed = 12345
  seq = 0
  offset = 0
  call curand_init(seed, seq, offset, h)
  !$acc loop seq
  do i = 1, n
    a(i) = curand_uniform(h)
    b(i) = curand_normal(h)
  end do
  !$acc end parallel
  call curand_init(12345, 0, 0, h)
  do i = 1, n
    call expect(a(i) == curand_uniform(h), 'uniform')
    call expect(abs(b(i) - curand_normal(h)) < 1e-5, 'normal')
  end do

  !$acc parallel loop copyout(pi)
  do i = 1, n
    pi(i) = pi_of(99, i, points)
  end do
  do i = 1, n
    call expect(pi(i) == pi_of(99, i, points), 'sequences')
  end do
  call expect(abs(sum(pi)/n - acos(-1d0)) < 0.02, 'pi')

  allocate (states(n))
  !$acc data create(states) copyout(c)
  !$acc parallel loop
  do i = 1, n
    call curand_init(7, i, 2, states(i))
  end do
  !$acc parallel loop
  do i = 1, n
    c(i) = curand_uniform(states(i))
  end do
  !$acc parallel loop private(one)
  do i = 1, n
    one = states(i)
    c(i) = c(i) + curand_uniform(one)
  end do
  !$acc end data
  do i = 1, n
    call curand_init(7, i, 2, one)
    call expect(c(i) == curand_uniform(one) + curand_uniform(one), 'states')
  end do
  call finish()
end program
