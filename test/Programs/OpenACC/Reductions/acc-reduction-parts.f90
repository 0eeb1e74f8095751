!===-- acc-reduction-parts.f90 - Reductions to parts of data --------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! What a REDUCTION clause names may be part of a variable that a clause behind it
! copies: the variable enters first, and the sum is in it.
!
!===----------------------------------------------------------------------===!
program acc_reduction_parts
  use testing
  implicit none
  type pair
    integer :: k = 1, l = 5
  end type
  type(pair) :: r
  integer :: a(10), i, n
  real :: x(4), y
  equivalence (x(2), y)
  n = 4
  a = [(i, i = 1, 10)]
  associate (v => r%k)
    !$acc kernels loop reduction(+: v) copy(r)
    do i = 1, n
      v = v + i
    end do
    call expect_equal([v, r%k, r%l], [11, 11, 5], 'component')
    !$acc parallel loop reduction(+: v) copy(r)
    do i = 1, n
      v = v + r%l
    end do
    call expect_equal([v, r%k, r%l], [31, 31, 5], 'component, parallel')
  end associate
  r = pair()
  associate (v => r%k, w => r%l)
    !$acc parallel loop reduction(+: v, w) copy(r)
    do i = 1, n
      v = v + 1
      w = w + i
    end do
  end associate
  call expect_equal([r%k, r%l], [5, 15], 'both components')
  associate (v => a(3))
    !$acc parallel loop reduction(+: v) copy(a(2:n + 2))
    do i = 4, 6
      v = v + a(i)
      a(i) = i + 100
    end do
    call expect_equal(a, [1, 2, 18, 104, 105, 106, 7, 8, 9, 10], 'element of a section')
  end associate
  x = [1., 2., 3., 4.]
  !$acc parallel loop reduction(+: y) copy(x)
  do i = 3, 4
    y = y + x(i)
    x(i) = 0
  end do
  call expect_equal(nint(x), [1, 9, 0, 0], 'equivalence')
  call finish()
end program
