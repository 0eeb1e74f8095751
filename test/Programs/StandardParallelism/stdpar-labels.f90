!===-- stdpar-labels.f90 - Branches to the end of DO CONCURRENT -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -acc -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -acc -stdpar -O0 -target=cpu -fcpu-loop-threads %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! GO TO the label of an END DO, of a CONTINUE in front of it and of one that ends
! the loop, in nested constructs, with LOCAL_INIT variables in the mask, and in
! a loop that a directive gives to the device.
!
!===----------------------------------------------------------------------===!

program labels
  use testing
  implicit none
  integer, parameter :: n = 100
  integer :: a(n), b(10, 10), i, j, k

  a = 0
  do concurrent (i=1:n)
    if (mod(i, 3) == 0) go to 20
    a(i) = i
20 end do
  call expect_equal(a, [(merge(0, i, mod(i, 3) == 0), i=1, n)], 'end do')

  a = 0
  do concurrent (i=1:n)
    if (mod(i, 3) == 0) go to 25
    if (mod(i, 5) == 0) go to 30
    a(i) = i
25  continue
30 end do
  call expect_equal(a, [(merge(0, i, mod(i, 3) == 0 .or. mod(i, 5) == 0), &
                         i=1, n)], 'two labels')

  a = 0
  do 40, concurrent (i=1:n)
    if (mod(i, 3) == 0) go to 40
    a(i) = i
40 continue
  call expect_equal(a, [(merge(0, i, mod(i, 3) == 0), i=1, n)], 'continue')

  b = 0
  outer: do concurrent (j=1:10)
    if (j == 4) go to 60
    do concurrent (i=1:10)
      if (i == j) go to 50
      if (i > j + 5) cycle
      b(i, j) = i + j
50  end do
    b(1, j) = -1
60 end do outer
  call expect(all(b == reshape([((merge(0, merge(-1, merge(i + j, 0, &
              i /= j .and. i <= j + 5), i == 1), j == 4), i=1, 10), j=1, 10)], &
              [10, 10])), 'nested')

  a = 0
  k = 7
  do concurrent (i=1:n, mod(i, k) /= 0) local_init(k)
    if (mod(i, 3) == 0) go to 70
    k = k + 1
    a(i) = k
70 end do
  call expect(all(a == [(merge(8, 0, mod(i, 7) /= 0 .and. mod(i, 3) /= 0), &
                         i=1, n)]) .and. k == 7, 'mask')

  a = 0
  !$acc parallel loop copy(a)
  do concurrent (i=1:n, mod(i, k) /= 0) local_init(k)
    if (mod(i, 3) == 0) go to 80
    k = k + 1
    a(i) = k
80 end do
  call expect(all(a == [(merge(8, 0, mod(i, 7) /= 0 .and. mod(i, 3) /= 0), &
                         i=1, n)]) .and. k == 7, 'directive')
  call finish
end program
