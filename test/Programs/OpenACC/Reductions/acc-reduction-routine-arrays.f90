!===-- acc-reduction-routine-arrays.f90 - Arrays summed up in routines ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Loops of routines with reductions of arrays: each element is combined with
! its own, of an array of the routine and of one that the caller passes.
!
!===----------------------------------------------------------------------===!
module routines
  implicit none
  integer, parameter :: n = 45
contains
  subroutine own(o, i)
    !$acc routine worker
    integer, intent(inout) :: o(:)
    integer, intent(in) :: i
    integer :: k, v(3)
    v = 1
    !$acc loop worker vector reduction(+:v)
    do k = 1, n
      v(2) = v(2) + k
    end do
    o(i) = v(2) + 3*v(1) + 7*v(3)
  end subroutine

  ! The loop around has no clause; an array of two dimensions.
  subroutine nested(o, i)
    !$acc routine worker
    integer, intent(inout) :: o(:)
    integer, intent(in) :: i
    integer :: j, k, v(2, 3)
    v = 1
    !$acc loop worker
    do j = 1, 5
      !$acc loop vector reduction(+:v)
      do k = 1, n
        v(2, 3) = v(2, 3) + k
        v(1, 2) = v(1, 2) + 1
      end do
    end do
    o(i) = v(2, 3) + 3*v(1, 2) + 7*v(1, 1)
  end subroutine

  subroutine passed(v)
    !$acc routine worker
    real(8), intent(inout) :: v(3)
    integer :: k
    !$acc loop worker vector reduction(max:v)
    do k = 1, n
      v(2) = max(v(2), real(k, 8))
      v(3) = max(v(3), 2d0*k)
    end do
  end subroutine

  subroutine lanes(v)
    !$acc routine vector
    integer, intent(inout) :: v(3)
    integer :: k
    !$acc loop vector reduction(+:v)
    do k = 1, n
      v(2) = v(2) + k
    end do
  end subroutine
end module

program main
  use testing, only: finish
  use routines
  implicit none
  integer, parameter :: total = n*(n + 1)/2
  integer :: o(11), i, j, v(3)
  real(8) :: x(3), columns(3, 11)
  !$acc parallel loop gang num_workers(2)
  do i = 1, 11
    call own(o, i)
  end do
  call expect(o, 1 + total + 10, 'own')
  !$acc parallel loop gang num_workers(3) vector_length(32)
  do i = 1, 11
    call nested(o, i)
  end do
  call expect(o, 1 + 5*total + 3*(1 + 5*n) + 7, 'nested')

  ! What the gang has, what a worker has, and what all have.
  !$acc parallel loop gang private(x) num_workers(3)
  do i = 1, 11
    x = 1
    call passed(x)
    o(i) = int(x(1) + 10*x(2) + 1000*x(3))
  end do
  call expect(o, 1 + 10*n + 2000*n, 'private array')
  !$acc parallel loop gang num_workers(3) vector_length(32)
  do i = 1, 11
    o(i) = 0
    !$acc loop worker private(v)
    do j = 1, 4
      v = j
      call lanes(v)
      !$acc atomic update
      o(i) = o(i) + (v(2) + 10*v(1))
    end do
  end do
  call expect(o, 4*total + 11*10, 'array of a worker')
  columns = 1
  !$acc parallel loop gang num_workers(3) copy(columns)
  do i = 1, 11
    call passed(columns(:, i))
  end do
  do i = 1, 11
    o(i) = int(columns(1, i) + 10*columns(2, i) + 1000*columns(3, i))
  end do
  call expect(o, 1 + 10*n + 2000*n, 'columns')
  call finish()
contains
  subroutine expect(values, each, what)
    use testing, only: check => expect
    integer, intent(in) :: values(:), each
    character(*), intent(in) :: what
    call check(count(values /= each) == 0, what)
  end subroutine
end program
