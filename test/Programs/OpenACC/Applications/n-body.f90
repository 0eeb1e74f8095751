!===-- n-body.f90 - Bodies that attract each other -------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -gpu=managed %{testing} %s -o %t.dir/managed
! RUN: %run %t.dir/managed | %{check-pass}
! RUN: sed 's/^ *!.acc parallel loop.*//' %s > %t.dir/host.f90
! RUN: not %{compile} -acc -c %t.dir/host.f90 -o %t.dir/host.o 2>&1 | FileCheck %s --check-prefix=HOST
!
! Records with allocatable and pointer components, present by declare; private and first-
! private records, an array that is reduced, functions of the device that give records,
! self(condition), atomics on components, a pointer that is attached anew by acc_attach.
!
!===----------------------------------------------------------------------===!

module bodies
  implicit none
  type :: vector
    real(8) :: x = 0, y = 0, z = 0
  end type
  type :: cloud
    integer :: n = 0
    real(8) :: scale = 1
    real(8), allocatable :: place(:, :), speed(:, :)
    type(vector), allocatable :: force(:)
    integer, pointer :: kind(:) => null()
    integer :: hits(0:2) = 0
  end type
contains
  ! Attraction that is exact in binary: a power of two by the distance's size.
  type(vector) function pull(dx, dy, dz)
    !$acc routine seq nohost
    real(8), value :: dx, dy, dz
    real(8) :: far, strength
    far = abs(dx) + abs(dy) + abs(dz)
    strength = 1
    do while (far >= 1)
      far = far/2
      strength = strength/4
    end do
    pull = vector(dx*strength, dy*strength, dz*strength)
  end function

  subroutine add(sum, part)
    !$acc routine seq
    type(vector), intent(inout) :: sum
    type(vector), intent(in) :: part
    sum%x = sum%x + part%x
    sum%y = sum%y + part%y
    sum%z = sum%z + part%z
  end subroutine

  subroutine find_forces(c, bias)
    type(cloud), intent(inout) :: c
    type(vector), intent(in) :: bias
    type(vector) :: total, shift
    integer :: i, j, k
    !$acc declare present(c)
    shift = bias
    !$acc parallel loop gang vector private(total) firstprivate(shift) default(present)
    do i = 1, c%n
      total = shift
      !$acc loop seq
      do j = 1, c%n
        if (j == i) cycle
        ! HOST: :[[#@LINE+1]]:{{[0-9]+}}: error: 'pull' is a NOHOST routine: it may only be called in a compute construct
        call add(total, pull(c%place(1, j) - c%place(1, i), c%place(2, j) - c%place(2, i), &
                             c%place(3, j) - c%place(3, i)))
      end do
      c%force(i) = total
      k = merge(c%kind(i), 0, total%x > 0)
      !$acc atomic
      c%hits(k) = c%hits(k) + 1
    end do
  end subroutine

  subroutine move(c, step, momentum, on_host)
    type(cloud), intent(inout) :: c
    real(8), intent(in) :: step
    real(8), intent(out) :: momentum(3)
    logical, intent(in) :: on_host
    integer :: i, d
    momentum = 0
    !$acc parallel loop gang present(c, c%speed, c%force, c%place) reduction(+:momentum) copy(momentum) self(on_host)
    do i = 1, c%n
      c%speed(1, i) = c%speed(1, i) + step*c%force(i)%x
      c%speed(2, i) = c%speed(2, i) + step*c%force(i)%y
      c%speed(3, i) = c%speed(3, i) + step*c%force(i)%z
      do d = 1, 3
        c%place(d, i) = c%place(d, i) + step*c%speed(d, i)*c%scale
        momentum(d) = momentum(d) + c%speed(d, i)
      end do
    end do
  end subroutine
end module

program main
  use testing
  use openacc, only: acc_attach
  use bodies
  implicit none
  integer, parameter :: n = 70
  type(cloud) :: c
  integer, target :: kinds(n), others(n)
  real(8) :: place(3, n), speed(3, n), force(3, n), momentum(3), far, strength, before(3)
  integer :: i, j, step, hits(0:2)
  integer(8) :: address
  c%n = n
  c%scale = 0.5d0
  allocate (c%place(3, n), c%speed(3, n), c%force(n))
  c%place = reshape([(mod(i*i*37, 509), i = 1, 3*n)], [3, n])
  c%speed = 0
  place = c%place
  speed = 0
  hits = 0
  kinds = [(1 + mod(i, 2), i = 1, n)]
  others = 3 - kinds
  c%kind => kinds
  !$acc enter data copyin(kinds, others)
  !$acc enter data copyin(c)
  !$acc enter data copyin(c%place, c%speed) create(c%force) attach(c%kind)
  do step = 1, 3
    if (step == 3) then
      !$acc exit data detach(c%kind)
      !$acc serial present(c) copyout(address)
      address = loc(c%kind)
      !$acc end serial
      call expect(address == loc(c%kind), 'the host''s address')
      c%kind => others
      call acc_attach(c%kind)
    end if
    call find_forces(c, vector(1d0, 0.25d0, -2d0))
    if (step == 2) then
      !$acc update self(c%place, c%speed, c%force)
    end if
    call move(c, 0.25d0, momentum, step == 2)
    if (step == 2) then
      !$acc update device(c%place, c%speed)
    end if

    do i = 1, n
      force(:, i) = [1d0, 0.25d0, -2d0]
      do j = 1, n
        if (i == j) cycle
        far = sum(abs(place(:, j) - place(:, i)))
        strength = 1
        do while (far >= 1)
          far = far/2
          strength = strength/4
        end do
        force(:, i) = force(:, i) + strength*(place(:, j) - place(:, i))
      end do
      j = merge(merge(others(i), kinds(i), step == 3), 0, force(1, i) > 0)
      hits(j) = hits(j) + 1
    end do
    speed = speed + 0.25d0*force
    place = place + 0.125d0*speed
    before = sum(speed, 2)
    call expect_ulps(momentum, before, 400, 'momentum')
  end do
  !$acc update self(c%hits)
  !$acc exit data detach(c%kind) copyout(c%place, c%speed) delete(c%force)
  !$acc exit data delete(c, kinds, others)
  call expect_equal([c%place], [place], 'places')
  call expect_equal([c%speed], [speed], 'speeds')
  call expect_equal(c%hits, hits, 'hits by kind')
  call expect(associated(c%kind, others), 'the pointer')
  call finish
end program
