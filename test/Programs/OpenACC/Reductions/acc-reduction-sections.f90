!===-- acc-reduction-sections.f90 - Sums in sections of arguments -----------===!
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
! Reductions of sections of dummy arguments, by clauses of loops and of
! constructs: the loops go on using the argument.
!
!===----------------------------------------------------------------------===!

module sums
  implicit none
  integer, parameter :: n = 400
contains
  subroutine by_loop(o, p)
    integer, intent(inout) :: o(:)
    integer, intent(inout), optional :: p(:)
    integer :: i
    !$acc parallel
    !$acc loop reduction(+:o(1:8), p(2:3))
    do i = 1, n
      o(mod(i, 8) + 1) = o(mod(i, 8) + 1) + i
      if (present(p)) p(2) = p(2) + i
    end do
    !$acc end parallel
  end subroutine

  subroutine by_construct(o, q, p)
    integer, intent(inout) :: o(:), q(*)
    integer, intent(inout), optional :: p(:)
    integer :: i
    !$acc parallel reduction(+:o(1:8), q(1:3), p(2:3))
    !$acc loop
    do i = 1, n
      o(mod(i, 8) + 1) = o(mod(i, 8) + 1) + i
      q(3) = q(3) + 1
      if (present(p)) p(2) = p(2) + i
    end do
    !$acc end parallel
  end subroutine

  subroutine by_both(o, p)
    integer, intent(inout) :: o(:)
    integer, intent(inout), optional :: p(:)
    integer :: i
    !$acc parallel loop reduction(+:o(1:8), p(2:3))
    do i = 1, n
      o(mod(i, 8) + 1) = o(mod(i, 8) + 1) + i
      if (present(p)) p(2) = p(2) + i
    end do
  end subroutine
end module

program main
  use sums
  use testing
  implicit none
  integer :: o(8), p(3), q(3), i, k, once(8)
  once = [(sum([(merge(i, 0, mod(i, 8) + 1 == k), i = 1, n)]), k = 1, 8)]
  o = 1
  p = 2
  q = 3
  call by_loop(o)
  call expect_equal(o, 1 + once, 'loop')
  call by_loop(o, p)
  call by_construct(o, q)
  call expect_equal(o, 1 + 3*once, 'construct')
  call by_construct(o, q, p)
  call by_both(o)
  call by_both(o, p)
  call expect_equal(o, 1 + 6*once, 'all')
  call expect_equal(p, [2, 2 + 3*n*(n + 1)/2, 2], 'of optional arguments')
  call expect_equal(q, [3, 3, 3 + 2*n], 'of an assumed-size argument')
  call finish
end program
