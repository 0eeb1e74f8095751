!===-- acc-private-host-text.f90 - Private text of the host ----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -acc %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -acc -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -O0 -target=cpu -fcpu-loop-threads %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! Private variables of type character that belong to the host of an internal
! procedure, or whose length is not constant, by clauses and in DO CONCURRENT.
!
!===----------------------------------------------------------------------===!

subroutine words(n, length, a, b, c)
  implicit none
  integer, intent(in) :: n, length
  integer, intent(out) :: a(n), b(n), c(n)
  character(8) :: text, kept
  character(length) :: sized
  integer :: i
  kept = 'four'
  sized = ''
  call by_clauses
  call by_iterations
  call by_localities
  do concurrent (i = 1:n)
    sized = repeat('x', mod(i, 4))
    if (mod(i, 3) == 0) sized(2:) = 'yyyyyyyy'
    c(i) = len(sized)*100 + len_trim(sized)
  end do
contains
  subroutine by_clauses
    integer :: i
    !$acc parallel loop private(text) firstprivate(kept)
    do i = 1, n
      text = 'v'
      if (mod(i, 2) == 0) text(2:) = 'even'
      kept(5:) = text
      a(i) = 10*len_trim(text) + len_trim(kept)
    end do
  end subroutine
  subroutine by_iterations
    integer :: i
    do concurrent (i = 1:n)
      text = 'w'
      if (mod(i, 2) == 1) text(2:) = 'odd'
      b(i) = len_trim(text)
    end do
  end subroutine
  subroutine by_localities
    integer :: i
    do concurrent (i = 1:n) local(text)
      text = 'x'
      b(i) = b(i)*10 + len_trim(text)
    end do
    !$acc parallel loop
    do concurrent (i = 1:n) local(text) local_init(sized)
      text = 'xyz'
      sized(3:) = text
      b(i) = b(i)*10 + len_trim(text)
      c(i) = len_trim(sized)
    end do
    if (any(c /= 5)) b = 0
  end subroutine
end subroutine

program main
  use testing
  implicit none
  integer, parameter :: n = 200
  integer :: a(n), b(n), c(n), i
  call words(n, 5, a, b, c)
  call expect_equal(a, [(merge(58, 15, mod(i, 2) == 0), i = 1, n)], 'by clauses')
  call expect_equal(b, [(merge(413, 113, mod(i, 2) == 1), i = 1, n)], 'by iterations')
  call expect_equal(c, [(500 + merge(5, mod(i, 4), mod(i, 3) == 0), i = 1, n)], &
      'of variable length')
  call finish
end program
