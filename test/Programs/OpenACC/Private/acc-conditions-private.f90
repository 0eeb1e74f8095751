!===-- acc-conditions-private.f90 - Private variables where the host runs a construct --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! A false condition changes nothing in what is private: the variable of the
! same name outside keeps its value. Scalars, arrays, records, automatic arrays;
! clauses on the construct and on loops, branches, reductions, atomic updates.
!
!===----------------------------------------------------------------------===!

module work
  implicit none
  type pair
    integer :: left, right(3)
  end type
contains
  subroutine automatic(on, n, a, stop_early)
    logical, intent(in) :: on, stop_early
    integer, intent(in) :: n
    integer, intent(out) :: a(n)
    integer :: own(n), i, j
    own = -1
    if (stop_early) return
    !$acc parallel loop if(on) private(own) copyout(a)
    do i = 1, n
      !$acc loop seq
      do j = 1, n
        own(j) = i + j
      end do
      a(i) = own(1) + own(n)
    end do
    if (any(own /= -1)) a(1) = -1
    if (on) return
    a(n) = a(n) + 1
  end subroutine
end module

program main
  use testing
  use work
  implicit none
  integer, parameter :: n = 60
  integer :: a(n), b(n/2, 2), c(5), i, j, k, m, s, t
  type(pair) :: p
  logical :: on

  do k = 0, 1
    on = k == 1
    t = -7
    c = [11, 12, 13, 14, 15]
    p = pair(21, [22, 23, 24])
    m = -8

    !$acc parallel loop if(on) private(t, c) copyout(a)
    do i = 1, n
      t = 2*i
      c(3) = 1
      a(i) = t + c(3)
    end do
    call expect_equal(a, [(2*i + 1, i=1, n)], 'private on a loop')

    !$acc parallel if(on) private(t) firstprivate(c, m) copyout(a)
    t = 5
    m = m + 1
    c(2) = c(2) + m
    !$acc loop
    do i = 1, n
      a(i) = t + c(2) + i
    end do
    !$acc end parallel
    call expect_equal(a, [(10 + i, i=1, n)], 'private and first-private on a construct')

    !$acc serial if(on) firstprivate(p, t) copy(a)
    p%right(2) = p%right(2) + p%left
    t = t + 1
    a(1) = p%right(2)
    a(2) = t
    !$acc end serial
    call expect_equal(a(1:2), [44, -6], 'a first-private record')

    !$acc kernels if(on) copyout(b)
    !$acc loop private(t) collapse(2)
    do j = 1, 2
      do i = 1, n/2
        t = i + j
        b(i, j) = t
      end do
    end do
    !$acc end kernels
    call expect_equal([b], [((i + j, i=1, n/2), j=1, 2)], 'a collapsed nest')

    s = 4
    !$acc parallel loop gang if(on) reduction(+:s) private(m) copyout(a)
    do i = 1, n
      m = 0
      !$acc loop vector reduction(max:m)
      do j = 1, i
        m = max(m, mod(7*j, 19))
      end do
      a(i) = m
      s = s + m
    end do
    call expect_equal(a, [(maxval(mod([(7*j, j=1, i)], 19)), i=1, n)], 'inner reductions')
    call expect_equal(s, 4 + sum(a), 'and the outer one')

    a = 0
    !$acc parallel loop if(on) private(t) copy(a)
    do i = 1, 1000*n
      t = mod(i, 7) + 1
      if (t == 3) cycle
      !$acc atomic update
      a(t) = a(t) + 1
    end do
    call expect_equal(sum(a), 1000*n - count([(mod(i, 7) == 2, i=1, 1000*n)]), 'atomic updates')

    !$acc parallel if(on) private(t) copy(a) num_gangs(1)
    t = 3
    if (a(1) > 1000*n) goto 10
    t = 4
10  a(1) = t
    !$acc end parallel
    call expect_equal(a(1), 4, 'branches')

    call expect_equal(t, -7, 'the scalar outside')
    call expect_equal(m, -8, 'the other scalar outside')
    call expect_equal(c, [11, 12, 13, 14, 15], 'the array outside')
    call expect_equal([p%left, p%right], [21, 22, 23, 24], 'the record outside')

    call automatic(on, n, a, .false.)
    call expect_equal(a(:n - 1), [(2*i + 1 + n, i=1, n - 1)], 'automatic arrays')
  end do

  t = -7
  !$acc parallel loop self private(t) copyout(a)
  do i = 1, n
    t = 3*i
    a(i) = t
  end do
  call expect_equal(a, [(3*i, i=1, n)], 'self')
  !$acc parallel loop if(.false.) private(t) copyout(a)
  do i = 1, n
    t = 4*i
    a(i) = t
  end do
  call expect_equal(a, [(4*i, i=1, n)], 'a condition that is known')
  !$acc parallel loop if(.true.) private(t) copyout(a)
  do i = 1, n
    t = 5*i
    a(i) = t
  end do
  call expect_equal(a, [(5*i, i=1, n)], 'a condition that holds')
  call expect_equal(t, -7, 'the scalar outside of them')
  call finish()
end program
