!===-- acc-private-sections.f90 - Sections in private clauses -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! private(c(1:m)) and firstprivate(c(1:m)) on constructs and loops: every gang
! has its own copy, and the array outside keeps its values.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: m = 1000, n = 10
  integer :: a(m*n), d(m*n), c(m), w(4), x, y, round

  a = [(mod(x*7, 101), x = 1, m*n)]
  do round = 1, 20
    c = 5
    d = 0
    !$acc parallel firstprivate(c(1:m)) copyin(a) copy(d)
    !$acc loop gang independent
    do x = 0, n - 1
      !$acc loop worker independent
      do y = 1, m
        c(y) = c(y)*0 + a(x*m + y) + x
      end do
      !$acc loop worker independent
      do y = 1, m
        d(x*m + y) = c(m + 1 - y)
      end do
    end do
    !$acc end parallel
    do x = 0, n - 1
      call expect_equal(d(x*m + 1:x*m + m), a(x*m + m:x*m + 1:-1) + x, 'first-private of a construct')
    end do
    call expect(all(c == 5), 'the array outside, after firstprivate')

    w = -1
    !$acc parallel loop gang vector private(w(1:4)) copyout(d)
    do x = 1, m*n
      do y = 1, 4
        w(y) = x + y
      end do
      d(x) = w(1) + w(4)
    end do
    call expect_equal(d, [(2*x + 5, x = 1, m*n)], 'private of a loop')
    call expect(all(w == -1), 'the array outside, after private')
  end do
  call finish()
end program
