!===-- acc-routine-seq-private.f90 - Private arrays of sequential loops ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Arrays of private clauses of sequential loops, and of BLOCK constructs, in
! routines of level worker and vector: the threads that run such a loop together
! have one array, which their parallel loops and other routines work on.
!
!===----------------------------------------------------------------------===!
module routines
  implicit none
  type part
    integer, allocatable :: w(:)
  end type
contains
  subroutine vec(y, n, s)
    !$acc routine vector
    integer, intent(in) :: n
    integer, intent(inout) :: y(n)
    integer, intent(out) :: s
    integer :: q, t
    !$acc loop vector
    do q = 1, n
      y(q) = y(q) + q
    end do
    t = 0
    !$acc loop vector reduction(+:t)
    do q = 1, n
      t = t + y(n+1-q)*q
    end do
    s = t
  end subroutine

  ! allocatable private, automatic private, several
  subroutine private_arrays(o, n, i)
    !$acc routine worker
    integer, intent(out) :: o(7)
    integer, intent(in) :: n, i
    integer, allocatable :: y(:)
    integer :: q, k, z(n), x(n, 2), s, u
    allocate(y(n))
    !$acc loop seq private(y, z, x)
    do k = 1, 3
      !$acc loop worker vector
      do q = 1, n
        y(q) = q*k + i
        z(q) = y(q)*2
        x(q, :) = q
      end do
      call vec(y, n, s)
      call vec(z, n, u)
      o(k) = s + u
      call vec(x(:, 2), n, u)
      o(k) = o(k) + u
    end do
    !$acc loop worker
    do k = 4, 6
      o(k) = o(k-3) + k
    end do
    o(7) = 7
  end subroutine

  ! nested seq loops; BLOCK with automatic array, goto
  subroutine nested(o, n, i)
    !$acc routine worker
    integer, intent(out) :: o(7)
    integer, intent(in) :: n, i
    integer :: q, k, s, l, y(20)
    o = 0
    !$acc loop seq private(y)
    do k = 1, 7
      !$acc loop seq private(y)
      do l = 1, 2
        block
          integer :: v(n + l)
          !$acc loop worker vector
          do q = 1, 20
            y(q) = q*k + i + l
          end do
          !$acc loop worker vector
          do q = 1, n + l
            v(q) = q*k + y(min(q, 20))
          end do
          call vec(y, 20, s)
          o(k) = o(k) + s
          call vec(v, n + l, s)
          o(k) = o(k) + s
        end block
      end do
    end do
  end subroutine

  ! worker loop private, vector inside
  subroutine of_workers(o, n, i)
    !$acc routine worker
    integer, intent(out) :: o(7)
    integer, intent(in) :: n, i
    integer :: q, k, s, y(20), z(n)
    !$acc loop worker private(y, z, s)
    do k = 1, 7
      !$acc loop vector
      do q = 1, 20
        y(q) = q*k + i
      end do
      call vec(y, 20, s)
      !$acc loop vector
      do q = 1, n
        z(q) = q*k + i + y(min(q, 20))
      end do
      o(k) = s
      call vec(z, n, s)
      o(k) = o(k) + s
    end do
  end subroutine

  ! vector routine
  subroutine in_lanes(o, n, i)
    !$acc routine vector
    integer, intent(out) :: o(7)
    integer, intent(in) :: n, i
    integer :: q, k, s, y(20)
    type(part) :: z
    !$acc loop seq private(y, z)
    do k = 1, 7
      !$acc loop vector
      do q = 1, 20
        y(q) = q*k + i
      end do
      call vec(y, 20, s)
      z%w = y
      !$acc loop vector
      do q = 1, 20
        z%w(q) = z%w(q) + q
      end do
      call vec(z%w, 20, o(k))
      o(k) = o(k) + s
    end do
  end subroutine

  subroutine branches(o, n, i)
    !$acc routine worker
    integer, intent(out) :: o(7)
    integer, intent(in) :: n, i
    integer :: q, k, s
    do k = 1, 7
      if (k == i) goto 10
      block
        integer :: v(n + k)
        !$acc loop worker vector
        do q = 1, n + k
          v(q) = q*k
        end do
        call vec(v, n + k, s)
        o(k) = s
      end block
    end do
    return
 10 continue
    !$acc loop worker
    do q = k, 7
      o(q) = q
    end do
  end subroutine

  subroutine below_workers(o, n, i)
    !$acc routine worker
    integer, intent(out) :: o(7)
    integer, intent(in) :: n, i
    integer :: q, k, s, y(20), l
    !$acc loop worker private(s)
    do k = 1, 7
      o(k) = 0
      !$acc loop seq private(y)
      do l = 1, 2
        !$acc loop vector
        do q = 1, 20
          y(q) = q*k + i + l
        end do
        !$acc loop vector
        do q = 1, 20
          y(q) = y(q) + l
        end do
        call vec(y, 20, s)
        o(k) = o(k) + s
      end do
    end do
  end subroutine
end module

program main
  use testing
  use routines
  implicit none
  integer, parameter :: n = 45, m = 11
  integer :: o(7, m), x(7, m), i
  o = -1
  x = -1
  !$acc parallel loop gang copy(o) num_workers(4) vector_length(32)
  do i = 1, m
    call private_arrays(o(:, i), n, i)
  end do
  do i = 1, m
    call private_arrays(x(:, i), n, i)
  end do
  call expect(all(o == x), 'private arrays')
  o = -1
  x = -1
  !$acc parallel loop gang copy(o) num_workers(4) vector_length(32)
  do i = 1, m
    call nested(o(:, i), n, i)
  end do
  do i = 1, m
    call nested(x(:, i), n, i)
  end do
  call expect(all(o == x), 'nested')
  o = -1
  x = -1
  !$acc parallel loop gang copy(o) num_workers(4) vector_length(32)
  do i = 1, m
    call of_workers(o(:, i), n, i)
  end do
  do i = 1, m
    call of_workers(x(:, i), n, i)
  end do
  call expect(all(o == x), 'of workers')
  o = -1
  x = -1
  !$acc parallel loop gang worker copy(o) num_workers(4) vector_length(32)
  do i = 1, m
    call in_lanes(o(:, i), n, i)
  end do
  do i = 1, m
    call in_lanes(x(:, i), n, i)
  end do
  call expect(all(o == x), 'in lanes')
  o = -1
  x = -1
  !$acc parallel loop gang copy(o) num_workers(4) vector_length(32)
  do i = 1, m
    call branches(o(:, i), n, i)
  end do
  do i = 1, m
    call branches(x(:, i), n, i)
  end do
  call expect(all(o == x), 'branches')
  o = -1
  x = -1
  !$acc parallel loop gang copy(o) num_workers(4) vector_length(32)
  do i = 1, m
    call below_workers(o(:, i), n, i)
  end do
  do i = 1, m
    call below_workers(x(:, i), n, i)
  end do
  call expect(all(o == x), 'below workers')
  call finish()
end program
