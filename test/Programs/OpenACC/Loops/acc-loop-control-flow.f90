!===-- acc-loop-control-flow.f90 - Branches inside of parallel loops -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! cycle, inner loops with exit, cycle of an outer loop, do while, goto, select,
! blocks and named constructs in the bodies of parallel loops.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 300
  integer :: a(n), b(n), w(n), m(20, n), i, j, k, t
  logical :: found
  b = [(mod(i*29, 71), i = 1, n)]

  a = 0
  !$acc parallel loop copy(a) copyin(b)
  do i = 1, n
    if (mod(b(i), 3) == 0) cycle
    a(i) = b(i)
  end do
  call expect_equal(a, merge(0, b, mod(b, 3) == 0), 'cycle')

  a = 0
  !$acc parallel loop copy(a) copyin(b)
  do i = 1, n
    if (mod(b(i), 3) == 0) then
      a(i) = -1
      if (b(i) > 30) cycle
      a(i) = -2
    else if (b(i) > 60) then
      cycle
    end if
    a(i) = a(i) + b(i)
  end do
  do i = 1, n
    w(i) = 0
    if (mod(b(i), 3) == 0) then
      w(i) = merge(-1, b(i) - 2, b(i) > 30)
    else if (b(i) <= 60) then
      w(i) = b(i)
    end if
  end do
  call expect_equal(a, w, 'cycle in a block')

  !$acc parallel loop copyout(a) copyin(b) private(t)
  do i = 1, n
    t = 0
    do j = 1, n
      if (b(j) == mod(i, 71)) then
        t = j
        exit
      end if
    end do
    a(i) = t
  end do
  call expect_equal(a, [(findloc(b, mod(i, 71), 1), i = 1, n)], 'exit from an inner loop')

  !$acc parallel loop copyout(a) copyin(b) private(t, k)
  do i = 1, n
    t = b(i) + 1
    k = 0
    do while (t > 1)
      t = t/2
      k = k + 1
    end do
    a(i) = k
  end do
  call expect_equal(a, [(int(log(b(i) + 1.001)/log(2.0)), i = 1, n)], 'do while')

  a = 0
  !$acc parallel loop copy(a) copyin(b)
  outer: do i = 1, n
    inner: do j = 1, 10
      if (mod(b(i), j + 1) == j) cycle outer
      if (j > b(i)) exit inner
      a(i) = a(i) + j
    end do inner
    a(i) = -a(i)
  end do outer
  w = 0
  outer2: do i = 1, n
    do j = 1, 10
      if (mod(b(i), j + 1) == j) cycle outer2
      if (j > b(i)) exit
      w(i) = w(i) + j
    end do
    w(i) = -w(i)
  end do outer2
  call expect_equal(a, w, 'cycle of the outer loop')

  !$acc parallel loop copyout(a) copyin(b)
  do i = 1, n
    if (b(i) > 35) goto 10
    a(i) = 1
    goto 20
10  a(i) = 2
20  continue
  end do
  call expect_equal(a, merge(2, 1, b > 35), 'goto')

  !$acc parallel loop copyout(a) copyin(b)
  do i = 1, n
    select case (b(i))
    case (:9)
      a(i) = 1
    case (10, 20, 30)
      a(i) = 2
    case (40:49)
      a(i) = 3
      if (b(i) == 44) cycle
      a(i) = 4
    case default
      a(i) = 5
    end select
  end do
  do i = 1, n
    select case (b(i))
    case (:9); w(i) = 1
    case (10, 20, 30); w(i) = 2
    case (40:49); w(i) = merge(3, 4, b(i) == 44)
    case default; w(i) = 5
    end select
  end do
  call expect_equal(a, w, 'select case')

  m = 0
  !$acc parallel loop gang copy(m) copyin(b)
  do i = 1, n
    if (b(i) < 10) cycle
    !$acc loop vector
    do j = 1, 20
      if (mod(j, 4) == mod(b(i), 4)) cycle
      m(j, i) = i + j
    end do
  end do
  do i = 1, n
    do j = 1, 20
      k = i + j
      if (b(i) < 10 .or. mod(j, 4) == mod(b(i), 4)) k = 0
      call expect_equal(m(j, i), k, 'cycle in both loops')
    end do
  end do

  !$acc parallel loop copyout(a) copyin(b)
  do i = 1, n
    block
      integer :: local(3), p
      do p = 1, 3
        local(p) = b(i)*p
      end do
      check: if (local(3) > 60) then
        a(i) = local(1)
        exit check
        a(i) = -1
      else check
        a(i) = local(2)
      end if check
    end block
  end do
  call expect_equal(a, merge(b, 2*b, 3*b > 60), 'block and exit from a construct')

  ! In kernels and in collapsed loops.
  a = 0
  !$acc kernels copy(a) copyin(b)
  do i = 1, n
    if (b(i) == 5) cycle
    a(i) = i
  end do
  !$acc end kernels
  call expect_equal(a, merge(0, [(i, i = 1, n)], b == 5), 'cycle in kernels')
  m = 0
  !$acc parallel loop collapse(2) copy(m) copyin(b)
  do i = 1, n
    do j = 1, 20
      if (mod(b(i) + j, 5) == 0) cycle
      if (j > 15) then
        m(j, i) = -1
        cycle
      end if
      m(j, i) = i*j
    end do
  end do
  do i = 1, n
    do j = 1, 20
      k = i*j
      if (j > 15) k = -1
      if (mod(b(i) + j, 5) == 0) k = 0
      call expect_equal(m(j, i), k, 'cycle in collapsed loops')
    end do
  end do

  ! A loop that is left early is not parallel: kernels must run it in order.
  k = 0
  a = 0
  !$acc kernels copy(a, k) copyin(b)
  do i = 1, n
    if (b(i) == 42) exit
    a(i) = 1
    k = i
  end do
  !$acc end kernels
  call expect_equal(k, findloc(b, 42, 1) - 1, 'exit from a loop of kernels')
  call expect_equal(sum(a), k, 'what it did before')

  !$acc serial copyout(found, k) copyin(b)
  found = .false.
  do k = 1, n
    if (b(k) == 42) then
      found = .true.
      exit
    end if
  end do
  !$acc end serial
  call expect(found .and. k == findloc(b, 42, 1), 'exit in a serial construct')
  call finish()
end program
