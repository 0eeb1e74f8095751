!===-- acc-private-character-lengths.f90 - Private text of any length ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Private and first-private character variables whose length is known at run
! time, also where LEN is a variable of the program's.
!
!===----------------------------------------------------------------------===!

subroutine s(c, n, y, z)
  implicit none
  integer :: n, i, j
  character(*) :: c
  character(n) :: d
  integer :: y(n), z(n, n)
  d = 'host'
  !$acc parallel loop copyout(y) firstprivate(c) private(d)
  do i = 1, n
    c(1:1) = char(i)
    d = c(2:2)
    y(i) = ichar(c(1:1)) + 1000*ichar(d(1:1)) + 1000000*len(d)
    if (mod(i, 3) == 0) cycle
    d(2:2) = 'q'
  end do
  !$acc parallel loop collapse(2) copyout(z) private(d, j)
  do i = 1, n
   do j = 1, n
    d(1:1) = char(j)
    d(2:) = char(i)
    z(j, i) = ichar(d(1:1)) + 200*ichar(d(2:2))
   end do
  end do
  if (d /= 'host') error stop 'd'
end subroutine
subroutine own_len(c, y)
  implicit none
  character(*) :: c
  integer :: y(4), i, len
  len = 5
  !$acc parallel loop copyout(y) private(c)
  do i = 1, 4
    c = repeat(char(i), 2)
    y(i) = ichar(c(2:2)) + len
  end do
end subroutine
program private_lengths
  use testing
  implicit none
  character(3) :: c = "abc"
  integer :: y(100), i, z(100, 100), j
  call s(c, 100, y, z)
  do i = 1, 100
    if (y(i) /= i + 1000*ichar("b") + 100000000) error stop 'x'
    do j = 1, 100
      if (z(j, i) /= j + 200*i) error stop 'z'
    end do
  end do
  if (c /= "abc") error stop 'y'
  call own_len(c, y(:4))
  if (any(y(:4) /= [6, 7, 8, 9])) error stop 'len'
  call finish
end program
