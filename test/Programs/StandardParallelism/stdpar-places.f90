!===-- stdpar-places.f90 - Subscripts have the values of their places ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -O2 %{testing} %s -o %t.dir/program 2>&1 | FileCheck %s
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{compile} -stdpar -O0 -w %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! A variable tells iterations apart where its value depends on the iteration: the
! index of a loop by the limits of that loop, a scalar by the last assignment, or
! by each of those that may be the last. Then scratch is the iteration's own, or
! the iterations run in order; else they run at once.
!
!===----------------------------------------------------------------------===!

module places
  implicit none
  integer :: of_module(4)
end module

program main
  use testing
  use places
  implicit none
  integer, parameter :: n = 20000
  integer :: row(n + 1), x(4, n), i, k
  row = [(3*(i - 1) + 1, i = 1, n + 1)]
  x = reshape([((mod(i*k, 11), k = 1, 4), i = 1, n)], [4, n])
  call two_loops(n)
  call assigned_before(n)
  call triangle(n)
  call known_outside(n)
  call either(n, .false.)
  call earlier_rounds(n)
  call left_loops(n)
  call jumps(n)
  call few_kinds(n)
  call own_rows(n)
  call wrapped(n)
  call chains(n)
  call found(n)
  call pairs(n)
  call shapes(x)
  call finish
contains
  subroutine two_loops(n)
    integer, intent(in) :: n
    integer :: w(4), y(n), i, k
    do concurrent (i = 1:n)
      do k = 1, 4
        w(k) = x(k, i)
      end do
      y(i) = 0
      do k = row(i), row(i + 1) - 1
        y(i) = y(i) + w(mod(k, 4) + 1)
      end do
    end do
    call expect_equal(y, [(sum([(x(mod(k, 4) + 1, i), k = row(i), row(i + 1) - 1)]), i = 1, n)], 'two loops')
  end subroutine

  subroutine assigned_before(n)
    integer, intent(in) :: n
    integer :: w(4), y(n), i, k
    do concurrent (i = 1:n)
      k = i
      y(k) = 0
      do k = 1, 4
        w(k) = x(k, i)
      end do
      do k = 1, 4
        y(i) = y(i) + k*w(5 - k)
      end do
    end do
    call expect_equal(y, [(sum([(k*x(5 - k, i), k = 1, 4)]), i = 1, n)], 'assigned before')
  end subroutine

  subroutine triangle(n)
    integer, intent(in) :: n
    integer :: w(4), y(n), i, k
    do concurrent (i = 1:n)
      do k = 1, 4
        w(k) = x(k, i)
      end do
      y(i) = sum(w)
      do k = i, min(i + 2, n)
        y(i) = y(i) + w(1)*x(2, k)
      end do
    end do
    call expect_equal(y, [(sum(x(:, i)) + sum([(x(1, i)*x(2, k), k = i, min(i + 2, n))]), i = 1, n)], 'triangle')
  end subroutine

  subroutine known_outside(n)
    integer, intent(in) :: n
    integer :: y(n), i, k
    do concurrent (i = 1:n)
      do k = 1, 4
        ! CHECK: [[@LINE+1]]:9: warning: {{.*}} run in order{{.*}} 'of_module'
        of_module(k) = x(k, i)
      end do
      y(i) = 0
      do k = row(i), row(i + 1) - 1
        y(i) = y(i) + of_module(mod(k, 4) + 1)
      end do
    end do
    call expect_equal(y, [(sum([(x(mod(k, 4) + 1, i), k = row(i), row(i + 1) - 1)]), i = 1, n)], 'known outside')
  end subroutine

  subroutine either(n, by_row)
    integer, intent(in) :: n
    logical, intent(in) :: by_row
    integer :: y(n), w(200), i, k
    do concurrent (i = 1:n)
      k = 2
      if (by_row) k = i
      w(k) = i
      y(i) = w(k)
    end do
    call expect_equal(y, [(i, i = 1, n)], 'one of two assignments')
  end subroutine

  subroutine earlier_rounds(n)
    integer, intent(in) :: n
    integer :: y(n), w(200), i, k, t
    do concurrent (i = 1:n)
      k = i
      y(i) = 0
      do t = 1, 3
        if (t > 1) then
          w(k) = i + t
          y(i) = y(i) + w(k)
        end if
        k = t
      end do
    end do
    call expect_equal(y, [(2*i + 5, i = 1, n)], 'assigned in an earlier round')
  end subroutine

  subroutine left_loops(n)
    integer, intent(in) :: n
    integer :: y(n), w(200), i, k, s, t
    do concurrent (i = 1:n)
      k = i
      outer: do t = 1, 2
        do s = 1, 3
          k = 1
          if (s == 2) cycle outer
          k = i
        end do
      end do outer
      w(k) = i
      y(i) = w(k)
    end do
    call expect_equal(y, [(i, i = 1, n)], 'left loops')
  end subroutine

  subroutine jumps(n)
    integer, intent(in) :: n
    integer :: y(n), w(200), i, k
    do concurrent (i = 1:n)
      k = 1
      if (i > 0) go to 10
      k = i
