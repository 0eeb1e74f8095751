!===-- acc-reduction-lacking.f90 - Loops without the clause around -------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! A loop that updates the variable of a reduction around it, and reads it, too:
! a loop over gangs, which lanes run here, or one over workers and lanes. What is
! read depends on who runs an iteration, but the result does not.
!
!===----------------------------------------------------------------------===!
module sums
  implicit none
contains
  subroutine of_workers(s, b, n, i)
    !$acc routine worker
    integer, intent(out) :: s
    integer, intent(in) :: n, i
    integer, intent(inout) :: b(n)
    integer :: j, k, t
    t = 0
    !$acc loop worker reduction(+:t)
    do j = 1, n
      !$acc loop vector
      do k = 1, n
        t = t + i
        if (t > n*n*i) b(j) = t
      end do
    end do
    s = t
  end subroutine
end module

program main
  use testing
  use sums
  implicit none
  integer, parameter :: n = 40
  integer :: a(n, n), b(n, n), of(n), i, j, s, m
  a = reshape([(i, i=1, n*n)], [n, n])
  b = 0
  s = 0
  !$acc parallel copyin(a) copy(b) reduction(+:s)
  !$acc loop gang
  do i = 1, n
    do j = 1, n
      s = s + a(j, i)
      if (s > n*n*n*n) b(j, i) = s
    end do
  end do
  !$acc end parallel
  call expect(s == n*n*(n*n + 1)/2, 'gangs')
  s = 0
  !$acc parallel copyin(a) copy(b) reduction(+:s)
  !$acc loop
  do i = 1, n
    s = s + a(1, i)
    if (s > n*n*n*n) b(1, i) = s
  end do
  !$acc end parallel
  call expect(s == sum(a(1, :)), 'no level')
  s = 0
  m = 0
  !$acc parallel copyin(a) copy(b) reduction(+:s) reduction(max:m)
  !$acc loop gang
  do i = 1, n
    !$acc loop vector
    do j = 1, n
      if (mod(j, 7) == 3) s = s + a(j, i)
      m = max(m, a(j, i))
      if (s + m > n*n*n*n) b(j, i) = s
    end do
  end do
  !$acc end parallel
  call expect(s == sum(a(3::7, :)) .and. m == n*n, 'lanes')
  s = 0
  !$acc parallel loop gang copyin(a) copy(b) reduction(+:s)
  do i = 1, n
    !$acc loop worker
    do j = 1, n
      s = s + a(j, i)
      if (s > n*n*n*n) b(j, i) = s
    end do
  end do
  call expect(s == n*n*(n*n + 1)/2, 'workers')
  !$acc parallel loop gang copyout(of) copy(b)
  do i = 1, n
    call of_workers(of(i), b(:, i), n, i)
  end do
  call expect(all(of == [(i*n*n, i=1, n)]), 'a routine')
  call expect(all(b == 0), 'what is read')
  call finish()
end program
