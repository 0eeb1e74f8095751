!===-- acc-routine-allocate.f90 - ALLOCATE that threads do together ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Allocatable variables of routines of level worker and vector, allocated and
! given back beside parallel loops: the threads that enter together have one
! array, as they have of an automatic one, whoever allocates it and in whatever
! statements.
!
!===----------------------------------------------------------------------===!
module routines
  implicit none
contains
  subroutine sums(w, n, o)
    !$acc routine worker
    integer, intent(in) :: n, w(n)
    integer, intent(out) :: o(7)
    integer :: j, q, s
    !$acc loop worker private(s)
    do j = 1, 7
      s = 0
      !$acc loop vector reduction(+:s)
      do q = 1, n
        s = s + w(n + 1 - q)*j
      end do
      o(j) = s
    end do
  end subroutine

  subroutine plain(o, n, i)
    !$acc routine worker
    integer, intent(out) :: o(7)
    integer, intent(in) :: n, i
    integer :: q
    integer, allocatable :: w(:), x(:, :)
    allocate(w(n), x(0:n, 2))
    !$acc loop worker vector
    do q = 1, n
      x(q, 2) = i + q
    end do
    !$acc loop worker vector
    do q = 1, n
      w(q) = x(n + 1 - q, 2)
    end do
    deallocate(x)
    call sums(w, n, o)
    deallocate(w)
  end subroutine

  ! Given back at the end, and at an early one.
  subroutine early(o, n, i)
    !$acc routine worker
    integer, intent(out) :: o(7)
    integer, intent(in) :: n, i
    integer :: q
    integer, allocatable :: w(:)
    if (i > 3) then
      allocate(w(n))
    else
      allocate(w(2*n))
    end if
    do q = 1, n
      w(q) = i + q
    end do
    if (i == 5) then
      call sums(w, n, o)
      return
    end if
    call sums(w, size(w)/merge(1, 2, i > 3), o)
  end subroutine

  subroutine again(o, n, i)
    !$acc routine worker
    integer, intent(out) :: o(7)
    integer, intent(in) :: n, i
    integer :: q, k
    integer, allocatable :: w(:)
    do k = 1, 3
      if (allocated(w)) deallocate(w)
      allocate(w(n*k))
      w(n) = k
    end do
    !$acc loop seq
    do k = 1, 3
      deallocate(w)
      allocate(w(n + k))
    end do
    !$acc loop worker vector
    do q = 1, n
      w(q) = i + q
    end do
    call sums(w, n, o)
  end subroutine

  subroutine texts(o, n, i)
    !$acc routine worker
    integer, intent(out) :: o(7)
    integer, intent(in) :: n, i
    character(:), allocatable :: w, v(:)
    integer :: j, q, s
    allocate(character(n) :: w)
    allocate(character(3) :: v(n))
    !$acc loop worker vector
    do q = 1, n
      w(q:q) = achar(i)
      v(q) = '  '//achar(q)
    end do
    !$acc loop worker private(s)
    do j = 1, 7
      s = 0
      !$acc loop vector reduction(+:s)
      do q = 1, n
        s = s + (iachar(w(n + 1 - q:n + 1 - q)) + iachar(v(n + 1 - q)(3:3)))*j
      end do
      o(j) = s
    end do
  end subroutine

  subroutine make(w, n)
    !$acc routine worker
    integer, allocatable, intent(inout) :: w(:)
    integer, intent(in) :: n
    if (.not. allocated(w)) allocate(w(n))
  end subroutine

  subroutine drop(w)
    !$acc routine worker
    integer, allocatable, intent(inout) :: w(:)
    deallocate(w)
  end subroutine

  subroutine dummies(o, n, i)
    !$acc routine worker
    integer, intent(out) :: o(7)
    integer, intent(in) :: n, i
    integer :: q
    integer, allocatable :: w(:)
    call make(w, n)
    call make(w, 1)
    !$acc loop worker vector
    do q = 1, n
      w(q) = i + q
    end do
    call sums(w, n, o)
    call drop(w)
    if (allocated(w)) o = -1
  end subroutine

  ! What the library does: STAT, SOURCE, MOLD, pointers and records.
  subroutine by_library(o, n, i)
    !$acc routine worker
    integer, intent(out) :: o(7)
    integer, intent(in) :: n, i
    type :: record
      integer :: before, q
    end type
    integer, allocatable :: w(:), x(:), y(:)
    type(record), allocatable :: z(:), one
    integer, pointer :: p(:), k
    integer :: q, st, again
    allocate(w(0:n - 1), stat=st)
    allocate(w(2), stat=again)
    allocate(z(n), one, p(n), k)
    !$acc loop worker vector
    do q = 1, n
      w(q - 1) = i + q
      z(q)%q = q
      p(q) = i
    end do
    allocate(x, source=w)
    allocate(y, mold=x)
    one%q = 1
    k = 1
    !$acc loop worker vector
    do q = 1, n
      y(q - 1) = x(q - 1) - z(q)%q + q + p(q) - i + one%q - k
    end do
    deallocate(p, k)
    deallocate(x, stat=q)
    call sums(y, n, o)
    if (st /= 0 .or. again == 0 .or. q /= 0 .or. allocated(x)) o = -1
    call make_with_status(x, n, st)
    if (st /= 0 .or. .not. allocated(x)) o = -2
    if (size(x) /= n .or. lbound(y, 1) /= 0) o = -3
  end subroutine

  subroutine make_with_status(w, n, st)
    !$acc routine worker
    integer, allocatable, intent(inout) :: w(:)
    integer, intent(in) :: n
    integer, intent(out) :: st
    allocate(w(n), stat=st)
  end subroutine

  ! An ALLOCATE that fails leaves the length as it is.
  subroutine keep_length(o, n, i)
    !$acc routine seq
    integer, intent(out) :: o(7)
    integer, intent(in) :: n, i
    character(:), allocatable :: w
    integer :: st
    allocate(character(n - 45) :: w)
    allocate(w, source='abc', stat=st)
    o = len(w)
    if (st == 0) o = -i
  end subroutine

  subroutine in_lanes(o, n, i)
    !$acc routine vector
    integer, intent(out) :: o(7)
    integer, intent(in) :: n, i
    integer :: j, q, s
    integer, allocatable :: w(:)
    allocate(w(n), stat=j)
    !$acc loop vector
    do q = 1, n
      w(q) = i + q
    end do
    do j = 1, 7
      s = 0
      !$acc loop vector reduction(+:s)
      do q = 1, n
        s = s + w(n + 1 - q)*j
      end do
      o(j) = s
    end do
  end subroutine
