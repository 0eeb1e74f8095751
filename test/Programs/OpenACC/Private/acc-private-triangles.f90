!===-- acc-private-triangles.f90 - Private arrays in triangular loops ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Nests whose inner loops have bounds that are variables of the outer ones, some
! of no iteration, over private arrays: rising, falling, with a step, left early,
! and one whose subscripts are data.
!
!===----------------------------------------------------------------------===!

program triangles
  implicit none
  integer, parameter :: n = 300
  integer :: a(n), expected(n), order(7), e, i
  order = [3, 1, 7, 5, 2, 6, 4]
  !$acc parallel loop copyout(a) copyin(order) private(i)
  do e = 1, n
    a(e) = sums(e, order)
  end do
  do e = 1, n
    expected(e) = sums(e, order)
  end do
  if (any(a /= expected)) then
    print *, 'FAIL', pack([(i, i=1, n)], a /= expected)
    stop 1
  end if
  ! Computed by hand from the definition of Pascal's triangle.
  if (row(5) /= 1 + 2*5 + 3*10 + 4*10 + 5*5 + 6) stop 2
  print *, 'PASS'
contains
  integer function row(m)
    !$acc routine seq
    integer, intent(in) :: m
    integer :: v(0:7), j, k
    v = 0
    v(0) = 1
    do j = 1, 7
      if (j > m) exit
      do k = j, 1, -1
        v(k) = v(k) + v(k-1)
      end do
    end do
    row = 0
    do k = 0, 7
      row = row + (k+1)*v(k)
    end do
  end function

  integer function sums(e, order)
    !$acc routine seq
    integer, intent(in) :: e, order(7)
    integer :: l(7,7), b(7), i, j, k
    do j = 1, 7
      do i = j, 7
        l(i,j) = mod(e*i + j, 11)
      end do
      b(j) = mod(e, j+1)
    end do
    do j = 1, 7
      do k = 1, j-1
        do i = j, 7
          l(i,j) = mod(l(i,j) + l(i,k)*l(j,k), 1009)
        end do
      end do
    end do
    do j = 7, 1, -1
      do i = j+1, 7
        b(j) = mod(b(j) + l(i,j)*b(i), 1009)
      end do
    end do
    do j = 1, 7, 3
      do i = 1, j-1, 2
        b(i) = b(i) + 3*b(j)
      end do
    end do
    sums = row(mod(e, 8))
    do j = 1, 7
      sums = sums + j*b(order(j))
      do i = j, 7
        sums = sums + i*l(i,j)
      end do
    end do
  end function
end program
