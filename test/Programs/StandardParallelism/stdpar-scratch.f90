!===-- stdpar-scratch.f90 - Texts and records that loops use as scratch ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar %{testing} %s -o %t.dir/program 2>&1 | FileCheck %s
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{compile} -stdpar -gpu=nomanaged,check %{testing} %s -o %t.dir/checked
! RUN: env WARPFORT_DEVICE=cpu WARPFORT_CHECK=race %t.dir/checked 2>&1 | %{check-pass}
!
! What every iteration defines as a whole before it refers to it is its own, even
! if something outside knows of it: it is undefined behind the loop.
!
! CHECK: [[@LINE+19]]:5: warning: Each iteration of DO CONCURRENT has its own 'text', whose value is not kept afterwards; a locality can say what is meant
!===----------------------------------------------------------------------===!
module pairs
  implicit none
  type pair
    integer :: a = 1, b = 2
  end type
end module
program main
  use pairs
  use testing
  implicit none
  integer, parameter :: n = 2000
  character(8) :: text
  type(pair) :: t
  integer :: b(n), c(n), i
  text = 'before'
  t = pair(5, 6)
  do concurrent (i = 1:n)
    text = 'w'
    if (mod(i, 2) == 1) text(2:) = 'odd'
    b(i) = len_trim(text)
    t = pair(i, 2*i)
    t%a = t%a + 1
    c(i) = t%a + t%b
  end do
  do concurrent (i = 1:n)
    text = 'abc'
    if (mod(i, 3) == 1) text(1:) = 'x'
    b(i) = b(i)*10 + len_trim(text)
  end do
  call expect_equal(b, [(merge(40, 10, mod(i, 2) == 1) + merge(1, 3, mod(i, 3) == 1), i = 1, n)], 'texts')
  call expect_equal(c, [(3*i + 1, i = 1, n)], 'records')
  call rows()
  call bounds(-1, 2)
  text = 'after'
  call expect(text == 'after', 'the host')
  call finish
contains
  ! Limits that ask for the bounds of the scratch array, or of another one.
  subroutine bounds(first, last)
    integer, intent(in) :: first, last
    integer, allocatable :: w(:), x(:, :)
    integer :: u(first:last), sums(n), wanted(n), i, k
    allocate (w(first:last), x(first:last, n))
    wanted = [(sum([(i + k, k = first, last)]), i = 1, n)]
    do concurrent (i = 1:n)
      do k = lbound(w, 1), ubound(w, 1)
        w(k) = i + k
      end do
      sums(i) = sum(w)
    end do
    call expect_equal(sums, wanted, 'bounds of an allocatable array')
    do concurrent (i = 1:n)
      do k = lbound(u, 1), ubound(u, 1)
        u(k) = i + k
      end do
      sums(i) = sum(u)
    end do
    call expect_equal(sums, wanted, 'bounds of an automatic array')
    do concurrent (i = 1:n)
      do k = lbound(x, 1), ubound(x, 1)
        w(k) = i + k
      end do
      do k = lbound(x, 1), ubound(x, 1)
        x(k, i) = w(k)
      end do
    end do
    call expect_equal(sum(x, 1), wanted, 'bounds of another array')
  end subroutine

  ! The index of a loop over scratch is another loop's as well, whose limits are
  ! the iteration's.
  subroutine rows()
    real :: w(4), x(4, n), sums(n), firsts(n)
    integer :: row(n + 1), i, k, l
    row = [(2*i, i = 1, n + 1)]
    x = reshape([(real(mod(i, 7)), i = 1, 4*n)], [4, n])
    do concurrent (i = 1:n)
      do k = 1, 4
        w(k) = x(k, i)
      end do
      sums(i) = 0
      do k = row(i), row(i + 1) - 1
        sums(i) = sums(i) + k*w(mod(k, 4) + 1)
      end do
      l = min(i + 1, n)
      firsts(i) = x(1, l)
    end do
    call expect_equal(sums, [(2*i*x(mod(2*i, 4) + 1, i) + (2*i + 1)*x(mod(2*i + 1, 4) + 1, i), i = 1, n)], 'rows')
    call expect_equal(firsts, [(x(1, min(i + 1, n)), i = 1, n)], 'neighbours')
  end subroutine
end program
