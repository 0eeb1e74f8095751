!===-- acc-kernels-last-values.f90 - What inner loops assigned last -------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{fresh-folder} && %{compile} -acc -Minfo=accel %{testing} %s -o %t.dir/program 2>&1 | FileCheck %s --check-prefix=MINFO
!
! Each iteration of an outer loop uses what its inner loop assigned last; both
! are parallel. Where the inner loop does not always assign, it keeps its order.
!
!===----------------------------------------------------------------------===!
module loops
  implicit none
contains
  subroutine all_types(x, n, m, i1, i2, i4, i8, h, r4, r8, c4, c8, l)
    integer :: n, m, x(n, m), i, j, i4(m)
    integer(1) :: i1(m), a
    integer(2) :: i2(m), b
    integer(8) :: i8(m), d
    integer(16) :: h(m), g
    real(4) :: r4(m), e
    real(8) :: r8(m), f
    complex(4) :: c4(m), o
    complex(8) :: c8(m), p
    logical :: l(m), q
    integer :: c
    !$acc kernels copy(x)
    ! MINFO-LABEL: all_types:
    ! MINFO: [[#@LINE+1]], !$acc loop gang
    do j = 1, m
      a = 0; b = 0; c = 0; d = 0; e = 0; f = 0; g = 0; o = 0; p = 0; q = .false.
      ! MINFO: [[#@LINE+1]], !$acc loop vector
      do i = 1, n
        a = int(mod(x(i, j), 100), 1)
        b = int(-x(i, j), 2)
        c = x(i, j)*3
        d = x(i, j)*10000000000_8
        g = -x(i, j)*10000000000_16**2
        e = x(i, j) + 0.5
        f = -x(i, j)/4d0
        o = cmplx(x(i, j), -i)
        p = cmplx(-j, x(i, j), 8)
        q = mod(x(i, j), 2) == 1
        x(i, j) = c - 1
      end do
      i1(j) = a; i2(j) = b; i4(j) = c; i8(j) = d; h(j) = g; r4(j) = e; r8(j) = f
      c4(j) = o; c8(j) = p; l(j) = q
    end do
    !$acc end kernels
  end subroutine

  ! The variable outlives the construct, too; some loops are empty or go down.
  subroutine outlives(x, y, bounds, n, m, t)
    integer :: n, m, x(n, m), y(m), bounds(m), t, i, j
    !$acc kernels
    do j = 1, m
      t = -j
      do i = bounds(j), 1, -1
        t = x(i, j)
        x(i, j) = t + 1
      end do
      y(j) = t
    end do
    !$acc end kernels
  end subroutine

  subroutine three(x, y, n, m, t)
    integer :: n, m, x(n, n, m), y(m), t, s, i, j, k
    !$acc kernels
    do k = 1, m
      t = 0
      s = 0
      do j = 1, n
        s = x(1, j, k)
        t = j
        do i = 1, n
          t = x(i, j, k) - 1
          x(i, j, k) = t
        end do
        x(1, j, k) = x(1, j, k) + t
      end do
      y(k) = t + s
    end do
    !$acc end kernels
  end subroutine

  ! The last that is found.
  subroutine last_found(x, y, n, m)
    integer :: n, m, x(n, m), y(m), t, i, j
    !$acc kernels
    ! MINFO-LABEL: last_found:
    do j = 1, m
      t = 0
      ! MINFO: [[#@LINE+1]], Scalar last value needed after loop for t prevents parallelization
      do i = 1, n
        if (mod(x(i, j), 7) == 3) t = i
      end do
      y(j) = t
    end do
    !$acc end kernels
  end subroutine

  ! The variable is private by a clause, or first-private.
  subroutine by_clause(x, y, n, m)
    integer :: n, m, x(n, m), y(m), t, i, j
    !$acc kernels
    !$acc loop private(t)
    do j = 1, m
      t = 0
      do i = 1, n
        t = x(i, j)
        x(i, j) = t + 1
      end do
      y(j) = t
    end do
    !$acc end kernels
  end subroutine
  subroutine in_parallel(x, y, n, m)
    integer :: n, m, x(n, m), y(m), t, i, j
    !$acc parallel loop gang private(t)
    do j = 1, m
      t = 0
      !$acc loop auto
      do i = 1, n
        t = x(i, j)
        x(i, j) = t + 1
      end do
      y(j) = t
    end do
  end subroutine
  subroutine first_private(x, y, n, m)
    integer :: n, m, x(n, m), y(m), t, i, j
    !$acc parallel loop gang worker
    do j = 1, m
      t = 0
      !$acc loop vector
      do i = 1, n
        t = x(i, j)
        x(i, j) = t + 1
      end do
      y(j) = t
    end do
  end subroutine

  ! What is read before, or not at all, needs no last value.
  subroutine before(x, y, n, m)
    integer :: n, m, x(n, m), y(m), t, i, j
    !$acc kernels
    do j = 1, m
      t = x(1, j)
      y(j) = t
      do i = 1, n
        t = x(i, j)
        x(i, j) = 2*t
      end do
    end do
    !$acc end kernels
  end subroutine
end module

program acc_kernels_last_values
  use loops
  use testing
  integer, parameter :: n = 70, m = 45
  integer :: x(n, m), first(n, m), y(m), want(m), bounds(m), z(n, n, 9), w(n, n, 9), t, s, i, j, k
  integer :: i4(m)
  integer(1) :: i1(m)
  integer(2) :: i2(m)
  integer(8) :: i8(m)
  integer(16) :: h(m)
  real(4) :: r4(m)
  real(8) :: r8(m)
  complex(4) :: c4(m)
  complex(8) :: c8(m)
  logical :: l(m)

  first = reshape([(mod(i*37, 201) + 1, i = 1, n*m)], [n, m])
  x = first
  call all_types(x, n, m, i1, i2, i4, i8, h, r4, r8, c4, c8, l)
  call expect_equal(count(x /= 3*first - 1), 0, 'the array')
  call expect_equal(count(i1 /= mod(first(n, :), 100)), 0, 'integer(1)')
  call expect_equal(count(i2 /= -first(n, :)), 0, 'integer(2)')
  call expect_equal(count(i4 /= 3*first(n, :)), 0, 'integer(4)')
  call expect_equal(count(i8 /= first(n, :)*10000000000_8), 0, 'integer(8)')
  call expect_equal(count(h /= -first(n, :)*10000000000_16**2), 0, 'integer(16)')
  call expect_equal(count(r4 /= first(n, :) + 0.5), 0, 'real(4)')
  call expect_equal(count(r8 /= -first(n, :)/4d0), 0, 'real(8)')
  call expect_equal(count(c4 /= cmplx(first(n, :), -n)), 0, 'complex(4)')
  call expect_equal(count(c8 /= [(cmplx(-j, first(n, j), 8), j = 1, m)]), 0, 'complex(8)')
  call expect_equal(count(l .neqv. mod(first(n, :), 2) == 1), 0, 'logical')

  x = first
  bounds = [(mod(j*11, 40) - 5, j = 1, m)]
  call outlives(x, y, bounds, n, m, t)
  want = [(merge(first(1, j), -j, bounds(j) >= 1), j = 1, m)]
  call expect_equal(count(y /= want), 0, 'downwards, or empty')
  call expect_equal(t, want(m), 'after the construct')

  z = reshape([(mod(i*13, 1001), i = 1, n*n*9)], [n, n, 9])
  w = z
  call three(w, y(1:9), n, 9, t)
  do k = 1, 9
    do j = 1, n
      s = z(1, j, k)
      do i = 1, n
        z(i, j, k) = z(i, j, k) - 1
      end do
      t = z(n, j, k)
      z(1, j, k) = z(1, j, k) + t
    end do
    want(k) = t + s
  end do
  call expect_equal(count(z /= w), 0, 'three loops, array')
  call expect_equal(count(y(1:9) /= want(1:9)), 0, 'three loops')

  x = first
  call last_found(x, y, n, m)
  want = 0
  do j = 1, m
    do i = 1, n
      if (mod(x(i, j), 7) == 3) want(j) = i
    end do
  end do
  call expect_equal(count(y /= want), 0, 'the last that is found')

  x = first
  call by_clause(x, y, n, m)
  call expect_equal(count(y /= first(n, :)) + count(x /= first + 1), 0, 'private')
  x = first
  call in_parallel(x, y, n, m)
  call expect_equal(count(y /= first(n, :)) + count(x /= first + 1), 0, 'private, parallel')
  x = first
  call first_private(x, y, n, m)
  call expect_equal(count(y /= first(n, :)) + count(x /= first + 1), 0, 'first-private')

  x = first
  call before(x, y, n, m)
  call expect_equal(count(y /= first(1, :)) + count(x /= 2*first), 0, 'read before')
  call finish()
end program
