!===-- heat-flow.f90 - Heat flow in a plate until it is steady -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: not %run %t.dir/program absent 2>&1 | FileCheck %s --check-prefix=ABSENT
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -Minfo=accel -c %s -o %t.dir/object.o 2>&1 | FileCheck %s --check-prefix=MINFO
!
! Tiles with * and of two loops, a maximum over tiles, default(present) in procedures
! whose arguments are declared present, updates with if_present, auto loops, and a loop of
! the host around it all.
!
!===----------------------------------------------------------------------===!

module plate
  implicit none
  integer, parameter :: scale = 4096
contains
  ! One step; the largest change is what it returns.
  subroutine relax(now, next, nx, ny, change)
    integer, intent(in) :: nx, ny
    integer, intent(in) :: now(0:nx + 1, 0:ny + 1)
    integer, intent(inout) :: next(0:nx + 1, 0:ny + 1)
    integer, intent(out) :: change
    integer :: i, j, value
    !$acc declare present(now, next)
    change = 0
    !$acc parallel loop tile(8, 4) default(present) private(value) reduction(max:change)
    do j = 1, ny
      do i = 1, nx
        value = (now(i - 1, j) + now(i + 1, j) + now(i, j - 1) + now(i, j + 1))/4
        next(i, j) = value
        change = max(change, abs(value - now(i, j)))
      end do
    end do
  end subroutine

  subroutine put_back(now, next, nx, ny)
    integer, intent(in) :: nx, ny
    integer, intent(inout) :: now(0:nx + 1, 0:ny + 1)
    integer, intent(in) :: next(0:nx + 1, 0:ny + 1)
    integer :: i, j
    !$acc declare present(now, next)
    !$acc kernels default(present)
    !$acc loop tile(*, 2) independent
    do j = 1, ny
      do i = 1, nx
        now(i, j) = next(i, j)
      end do
    end do
    !$acc end kernels
  end subroutine

  ! The host's copy of the edges is made new where there is another one.
  subroutine read_edges(now, nx, ny)
    integer, intent(in) :: nx, ny
    integer, intent(inout) :: now(0:nx + 1, 0:ny + 1)
    !$acc update self(now(1:nx, 1), now(1:nx, ny)) if_present
    !$acc update self(now(1, 1:ny), now(nx, 1:ny)) if_present
  end subroutine

  subroutine heat_edges(now, nx, ny, by)
    integer, intent(in) :: nx, ny, by
    integer, intent(inout) :: now(0:nx + 1, 0:ny + 1)
    now(:, 0) = now(:, 0) + by
    now(nx + 1, 1:ny) = now(nx + 1, 1:ny) - by
    !$acc update device(now(:, 0), now(nx+1, 1:ny)) if_present
  end subroutine

  ! Mean temperatures of the rows, each a sum in an order of its own.
  subroutine means(now, nx, ny, mean)
    integer, intent(in) :: nx, ny, now(0:nx + 1, 0:ny + 1)
    integer, intent(out) :: mean(ny)
    integer :: i, j, total
    !$acc parallel default(present) copyout(mean)
    !$acc loop auto private(total)
    do j = 1, ny
      total = 0
      !$acc loop auto reduction(+:total)
      do i = 1, nx
        total = total + now(i, j)
      end do
      mean(j) = total/nx
    end do
    !$acc end parallel
  end subroutine
end module

program main
  use testing
  use plate
  implicit none
  if (command_argument_count() > 0) call means_of_nothing
  call simulate(37, 23)
  call simulate(1, 9)
  call simulate(16, 8)
  call finish
contains
  !> Means of all rows up to each, times their number.
  subroutine add_up(mean, ny)
    integer, intent(in) :: ny
    integer, intent(inout) :: mean(ny)
    integer :: before(ny), j
    before = mean
    ! MINFO: [[#@LINE+2]], !$acc loop seq{{ !|$}}
    !$acc parallel loop auto num_gangs(1) copy(mean)
    do j = ny - 1, 1, -1
      mean(j) = mean(j) + mean(j + 1)
    end do
    call expect_equal(mean, [(sum(before(j:)), j = 1, ny)], 'running sums')
  end subroutine

  !> What is not on the device is not copied for the construct: the program ends.
  subroutine means_of_nothing
    integer :: now(0:5, 0:7), mean(6)
    now = 3
    ! ABSENT: FATAL ERROR: data in PRESENT clause was not found on device 1: name=now host:0x
    call means(now, 4, 6, mean)
    print *, 'not reached'
  end subroutine

  subroutine simulate(nx, ny)
    integer, intent(in) :: nx, ny
    integer :: now(0:nx + 1, 0:ny + 1), next(0:nx + 1, 0:ny + 1), mean(ny)
    integer :: host(0:nx + 1, 0:ny + 1), after(0:nx + 1, 0:ny + 1)
    integer :: i, j, steps, change, host_steps
    now = 0
    now(0, :) = 100*scale
    now(:, ny + 1) = 20*scale
    host = now
    next = now
    call heat_edges(now, nx, ny, 5*scale)
    call heat_edges(host, nx, ny, 5*scale)
    !$acc data copyin(now) create(next)
    steps = 0
    change = 1000*scale
    do while (change > scale/8 .and. steps < 200)
      call relax(now, next, nx, ny, change)
      call put_back(now, next, nx, ny)
      steps = steps + 1
      if (mod(steps, 20) == 0) call heat_edges(now, nx, ny, scale)
    end do
    call means(now, nx, ny, mean)
    now(1:nx, 1:ny) = -1
    call read_edges(now, nx, ny)
    call read_edges(host, nx, ny)
    !$acc end data

    after = host
    host_steps = 0
    change = 1000*scale
    do while (change > scale/8 .and. host_steps < 200)
      change = 0
      do j = 1, ny
        do i = 1, nx
          after(i, j) = (host(i - 1, j) + host(i + 1, j) + host(i, j - 1) + host(i, j + 1))/4
          change = max(change, abs(after(i, j) - host(i, j)))
        end do
      end do
      host(1:nx, 1:ny) = after(1:nx, 1:ny)
      host_steps = host_steps + 1
      if (mod(host_steps, 20) == 0) call heat_edges(host, nx, ny, scale)
    end do
    call expect_equal(steps, host_steps, 'steps')
    call expect_equal(mean, sum(host(1:nx, 1:ny), 1)/nx, 'means')
    call expect_equal(now(1:nx, 1), host(1:nx, 1), 'lower edge')
    call expect_equal(now(1:nx, ny), host(1:nx, ny), 'upper edge')
    call expect_equal(now(1, 1:ny), host(1, 1:ny), 'left edge')
    call expect_equal(now(nx, 1:ny), host(nx, 1:ny), 'right edge')
    if (nx > 2 .and. ny > 2) call expect(all(now(2:nx - 1, 2:ny - 1) == -1), 'what was not updated')
    call add_up(mean, ny)
  end subroutine
end program
