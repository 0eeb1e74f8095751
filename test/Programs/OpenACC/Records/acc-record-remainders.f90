!===-- acc-record-remainders.f90 - Elements that no iteration names --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! The subscript of a record is a remainder or a quotient by a variable, which
! is zero where the loop has no iteration: nothing divides by it then.
!
!===----------------------------------------------------------------------===!

module rings
  implicit none
  type ring
    real, allocatable :: x(:)
  end type
contains
  subroutine add(n, k, r, b)
    integer, intent(in) :: n, k
    type(ring), intent(in) :: r(0:)
    real, intent(inout) :: b(:)
    integer :: i
    !$acc parallel loop copy(b)
    do i = 1, n
      b(i) = b(i) + r(mod(7, k))%x(i)
    end do
    !$acc kernels copy(b)
    do i = 1, n
      b(i) = b(i) + r(7/k)%x(i)
    end do
    !$acc end kernels
  end subroutine
end module

program main
  use testing
  use rings
  implicit none
  type(ring) :: r(0:7)
  real :: b(10)
  integer :: i
  do i = 0, 7
    allocate (r(i)%x(10))
    r(i)%x = i
  end do
  b = 1
  call add(0, 0, r, b)
  call expect(all(b == 1), 'no iteration')
  call add(10, 4, r, b)
  call expect(all(b == 1 + 3 + 1), 'remainder and quotient')
  call finish()
end program
