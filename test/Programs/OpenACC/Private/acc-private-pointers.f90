!===-- acc-private-pointers.f90 - Private pointers that are assigned -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Private pointers of gangs and of lanes, to scalars and to arrays, that the
! loop associates with other private variables and with shared ones.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  call scalars(30)
  call lanes(200)
  call arrays(20)
  call finish()

contains

  subroutine scalars(n)
    integer, intent(in) :: n
    integer :: a(n), i
    integer, target :: x
    integer, pointer :: p
    nullify(p)
    !$acc parallel loop gang private(x, p) copyout(a)
    do i = 1, n
      p => x
      x = i
      p = p + 1
      a(i) = x
    end do
    call expect_equal(a, [(i + 1, i = 1, n)], 'scalars')
  end subroutine

  subroutine lanes(n)
    integer, intent(in) :: n
    integer :: a(n), i
    integer, target :: x
    integer, pointer :: p
    nullify(p)
    !$acc parallel loop vector private(x, p) copyout(a)
    do i = 1, n
      x = 3*i
      p => x
      a(i) = p - i
    end do
    call expect_equal(a, [(2*i, i = 1, n)], 'lanes')
  end subroutine

  !> To what all gangs share: to each its own part.
  subroutine arrays(n)
    integer, intent(in) :: n
    integer, target :: a(4, n)
    integer, pointer :: p(:)
    integer :: i
    nullify(p)
    !$acc parallel loop gang private(p) copyout(a)
    do i = 1, n
      p => a(:, i)
      p(1) = i
      p(2:4) = 7
    end do
    call expect_equal(a(1, :), [(i, i = 1, n)], 'arrays')
    call expect(all(a(2:, :) == 7), 'sections of arrays')
  end subroutine
end program
