!===-- acc-firstprivate-values.f90 - Values of allocatable scalars ---------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! A construct that only reads an allocatable scalar gets its value, whatever
! the host does with it while the construct runs; one that is not allocated
! is not read.
!
!===----------------------------------------------------------------------===!
program main
  use testing
  implicit none
  integer, parameter :: n = 100
  integer :: i
  real, allocatable :: s
  integer(8), allocatable :: k
  complex(8), allocatable :: z
  real, allocatable :: none
  real :: r(n)
  complex(8) :: c(n)
  logical :: on
  do i = 0, 1
    call use_values(i == 1)
  end do
  call finish()
contains
  subroutine use_values(on)
    logical, intent(in) :: on
    integer :: i
    s = 9
    k = 2_8**40
    z = (1, 2)
    !$acc parallel loop firstprivate(s, k, z) copyout(r, c) if(on) async(1)
    do i = 1, n
      r(i) = s + i
      c(i) = z*real(k/2_8**40 + i, 8)
    end do
    if (on) s = -1
    !$acc wait(1)
    call expect(all(r == [(9. + i, i = 1, n)]), 'real')
    call expect(all(c == [((1, 2)*(1d0 + i), i = 1, n)]), 'complex and integer(8)')
    s = 3
    !$acc parallel firstprivate(s, none) copy(r) if(on)
    !$acc loop gang vector
    do i = 1, n
      if (i > n) r(i) = none
      r(i) = r(i)*s
    end do
    !$acc end parallel
    call expect(all(r == [(27. + 3*i, i = 1, n)]), 'one that is not allocated')
    !$acc serial loop firstprivate(s) copy(r) if(on)
    do i = 1, n
      r(i) = r(i)/s
    end do
    call expect(all(r == [(9. + i, i = 1, n)]), 'serial')
  end subroutine
end program
