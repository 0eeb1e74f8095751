!===-- acc-loops-inside.f90 - Loops inside of independent ones -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Sums and recurrences that each iteration of an independent loop computes in
! loops of its own, for lengths about those of vectors and steps of all kinds;
! each is compared with the same loops on the host.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: lengths(7) = [1, 7, 32, 33, 64, 100, 131]
  integer :: c
  do c = 1, size(lengths)
    call products(lengths(c), 5)
    call products(lengths(c), 0)
    call rows(lengths(c), 5)
    call rows(lengths(c), 0)
    call sweeps(lengths(c), 9)
    call searches(lengths(c), 12)
  end do
  call finish
contains
  subroutine products(n, m)
    integer, intent(in) :: n, m
    real(8) :: a(n, m), b(m, n), c(n, n), d(n, n), s
    real :: x(n, m), y(n), z(n)
    integer :: counts(n), wanted(n), i, j, k
    do k = 1, m
      do i = 1, n
        a(i, k) = i + 3*k
        b(k, i) = i - 2*k
        x(i, k) = mod(i*k, 7)
      end do
    end do
    do j = 1, n
      do i = 1, n
        s = 1
        do k = 1, m
          s = s + a(i, k)*b(k, j)
        end do
        d(i, j) = s
      end do
    end do
    c = 0
    !$acc parallel loop collapse(2) private(s) copyin(a, b) copy(c)
    do j = 1, n
      do i = 1, n
        s = 1
        do k = 1, m
          s = s + a(i, k)*b(k, j)
        end do
        c(i, j) = s
      end do
    end do
    call expect_equal(reshape(c, [n*n]), reshape(d, [n*n]), 'products')
    ! Backwards, and each second.
    c = -1
    !$acc parallel loop private(s) copyin(a, b) copy(c)
    do i = n, 1, -1
      s = 1
      do k = 1, m
        s = s + a(i, k)*b(k, n)
      end do
      c(i, n) = s
    end do
    call expect_equal(c(:, n), d(:, n), 'backwards')
    c = -1
    !$acc parallel loop private(s) copyin(a, b) copy(c)
    do i = 1, n, 2
      s = 1
      do k = m, 1, -1
        s = s + a(i, k)*b(k, 1)
      end do
      c(i, 1) = s
    end do
    call expect_equal(c(1:n:2, 1), d(1:n:2, 1), 'each second')
    call expect_equal(count(c(2:n:2, 1) /= -1), 0, 'between them')
    ! Two sums at a time, of which one counts.
    z = 0
    wanted = 0
    do i = 1, n
      do k = 1, m
        if (x(i, k) > 3) wanted(i) = wanted(i) + 1
        z(i) = max(z(i), x(i, k))
      end do
    end do
    y = 0
    counts = 0
    !$acc parallel loop copyin(x) copy(y, counts)
    do i = 1, n
      do k = 1, m
        counts(i) = counts(i) + merge(1, 0, x(i, k) > 3)
        y(i) = max(y(i), x(i, k))
      end do
    end do
    call expect_equal(counts, wanted, 'counts')
    call expect_equal(y, z, 'greatest')
  end subroutine

  ! Each iteration walks along a column of its own; one of the results goes to
  ! every third element, the other ones are as far apart as the columns are.
  subroutine rows(n, m)
    integer, intent(in) :: n, m
    real(8) :: a(m, n), b(0:m, n), c(0:m, n), s, t
    real :: x(m), y(3*n), z(3*n)
    integer :: i, k
    do i = 1, n
      do k = 1, m
        a(k, i) = mod(i*k, 9) - 3
        x(k) = 2*k - 5
      end do
    end do
    z = -1
    c = -1
    do i = 1, n
      s = 0
      t = i
      do k = 1, m
        s = s + a(k, i)*x(k)
        t = min(t, a(k, i))
        c(k, i) = 2*a(k, i)
      end do
      z(3*i - 1) = s
      c(0, i) = t
    end do
    y = -1
    b = -1
    !$acc parallel loop copyin(a, x) copy(y, b) private(s, t)
    do i = 1, n
      s = 0
      t = i
      !$acc loop seq
      do k = 1, m
        s = s + a(k, i)*x(k)
        t = min(t, a(k, i))
        b(k, i) = 2*a(k, i)
      end do
      y(3*i - 1) = s
      b(0, i) = t
    end do
    call expect_equal(y, z, 'rows')
    call expect_equal([b], [c], 'least of rows')
  end subroutine

  ! Elements are assigned in the inner loop, and read again in its next
  ! iteration; the number of the iteration is a value, too.
  subroutine sweeps(n, m)
    integer, intent(in) :: n, m
    real(8) :: a(n, m), b(n, m)
    integer :: i, k
    b = 0
    do i = 1, n
      b(i, 1) = i
      do k = 2, m
        if (k == 5) then
          b(i, k) = 2*b(i, k - 1) - i
        else
          b(i, k) = b(i, k - 1) + k*real(i, 8)
        end if
      end do
    end do
    a = 0
    !$acc parallel loop copy(a)
    do i = 1, n
      a(i, 1) = i
      !$acc loop seq
      do k = 2, m
        if (k == 5) then
          a(i, k) = 2*a(i, k - 1) - i
        else
          a(i, k) = a(i, k - 1) + k*real(i, 8)
        end if
      end do
    end do
    call expect_equal(reshape(a, [n*m]), reshape(b, [n*m]), 'sweeps')
  end subroutine

  ! Loops that end at different places, and of different lengths.
  subroutine searches(n, m)
    integer, intent(in) :: n, m
    integer :: a(n, m), found(n), wanted(n), i, k, s
    real :: t(n), u(n)
    do k = 1, m
      do i = 1, n
        a(i, k) = mod(i*7 + k*5, 11)
      end do
    end do
    wanted = 0
    u = 0
    do i = 1, n
      do k = 1, m
        if (a(i, k) == 3) exit
        wanted(i) = k
      end do
      do k = 1, mod(i, m)
        u(i) = u(i) + a(i, k)
      end do
    end do
    found = 0
    t = 0
    !$acc parallel loop private(s) copyin(a) copy(found, t)
    do i = 1, n
      s = 0
      do k = 1, m
        if (a(i, k) == 3) exit
        s = k
      end do
      found(i) = s
      do k = 1, mod(i, m)
        t(i) = t(i) + a(i, k)
      end do
    end do
    call expect_equal(found, wanted, 'searches')
    call expect_equal(t, u, 'triangles')
  end subroutine
end program
