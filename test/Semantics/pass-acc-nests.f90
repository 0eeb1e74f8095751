!===-- pass-acc-nests.f90 - Nests that collapse and tile take ------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -acc -c %s -o %t.dir/o.o
!
! 
! Labelled loops, directives of compilers between the loops, collapse(force:n),
! which takes the loops that are tightly nested, and expressions for their
! number.
!
!===----------------------------------------------------------------------===!

subroutine nests(a, b, n, m)
  implicit none
  integer, parameter :: depth = 2, loops = depth + 1
  integer :: n, m, i, j
  real :: a(n, m), b(m)
  !$acc parallel loop collapse(2)
  do 20 j = 1, m
    do 10 i = 1, n
      a(i, j) = 1
10  continue
20 continue
  !$acc parallel loop collapse(2)
  do 30 j = 1, m
  do 30 i = 1, n
    a(i, j) = 1
30 continue
  !$acc parallel loop collapse(2)
  do j = 1, m
    !dir$ ivdep
    do i = 1, n
      a(i, j) = 1
    end do
  end do
  !$acc parallel loop collapse(force: 2)
  do j = 1, m
    b(j) = 1
    do i = 1, n
      a(i, j) = 1
    end do
    b(j) = b(j) + 1
  end do
  !$acc parallel loop collapse(force: loops - 1)
  do j = 1, m
    do i = 1, n
      a(i, j) = 1
    end do
  end do
  !$acc parallel loop collapse(2*(4 - loops))
  do j = 1, m
    do i = 1, n
      a(i, j) = 1
    end do
  end do
end subroutine
