!===-- acc-reduction-nan.f90 - Minima and maxima beside NaN ---------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! One lane's value is NaN, each lane's in turn: the numbers of all others take
! part, whichever they are combined with.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  use, intrinsic :: ieee_arithmetic
  implicit none
  integer, parameter :: n = 64
  real(8) :: a(n), least, most, row
  real(4) :: b(3)
  integer :: i, k
  do k = 1, n
    a = [(mod(i*29, n), i = 1, n)]
    a(k) = ieee_value(a(k), ieee_quiet_nan)
    least = 1d9
    !$acc parallel loop gang vector num_gangs(1) vector_length(n) reduction(min:least)
    do i = 1, n
      if (takes(least - a(i), least)) least = a(i)
    end do
    call expect(least == merge(1, 0, k == n), 'least')
    most = -1d9
    !$acc parallel loop gang vector num_gangs(1) vector_length(n) reduction(max:most)
    do i = 1, n
      if (takes(a(i) - most, most)) most = a(i)
    end do
    call expect(most == merge(n - 2, n - 1, mod(k*29, n) == n - 1), 'most')
    !$acc parallel loop gang private(row) vector_length(n) copyin(a) copyout(b)
    do i = 1, 3
      row = 1d9
      block
        integer :: j
        !$acc loop vector reduction(min:row)
        do j = 1, n
          if (takes(row - a(j), row)) row = a(j)
        end do
      end block
      b(i) = real(row, 4)
    end do
    call expect(all(b == merge(1, 0, k == n)), 'rows')
  end do
  call finish()
contains
  ! Whether a number is better, or NaN and the first one: no number is lost by that.
  pure logical function takes(gain, sofar)
    !$acc routine seq
    real(8), intent(in) :: gain, sofar
    takes = gain > 0 .or. ieee_is_nan(sofar) .or. (ieee_is_nan(gain) .and. abs(sofar) > 1d6)
  end function
end program
