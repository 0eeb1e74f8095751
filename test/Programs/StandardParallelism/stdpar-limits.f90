!===-- stdpar-limits.f90 - Limits that iterations would change -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! Limits and steps of DO CONCURRENT are evaluated once, before any iteration
! (F2023, 11.1.7.4.2), whatever iterations do to what they name.
!
!===----------------------------------------------------------------------===!

module limits
  implicit none
  integer :: kept = 40
contains
  pure integer function half(n)
    integer, intent(in) :: n
    half = n/2
  end function
  pure integer function held()
    held = kept
  end function
end module
program main
  use limits
  use testing
  implicit none
  integer, parameter :: n = 64
  integer :: a(n), i, j, k, m, step, first, lims(2), t
  integer, pointer :: p
  integer, target :: q
  integer, allocatable :: many(:)
  integer :: last, same
  equivalence (last, same)
  type :: range
    integer :: from, to
  end type
  type(range) :: r

  ! a scalar that each iteration assigns
  a = 0; m = n
  do concurrent (i = 1:m)
    m = 3
    a(i) = m + i
  end do
  call expect(all(a == [(3 + i, i = 1, n)]), &
              'scalar')

  ! first and step
  a = 0; first = 2; step = 2
  do concurrent (i = first:n:step)
    first = i + 1
    step = first + 1
    a(i) = step
  end do
  call expect(all(a(2::2) == [(i + 2, i = 2, n, 2)]) .and. all(a(1::2) == 0), &
              'first, step')

  ! an element, and a component
  a = 0; lims = [1, n]
  do concurrent (i = lims(1):lims(2))
    lims = 7
    a(i) = lims(1) + lims(2)
  end do
  call expect(all(a == 14), &
              'element')
  a = 0; r = range(1, n)
  do concurrent (i = r%from:r%to)
    r = range(i, 5)
    a(i) = r%from + r%to
  end do
  call expect(all(a == [(i + 5, i = 1, n)]), &
              'component')

  ! by another name
  a = 0; t = n
  associate (last => t)
    do concurrent (i = 1:last)
      last = 2
      a(i) = last
    end do
  end associate
  call expect(all(a == 2), &
              'associate name')

  ! by a pointer to it, and by another name of its storage, in many threads
  allocate (many(100000))
  many = 0; p => q; q = size(many)
  do concurrent (i = 1:p)
    many(i) = many(i) + 1
    if (i == 1) q = 5
  end do
  last = size(many)
  do concurrent (i = 1:last)
    many(i) = many(i) + 1
    if (i == 1) same = 5
  end do
  call expect(all(many == 2) .and. p == 5 .and. last == 5, &
              'pointer, equivalence')

  ! a shared variable that one iteration defines
  a = 0; k = n
  do concurrent (i = 1:k) shared(k)
    a(i) = i
    if (i == 1) k = 1
  end do
  call expect(all(a == [(i, i = 1, n)]) .and. k == 1, &
              'shared')

  ! several indices, an expression and a function
  a = 0; m = 16
  do concurrent (i = 1:m/2, j = 1:half(m))
    m = i + j
    a((i - 1)*8 + j) = m
  end do
  call expect(all([((a((i - 1)*8 + j) == i + j, j = 1, 8), i = 1, 8)]), &
              'two indices')

  ! LOCAL
  a = 0; m = n
  do concurrent (i = 1:half(n)) local(m)
    m = i
    a(i) = m
  end do
  call expect(all(a(1:n/2) == [(i, i = 1, n/2)]) .and. m == n, &
              'local')

  ! a module variable that a function reads
  a = 0
  do concurrent (i = 1:held()) shared(kept)
    a(i) = i
    if (i == 1) kept = 1
  end do
  call expect(all(a(1:40) == [(i, i = 1, 40)]) .and. kept == 1, &
              'function')

  ! the next round's limit is what one iteration has left
  a = 0; m = 4
  do t = 1, 3
    do concurrent (i = 1:m)
      a(i) = a(i) + t
      if (i == 2*t) m = 2**(t + 2)
    end do
  end do
  call expect(m == 32 .and. all(a(1:16) == [(6, i = 1, 4), (5, i = 1, 4), (3, i = 1, 8)]) .and. &
              all(a(17:) == 0), &
              'rounds')

  call finish()
end program
