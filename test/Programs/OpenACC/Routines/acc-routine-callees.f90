!===-- acc-routine-callees.f90 - Procedures that routines call -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! What an acc routine calls without routine information is a sequential routine
! of itself where the source has it, for the host as well.
!
!===----------------------------------------------------------------------===!

module steps
  implicit none
contains
  integer function outer(i)
    !$acc routine seq
    integer, intent(in) :: i
    outer = middle(i) + 1
  end function
  integer function middle(i)
    integer, intent(in) :: i
    middle = inner(i)
    call add(middle)
  end function
  pure integer function inner(i)
    integer, intent(in) :: i
    inner = 3*i
  end function
  subroutine add(k)
    integer, intent(inout) :: k
    k = k + 10
  end subroutine
  subroutine row(x, n)
    !$acc routine vector
    integer, value :: n
    integer, intent(inout) :: x(n)
    integer :: j
    !$acc loop vector
    do j = 1, n
      x(j) = change(x(j))
    end do
  end subroutine
  integer function change(k)
    integer, intent(in) :: k
    change = inner(k) - 1
  end function
  recursive integer function count_down(k) result(r)
    !$acc routine seq nohost
    integer, value :: k
    r = 0
    if (k > 0) r = further(k)
  end function
  recursive integer function further(k) result(r)
    integer, value :: k
    r = k
    if (k > 1) r = r + further(k - 1)
  end function
end module

integer function single(i)
  !$acc routine seq
  integer, intent(in) :: i
  integer, external :: other
  single = other(i) + 2
end function

integer function other(i)
  integer, intent(in) :: i
  other = i*i
end function

program main
  use steps
  use testing
  implicit none
  integer, parameter :: n = 300, m = 40
  integer :: i, k(n), x(m, n)
  integer, external :: single
  !$acc routine(single) seq
  !$acc parallel loop copyout(k)
  do i = 1, n
    k(i) = outer(i) + single(i)
  end do
  call expect_equal(k, [(3*i + 11 + i*i + 2, i = 1, n)], 'sequential')
  do i = 1, n
    k(i) = outer(i) + single(i)
  end do
  call expect_equal(k, [(3*i + 11 + i*i + 2, i = 1, n)], 'on the host')
  x = reshape([(i, i = 1, m*n)], [m, n])
  !$acc parallel loop gang copy(x)
  do i = 1, n
    call row(x(:, i), m)
  end do
  call expect_equal([x], [(3*i - 1, i = 1, m*n)], 'vector')
  !$acc parallel loop copyout(k)
  do i = 1, n
    k(i) = count_down(mod(i, 30))
  end do
  call expect_equal(k, [(mod(i, 30)*(mod(i, 30) + 1)/2, i = 1, n)], 'nohost')
  call finish()
end program
