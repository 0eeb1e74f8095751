!===-- acc-kernels-latest-values.f90 - Scalars that some iterations assign ===!
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
! Where a condition decides which iterations of an independent loop assign a
! scalar, or the limits of a loop inside do, the last one that did gives the
! value behind the loop: behind the construct, and in the iteration around.
! Iterations that do not assign it have the value from before the loop. Loops
! may be under conditions.
!
!===----------------------------------------------------------------------===!

module some
  implicit none
  integer, parameter :: n = 500, m = 70
  integer :: table(m, n)
  integer :: of_module = -9
contains
  subroutine kinds()
    use testing
    integer(1) :: i1
    integer(8) :: i8
    complex(8) :: c8
    logical :: l
    integer :: i
    i1 = 1; i8 = 3; c8 = 8
    l = .false.
    !$acc kernels loop independent
    do i = 1, n
      if (table(1, i) == 40) then
        i1 = int(mod(i, 100), 1)
        i8 = -i*10000000000_8
      end if
    end do
    !$acc kernels loop independent
    do i = 1, n
      if (table(1, i) == 40) then
        c8%re = -i
        c8%im = 3*i
        l = mod(i, 2) == mod(n, 2)
      end if
    end do
    do i = n, 1, -1
      if (table(1, i) == 40) exit
    end do
    call expect(i > 0 .and. i1 == mod(i, 100), 'one byte')
    call expect(i8 == -i*10000000000_8, 'eight bytes')
    call expect(c8 == cmplx(-i, 3*i, 8), 'sixteen bytes, by parts')
    call expect(l .eqv. mod(i, 2) == mod(n, 2), 'logical')
  end subroutine

  ! The other part has the value from before the loop.
  subroutine one_part()
    use testing
    complex(8) :: c, d, z(n)
    integer :: i, wrong
    c = (7, 9)
    d = (1, 2)
    !$acc kernels loop independent
    do i = 1, n
      if (table(1, i) == 40) c%im = i
    end do
    !$acc kernels loop independent copyout(z)
    do i = 1, n
      if (mod(i, 3) == 0) d%re = i
      z(i) = d
    end do
    do i = n, 1, -1
      if (table(1, i) == 40) exit
    end do
    call expect(c == cmplx(7, i, 8), 'one part')
    call expect(d == cmplx(n - mod(n, 3), 2, 8), 'one part of what is read')
    wrong = 0
    do i = 1, n
      if (z(i) /= cmplx(merge(i, 1, mod(i, 3) == 0), 2, 8)) wrong = wrong + 1
    end do
    call expect_equal(wrong, 0, 'a part in the iteration')
  end subroutine

  ! The next call has its temporary variables where these were.
  subroutine queued(k, v)
    integer :: k, v, i
    !$acc kernels loop independent present(v, table) async(mod(k, 3))
    do i = 1, n
      if (table(k, i) == 40) v = i + k
    end do
  end subroutine
end module

