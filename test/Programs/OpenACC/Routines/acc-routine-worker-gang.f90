!===-- acc-routine-worker-gang.f90 - Worker and gang routines ------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Three levels of routines below each other, worker loops with vector loops in
! them, gang routines called from parallel constructs, with private arrays and
! reductions.
!
!===----------------------------------------------------------------------===!

module tools
  implicit none
  integer :: shared
  !$acc declare create(shared)
contains
  subroutine whole(a, n, m, l)
    !$acc routine gang
    integer, value :: n, m, l
    integer, intent(inout) :: a(l, m, n)
    integer :: k
    !$acc loop gang
    do k = 1, n
      call plane(a(1, 1, k), m, l, k)
    end do
  end subroutine
  subroutine plane(a, m, l, k)
    !$acc routine worker
    integer, value :: m, l, k
    integer, intent(inout) :: a(l, m)
    integer :: j
    !$acc loop worker
    do j = 1, m
      call row(a(1, j), l, j, k)
    end do
  end subroutine
  subroutine row(a, l, j, k)
    !$acc routine vector
    integer, value :: l, j, k
    integer, intent(inout) :: a(l)
    integer :: i
    !$acc loop vector
    do i = 1, l
      a(i) = a(i) + element(i, j, k)
    end do
  end subroutine
  integer function element(i, j, k)
    !$acc routine seq
    integer, value :: i, j, k
    element = i + 100*j + 10000*k
  end function

  subroutine nest(a, m, l, s)
    !$acc routine worker
    integer, value :: m, l
    integer, intent(inout) :: a(l, m), s
    integer :: i, j, t
    t = 0
    !$acc loop worker reduction(+:t)
    do j = 1, m
      !$acc loop vector reduction(+:t)
      do i = 1, l
        a(i, j) = a(i, j) + 1
        t = t + a(i, j)
      end do
    end do
    s = t
  end subroutine

  ! Each gang sums up all of it, for itself.
  subroutine local_sum(a, n, s)
    !$acc routine gang
    integer, value :: n
    integer, intent(in) :: a(n)
    integer, intent(out) :: s
    integer :: i, t, most
    t = 0
    most = -huge(most)
    !$acc loop reduction(+:t) reduction(max:most)
    do i = 1, n
      t = t + a(i)
      most = max(most, a(i))
    end do
    s = t + most
  end subroutine

  ! All gangs together.
  subroutine shared_sum(a, n)
    !$acc routine gang
    integer, value :: n
    integer, intent(in) :: a(n)
    integer :: i
    !$acc loop reduction(+:shared)
    do i = 1, n
      shared = shared + a(i)
    end do
  end subroutine

  subroutine one_level(a, n)
    !$acc routine gang
    integer, value :: n
    integer, intent(inout) :: a(n)
    integer :: i
    !$acc loop gang vector
    do i = 1, n
      a(i) = a(i) + i
    end do
    ! Without a level: the routine's.
    !$acc loop
    do i = 1, n
      a(i) = a(i)*1
    end do
  end subroutine
end module

program main
  use testing
  use tools
  implicit none
  call sizes(1, 1, 1)
  call sizes(7, 9, 33)
  call sizes(40, 3, 130)
  call finish()
contains
  subroutine sizes(n, m, l)
    integer, intent(in) :: n, m, l
    integer :: a(l, m, n), w(l, m, n), s(n), i, j, k, b(n*l)
    do k = 1, n
      do j = 1, m
        do i = 1, l
          w(i, j, k) = element(i, j, k)
        end do
      end do
    end do
    a = 0
    !$acc parallel copy(a)
    call whole(a, n, m, l)
    !$acc end parallel
    call expect_equal([a], [w], 'gang routine')
    !$acc parallel copy(a) num_gangs(3) num_workers(2) vector_length(32)
    call whole(a, n, m, l)
    !$acc end parallel
    call expect_equal([a], [2*w], 'gang routine with given sizes')
    a = 0
    !$acc parallel loop gang copy(a)
    do k = 1, n
      call plane(a(1, 1, k), m, l, k)
    end do
    call expect_equal([a], [w], 'worker routine')
    !$acc parallel loop gang copy(a)
    do k = 1, n
      !$acc loop worker
      do j = 1, m
        call row(a(1, j, k), l, j, k)
      end do
    end do
    call expect_equal([a], [2*w], 'vector routine in a worker loop')
    !$acc parallel loop gang copy(a) copyout(s)
    do k = 1, n
      call nest(a(:, :, k), m, l, s(k))
    end do
    call expect_equal([a], [2*w + 1], 'nest in a worker routine')
    call expect_equal(s, [(sum(2*w(:, :, k) + 1), k = 1, n)], 'its reduction')
    b = 0
    !$acc parallel copy(b)
    call one_level(b, n*l)
    !$acc end parallel
    call expect_equal(b, [(i, i = 1, n*l)], 'gang vector in a routine')
    i = 0
    shared = 5
    !$acc update device(shared)
    !$acc parallel copyin(b) copy(i) num_gangs(3)
    call local_sum(b, n*l, i)
    !$acc end parallel
    call expect_equal(i, sum(b) + maxval(b), 'sum of each gang')
    !$acc parallel copyin(b) num_gangs(3)
    call shared_sum(b, n*l)
    !$acc end parallel
    !$acc update self(shared)
    call expect_equal(shared, sum(b) + 5, 'sum of all gangs')
    call whole(a, n, m, l)
    call expect_equal([a], [3*w + 1], 'on the host')
  end subroutine
end program
