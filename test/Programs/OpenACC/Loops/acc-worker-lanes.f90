!===-- acc-worker-lanes.f90 - Workers of several warps ---------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Workers with as many lanes as VECTOR_LENGTH asks for, more than a warp has:
! sums and other reductions of each worker's lanes, arrays that they share,
! values that one lane passes to the others, sums over workers and lanes, and
! routines of both levels.
!
!===----------------------------------------------------------------------===!

module routines
  implicit none
contains
  subroutine fill(a, n, value)
    !$acc routine vector
    integer, value :: n, value
    integer :: a(n), i
    !$acc loop vector
    do i = 1, n
      a(i) = value + i
    end do
  end subroutine
  subroutine add(a, b, n)
    !$acc routine worker
    integer, value :: n
    integer :: a(n), b(n), i
    !$acc loop worker vector
    do i = 1, n
      a(i) = a(i) + b(i)
    end do
  end subroutine
end module

program main
  use testing
  implicit none
  call lanes(4, 64)
  call lanes(15, 64)
  call lanes(3, 96)
  call lanes(8, 128)
  call lanes(16, 64)
  call lanes(2, 48)
  call table()
  call with_routines()
  call finish()
contains
  subroutine lanes(workers, length)
    integer, intent(in) :: workers, length
    integer, parameter :: n = 7, m = 50, l = 200
    integer :: a(l, m, n), sums(m, n), largest(m, n), turned(l, m, n), all_of(n), i, j, k, s, t, total
    integer :: row(l)
    character(20) :: name
    write(name, '(i0," workers of ",i0)') workers, length
    do k = 1, n
      do j = 1, m
        a(:, j, k) = [(mod(i*j + 3*k, 101), i = 1, l)]
      end do
    end do
    total = 0
    !$acc parallel loop gang num_workers(workers) vector_length(length) copyin(a) copyout(sums, largest, turned, all_of) &
    !$acc   reduction(+:total)
    do k = 1, n
      t = 0
      !$acc loop worker private(row) reduction(+:t)
      do j = 1, m
        s = 0
        !$acc loop vector reduction(+:s)
        do i = 1, l
          s = s + a(i, j, k)
        end do
        sums(j, k) = s
        t = t + s
        s = -1
        !$acc loop vector reduction(max:s)
        do i = 1, l - j
          s = max(s, a(i, j, k))
        end do
        largest(j, k) = s
        !$acc loop vector
        do i = 1, l
          row(i) = a(i, j, k) + s
        end do
        !$acc loop vector
        do i = 1, l
          turned(i, j, k) = row(l + 1 - i)
        end do
      end do
      all_of(k) = t
      total = total + t
    end do
    do k = 1, n
      do j = 1, m
        call expect_equal(sums(j, k), sum(a(:, j, k)), name//' sums')
        call expect_equal(largest(j, k), maxval(a(:l - j, j, k)), name//' maxima')
        call expect(all(turned(:, j, k) == a(l:1:-1, j, k) + largest(j, k)), name//' shared arrays')
      end do
      call expect_equal(all_of(k), sum(a(:, :, k)), name//' sums of workers')
    end do
    call expect_equal(total, sum(a), name//' sum of all')
  end subroutine

  ! Each worker has its own number of iterations.
  subroutine table()
    integer, parameter :: n = 100
    integer :: first(n + 1), a(n*n), sums(n), i, j, s
    first(1) = 1
    do i = 1, n
      first(i + 1) = first(i) + mod(i*37, n)
    end do
    a = [(mod(i*13, 17), i = 1, n*n)]
    !$acc parallel loop gang worker num_workers(6) vector_length(64) copyin(a, first) copyout(sums)
    do i = 1, n
      s = 0
      !$acc loop vector reduction(+:s)
      do j = first(i), first(i + 1) - 1
        s = s + a(j)
      end do
      sums(i) = s
    end do
    call expect(all(sums == [(sum(a(first(i):first(i + 1) - 1)), i = 1, n)]), 'rows of different lengths')
  end subroutine

  subroutine with_routines()
    use routines
    integer, parameter :: n = 150, m = 20, l = 9
    integer :: a(n, m, l), b(n, l), i, j, k
    b = reshape([(i, i = 1, n*l)], [n, l])
    !$acc parallel loop gang num_workers(4) vector_length(64) copyin(b) copyout(a)
    do k = 1, l
      !$acc loop worker
      do j = 1, m
        call fill(a(:, j, k), n, 1000*j + k)
      end do
      call add(a(:, m, k), b(:, k), n)
    end do
    do k = 1, l
      do j = 1, m
        call expect(all(a(:, j, k) == [(1000*j + k + i + merge(b(i, k), 0, j == m), i = 1, n)]), 'routines')
      end do
    end do
  end subroutine
end program
