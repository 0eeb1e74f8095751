!===-- acc-declare-data.f90 - The declare directive on module data -------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile} -acc -gpu=mem:separate %{testing} %s -o %t.dir/separate
! RUN: %run %t.dir/separate | %{check-pass}
!
! Arrays, scalars and allocatable arrays of a module that live on the device as
! long as the program does, used in procedures and compute constructs of another
! unit, and updated.
!
!===----------------------------------------------------------------------===!

module data
  implicit none
  integer, parameter :: n = 128
  real(8) :: table(n)
  integer :: factor, shift = 7
  integer :: start(4) = [10, 20, 30, 40]
  real(8), allocatable :: work(:), more(:, :)
  integer :: scratch(n)
  !$acc declare create(table, factor, work, more) copyin(shift, start)
  !$acc declare create(scratch)
contains
  subroutine fill()
    integer :: i
    !$acc parallel loop present(table)
    do i = 1, n
      table(i) = factor*i + shift
    end do
  end subroutine
  real(8) function at(i)
    !$acc routine seq
    integer, value :: i
    at = table(i)*2 + start(1 + mod(i, 4))
  end function
end module

program main
  use testing
  use data
  implicit none
  real(8) :: out(n)
  integer :: i, k

  factor = 3
  !$acc update device(factor)
  call fill()
  !$acc update host(table)
  call expect_equal(table, [(3d0*i + 7, i = 1, n)], 'scalars and an array')

  !$acc parallel loop copyout(out)
  do i = 1, n
    out(i) = at(i)
  end do
  call expect_equal(out, [(6d0*i + 14 + start(1 + mod(i, 4)), i = 1, n)], 'in a routine')

  do k = 1, 3
    allocate (work(n*k), more(k, n))
    !$acc parallel loop present(work, more)
    do i = 1, n
      work(i) = i*k
      more(1:k, i) = -i
    end do
    !$acc update host(work(1:n), more)
    call expect_equal(work(:n), [(real(i*k, 8), i = 1, n)], 'an allocatable array')
    call expect(all(more(k, :) == [(-i, i = 1, n)]), 'of two dimensions')
    deallocate (work, more)
  end do

  shift = 100
  factor = 1
  !$acc update device(shift, factor)
  call fill()
  !$acc update self(table(3:5))
  call expect_equal(table(3:5), [103d0, 104d0, 105d0], 'updated scalars')

  !$acc parallel loop
  do i = 1, n
    scratch(i) = i*i
  end do
  !$acc parallel loop copyout(out)
  do i = 1, n
    out(i) = scratch(n + 1 - i)
  end do
  call expect_equal(out, [(real((n + 1 - i)**2, 8), i = 1, n)], 'scratch data')
  call finish()
end program
