!===-- acc-reduction-halves.f90 - Reductions of real(2) -------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{fresh-folder} && %{compile} -acc -Minfo=accel -c %{inputs}/testing.f90 -o %t.dir/t.o && %{compile} -acc -Minfo=accel -I %t.dir -c %s -o %t.dir/x.o 2>&1 | FileCheck %s
!
! Sums, products, extremes of real(2), over gangs, lanes and in arrays, small
! ones and large ones. All values are small whole numbers, so that the order
! does not matter.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 2000, rows = 30
  real(2) :: x(n), s, p, least, most, row(rows), few(4), many(200)
  integer :: i, j
  do i = 1, n
    x(i) = real(mod(i*7, 13) - 6, 2)
  end do

  s = 5
  p = 3
  least = 100
  most = -100
  ! CHECK: !$acc loop gang, vector
  !$acc parallel loop reduction(+:s) reduction(*:p) reduction(min:least) reduction(max:most)
  do i = 1, n
    s = s + x(i)
    if (mod(i, 250) == 0) p = p*(-2._2)
    least = min(least, x(i) - mod(i, 3))
    most = max(most, x(i) + mod(i, 5))
  end do
  call expect(s == 5 + sum(int(x)), 'sum')
  call expect(p == 3*256, 'product')
  call expect(least == minval(int(x) - [(mod(i, 3), i = 1, n)]), 'least')
  call expect(most == maxval(int(x) + [(mod(i, 5), i = 1, n)]), 'most')

  !$acc parallel loop gang private(s)
  do j = 1, rows
    s = real(j, 2)
    !$acc loop vector reduction(+:s)
    do i = j, n, rows
      s = s + x(i)
    end do
    row(j) = s
  end do
  do j = 1, rows
    call expect(row(j) == j + sum(int(x(j::rows))), 'sums of rows')
  end do

  few = 1
  many = 2
  !$acc parallel loop reduction(+:few, many)
  do i = 1, n
    few(mod(i, 4) + 1) = few(mod(i, 4) + 1) + x(i)
    many(mod(i, 200) + 1) = many(mod(i, 200) + 1) + x(i)
  end do
  do j = 1, 4
    call expect(few(j) == 1 + sum(int(x), mask=mod([(i, i = 1, n)], 4) == j - 1), 'sums in an array')
  end do
  do j = 1, 200
    call expect(many(j) == 2 + sum(int(x), mask=mod([(i, i = 1, n)], 200) == j - 1), 'sums in a large array')
  end do

  s = 0
  ! CHECK: Loop is parallelizable
  !$acc kernels
  do i = 1, n, 5
    s = s + abs(x(i))*0.25_2
  end do
  !$acc end kernels
  call expect(s == sum(abs(int(x(1::5))))*0.25, 'sum in a kernels construct')
  call finish()
end program
