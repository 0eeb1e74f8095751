!===-- acc-kernels-calls.f90 - Loops with calls, in kernels constructs --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Pure subroutines assign to their arguments, and pure functions read more than
! their arguments: loops that call them may be recurrences.
!
!===----------------------------------------------------------------------===!

module steps
  use iso_c_binding
  implicit none
  integer, parameter :: n = 700
  integer :: table(n), known(n)
  !$acc declare create(table, known)
contains
  pure subroutine step(old, new)
    !$acc routine seq
    integer, intent(in) :: old
    integer, intent(out) :: new
    new = mod(old*3 + 1, 1009)
  end subroutine
  pure subroutine smooth(a, i)
    !$acc routine seq
    integer, intent(inout) :: a(:)
    integer, intent(in) :: i
    a(i) = mod(a(i - 1)*3 + 1, 1009)
  end subroutine
  pure subroutine change(i)
    !$acc routine seq
    integer, intent(inout) :: i
    i = i + 5
  end subroutine
  pure integer function former(i)
    !$acc routine seq
    integer, intent(in), value :: i
    former = mod(table(i - 1)*3 + 1, 1009)
  end function
  pure integer(c_int) function former_c(i) bind(c)
    !$acc routine seq
    integer(c_int), intent(in), value :: i
    former_c = mod(table(i - 1)*3 + 1, 1009)
  end function
  pure integer function double(i)
    !$acc routine seq
    integer, intent(in) :: i
    double = 2*i + known(1)
  end function
end module

program main
  use testing
  use steps
  implicit none
  integer :: a(n), w(n), i, k

  w(1) = 1
  do i = 2, n
    w(i) = mod(w(i - 1)*3 + 1, 1009)
  end do

  a = 1
  !$acc kernels copy(a)
  do i = 2, n
    call step(a(i - 1), a(i))
  end do
  !$acc end kernels
  call expect_equal(a, w, 'a pure subroutine with elements')

  a = 1
  !$acc kernels copy(a)
  do i = 2, n
    call smooth(a, i)
  end do
  !$acc end kernels
  call expect_equal(a, w, 'a pure subroutine with an array')

  table = 1
  !$acc update device(table)
  !$acc kernels
  do i = 2, n
    table(i) = former(i)
  end do
  !$acc end kernels
  !$acc update self(table)
  call expect_equal(table, w, 'a pure function that reads its module')

  table = 1
  !$acc update device(table)
  !$acc kernels
  do i = 2, n
    table(i) = former_c(i)
  end do
  !$acc end kernels
  !$acc update self(table)
  call expect_equal(table, w, 'a pure function of C''s name')

  ! Iterations on their own.
  !$acc kernels copyout(a)
  do i = 1, n
    k = i
    call change(k)
    a(i) = k
  end do
  !$acc end kernels
  call expect_equal(a, [(i + 5, i=1, n)], 'a pure subroutine with a scalar')

  known = 3
  !$acc update device(known)
  !$acc kernels copy(a)
  do i = 1, n
    a(i) = double(a(i))
  end do
  !$acc end kernels
  call expect_equal(a, [(2*i + 13, i=1, n)], 'a pure function')
  call finish()
end program
