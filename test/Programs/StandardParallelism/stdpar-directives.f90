!===-- stdpar-directives.f90 - DO CONCURRENT with directives ---------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -acc %{testing} %s -o %t.dir/program 2>&1 | count 0
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -acc %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! With -acc and -stdpar, the constructs of directives are what their clauses say.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer :: a(100), w(2), i, t, s
  t = -5
  w = 3
  !$acc parallel loop private(t, w)
  do concurrent (i = 1:100)
    t = i*2
    w(1) = t
    w(2) = w(1) + 1
    a(i) = sum(w)
  end do
  call expect_equal(t, -5, 'a private scalar')
  call expect_equal(w, [3, 3], 'a private array')
  call expect_equal(a, [(4*i + 1, i = 1, 100)], 'what they gave')
  s = 7
  !$acc parallel loop reduction(+:s)
  do concurrent (i = 1:100)
    s = s + i
  end do
  call expect_equal(s, 5057, 'a sum')
  do concurrent (i = 1:100)
    if (i == 50) t = a(i)
  end do
  call expect_equal(t, 201, 'without a directive')
  call finish
end program
