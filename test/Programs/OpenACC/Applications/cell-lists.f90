!===-- cell-lists.f90 - Particles in the lists of cells --------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Lists of the particles of each cell, whose heads are on the device only and change by
! an exchange (atomic capture); links in memory of acc_malloc; walls that a declare copy
! moves in and out once a call; steps on the host by self(); a path that only some of the
! particles have on the device.
!
!===----------------------------------------------------------------------===!
module cells
  implicit none
  integer, parameter :: nc = 6
  type particle
    real :: x, y, vx, vy
    integer(2) :: species
    integer(8) :: tag
  end type
  integer :: heads(nc, 0:nc - 1), crowd
  integer(8) :: salt(0:3)
  !$acc declare device_resident(heads, crowd) link(salt)
contains
  integer(8) function mix(tag, k)
    !$acc routine seq
    integer(8), value :: tag
    integer(2), value :: k
    mix = ieor(tag*31, salt(iand(int(k), 3)))
  end function

  !> Every particle is put in front of its cell's list.
  subroutine link_cells(p, n, next)
    integer, intent(in) :: n
    type(particle), intent(in) :: p(n)
    integer, intent(out) :: next(n)
    integer :: i, cx, cy
    !$acc declare present(p) deviceptr(next)
    !$acc kernels default(present)
    heads(:, :) = 0
    !$acc end kernels
    !$acc parallel loop default(none) num_gangs(64) private(cx, cy)
    do i = 1, n
      cx = 1 + int(p(i)%x)/8
      cy = int(p(i)%y)/8
      !$acc atomic capture
      next(i) = heads(cx, cy)
      heads(cx, cy) = i
      !$acc end atomic
    end do
  end subroutine

  !> Numbers and check sums of the cells, and the fullest of them.
  subroutine count_cells(p, n, next, number, check, most)
    integer, intent(in) :: n, next(n)
    type(particle), intent(in) :: p(n)
    integer, intent(out) :: number(nc, nc), most
    integer(8), intent(out) :: check(nc, nc)
    integer :: i, j, at, many
    integer(8) :: s
    !$acc declare deviceptr(next) copyout(number, check)
    !$acc serial
    crowd = 0
    !$acc end serial
    !$acc parallel loop gang collapse(2) present(p, number, check) private(at, many, s)
    do j = 1, nc
      do i = 1, nc
        s = 0
        many = 0
        at = heads(i, j - 1)
        do while (at /= 0)
          many = many + 1
          s = s + mix(p(at)%tag, p(at)%species)
          at = next(at)
        end do
        number(i, j) = many
        check(i, j) = s
        !$acc atomic
        crowd = max(crowd, many)
      end do
    end do
    !$acc serial copyout(most)
    most = crowd
    !$acc end serial
  end subroutine

  !> Walls are pushed by what hits them; the host's copy is a scratch in between.
  subroutine advance(p, n, walls, path, on_host, noted)
    integer, intent(in) :: n
    type(particle), intent(inout) :: p(n)
    integer, intent(inout) :: walls(4), path(:)
    logical, intent(in) :: on_host, noted
    integer :: i
    !$acc declare present(p) copy(walls)
    if (.not. on_host) walls = -1
    !$acc parallel loop default(present) self(on_host) no_create(path(5:24))
    do i = 1, n
      p(i)%x = p(i)%x + p(i)%vx
      p(i)%y = p(i)%y + p(i)%vy
      if (p(i)%x >= 8*nc .or. p(i)%x < 0) then
        p(i)%vx = -p(i)%vx
        p(i)%x = p(i)%x + 2*p(i)%vx
        !$acc atomic update
        walls(merge(1, 2, p(i)%vx > 0)) = walls(merge(1, 2, p(i)%vx > 0)) + 1
      end if
      if (p(i)%y >= 8*nc .or. p(i)%y < 0) then
        p(i)%vy = -p(i)%vy
        p(i)%y = p(i)%y + 2*p(i)%vy
        !$acc atomic update
        walls(merge(3, 4, p(i)%vy > 0)) = walls(merge(3, 4, p(i)%vy > 0)) + p(i)%species
      end if
      if (noted .and. i >= 5 .and. i <= 24) path(i) = int(p(i)%x)
    end do
    if (.not. on_host) walls = -2
  end subroutine
