!===-- plain-fortran.f90 - A program without device code ------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run}
!
! Ordinary Fortran compiles, links and runs; no device is asked for.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, allocatable :: primes(:)
  logical :: composite(2:1000)
  integer :: i

  composite = .false.
  do i = 2, 31
    if (.not. composite(i)) composite(i*i::i) = .true.
  end do
  primes = pack([(i, i = 2, 1000)], .not. composite)
  call expect_equal(size(primes), 168, 'primes below 1000')
  call expect_equal(primes(168), 997, 'the last of them')
  call finish()
end program
