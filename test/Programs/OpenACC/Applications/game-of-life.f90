!===-- game-of-life.f90 - Life on a grid -----------------------------------===!
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
! Generations by two dimensions of gangs, queues that wait for one another by clauses,
! auto loops, default(none) with declared and named data, arguments declared copy, a
! routine bound by name, old names of clauses and finalize.
!
!===----------------------------------------------------------------------===!

module life
  implicit none
  integer, parameter :: nx = 38, ny = 27
  integer :: born(0:8), stays(0:8)
  !$acc declare create(born, stays)
contains
  integer function fate(alive, neighbours)
    !$acc routine seq bind(fate_by_table)
    integer, value :: alive, neighbours
    fate = 0
    if (neighbours == 3 .or. (alive == 1 .and. neighbours == 2)) fate = 1
  end function
  integer function fate_by_table(alive, neighbours)
    !$acc routine(fate_by_table) seq
    integer, value :: alive, neighbours
    fate_by_table = alive*stays(neighbours) + (1 - alive)*born(neighbours)
  end function

  subroutine generation(now, next)
    integer, intent(in) :: now(0:nx + 1, 0:ny + 1)
    integer, intent(inout) :: next(0:nx + 1, 0:ny + 1)
    integer :: i, j, k, l, around
    !$acc parallel num_gangs(4, 3) vector_length(32) default(none) present(now, next) async(1) wait(2)
    ! MINFO: [[#@LINE+2]], !$acc loop gang(dim:2){{ !|$}}
    !$acc loop gang(dim:2)
    do j = 1, ny
      ! MINFO: [[#@LINE+2]], !$acc loop gang(dim:1), vector(32){{ !|$}}
      !$acc loop gang(dim:1) vector private(around)
      do i = 1, nx
        around = -now(i, j)
        ! MINFO: [[#@LINE+2]], !$acc loop seq{{ !|$}}
        !$acc loop seq
        do k = -1, 1
          !$acc loop seq
          do l = -1, 1
            around = around + now(i + l, j + k)
          end do
        end do
        next(i, j) = fate(now(i, j), around)
      end do
    end do
    !$acc end parallel
  end subroutine

  ! Edges wrap around, in a queue of their own.
  subroutine wrap(cells)
    integer, intent(inout) :: cells(0:nx + 1, 0:ny + 1)
    integer :: i, j
    !$acc parallel default(none) present(cells) async(2) wait(1)
    !$acc loop auto
    do j = 1, ny
      cells(0, j) = cells(nx, j)
      cells(nx + 1, j) = cells(1, j)
    end do
    !$acc end parallel
    !$acc kernels default(none) pcopy(cells) async(2)
    !$acc loop auto
    do i = 0, nx + 1
      cells(i, 0) = cells(i, ny)
      cells(i, ny + 1) = cells(i, 1)
    end do
    !$acc end kernels
  end subroutine

  ! How many live in a row and those above it.
  subroutine add_up(rows, sums)
    integer, intent(in) :: rows(ny)
    integer, intent(out) :: sums(ny)
    integer :: j
    ! MINFO: [[#@LINE+2]], !$acc loop seq{{ !|$}}
    !$acc parallel loop auto num_gangs(1) copyin(rows) copyout(sums)
    do j = 1, ny
      sums(j) = rows(j)
      if (j > 1) sums(j) = sums(j) + sums(j - 1)
    end do
  end subroutine

  subroutine count_rows(cells, rows, most)
    integer, intent(in) :: cells(0:nx + 1, 0:ny + 1)
    integer, intent(inout) :: rows(ny), most
    integer :: i, j, number
    !$acc declare copy(rows, most) present(cells)
    !$acc wait(1, 2)
    ! MINFO: [[#@LINE+2]], !$acc loop gang, worker{{ !|$}}
    !$acc parallel loop gang default(none) reduction(max:most) private(number)
    do j = 1, ny
      number = 0
      !$acc loop auto reduction(+:number)
      do i = 1, nx
        number = number + cells(i, j)
      end do
      rows(j) = rows(j) + number
      most = max(most, number)
    end do
  end subroutine
end module

program main
  use testing
  use life
  implicit none
  integer :: a(0:nx + 1, 0:ny + 1), b(0:nx + 1, 0:ny + 1), host(nx, ny), around(nx, ny), rows(ny), wanted(ny), sums(ny)
  integer :: step, most, wanted_most, k, l
  born = 0
  born(3) = 1
  stays = born
  stays(2) = 1
  !$acc update device(born, stays)
  a = 0
  a(1:nx, 1:ny) = reshape([(mod(k*k/3 + k/17, 3)/2, k = 1, nx*ny)], [nx, ny])
  host = a(1:nx, 1:ny)
  b = 0
  rows = 1
  most = 5
  !$acc enter data present_or_copyin(a) present_or_create(b)
  !$acc enter data pcopyin(a)
  call wrap(a)
  do step = 1, 10
    call generation(a, b)
    call wrap(b)
    call count_rows(b, rows, most)
    call generation(b, a)
    call wrap(a)
  end do
  !$acc wait
  !$acc exit data copyout(a) delete(b) finalize

  wanted = 1
  wanted_most = 5
  do step = 1, 20
    around = 0
    do k = -1, 1
      do l = -1, 1
        if (k /= 0 .or. l /= 0) around = around + cshift(cshift(host, k, 1), l, 2)
      end do
    end do
    where (around == 3)
      host = 1
    else where (around /= 2)
      host = 0
    end where
    if (mod(step, 2) == 0) cycle
    wanted = wanted + sum(host, 1)
    wanted_most = max(wanted_most, maxval(sum(host, 1)))
  end do
  call expect_equal([a(1:nx, 1:ny)], [host], 'cells')
  call expect_equal(rows, wanted, 'rows')
  call add_up(rows, sums)
  call expect_equal(sums, [(sum(wanted(:k)), k = 1, ny)], 'running sums')
  call expect_equal(most, wanted_most, 'most')
  call expect_equal(fate(1, 2), 1, 'the host''s function')
  call finish
end program
