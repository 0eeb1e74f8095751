!===-- stdpar-kept-elements.f90 - Elements beside common parts -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -O2 %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{compile} -stdpar -O0 %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! An array that iterations define by elements of their own is kept, though one of
! them defines an element that others have as well, and though a remainder has few
! values: there may be no more iterations. It is scratch where all iterations
! define a part of it first.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  call boundaries(100)
  call left(100)
  call neighbours
  call conditions
  call masks
  call bins(2000)
  call finish
contains
  subroutine boundaries(k)
    integer, parameter :: n = 100
    integer, intent(in) :: k
    integer :: b(n), d(n), i
    do concurrent (i = 1:n)
      if (i == 1) then
        b(1) = 7
      else
        b(i) = i
      end if
    end do
    do concurrent (i = 1:n)
      if (i == k) b(k) = 0
      d(i) = b(i)
    end do
    call expect_equal(d, [7, (i, i = 2, n - 1), 0], 'boundary values')
  end subroutine

  subroutine left(k)
    integer, parameter :: n = 100
    integer, intent(in) :: k
    integer :: b(n), d(n), i
    do concurrent (i = 1:n)
      if (i /= k) then
        b(i) = i
        cycle
      end if
      b(k) = 7
    end do
    do concurrent (i = 1:n)
      if (i == k) b(k) = b(k) + 1
      d(i) = b(i)
    end do
    call expect_equal(d, [(i, i = 1, n - 1), 8], 'behind CYCLE')
  end subroutine

  subroutine neighbours
    integer, parameter :: n = 32
    real :: flux(n), u(n), new(n)
    integer :: i, next
    u = [(real(i), i = 1, n)]
    do concurrent (i = 1:n)
      next = mod(i, n) + 1
      flux(next) = 0.5*(u(i) + u(next))
    end do
    do concurrent (i = 1:n)
      next = mod(i, n) + 1
      if (u(next) < 2.0) flux(next) = 0
      new(i) = flux(next)
    end do
    call expect_equal([(nint(2*new(i)), i = 1, n)], [(2*i + 1, i = 1, n - 1), 0], 'periodic neighbours')
  end subroutine

  subroutine conditions
    integer, parameter :: n = 16
    integer :: b(n), c(n), d(n), i
    c = [(mod(i, 3), i = 1, n)]
    do concurrent (i = 1:n)
      b(mod(i, n) + 1) = i
    end do
    do concurrent (i = 1:n)
      if (c(i) == 0) b(mod(i, n) + 1) = -i
      d(i) = b(mod(i, n) + 1)
    end do
    call expect_equal(d, [(merge(-i, i, mod(i, 3) == 0), i = 1, n)], 'remainders')
  end subroutine

  subroutine masks
    integer, parameter :: n = 16
    integer :: b(n), i
    b = [(mod(i, 2), i = 1, n)]
    do concurrent (i = 1:n, b(mod(i, n) + 1) == 1)
      b(mod(i, n) + 1) = 5
    end do
    call expect_equal(b, [(merge(5, 0, mod(i, 2) == 1), i = 1, n)], 'remainders in a mask')
  end subroutine

  subroutine bins(n)
    integer, intent(in) :: n
    integer :: a(n), b(n), whole(8), single(0:8), looped(8), rows(8), part(8), i, k, bin
    do concurrent (i = 1:n)
      whole = 0
      single(0) = i
      do k = 1, 8
        looped(k) = 0
      end do
      do k = 1, 20
        bin = iand(i*k, 7) + 1
        whole(bin) = whole(bin) + 1
        looped(bin) = looped(bin) + 1
      end do
      bin = iand(i, 7) + 1
      single(bin) = single(0)
      rows(1) = i
      do k = 2, bin
        rows(k) = rows(k - 1) + 1
      end do
      do k = 8, bin, -1
        part(k) = i
      end do
      a(i) = sum(whole) + sum(looped) + single(bin) + rows(bin) + sum(part(bin:))
      b(i) = 40 + 2*i + bin - 1 + (9 - bin)*i
    end do
    call expect_equal(a, b, 'scratch')
  end subroutine
end program
