!===-- stdpar-nested-locals.f90 - LOCAL_INIT inside of LOCAL -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -O0 %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{compile} -O2 -acc %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{compile} -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! What is LOCAL_INIT begins with what is LOCAL to the loop around.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer :: i, j, k, w(3), s, b(4, 2), c(4, 2), d(4, 2)
  k = 100
  w = 50
  s = 7
  do concurrent (i = 1:2) local(k, w)
    k = i
    w = 2*i
    do concurrent (j = 1:4, mod(k, 3) > 0) local_init(k, w) shared(b)
      k = k + j
      w(1) = w(1) + k
      b(j, i) = k
      c(j, i) = w(1) + w(2)
    end do
    d(:, i) = k + w(1)
  end do
  call expect_equal(reshape(b, [8]), [2, 3, 4, 5, 3, 4, 5, 6], 'scalar')
  call expect_equal(reshape(c, [8]), [6, 7, 8, 9, 11, 12, 13, 14], 'array')
  call expect_equal(reshape(d, [8]), [3, 3, 3, 3, 6, 6, 6, 6], 'of the loop around')
  do concurrent (i = 1:2) local_init(k) reduce(+: s)
    k = k + i
    do concurrent (j = 1:4) local_init(k) reduce(+: s)
      k = k + 1
      b(j, i) = k
      s = s + 1
    end do
  end do
  call expect_equal(reshape(b, [8]), [102, 102, 102, 102, 103, 103, 103, 103], 'twice')
  call expect_equal([k, w, s], [100, 50, 50, 50, 15], 'outside')
  call finish
end program
