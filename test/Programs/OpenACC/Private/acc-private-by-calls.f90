!===-- acc-private-by-calls.f90 - Scalars that procedures assign ---------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -gpu=check %{testing} %s -o %t.dir/checked
! RUN: %run %t.dir/checked | %{check-pass}
!
! A scalar that an iteration gives to a procedure that assigns it is as private
! as one that the iteration assigns itself: each has its own, the last iteration
! that assigned it gives the value behind the loop, and what a procedure leaves
! alone has the value from before the loop.
!
!===----------------------------------------------------------------------===!

module procedures
  implicit none
  integer, parameter :: n = 700, m = 90
  integer :: of_module
contains
  subroutine out(i, s)
    !$acc routine seq
    integer, intent(in) :: i
    integer, intent(out) :: s
    s = 3*i
  end subroutine

  subroutine always(i, s)
    !$acc routine seq
    integer :: i, s
    if (i > 300) then
      s = 3*i
      return
    end if
    call through(i, s)
  end subroutine

  subroutine through(i, s)
    !$acc routine seq
    integer :: i, s
    s = 3*i
  end subroutine

  subroutine if_even(i, s)
    !$acc routine seq
    integer, value :: i
    integer, intent(inout) :: s
    if (mod(i, 2) == 0) s = i
  end subroutine

  subroutine look(s, r)
    !$acc routine seq
    integer :: s, r
    r = s
  end subroutine
end module

program main
  use procedures
  use testing
  implicit none
  integer :: i, j, s, t, r, expected(n), x(n), y(m, n)
  expected = [(3*i, i=1, n)]

  ! Kernels: behind the loop, of all iterations or of some.
  !$acc kernels loop independent copyout(x)
  do i = 1, n
    call out(i, of_module)
    x(i) = of_module
  end do
  call expect(all(x == expected), 'kernels, intent(out)')
  call expect_equal(of_module, 3*n, 'kernels, last')
  s = 5
  !$acc kernels loop independent copy(x)
  do i = 1, n
    if (mod(i, 50) == 3) then
      call always(i, s)
      x(i) = -s
    end if
  end do
  call expect(all(merge(-x, x, mod([(i, i=1, n)], 50) == 3) == expected), &
      'kernels, under a condition')
  call expect_equal(s, 3*653, 'kernels, last under a condition')
  !$acc kernels loop independent copyout(y)
  do i = 1, n
    !$acc loop independent
    do j = 1, m
      call always(i + j, t)
      y(j, i) = t
    end do
  end do
  call expect(all(y == reshape([((3*(i + j), j=1, m), i=1, n)], [m, n])), &
      'kernels, nest')

  ! What the procedure leaves alone.
  s = 5
  !$acc kernels loop independent copyout(x)
  do i = 1, n
    call if_even(2*i + 1, s)
    x(i) = s
  end do
  call expect(all(x == 5) .and. s == 5, 'kernels, left alone')
  !$acc kernels loop independent copyout(x) private(r)
  do i = 1, n
    if (i > n) s = 8
    call look(s, r)
    x(i) = r
  end do
  call expect(all(x == 5) .and. s == 5, 'kernels, only read')
  !$acc kernels loop independent copyout(x)
  do i = 1, n
    call if_even(2*i, s)
    x(i) = s
  end do
  call expect(all(3*x == 2*expected) .and. s == 2*n, 'kernels, assigned')

  ! Parallel: without a clause, shared, and by the lanes of a gang.
  !$acc parallel loop copyout(x)
  do i = 1, n
    call always(i, t)
    x(i) = t
  end do
  call expect(all(x == expected), 'parallel')
  !$acc parallel loop copyout(x) copy(s)
  do i = 1, n
    call always(i, s)
    x(i) = s
  end do
  call expect(all(x == expected), 'parallel, copy')
  call expect_equal(s, 3*n, 'parallel, last')
  !$acc parallel loop copy(x, s)
  do i = 1, n
    if (i == 7) call out(i, s)
    x(i) = i
  end do
  call expect_equal(s, 21, 'parallel, one iteration')
  !$acc parallel loop gang copyout(x, y)
  do i = 1, n
    s = 0
    !$acc loop vector
    do j = 1, m
      call always(i + j, s)
      y(j, i) = s
    end do
    x(i) = s
  end do
  call expect(all(x == expected + 3*m), 'lanes, last')
  call expect(all(y(m, :) == x), 'lanes')
  call finish()
end program