end module

program main
  use, intrinsic :: iso_c_binding
  use testing
  use openacc
  use cells
  implicit none
  integer, parameter :: n = 40000, steps = 4
  type(particle), allocatable :: p(:), h(:)
  integer, pointer :: next(:)
  integer, allocatable :: path(:)
  integer :: number(nc, nc), wanted(nc, nc), walls(4), pushed(4), i, step, most, cx, cy
  integer(8) :: check(nc, nc), sums(nc, nc)
  type(c_ptr) :: memory
  allocate (p(n), path(30))
  do i = 1, n
    p(i) = particle(mod(i*7, 8*nc*4)*0.25, mod(i*11, 8*nc*2)*0.5, 0.25*mod(i, 9) - 1, 0.5*mod(i, 5) - 1, &
                    int(mod(i, 6), 2), 1000003_8*i)
  end do
  h = p
  salt = [12345678901_8, -7_8, 2_8**40, 99_8]
  path = 3
  walls = 0
  pushed = 0
  memory = acc_malloc(int(4*n, c_size_t))
  call c_f_pointer(memory, next, [n])
  !$acc enter data copyin(p, salt)
  do step = 1, steps
    if (step == 3) then
      !$acc update self(p)
    end if
    if (step == steps) then
      !$acc enter data create(path(5:24))
    end if
    call advance(p, n, walls, path, step == 3, step == steps)
    if (step == 3) then
      !$acc update device(p)
    end if
    call link_cells(p, n, next)
    call count_cells(p, n, next, number, check, most)

    wanted = 0
    sums = 0
    do i = 1, n
      h(i)%x = h(i)%x + h(i)%vx
      h(i)%y = h(i)%y + h(i)%vy
      if (h(i)%x >= 8*nc .or. h(i)%x < 0) then
        h(i)%vx = -h(i)%vx
        h(i)%x = h(i)%x + 2*h(i)%vx
        ! In the host's step the device's walls stay as they are, and they are what is copied out.
        if (step /= 3) pushed(merge(1, 2, h(i)%vx > 0)) = pushed(merge(1, 2, h(i)%vx > 0)) + 1
      end if
      if (h(i)%y >= 8*nc .or. h(i)%y < 0) then
        h(i)%vy = -h(i)%vy
        h(i)%y = h(i)%y + 2*h(i)%vy
        if (step /= 3) pushed(merge(3, 4, h(i)%vy > 0)) = pushed(merge(3, 4, h(i)%vy > 0)) + h(i)%species
      end if
      cx = 1 + int(h(i)%x)/8
      cy = 1 + int(h(i)%y)/8
      wanted(cx, cy) = wanted(cx, cy) + 1
      sums(cx, cy) = sums(cx, cy) + ieor(h(i)%tag*31, salt(iand(int(h(i)%species), 3)))
    end do
    call expect_equal([number], [wanted], 'numbers')
    call expect_equal([check], [sums], 'check sums')
    call expect_equal(most, maxval(wanted), 'the fullest cell')
    call expect_equal(walls, pushed, 'walls')
  end do
  !$acc exit data delete(salt) copyout(p)
  call acc_free(memory)
  call expect(all(p%x == h%x .and. p%y == h%y .and. p%tag == h%tag), 'particles')
  call expect(all(path == 3), 'the host''s path')
  !$acc exit data copyout(path(5:24))
  call expect_equal(path, [3, 3, 3, 3, int(h(5:24)%x), 3, 3, 3, 3, 3, 3], 'the path')
  call finish
end program