end module

program main
  use testing
  use routines
  implicit none
  integer, parameter :: n = 45, m = 11
  integer :: o(7, m), i, j, q
  integer, parameter :: expected(7, m) = reshape([((j*(n*i + n*(n + 1)/2), j=1, 7), i=1, m)], [7, m])
  o = -1
  !$acc parallel loop gang copy(o) num_workers(4) vector_length(32)
  do i = 1, m
    call plain(o(:, i), n, i)
  end do
  call expect(all(o == expected), 'plain')
  o = -1
  !$acc parallel loop gang copy(o) num_workers(2) vector_length(64)
  do i = 1, m
    call early(o(:, i), n, i)
  end do
  call expect(all(o == expected), 'an early end')
  o = -1
  !$acc parallel loop gang copy(o) num_workers(4) vector_length(32)
  do i = 1, m
    call again(o(:, i), n, i)
  end do
  call expect(all(o == expected), 'several times')
  o = -1
  !$acc parallel loop gang copy(o) num_workers(4) vector_length(32)
  do i = 1, m
    call texts(o(:, i), n, i)
  end do
  call expect(all(o == expected), 'characters')
  o = -1
  !$acc parallel loop gang copy(o) num_workers(4) vector_length(32)
  do i = 1, m
    call dummies(o(:, i), n, i)
  end do
  call expect(all(o == expected), 'dummy arguments')
  o = -1
  !$acc parallel loop gang copy(o) num_workers(4) vector_length(32)
  do i = 1, m
    call by_library(o(:, i), n, i)
  end do
  call expect(all(o == expected), 'calls of the library')
  o = -1
  !$acc parallel loop gang worker copy(o) num_workers(4) vector_length(32)
  do i = 1, m
    call in_lanes(o(:, i), n, i)
  end do
  call expect(all(o == expected), 'lanes')
  o = -1
  !$acc parallel loop copy(o)
  do i = 1, m
    call keep_length(o(:, i), n, i)
  end do
  call expect(all(o == 0), 'a length that stays')
  call finish()
end program