10    continue
      w(k) = i
      y(i) = w(k)
    end do
    call expect_equal(y, [(i, i = 1, n)], 'a jump')
  end subroutine

  subroutine few_kinds(n)
    integer, intent(in) :: n
    integer :: kind(n), w(4), y(n), i
    ! CHECK-NOT: warning
    kind = [(1 + mod(i, 2), i = 1, n)]
    do concurrent (i = 1:n)
      w(kind(i)) = i
      w(5 - kind(i)) = 1
      y(i) = w(kind(i)) + w(5 - kind(i))
    end do
    call expect_equal(y, [(i + 1, i = 1, n)], 'few kinds')
  end subroutine

  subroutine own_rows(n)
    integer, intent(in) :: n
    integer :: y(3*n), sums(n), i, k
    y = 1
    do concurrent (i = 1:n)
      sums(i) = 0
      do k = 1, 4
        sums(i) = sums(i) + x(k, i)
      end do
      do k = row(i), row(i + 1) - 1
        y(k) = y(k) + sums(i)
      end do
    end do
    call expect_equal(y, [((1 + sum(x(:, i)), k = 1, 3), i = 1, n)], 'rows')
  end subroutine

  subroutine wrapped(n)
    integer, intent(in) :: n
    integer :: y(n), i, next
    y = 1
    do concurrent (i = 1:n)
      next = i + 1
      if (next > n) next = 1
      y(next) = y(next) + i
    end do
    do concurrent (i = 1:n)
      if (i == n) then
        next = 1
      else
        next = i + 1
      end if
      y(next) = y(next) - i
    end do
    call expect_equal(y, [(1, i = 1, n)], 'periodic')
  end subroutine

  subroutine chains(n)
    integer, intent(in) :: n
    integer :: next(2*n), y(2*n), i, k
    next = [(i + n, i = 1, n), (0, i = 1, n)]
    y = 1
    do concurrent (i = 1:n)
      k = i
      do while (k /= 0)
        y(k) = y(k) + i
        k = next(k)
      end do
    end do
    do concurrent (i = 1:n)
      k = 2*(i - 1)
      do
        k = k + 1
        if (k > 2*i) exit
        y(k) = y(k)*2
      end do
    end do
    call expect_equal(y, [(2*(i + 1), i = 1, n), (2*(i + 1), i = 1, n)], 'chains')
  end subroutine

  subroutine found(n)
    integer, intent(in) :: n
    integer :: y(n), i, k, t
    y = 0
    do concurrent (i = 1:n)
      k = i
      do t = 1, 3
        if (x(t, i) > 12) cycle
        if (x(t, i) == 11) exit
        k = n + 1 - i
      end do
      y(k) = y(k) + i
    end do
    call expect_equal(y, [(n + 1 - i, i = 1, n)], 'found in a loop')
  end subroutine

  subroutine pairs(n)
    integer, intent(in) :: n
    integer :: y(2, n), at(2), i, k
    y = 0
    do concurrent (i = 1:n, k = 1:2)
      at = [k, i]
      y(at(1), at(2)) = y(at(1), at(2)) + i*k
    end do
    call expect_equal(reshape(y, [2*n]), [((i*k, k = 1, 2), i = 1, n)], 'subscripts in an array')
  end subroutine

  subroutine shapes(a)
    integer, intent(inout) :: a(:, :)
    integer :: w(size(a, 1)), first(size(a)), i, k, t
    first = reshape(a, [size(a)])
    do t = 1, 2
      do concurrent (i = 1:size(a, 2))
        do k = 1, size(a, 1)
          w(k) = 2*a(k, i)
        end do
        do k = 1, size(a, 1)
          a(k, i) = w(k) + 1
        end do
      end do
    end do
    call expect_equal(reshape(a, [size(a)]), 4*first + 3, 'sizes of what is defined')
  end subroutine
end program
