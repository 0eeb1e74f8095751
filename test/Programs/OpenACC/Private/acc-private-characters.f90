!===-- acc-private-characters.f90 - Private character variables ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Scalars and arrays of constant length, of lanes, gangs and constructs.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 120
  character(8) :: text
  character(3) :: words(0:2), one*1
  integer :: a(n), i, j
  text = 'host'
  words = 'abc'
  !$acc parallel loop private(text) copyout(a)
  do i = 1, n
    text = 'abc'
    if (mod(i, 2) == 0) text(5:) = 'x'
    text(1:1) = char(64 + mod(i, 26))
    a(i) = 1000*len_trim(text) + iachar(text(1:1))
  end do
  do i = 1, n
    call expect_equal(a(i), merge(5000, 3000, mod(i, 2) == 0) + 64 + mod(i, 26), 'a scalar')
  end do
  call expect(text == 'host', 'the host keeps its value')

  !$acc parallel loop gang private(words, one) copyout(a)
  do i = 1, n
    one = char(48 + mod(i, 10))
    words(0) = one
    words(1) = one//'b'
    words(2) = words(1)(2:2)//words(0)
    a(i) = 0
    !$acc loop seq
    do j = 0, 2
      a(i) = a(i)*10 + len_trim(words(j))
    end do
    if (words(2)(2:2) == '7') a(i) = -a(i)
  end do
  do i = 1, n
    call expect_equal(a(i), merge(-122, 122, mod(i, 10) == 7), 'an array')
  end do
  call expect(all(words == 'abc'), 'the host keeps its array')

  !$acc parallel num_gangs(4) private(text) copyout(a)
  text = 'gang'
  !$acc loop gang vector
  do i = 1, n
    a(i) = iachar(text(1:1)) + i
  end do
  !$acc end parallel
  call expect_equal(a, [(iachar('g') + i, i = 1, n)], 'of the construct')
  call finish()
end program
