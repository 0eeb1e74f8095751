!===-- multigrid.f90 - Cycles over grids of falling size -------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -Minfo=accel -c %s -o %t.dir/object.o 2>&1 | FileCheck %s --check-prefix=MINFO
!
! Grids are allocatable components of an array of records; coarse ones are relaxed on the
! host (self), between updates; the residual is a scalar that is present by declare; sweeps
! are counted on the device only; smoothing factors are linked; gangs by device type.
!
!===----------------------------------------------------------------------===!
module multigrid
  implicit none
  integer, parameter :: finest = 6
  type grid
    integer :: n
    real(8), allocatable :: u(:, :), f(:, :)
  end type
  type(grid), target :: grids(finest)
  integer(8) :: sweeps
  real(8) :: factors(2)
  !$acc declare device_resident(sweeps) link(factors)
contains
  real(8) function smoothed(middle, around, colour)
    !$acc routine seq
    real(8), value :: middle, around
    integer, value :: colour
    smoothed = middle + factors(colour + 1)*(around - middle)
  end function

  subroutine relax(g, colour, coarse)
    type(grid), intent(inout) :: g
    integer, intent(in) :: colour
    logical, intent(in) :: coarse
    integer :: i, j
    if (coarse) then
      !$acc update self(g%u, g%f)
    end if
    ! MINFO: relax:
    ! MINFO: [[#@LINE+5]], !$acc loop gang ! blockidx%x
    ! MINFO: [[#@LINE+6]], !$acc loop vector(64) ! threadidx%x
    !$acc parallel num_gangs(3) present(g) self(coarse) &
    !$acc   device_type(nvidia) vector_length(64) device_type(host) vector_length(32)
    !$acc loop gang
    do j = 2, g%n - 1
      !$acc loop vector
      do i = 2 + mod(j + colour, 2), g%n - 1, 2
        g%u(i, j) = smoothed(g%u(i, j), (g%u(i - 1, j) + g%u(i + 1, j) + g%u(i, j - 1) + g%u(i, j + 1) + g%f(i, j))/4, colour)
      end do
    end do
    !$acc end parallel
    if (coarse) then
      !$acc update device(g%u)
    else
      !$acc serial
      sweeps = sweeps + 1
      !$acc end serial
    end if
  end subroutine

  !> The sum of the squares of what is left, which stays on the device until all is summed up.
  subroutine residual(g, total)
    type(grid), intent(in) :: g
    real(8), intent(inout) :: total
    real(8) :: r, s
    integer :: i, j
    !$acc declare present(g, total)
    s = 0
    ! MINFO: residual:
    ! MINFO: [[#@LINE+3]], !$acc loop gang, vector(128) collapse(2)
    ! MINFO-NEXT: reduction(+:s)
    !$acc parallel loop collapse(2) reduction(+:s) default(none) private(r)
    do j = 2, g%n - 1
      do i = 2, g%n - 1
        r = g%u(i - 1, j) + g%u(i + 1, j) + g%u(i, j - 1) + g%u(i, j + 1) + g%f(i, j) - 4*g%u(i, j)
        s = s + r*r
      end do
    end do
    !$acc serial
    total = total + s
    !$acc end serial
  end subroutine

  subroutine restrict(fine, coarse)
    type(grid), intent(in) :: fine
    type(grid), intent(inout) :: coarse
    integer :: i, j
    real(8) :: r
    ! MINFO: restrict:
    ! MINFO: [[#@LINE+3]], !$acc loop gang, vector(128) collapse(2)
    !$acc kernels present(fine, coarse)
    !$acc loop tile(4, 2) independent private(r)
    do j = 2, coarse%n - 1
      do i = 2, coarse%n - 1
        associate (u => fine%u, k => 2*i - 1, l => 2*j - 1)
          r = u(k - 1, l) + u(k + 1, l) + u(k, l - 1) + u(k, l + 1) + fine%f(k, l) - 4*u(k, l)
        end associate
        coarse%f(i, j) = 4*r/2
        coarse%u(i, j) = 0
      end do
    end do
    !$acc end kernels
  end subroutine

  subroutine prolong(coarse, fine)
    type(grid), intent(in) :: coarse
    type(grid), intent(inout) :: fine
    integer :: i, j, k, l
    !$acc parallel loop gang worker vector collapse(2) num_workers(2) vector_length(32) present(coarse, fine) private(k, l)
    do j = 2, fine%n - 1
      do i = 2, fine%n - 1
        k = i/2 + mod(i, 2)
        l = j/2 + mod(j, 2)
        fine%u(i, j) = fine%u(i, j) + (coarse%u(k, l) + coarse%u(i/2 + 1, l) + coarse%u(k, j/2 + 1) + &
                                       coarse%u(i/2 + 1, j/2 + 1))/4
      end do
    end do
  end subroutine
end module

program main
  use testing
  use multigrid
  implicit none
  real(8), allocatable :: u(:, :, :), f(:, :, :)
  real(8) :: total, left, start, r
  integer :: level, n, i, j, cycles, colour
  integer(8) :: counted
  n = 2**finest + 1
  allocate (u(n, n, finest), f(n, n, finest))
  u = 0
  f = 0
  factors = [1d0, 0.75d0]
  !$acc enter data copyin(grids, factors)
  do level = 1, finest
    grids(level)%n = 2**level + 1
    !$acc update device(grids(level)%n)
    n = grids(level)%n
    allocate (grids(level)%u(n, n), source=0d0)
    allocate (grids(level)%f(n, n), source=0d0)
    if (level == finest) then
      grids(level)%f = reshape([(mod(i*37, 64) - 31.5d0, i = 1, n*n)], [n, n])
      f(:, :, level) = grids(level)%f
    end if
    !$acc enter data copyin(grids(level)%u, grids(level)%f)
  end do
  !$acc serial
  sweeps = 0
  !$acc end serial
  total = 0
  !$acc enter data copyin(total)
  total = -1
  start = 0
  do cycles = 1, 3
    do level = finest, 1, -1
      do colour = 0, 1
        call relax(grids(level), colour, level < 3)
      end do
      if (level > 1) call restrict(grids(level), grids(level - 1))
    end do
    do level = 2, finest
      call prolong(grids(level - 1), grids(level))
      do colour = 0, 1
        call relax(grids(level), colour, level < 3)
      end do
    end do
    call residual(grids(finest), total)
  end do
  call expect_equal(total, -1d0, 'the host''s total')
  !$acc exit data copyout(total)
  !$acc serial copyout(counted)
  counted = sweeps
  !$acc end serial
  call expect_equal(counted, 3_8*2*(2*(finest - 2) ), 'sweeps on the device')

  left = 0
  do cycles = 1, 3
    do level = finest, 1, -1
      call host_relax(level)
      if (level > 1) then
        n = 2**(level - 1) + 1
        do j = 2, n - 1
          do i = 2, n - 1
            f(i, j, level - 1) = 2*rest(2*i - 1, 2*j - 1, level)
            u(i, j, level - 1) = 0
          end do
        end do
      end if
    end do
    do level = 2, finest
      n = 2**level + 1
      do j = 2, n - 1
        do i = 2, n - 1
          u(i, j, level) = u(i, j, level) + sum(u([(i + 1)/2, i/2 + 1], [(j + 1)/2, j/2 + 1], level - 1))/4
        end do
      end do
      call host_relax(level)
    end do
    n = 2**finest + 1
    do j = 2, n - 1
      do i = 2, n - 1
        r = rest(i, j, finest)
        left = left + r*r
        if (cycles == 1) start = start + f(i, j, finest)**2
      end do
    end do
  end do
  call expect(left < start, 'cycles make the residual smaller')
  call expect(abs(total - left) <= 1d-9*left, 'the residual')
  do level = finest, 1, -1
    n = grids(level)%n
    !$acc exit data copyout(grids(level)%u) delete(grids(level)%f)
    call expect(maxval(abs(grids(level)%u - u(:n, :n, level))) <= 1d-9*maxval(abs(u(:n, :n, level))), 'a grid')
  end do
  !$acc exit data delete(grids, factors)
  call finish
contains
  real(8) function rest(i, j, level)
    integer, intent(in) :: i, j, level
    rest = u(i - 1, j, level) + u(i + 1, j, level) + u(i, j - 1, level) + u(i, j + 1, level) + f(i, j, level) - 4*u(i, j, level)
  end function
  subroutine host_relax(level)
    integer, intent(in) :: level
    integer :: i, j, colour
    real(8) :: a
    do colour = 0, 1
      do j = 2, 2**level
        do i = 2 + mod(j + colour, 2), 2**level, 2
          a = (u(i - 1, j, level) + u(i + 1, j, level) + u(i, j - 1, level) + u(i, j + 1, level) + f(i, j, level))/4
          u(i, j, level) = u(i, j, level) + factors(colour + 1)*(a - u(i, j, level))
        end do
      end do
    end do
  end subroutine
end program
