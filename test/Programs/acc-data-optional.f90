!===-- acc-data-optional.f90 - Optional scalars in compute constructs ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Optional arguments that are missing have no value to copy, and PRESENT says so
! in the construct and in what it calls.
!
!===----------------------------------------------------------------------===!

module work
  implicit none
contains
  subroutine leaf(x, r)
    !$acc routine seq
    integer, optional, intent(in) :: x
    integer, intent(out) :: r
    r = -5
    if (present(x)) r = x
  end subroutine

  subroutine use_them(a, on, x, z, l)
    integer, intent(out) :: a(8)
    logical, intent(in) :: on
    integer, optional, intent(inout) :: x
    complex(8), optional, intent(in) :: z
    logical, optional, intent(in) :: l
    logical :: here
    integer :: r, i
    here = present(x)
    a = 0
    !$acc parallel num_gangs(1) if(on) copy(a)
    a(1) = -1
    if (present(x)) a(1) = x
    call leaf(x, r)
    a(2) = r
    if (present(x)) x = 100
    !$acc end parallel
    !$acc kernels copy(a)
    if (here) a(3) = x
    !$acc end kernels
    !$acc kernels copy(a)
    if (present(x)) a(4) = x
    !$acc end kernels
    !$acc kernels copy(a)
    if (present(x)) x = 7
    !$acc end kernels
    !$acc parallel loop copy(a)
    do i = 5, 6
      if (present(x)) a(i) = x + i
    end do
    !$acc serial copy(a)
    if (present(z)) a(7) = int(aimag(z))
    if (present(l)) then
      if (l) a(8) = 1
    end if
    !$acc end serial
  end subroutine
end module

program main
  use testing
  use work
  implicit none
  integer :: a(8), k, x
  do k = 0, 1
    x = 3
    call use_them(a, k == 1)
    call expect_equal(a, [-1, -5, 0, 0, 0, 0, 0, 0], 'missing')
    call use_them(a, k == 1, x, (1d0, 4d0), .true.)
    call expect_equal(a, [3, 3, 3, 3, 12, 13, 4, 1], 'there')
    call expect_equal(x, 7, 'assigned in a kernels construct')
  end do
  call finish()
end program
