!===-- acc-atomic-wide.f90 - Atomic operations on values of two words -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Read, write, update and capture of complex numbers, which are aligned as their
! parts are, and of integer(16): all of a value or nothing of it is seen.
!
!===----------------------------------------------------------------------===!

module shared_values
  implicit none
  type :: item
    sequence
    integer :: before = 7
    complex(4) :: c = (0, 0)
    integer :: after = 8
  end type
contains
  subroutine turn(z)
    !$acc routine seq
    complex(8), intent(inout) :: z
    !$acc atomic update
    z = z*(0, 1)
  end subroutine
end module

program main
  use testing
  use shared_values
  implicit none
  integer, parameter :: n = 600
  complex(8) :: z, w(4), seen(n), pair
  type(item) :: items(3)
  integer(16) :: wide, most, tickets(n)
  integer :: i, k, torn
  logical :: on
  do k = 0, 1
    on = k == 1
    z = (1, 2)
    w = 1
    items = item()
    !$acc parallel loop copy(z, w, items) if(on)
    do i = 1, n
      call turn(z)
      !$acc atomic update
      w(mod(i, 4) + 1) = w(mod(i, 4) + 1)*(0, -1)
      !$acc atomic update
      items(mod(i, 3) + 1)%c = items(mod(i, 3) + 1)%c + (1, 0)
      !$acc atomic update
      items(mod(i, 3) + 1)%c = items(mod(i, 3) + 1)%c + (0, -1)
      !$acc atomic update
      items(2)%c = (-1, 0)*items(2)%c
    end do
    call expect(abs(z - (1, 2)) < 1e-12, 'products of complex(8) in a routine')
    call expect(all(abs(w - (0, -1)**(n/4)) < 1e-12), 'products of complex(8)')
    call expect(all(items(1:3:2)%c == cmplx(n/3, -n/3)), 'complex(4) between integers')
    call expect(abs(real(items(2)%c)) <= n/3 .and. abs(aimag(items(2)%c)) <= n/3, 'changing signs')
    call expect(all(items%before == 7) .and. all(items%after == 8), 'neighbours')

    ! Both parts are always of the same iteration.
    pair = 0
    torn = 0
    !$acc parallel loop copy(pair) copyout(seen) reduction(+:torn) if(on)
    do i = 1, n
      !$acc atomic write
      pair = cmplx(i, 2*i, 8)
      !$acc atomic read
      seen(i) = pair
      if (aimag(seen(i)) /= 2*real(seen(i))) torn = torn + 1
    end do
    call expect(torn == 0, 'halves of two values')
    call expect(all(real(seen) >= 1) .and. all(real(seen) <= n), 'values read')

    wide = 2_16**100
    most = -1
    !$acc parallel loop copy(wide, most) copyout(tickets) if(on)
    do i = 1, n
      !$acc atomic capture
      tickets(i) = wide
      wide = wide + 2_16**70
      !$acc end atomic
      !$acc atomic update
      most = max(most, i*2_16**90)
    end do
    call expect(wide == 2_16**100 + n*2_16**70, 'sum of integer(16)')
    call expect(most == n*2_16**90, 'maximum of integer(16)')
    tickets = (tickets - 2_16**100)/2_16**70
    do i = 0, n - 1
      if (count(tickets == i) /= 1) exit
    end do
    call expect(i == n, 'each value of integer(16) captured once')

    pair = (1, 1)
    !$acc parallel loop copy(pair) copyout(seen) if(on)
    do i = 1, n
      !$acc atomic capture
      pair = pair + (2, -1)
      seen(i) = pair
      !$acc end atomic
    end do
    call expect(pair == cmplx(1 + 2*n, 1 - n, 8), 'sum of complex(8) with capture')
    call expect(all(aimag(seen) == 1 - (real(seen) - 1)/2) .and. sum(int(real(seen))) == n + n*(n + 1), &
                'values of complex(8) captured')
  end do
  call finish()
end program
