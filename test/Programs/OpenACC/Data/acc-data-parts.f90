!===-- acc-data-parts.f90 - Substrings, parts of complex numbers ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! What has no name of its own, a substring or a part of a complex number, is
! used before a construct, in it and behind it.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 50
  type rec
    character(6) :: t
    complex :: z(3), w
  end type
  character(8) :: c, d(n)
  complex :: z, za(n), zc
  real :: x(n)
  integer :: i, k(n)
  type(rec) :: r, ra(n)
  c = 'abcdefgh'
  d = 'xyzxyzxy'
  z = (1.0, 2.0)
  za = z
  r%t = 'pqrstu'
  r%z = (3.0, 4.0)
  r%w = (5.0, 6.0)
  ra = r
  c(1:2) = 'AB'
  z%re = 7.0
  za%im = 3.0
  za(4)%im = 2.0
  d(3)(2:3) = 'kl'
  r%t(2:3) = 'QR'
  r%z(2)%im = 9
  r%w%re = 1
  ra(2)%z(1)%re = 5
  !$acc parallel loop
  do i = 1, n
    x(i) = z%re + za(i)%im + za(4)%im
    k(i) = 0
    if (c(1:2) == 'AB') k(i) = 1
    if (d(3)(2:3) == 'kl') k(i) = k(i) + 2
    if (r%t(2:3) == 'QR') k(i) = k(i) + 4
    if (r%z(2)%im == 9) k(i) = k(i) + 8
    if (ra(2)%z(1)%re == 5) k(i) = k(i) + 16
    if (r%w%re == 1) k(i) = k(i) + 32
  end do
  call expect_equal(x, [(merge(11.0, 12.0, i == 4), i = 1, n)], 'parallel')
  call expect(all(k == 63), 'parts')

  !$acc data copy(za, d, c, z, r)
  !$acc kernels
  za%re = za%im + z%re
  z%re = 8.0
  c(1:2) = 'CD'
  d(3)(2:3) = 'mn'
  r%w%re = 2
  r%t(2:3) = 'st'
  !$acc end kernels
  !$acc end data
  call expect_equal(za, [(merge((9.0, 2.0), (10.0, 3.0), i == 4), i = 1, n)], &
      'sections')
  call expect(z == (8.0, 2.0), 'a part')
  call expect(c == 'CDcdefgh', 'a substring')
  call expect(d(3) == 'xmnxyzxy', 'a substring of an element')
  call expect(r%w == (2.0, 6.0), 'a part of a component')
  call expect(r%t == 'pststu', 'a substring of a component')

  !$acc serial copy(z)
  z%im = z%re
  za(4)%im = za(3)%re + 1
  d(4)(2:3) = d(3)(2:3)
  !$acc end serial
  call expect(z == (8.0, 8.0), 'serial')
  call expect(za(4)%im == 11.0, 'serial, an element')
  call expect(d(4)(2:3) == 'mn', 'serial, a substring')

  !$acc parallel loop private(zc) reduction(+:z)
  do i = 1, n
    zc%re = x(i)
    zc%im = za(4)%im
    z = z + zc
  end do
  call expect(z == cmplx(8 + sum(x), 8 + 11*n), 'a private number')
  call inside('hello world', r)
  call finish()

contains
  subroutine inside(t, q)
    character(*), intent(in) :: t
    type(rec) :: q
    character(5) :: u
    u(1:2) = t(3:4)
    u(3:5) = 'xyz'
    q%z(3)%re = 1.5
    k = 0
    !$acc parallel loop copyin(q)
    do i = 1, n
      if (t(3:4) == 'll') k(i) = 1
      if (u(1:2) == t(3:4)) k(i) = k(i) + 2
      if (u(3:5) == 'xyz' .and. q%z(3)%re == 1.5) k(i) = k(i) + 4
    end do
    call expect(all(k == 7), t(1:5))
    call expect(u(1:2) == 'll', 'behind it')
  end subroutine
end program
