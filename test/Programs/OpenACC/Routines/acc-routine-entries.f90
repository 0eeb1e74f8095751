!===-- acc-routine-entries.f90 - ENTRY statements of acc routines -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! What ENTRY statements define are routines as the subprogram is that they are
! in.
!
!===----------------------------------------------------------------------===!
module routines
  implicit none
contains
  subroutine add(a, k)
    !$acc routine seq
    integer, intent(inout) :: a
    integer, intent(in) :: k
    a = a + k
    return
    entry scale(a)
    a = a*10
  end subroutine
  integer function square(n)
    !$acc routine seq
    integer, intent(in) :: n
    integer :: cube
    square = n*n
    return
    entry cube(n)
    cube = n*n*n
  end function
  subroutine fill(x, n)
    !$acc routine vector
    integer, intent(in) :: n
    integer, intent(inout) :: x(n)
    integer :: i
    !$acc loop vector
    do i = 1, n
      x(i) = i
    end do
    return
    entry double(x, n)
    !$acc loop vector
    do i = 1, n
      x(i) = 2*x(i)
    end do
  end subroutine
end module

program main
  use routines
  use testing
  implicit none
  integer :: a(8), b(8), c(5, 6), i
  a = 1
  !$acc parallel loop copy(a) copyout(b)
  do i = 1, 8
    call add(a(i), i)
    call scale(a(i))
    b(i) = square(i) + cube(i)
  end do
  call expect_equal(a, [(10*(i + 1), i=1, 8)], 'subroutine')
  call expect_equal(b, [(i*i + i**3, i=1, 8)], 'function')
  !$acc parallel loop gang copyout(c)
  do i = 1, 6
    call fill(c(:, i), 5)
    call double(c(:, i), 5)
  end do
  call expect_equal(c(:, 4), [2, 4, 6, 8, 10], 'vector routine')
  call finish()
end program
