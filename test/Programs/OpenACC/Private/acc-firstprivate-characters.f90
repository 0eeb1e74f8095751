!===-- acc-firstprivate-characters.f90 - First-private characters ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Scalars and arrays of constant length begin with the host's value, whatever
! the device has.
!
!===----------------------------------------------------------------------===!

module texts
  implicit none
contains
  integer function code(t)
    !$acc routine seq
    character(*), intent(in) :: t
    integer :: k
    code = 0
    do k = 1, len_trim(t)
      code = 3*code + iachar(t(k:k))
    end do
  end function
end module

program main
  use texts
  use testing
  implicit none
  integer, parameter :: n = 300
  character(8) :: text, wanted
  character(3) :: words(0:2), large(2000)
  character :: one
  integer :: a(n), i, j
  text = 'host'
  words = ['abc', 'def', 'ghi']
  large = 'xyz'
  large(1999) = 'pqr'
  one = 'q'
  !$acc parallel loop firstprivate(text, one) copyout(a)
  do i = 1, n
    a(i) = code(text) + iachar(one)
    text(8:8) = 'x'
    text(8:8) = ' '
  end do
  call expect_equal(a, [(code('host') + iachar('q'), i = 1, n)], 'a scalar')
  call expect(text == 'host', 'the host keeps its value')

  !$acc data copyin(text)
  text = 'later'
  !$acc parallel loop gang firstprivate(text, words) copyout(a) num_gangs(7)
  do i = 1, n
    words(1) = words(0)(1:1)//words(2)(2:3)
    a(i) = code(text//words(1))
  end do
  !$acc end data
  call expect_equal(a, [(code('later   ahi'), i = 1, n)], 'present and arrays')
  call expect(words(1) == 'def', 'the host keeps its array')

  !$acc parallel firstprivate(text) copyout(a)
  !$acc loop gang vector
  do i = 1, n
    a(i) = code(text(:mod(i, 5) + 1))
  end do
  !$acc end parallel
  call expect_equal(a, [(code(text(:mod(i, 5) + 1)), i = 1, n)], 'of a construct')

  !$acc parallel loop firstprivate(large) copyout(a)
  do i = 1, n
    a(i) = code(large(1700 + i))
  end do
  call expect_equal(a, [(code(large(1700 + i)), i = 1, n)], 'a large array')

  !$acc parallel loop firstprivate(text) if(n < 0)
  do i = 1, n
    text(1:1) = 'L'
    a(i) = code(text)
  end do
  call expect_equal(a, [(code('Later'), i = 1, n)], 'on the host')
  call expect(text == 'later', 'the host keeps its value there too')
  call finish()
end program
