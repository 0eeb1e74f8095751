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
! time, of loops and of whole compute constructs; also where LEN is a variable of
! the program's.
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
subroutine constructs(c, n, y)
  implicit none
  integer :: n, y(n), i
  character(*) :: c
  character(n) :: d
  !$acc parallel private(c, d) copyout(y) num_gangs(2)
  c = 'x'
  d = c
  !$acc loop gang vector
  do i = 1, n
    y(i) = ichar(c(1:1)) + 1000*len(c) + 10000*len(d) + ichar(d(1:1))
  end do
  !$acc end parallel
  !$acc serial firstprivate(c) copy(y)
  c(2:2) = 'z'
  y(1) = y(1) + 1000000*ichar(c(1:1)) + ichar(c(2:2))
  !$acc end serial
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
  call constructs(c, 40, y(:40))
  if (y(1) /= 2*ichar('x') + 403000 + 97000000 + ichar('z')) error stop 'serial'
  if (any(y(2:40) /= 2*ichar('x') + 403000)) error stop 'parallel'
  if (c /= "abc") error stop 'unchanged'
  call own_len(c, y(:4))
  if (any(y(:4) /= [6, 7, 8, 9])) error stop 'len'
  call finish
end program
