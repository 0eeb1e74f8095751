!===-- acc-data-implicit.f90 - Arrays that no clause names ---------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! What a construct only reads is not copied back; what it changes by another
! name is: by a pointer, an equivalenced or a procedure's name. Allocatable
! arrays, characters, arrays of a construct on the host, and in queues.
!
!===----------------------------------------------------------------------===!

module tools
  implicit none
contains
  subroutine bump(x, n)
    !$acc routine seq
    integer, value :: n
    integer, intent(inout) :: x(n)
    x(n) = x(n) + 1
  end subroutine
  subroutine dummies(a, b, c, n)
    integer, intent(in) :: n
    integer :: a(n), b(:), c(0:*)
    integer :: i
    !$acc parallel loop copyin(c(0:n-1))
    do i = 1, n
      b(i) = a(i) + c(i - 1)
    end do
  end subroutine
end module

program main
  use testing
  use tools
  implicit none
  integer, parameter :: n = 200
  integer :: a(n), b(n), e(n), f(n), g(n), shared(n), i
  integer, target :: t(n)
  integer, pointer :: p(:)
  integer, allocatable :: al(:)
  character(3) :: words(n)
  logical :: never
  equivalence (e, f)
  common /block/ shared
  a = [(i, i = 1, n)]
  b = 0
  t = a
  p => t
  e = a
  shared = 4
  allocate (al(n), source=2)
  words = 'abc'
  never = .false.

  !$acc parallel loop
  do i = 1, n
    b(i) = a(i) + al(i) + shared(i) + ichar(words(i)(2:2))
  end do
  call expect_equal(b, a + 6 + ichar('b'), 'read')
  call expect_equal(a, [(i, i = 1, n)], 'unchanged')

  !$acc parallel loop
  do i = 1, n
    p(i) = 10*t(i)
  end do
  call expect_equal(t, 10*a, 'pointer')
  !$acc kernels
  do i = 1, n
    t(i) = t(i) + p(i)
  end do
  !$acc end kernels
  call expect_equal(p, 20*a, 'target')

  !$acc parallel loop
  do i = 1, n
    f(i) = 3*e(i)
  end do
  call expect_equal(e, 3*a, 'equivalence')

  !$acc parallel loop
  do i = 1, n
    call bump(b(i:i), 1)
    call bump(al(1:i), i)
  end do
  call expect_equal(b, a + 7 + ichar('b'), 'by a procedure')
  call expect_equal(al, [(3, i = 1, n)], 'allocatable by a procedure')

  !$acc parallel loop if(never)
  do i = 1, n
    b(i) = a(i) + al(i)
  end do
  call expect_equal(b, a + 3, 'on the host')

  g = 0
  !$acc parallel loop async(1)
  do i = 1, n
    g(i) = a(i)
  end do
  !$acc parallel loop async(1)
  do i = 1, n
    g(i) = g(i) + a(i)
  end do
  !$acc wait(1)
  call expect_equal(g, 2*a, 'queue')

  call dummies(a, b, al, n)
  call expect_equal(b, a + 3, 'dummies')
  !$acc kernels
  b = a + al
  g(1) = sum(a)
  !$acc end kernels
  call expect_equal(b, a + 3, 'array statement')
  call expect_equal(g(1), sum(a), 'sum')
  call finish()
end program
