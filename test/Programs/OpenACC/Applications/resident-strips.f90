!===-- resident-strips.f90 - A field in strips -----------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! A field of which the device has one strip at a time: present, no_create and copy name
! the strip, so that nothing asks for the whole; reference counts that finalize ends;
! weights declared copyin, which the host goes on changing; a first-private stencil.
!
!===----------------------------------------------------------------------===!
module strips
  implicit none
  integer, parameter :: n = 29, m = 40, width = 8
contains
  !> Smooths columns low to high; the halo lies beside them on the device, too.
  subroutine smooth(f, g, low, high, weights, trace)
    real(8), intent(in) :: f(n, 0:m + 1)
    real(8), intent(inout) :: g(n, m)
    integer, intent(in) :: low, high
    real(8), intent(inout) :: weights(3)
    real(8), intent(inout) :: trace(m)
    real(8) :: stencil(-1:1), pair(2), s
    integer :: i, j, k
    !$acc declare copyin(weights)
    stencil = [0.25d0, 0.5d0, 0.25d0]
    weights = -1
    pair = 9
    !$acc parallel loop gang present(f(:, low - 1:high + 1)) copyout(g(:, low:high)) &
    !$acc   no_create(trace(low:high)) firstprivate(stencil) private(pair)
    do j = low, high
      stencil(0) = merge(1d0, 0.5d0, j == low)
      pair = [weights(2), stencil(0)]
      !$acc loop vector private(s)
      do i = 1, n
        s = 0
        do k = -1, 1
          s = s + stencil(k)*weights(k + 2)*f(i, j + k)
        end do
        g(i, j) = s
      end do
      if (mod(low, 16) == 1) trace(j) = f(1, j) + pair(1)
    end do
    if (stencil(0) /= 0.5d0 .or. any(pair /= 9)) stop 3
  end subroutine
end module

program main
  use testing
  use openacc
  use strips
  implicit none
  real(8) :: f(n, 0:m + 1), g(n, m), wanted(n, m), weights(3), trace(m), seen(m)
  integer :: low, high, i, j
  do j = 0, m + 1
    do i = 1, n
      f(i, j) = mod(i*j + 3*i, 17)
    end do
  end do
  g = 0
  trace = -5
  seen = -5
  do low = 1, m, width
    high = low + width - 1
    !$acc enter data copyin(f(:, low - 1:high + 1))
    !$acc enter data copyin(f(:, low - 1:high + 1))
    if (mod(low, 16) == 1) then
      !$acc enter data copyin(trace(low:high))
    end if
    weights = [1d0, 2d0, 3d0]*low
    call smooth(f, g, low, high, weights, trace)
    if (any(weights /= -1)) stop 2
    do j = low, high
      do i = 1, n
        wanted(i, j) = low*(0.25d0*f(i, j - 1) + merge(2d0, 1d0, j == low)*f(i, j) + 0.75d0*f(i, j + 1))
      end do
      if (mod(low, 16) == 1) seen(j) = f(1, j) + 2*low
    end do
    if (mod(low, 16) == 1) then
      !$acc exit data copyout(trace(low:high))
    end if
    !$acc exit data delete(f(:, low - 1:high + 1)) finalize
  end do
  call expect_equal([g], [wanted], 'strips')
  call expect_equal(trace, seen, 'a trace where it is on the device')
  if (acc_get_device_type() /= acc_device_host) call expect(.not. acc_is_present(f(:, 32:40)), 'the last strip is gone')
  call finish
end program
