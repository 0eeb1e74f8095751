!===-- lattice-gas.f90 - A gas on a lattice --------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Tables of a module declared copyin, populations of a module declared create, three
! collapsed loops, gang(static), num_workers, bits exchanged between neighbours, checks by
! reductions iand, ior, ieor, .and., .neqv. and *.
!
!===----------------------------------------------------------------------===!

! Particles move in four directions and turn where two meet head-on.
module lattice
  implicit none
  integer, parameter :: nx = 30, ny = 21
  integer :: dx(0:3) = [1, 0, -1, 0], dy(0:3) = [0, 1, 0, -1], turn(0:15)
  integer :: cells(nx, ny), moved(nx, ny), eastward(ny)
  !$acc declare copyin(dx, dy) create(turn, cells, moved, eastward)
contains
  subroutine fill_table()
    integer :: i
    !$acc parallel loop device_type(nvidia) vector_length(32) device_type(*) vector_length(128)
    do i = 0, 15
      turn(i) = i
      if (i == 5) turn(i) = 10
      if (i == 10) turn(i) = 5
    end do
  end subroutine

  ! Rows stay in their gangs, which count who leaves for the east in each.
  subroutine collide()
    integer :: i, j
    !$acc parallel num_gangs(6) default(none)
    !$acc loop gang(static:2)
    do j = 1, ny
      !$acc loop worker vector
      do i = 1, nx
        cells(i, j) = turn(cells(i, j))
        moved(i, j) = 0
      end do
    end do
    !$acc loop gang(static:2) vector
    do j = 1, ny
      do i = 1, nx
        if (btest(cells(i, j), 0)) eastward(j) = eastward(j) + 1
      end do
    end do
    !$acc end parallel
  end subroutine

  subroutine move()
    integer :: i, j, d, to_x, to_y
    !$acc parallel loop collapse(3) private(to_x, to_y) num_workers(2)
    do j = 1, ny
      do i = 1, nx
        do d = 0, 3
          if (btest(cells(i, j), d)) then
            to_x = modulo(i + dx(d) - 1, nx) + 1
            to_y = modulo(j + dy(d) - 1, ny) + 1
            !$acc atomic update
            moved(to_x, to_y) = ior(moved(to_x, to_y), 2**d)
          end if
        end do
      end do
    end do
    !$acc parallel loop tile(5, *) default(present)
    do j = 1, ny
      do i = 1, nx
        cells(i, j) = moved(i, j)
      end do
    end do
  end subroutine
end module

program main
  use testing
  use lattice
  implicit none
  integer :: host(nx, ny), after(nx, ny), departed(ny), i, j, d, step, to_x, to_y
  integer :: everywhere, anywhere, check, number
  integer(8) :: product_of
  logical :: calm, odd, same
  cells = reshape([(mod(i*i*13 + i/7, 16), i = 1, nx*ny)], [nx, ny])
  host = cells
  eastward = 0
  departed = 0
  !$acc update device(cells, eastward)
  call fill_table
  do step = 1, 12
    call collide
    call move
  end do

  everywhere = 15
  anywhere = 0
  check = 0
  number = 0
  product_of = 1
  calm = .true.
  odd = .false.
  same = .true.
  !$acc parallel loop collapse(2) reduction(iand:everywhere) reduction(ior:anywhere) reduction(ieor:check) &
  !$acc   reduction(+:number) reduction(*:product_of) reduction(.and.:calm) reduction(.neqv.:odd) reduction(.eqv.:same)
  do j = 1, ny
    do i = 1, nx
      everywhere = iand(everywhere, ior(cells(i, j), 8))
      anywhere = ior(anywhere, iand(cells(i, j), 7))
      check = ieor(check, cells(i, j)*(i + 100*j))
      number = number + popcnt(cells(i, j))
      if (mod(i, 10) == 3 .and. mod(j, 7) == 2) product_of = product_of*(cells(i, j) + 1)
      calm = calm .and. cells(i, j) /= 16
      odd = odd .neqv. btest(cells(i, j), 1)
      same = same .eqv. btest(cells(i, j), 2)
    end do
  end do
  !$acc update self(cells, eastward)

  do step = 1, 12
    where (host == 5)
      host = 10
    else where (host == 10)
      host = 5
    end where
    departed = departed + count(btest(host, 0), 1)
    after = 0
    do j = 1, ny
      do i = 1, nx
        do d = 0, 3
          if (.not. btest(host(i, j), d)) cycle
          to_x = modulo(i + dx(d) - 1, nx) + 1
          to_y = modulo(j + dy(d) - 1, ny) + 1
          after(to_x, to_y) = after(to_x, to_y) + 2**d
        end do
      end do
    end do
    host = after
  end do
  call expect_equal([cells], [host], 'cells')
  call expect_equal(eastward, departed, 'eastward')
  call expect_equal(number, sum(popcnt(host)), 'particles')
  call expect_equal(everywhere, iall(ior(host, 8)), 'iand')
  call expect_equal(anywhere, iany(iand(host, 7)), 'ior')
  call expect_equal(check, iparity(host*reshape([((i + 100*j, i = 1, nx), j = 1, ny)], [nx, ny])), 'ieor')
  call expect_equal(product_of, product(int(host(3::10, 2::7) + 1, 8)), '*')
  call expect(calm, '.and.')
  call expect(odd .eqv. mod(count(btest(host, 1)), 2) == 1, '.neqv.')
  call expect(same .eqv. mod(count(.not. btest(host, 2)), 2) == 0, '.eqv.')
  call finish
end program