program main
  use testing
  use some
  implicit none
  integer :: i, j, t, u, v, first, seen(n), wanted(n)
  do i = 1, n
    do j = 1, m
      table(j, i) = mod(i*7 + j*13, 101)
    end do
  end do
  call kinds()
  call one_part()

  ! One loop: forwards, backwards, with a step, of no iteration.
  t = -1
  u = -2
  v = -3
  !$acc kernels
  !$acc loop independent
  do i = 1, n
    if (table(2, i) < 30) t = i
    if (table(3, i) > 100) u = i
  end do
  !$acc loop independent
  do i = n, 3, -2
    if (table(2, i) < 30) v = i
  end do
  !$acc end kernels
  first = -3
  do i = n, 3, -2
    if (table(2, i) < 30) first = i
  end do
  call expect_equal(v, first, 'backwards')
  wanted(1) = -1
  do i = 1, n
    if (table(2, i) < 30) wanted(1) = i
  end do
  call expect_equal([t, u], [wanted(1), -2], 'forwards, and none')
  !$acc kernels loop independent
  do i = 1, n - 2*n
    if (table(2, i) < 30) t = i
  end do
  call expect_equal(t, wanted(1), 'no iteration')

  ! Collapsed loops, and a variable of a module that a procedure assigns.
  t = -1
  !$acc kernels loop independent collapse(2)
  do i = 1, n
    do j = m, 1, -1
      if (table(j, i) == 77) then
        t = 1000*i + j
        of_module = 2*t
      end if
    end do
  end do
  first = -1
  do i = 1, n
    do j = m, 1, -1
      if (table(j, i) == 77) first = 1000*i + j
    end do
  end do
  call expect_equal([t, of_module], [first, 2*first], 'collapsed')

  ! Loops inside: lanes share what the last one of them assigned.
  u = -2
  !$acc kernels loop independent gang
  do i = 1, n
    u = -5
    !$acc loop independent vector
    do j = 1, m
      if (table(j, i) > 95) u = j
    end do
    seen(i) = u
  end do
  wanted = -5
  do i = 1, n
    do j = 1, m
      if (table(j, i) > 95) wanted(i) = j
    end do
  end do
  call expect_equal(seen, wanted, 'lanes')
  call expect_equal(u, wanted(n), 'of the last iteration')
  u = 3
  !$acc parallel loop gang private(u)
  do i = 1, n
    u = -5
    !$acc loop vector
    do j = 1, m
      if (table(j, i) > 95) u = j
    end do
    seen(i) = u
  end do
  call expect_equal(seen, wanted, 'lanes of a parallel construct')

  ! Limits that vary: some iterations have none, and begin with what was before.
  v = -3
  !$acc kernels loop independent gang
  do i = 1, n
    !$acc loop independent vector
    do j = 1, mod(i, m)
      v = table(j, i)
    end do
    seen(i) = v
  end do
  wanted = [(merge(table(max(mod(i, m), 1), i), -3, mod(i, m) > 0), i = 1, n)]
  call expect_equal(seen, wanted, 'limits')
  call expect_equal(v, table(mod(n, m), n), 'the last that had any')
  v = -3
  !$acc kernels loop independent
  do i = 1, n
    !$acc loop seq
    do j = 1, mod(i, m)
      if (table(j, i) > 50) v = table(j, i) + 1000*i
    end do
    seen(i) = v
  end do
  wanted = -3
  do i = 1, n
    do j = 1, mod(i, m)
      if (table(j, i) > 50) wanted(i) = table(j, i) + 1000*i
    end do
  end do
  call expect_equal(seen, wanted, 'limits of a loop in order')
  call expect_equal(v, wanted(n), 'the last of them')

  ! On data that stays, read by the next loop, and again in a loop of the host.
  t = 0
  !$acc data copy(t) copyout(seen)
  do j = 1, 3
    !$acc kernels present(t)
    !$acc loop independent
    do i = 1, 100*j
      if (table(j, i) > 60) t = i
    end do
    !$acc loop independent
    do i = 1, n
      seen(i) = t
    end do
    !$acc end kernels
  end do
  !$acc end data
  first = 0
  do i = 1, 300
    if (table(3, i) > 60) first = i
  end do
  call expect_equal(t, first, 'on the device')
  call expect(all(seen == first), 'in the next loop')

  ! In queues.
  seen(:m) = -1
  !$acc data copy(seen(:m)) copyin(table)
  do j = 1, m
    call queued(j, seen(j))
  end do
  !$acc wait
  !$acc end data
  wanted(:m) = -1
  do j = 1, m
    do i = 1, n
      if (table(j, i) == 40) wanted(j) = i + j
    end do
  end do
  call expect_equal(seen(:m), wanted(:m), 'in queues')
  t = -1
  !$acc kernels loop independent async
  do i = 1, n
    if (table(2, i) < 30) t = i
  end do
  !$acc wait
  do i = n, 1, -1
    if (table(2, i) < 30) exit
  end do
  call expect_equal(t, i, 'in the queue without a number')
  call conditions(.true., .false.)
  call conditions(.false., .true.)
  call conditions(.true., .true.)
  call finish()
contains
  subroutine conditions(first, second)
    logical, intent(in) :: first, second
    integer, parameter :: many = 400000
    integer, allocatable :: b(:), c(:)
    integer :: i, k, l, wanted
    allocate (b(many), c(many))
    b = 0; c = 0
    k = -5; l = -6
    !$acc kernels copy(b, c)
    if (first) then
      !$acc loop independent
      do i = 1, many
        if (mod(i, 7) == 3) k = i
        b(many + 1 - i) = i
        if (mod(i, 7) == 3) c(i) = k
      end do
    end if
    if (second) then
      if (first) then
        !$acc loop independent
        do i = 1, many
          if (mod(i, 7) == 4) l = i
          if (mod(i, 7) == 4) c(i) = l
        end do
        b(1) = l
      else
        !$acc loop independent
        do i = 1, many
          if (mod(i, 7) == 5) l = i
          if (mod(i, 7) == 5) c(i) = l
        end do
        b(1) = l + 1
      end if
    end if
    b(2) = k
    !$acc end kernels
    wanted = merge(many - mod(many - 3, 7), -5, first)
    call expect_equal(k, wanted, 'under a condition')
    call expect_equal(b(2), wanted, 'under a condition, in the construct')
    wanted = many - mod(many - merge(4, 5, first), 7)
    call expect_equal(l, merge(wanted, -6, second), 'under two conditions')
    if (second) &
      call expect_equal(b(1), wanted + merge(0, 1, first), 'in the condition')
    k = -5
    !$acc kernels copy(b, c)
    if (first) then
      !$acc loop independent
      do i = 1, many
        if (mod(i, 7) == 3) k = i
        b(i) = 1
        if (mod(i, 7) == 3) c(i) = k
      end do
    end if
    !$acc end kernels
    wanted = merge(many - mod(many - 3, 7), -5, first)
    call expect_equal(k, wanted, 'a condition alone')
  end subroutine
end program
