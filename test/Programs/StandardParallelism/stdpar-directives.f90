!===-- stdpar-directives.f90 - DO CONCURRENT with directives ---------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -acc %{testing} %s -o %t.dir/program 2>&1 | FileCheck %s --implicit-check-not=warning:
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -acc %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! With -acc and -stdpar, the constructs of directives are what their clauses say,
! and routines refer to the one variable that DECLARE has made.
!
!===----------------------------------------------------------------------===!

module declared
  implicit none
  type pair
    integer :: x, y
  end type
  integer :: both(2)
  !$acc declare create(both)
  type(pair) :: record
  !$acc declare create(record)
contains
  pure integer function first_of_both()
    !$acc routine seq
    first_of_both = both(1)
  end function
  pure integer function sum_of_record()
    !$acc routine seq
    sum_of_record = record%x + record%y
  end function
  subroutine refer_by_routines(a, b)
    integer, intent(out) :: a(1000), b(:)
    integer :: i
    do concurrent (i = 1:1000)
      ! CHECK: [[@LINE+1]]:7: warning: {{.*}} run in order{{.*}} 'both'
      both = i
      a(i) = first_of_both() + both(2)
    end do
    do concurrent (i = 1:size(b))
      ! CHECK: [[@LINE+1]]:7: warning: {{.*}} run in order{{.*}} 'record'
      record = pair(i, 2*i)
      b(i) = sum_of_record()
    end do
  end subroutine
end module

program main
  use testing
  use declared
  implicit none
  integer :: c(1000), d(1000)
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
  call refer_by_routines(c, d)
  call expect_equal(c, [(2*i, i = 1, 1000)], 'an array that a routine names')
  call expect_equal(d, [(3*i, i = 1, 1000)], 'a record that a routine names')
  call finish
end program
