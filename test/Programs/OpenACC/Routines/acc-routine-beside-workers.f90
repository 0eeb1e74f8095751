!===-- acc-routine-beside-workers.f90 - Vector routines beside workers -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -c %s -o %t.dir/minfo.o -Minfo=accel 2>&1 | FileCheck %s
!
! A gang loop that calls vector routines outside of its worker loops has gangs,
! workers and lanes: one worker calls the routine, and what it changes of
! private scalars all of them have. So it is in a routine of level worker, also
! where no loop of it names workers.
!
!===----------------------------------------------------------------------===!

module tools
  implicit none
contains
  subroutine scale(a, n, k)
    !$acc routine vector
    integer, intent(in) :: n, k
    integer, intent(inout) :: a(n)
    integer :: i
    !$acc loop vector
    do i = 1, n
      a(i) = a(i)*k + i
    end do
  end subroutine
  subroutine total(a, n, s, r, c, even)
    !$acc routine vector
    integer, intent(in) :: n, a(n)
    integer, intent(out) :: s
    real(8), intent(inout) :: r
    complex, intent(out) :: c
    logical, intent(out) :: even
    integer :: i, t
    t = 0
    !$acc loop vector reduction(+:t)
    do i = 1, n
      t = t + a(i)
    end do
    s = t
    r = r - t
    c = cmplx(t, -t)
    even = mod(t, 2) == 0
  end subroutine
  subroutine plane(a, m, l, s)
    !$acc routine worker
    integer, intent(in) :: m, l
    integer, intent(inout) :: a(l, m), s
    integer :: i, j, t
    real(8) :: r
    complex :: c
    logical :: even
    r = 1
    call total(a(1, 1), l, t, r, c, even)
    call scale(a(1, 1), l, t)
    !$acc loop worker
    do j = 2, m
      !$acc loop vector
      do i = 1, l
        a(i, j) = a(i, j) + a(i, 1) + t
      end do
    end do
    call total(a(1, m), l, s, r, c, even)
    s = s + merge(1, 0, even)
  end subroutine
  ! Its loops name no workers, which call it together all the same.
  ! CHECK: columns:
  ! CHECK: {{.*}}!$acc loop vector, worker ! threadidx%x threadidx%y
  subroutine columns(a, m, l)
    !$acc routine worker
    integer, intent(in) :: m, l
    integer, intent(inout) :: a(l, m)
    integer :: w(45), i, j, t
    do i = 1, 45
      w(i) = i
    end do
    call scale(w, 45, 3)
    !$acc loop
    do j = 2, m
      t = w(j)
      !$acc loop
      do i = 1, l
        a(i, j) = a(i, j) + t
      end do
    end do
  end subroutine
end module

program main
  use testing
  use tools
  implicit none
  call sizes(1, 2, 1)
  call sizes(7, 9, 33)
  call sizes(40, 3, 130)
  call sizes(11, 8, 45)
  call finish()
contains
  subroutine sizes(n, m, l)
    integer, intent(in) :: n, m, l
    integer :: a(l, m, n), w(l, m, n), sums(n), want(n), i, j, k, s
    real(8) :: r, rest(n)
    complex :: c, parts(n)
    logical :: even, evens(n)
    do k = 1, n
      do j = 1, m
        do i = 1, l
          w(i, j, k) = mod(i*7 + j*13 + k*5, 23)
        end do
      end do
    end do
    a = w
    ! CHECK-NOT: warning
    ! CHECK: {{.*}}!$acc loop gang ! blockidx%x
    ! CHECK-NEXT: {{.*}}!$acc loop worker(4) ! threadidx%y
    ! CHECK-NEXT: {{.*}}!$acc loop vector(32) ! threadidx%x
    !$acc parallel loop gang copy(a) copyout(sums, rest, parts, evens) private(s, r, c, even) &
    !$acc   num_workers(4) vector_length(32)
    do k = 1, n
      r = 0.5d0
      call scale(a(1, 1, k), l, k)
      call total(a(1, 1, k), l, s, r, c, even)
      !$acc loop worker
      do j = 2, m
        !$acc loop vector
        do i = 1, l
          a(i, j, k) = a(i, 1, k) + s + j + int(r)
        end do
      end do
      sums(k) = s
      rest(k) = r
      parts(k) = c
      evens(k) = even
      call scale(a(:, 2, k), l, 2)
    end do
    do k = 1, n
      w(:, 1, k) = w(:, 1, k)*k + [(i, i = 1, l)]
      want(k) = sum(w(:, 1, k))
      do j = 2, m
        w(:, j, k) = w(:, 1, k) + want(k) + j + int(0.5d0 - want(k))
      end do
      w(:, 2, k) = w(:, 2, k)*2 + [(i, i = 1, l)]
    end do
    call expect_equal([a], [w], 'in a gang loop')
    call expect_equal(sums, want, 'a private integer')
    call expect(all(rest == 0.5d0 - want), 'a private real')
    call expect(all(parts == cmplx(want, -want)), 'a private complex')
    call expect(all(evens .eqv. mod(want, 2) == 0), 'a private logical')

    !$acc parallel loop gang copy(a) copyout(sums) num_workers(8) vector_length(8)
    do k = 1, n
      call plane(a(1, 1, k), m, l, sums(k))
    end do
    do k = 1, n
      call plane(w(1, 1, k), m, l, want(k))
    end do
    call expect_equal([a], [w], 'in a worker routine')
    call expect_equal(sums, want, 'its sum')

    !$acc parallel loop gang copy(a) num_workers(2) vector_length(64)
    do k = 1, n
      call columns(a(1, 1, k), m, l)
    end do
    do k = 1, n
      call columns(w(1, 1, k), m, l)
    end do
    call expect_equal([a], [w], 'without names of levels')
  end subroutine
end program
