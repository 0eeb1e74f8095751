!===-- random-walks.f90 - Random walks -------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: sed '/^ *!.acc parallel loop/,/^ *do /s/^ *!.acc.*//' %s > %t.dir/host.f90
! RUN: not %{compile} -acc -c %t.dir/host.f90 -o %t.dir/host.o 2>&1 | FileCheck %s --check-prefix=HOST
!
! Streams of random numbers in 64 bits by routines of the device, first-private arrays,
! reductions of real, complex, integer and logical variables, rings of atomic captures;
! queues and devices by init, set and shutdown with conditions, default_async and the run-
! time routines.
!
!===----------------------------------------------------------------------===!

module dice
  implicit none
  integer, parameter :: long = selected_int_kind(18)
contains
  integer(long) function roll(state)
    !$acc routine seq
    integer(long), intent(inout) :: state
    state = iand(state*1103515245_long + 12345_long, 2147483647_long)
    roll = ishft(state, -8)
  end function

  integer(long) function seed_of(walker)
    !$acc routine seq nohost
    integer, value :: walker
    seed_of = 17_long*walker + 3
  end function

  subroutine walk(steps, walker, x, y)
    !$acc routine seq nohost
    integer, value :: steps, walker
    integer, intent(out) :: x, y
    integer(long) :: state
    integer :: k
    state = seed_of(walker)
    x = 0
    y = 0
    do k = 1, steps
      select case (mod(roll(state), 4_long))
      case (0); x = x + 1
      case (1); x = x - 1
      case (2); y = y + 1
      case default; y = y - 1
      end select
    end do
  end subroutine
end module

program main
  use testing
  use openacc
  use dice
  implicit none
  integer, parameter :: walkers = 500, steps = 40, ring = 16
  integer :: i, x, y, xs(walkers), ys(walkers), k, weight(4), place, far, slots(0:ring - 1), quarter(4)
  integer :: ring_at, queue, number
  integer(long) :: state
  complex(8) :: centre, wanted_centre
  real :: spread, wanted_spread
  logical :: home, odd
  !$acc init if(walkers > 0)
  !$acc init device_num(0)
  call expect_equal(acc_get_num_devices(acc_get_device_type()) >= 1, .true., 'devices')
  call expect(acc_get_property(0, acc_get_device_type(), acc_property_memory) > 0, 'memory')
  !$acc set device_num(0) default_async(5)
  call expect_equal(acc_get_default_async(), 5, 'default_async')
  !$acc set default_async(7) if(walkers < 0)
  call expect_equal(acc_get_default_async(), 5, 'a set without effect')
  weight = [2, 3, 5, 7]
  centre = 0
  spread = 0
  far = 0
  home = .false.
  odd = .false.
  quarter = 0
  slots = 0
  ring_at = 0
  !$acc enter data create(xs, ys) copyin(slots, ring_at, quarter) async
  !$acc parallel loop present(xs, ys) private(x, y) async
  do i = 1, walkers
    ! HOST: :[[#@LINE+1]]:{{[0-9]+}}: error: 'walk' is a NOHOST routine: it may only be called in a compute construct
    call walk(steps, i, x, y)
    xs(i) = x
    ys(i) = y
  end do
  !$acc parallel loop gang vector firstprivate(weight) present(xs, ys) private(place) async &
  !$acc& reduction(+:centre, spread) reduction(max:far) reduction(.or.:home) reduction(.neqv.:odd)
  do i = 1, walkers
    place = 1 + merge(1, 0, xs(i) < 0) + merge(2, 0, ys(i) < 0)
    weight(place) = weight(place) + mod(i, 3)
    centre = centre + cmplx(xs(i), ys(i), 8)*weight(place)
    spread = spread + real(xs(i)**2 + ys(i)**2)
    far = max(far, abs(xs(i)) + abs(ys(i)))
    home = home .or. (xs(i) == 0 .and. ys(i) == 0)
    odd = odd .neqv. xs(i) > 3
    weight(place) = weight(place) - mod(i, 3)
  end do
  !$acc wait(5)
  ! Another queue, which waits for nothing but itself: numbers of those who went far.
  do queue = 1, 2
    !$acc parallel loop async(queue) wait(3 - queue) present(xs, slots, ring_at, quarter) private(number, k)
    do i = queue, walkers, 2
      if (abs(xs(i)) >= 12) then
        !$acc atomic capture
        number = ring_at
        ring_at = ring_at + 1
        !$acc end atomic
        k = mod(number, ring)
        !$acc atomic
        slots(k) = slots(k) + i
      end if
      k = 1 + mod(i, 4)
      !$acc atomic
      quarter(k) = max(quarter(k), xs(i))
    end do
  end do
  !$acc exit data copyout(slots, ring_at, quarter, xs, ys) wait(1, 2) async(1)
  do while (.not. acc_async_test(1))
  end do
  call expect(acc_async_test_all(), 'all is done')

  wanted_centre = 0
  wanted_spread = 0
  do i = 1, walkers
    state = 17_long*i + 3
    x = 0
    y = 0
    do k = 1, steps
      select case (mod(roll(state), 4_long))
      case (0); x = x + 1
      case (1); x = x - 1
      case (2); y = y + 1
      case default; y = y - 1
      end select
    end do
    call expect_equal(xs(i), x, 'x')
    call expect_equal(ys(i), y, 'y')
    place = 1 + merge(1, 0, x < 0) + merge(2, 0, y < 0)
    wanted_centre = wanted_centre + cmplx(x, y, 8)*(weight(place) + mod(i, 3))
    wanted_spread = wanted_spread + real(x**2 + y**2)
  end do
  call expect_equal(centre, wanted_centre, 'the centre')
  call expect_equal(spread, wanted_spread, 'the spread')
  call expect_equal(far, maxval(abs(xs) + abs(ys)), 'the farthest')
  call expect(home .eqv. any(xs == 0 .and. ys == 0), 'home')
  call expect(odd .eqv. mod(count(xs > 3), 2) == 1, 'odd')
  call expect_equal(ring_at, count(abs(xs) >= 12), 'far walkers')
  call expect_equal(sum(slots), sum([(i, i = 1, walkers)], abs(xs) >= 12), 'in the ring')
  call expect_equal(quarter, [(max(0, maxval(xs(1 + mod(k + 2, 4)::4))), k = 1, 4)], 'maxima')
  call expect_equal(weight, [2, 3, 5, 7], 'what was first-private')
  !$acc enter data copyin(quarter)
  !$acc shutdown device_num(0) if(walkers > 0)
  call expect(.not. acc_is_present(quarter), 'nothing is left')
  !$acc shutdown if(walkers < 0)
  call finish
end program
