!===-- acc-atomic-kinds.f90 - Atomic operations on short and long values -===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Sums and differences of complex numbers, and values of less than four bytes,
! side by side in one word.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 600
  complex(8) :: z, w(4)
  complex(4) :: c
  integer(1) :: i1(4)
  integer(2) :: i2(3)
  real(2) :: h(3)
  logical(1) :: l1(4)
  logical(8) :: l8
  integer :: i, k
  logical :: on
  do k = 0, 1
    on = k == 1
    z = (1, 2)
    w = 0
    c = (1, 0)
    !$acc parallel loop copy(z, w, c) if(on)
    do i = 1, n
      !$acc atomic update
      z = z + cmplx(i, -i, 8)
      !$acc atomic
      w(mod(i, 4) + 1) = w(mod(i, 4) + 1) - cmplx(i, 1, 8)
      !$acc atomic update
      z = (0.5d0, 0) + z
      !$acc atomic update
      c = (0, -1) + c
    end do
    call expect(z == cmplx(1 + n*(n + 1)/2 + n/2, 2 - n*(n + 1)/2, 8), 'sums of complex(8)')
    call expect(sum(w) == cmplx(-n*(n + 1)/2, -n, 8), 'differences of complex(8)')
    call expect(c == cmplx(1, -n), 'sums of complex(4)')

    i1 = 0_1
    i2 = 0_2
    h = 0
    l1 = .false.
    l8 = .false.
    !$acc parallel loop copy(i1, i2, h, l1, l8) if(on)
    do i = 1, n
      !$acc atomic update
      i1(mod(i, 4) + 1) = ieor(i1(mod(i, 4) + 1), int(mod(i, 100), 1))
      !$acc atomic update
      i2(mod(i, 3) + 1) = i2(mod(i, 3) + 1) + 2_2
      !$acc atomic update
      h(mod(i, 3) + 1) = max(h(mod(i, 3) + 1), real(i, 2))
      !$acc atomic update
      l1(mod(i, 4) + 1) = l1(mod(i, 4) + 1) .or. logical(i == n, 1)
      !$acc atomic update
      l8 = l8 .neqv. .true._8
    end do
    call expect(all(i2 == int(2*n/3, 2)), 'integer(2)')
    call expect(all(int(i1) == folded()), 'integer(1)')
    call expect(all(real(h, 4) == [600.0, 598.0, 599.0]), 'real(2)')
    call expect(count(l1) == 1 .and. l1(mod(n, 4) + 1), 'logical(1)')
    call expect(.not. l8, 'logical(8)')
  end do
  call finish()
contains
  function folded()
    integer :: folded(4), j
    folded = 0
    do j = 1, n
      folded(mod(j, 4) + 1) = ieor(folded(mod(j, 4) + 1), mod(j, 100))
    end do
  end function
end program
