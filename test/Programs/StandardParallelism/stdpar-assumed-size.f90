!===-- stdpar-assumed-size.f90 - Arrays that nobody knows the size of ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -target=cpu -Mpreprocess -DSTATIC %{testing} %s -o %t.dir/program
! RUN: env WARPFORT_DEVICE=cpu %t.dir/program | %{check-pass}
!
! Managed memory is used as it is, on any device; so is other memory of the
! host by devices that can, of which the CPU is one.
!
!===----------------------------------------------------------------------===!

module sums
  implicit none
contains
  subroutine add(n, x, y)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(*)
    real(8), intent(in) :: y(*)
    integer :: i
    do concurrent (i = 1:n)
      x(i) = x(i) + y(i)
    end do
  end subroutine
end module

program main
  use testing
  use sums
  implicit none
  integer, parameter :: n = 500
#ifdef STATIC
  real(8), save :: x(n), y(n)
#else
  real(8), allocatable :: x(:), y(:)
  allocate (x(n), y(n))
#endif
  x = 1
  y = 2
  call add(n - 1, x, y(2))
  call add(n - 1, x, y(2:n))
  call expect_equal(x(:n - 1), spread(5d0, 1, n - 1), 'of assumed size')
  call expect_equal(x(n), 1d0, 'the element behind')
  call finish
end program
