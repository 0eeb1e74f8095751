!===-- acc-private-deferred-text.f90 - Private allocatable text ------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Private and first-private allocatable character variables, of deferred length:
! those that are allocated have their length, those that are not can be, and the
! host's are as they were. Some have an explicit length. Of a module, of a procedure around, as dummy
! arguments; where LEN, ALLOCATED and MERGE are variables of the program's.
!
!===----------------------------------------------------------------------===!

module texts
  implicit none
  character(:), allocatable :: shared
  integer, parameter :: n = 100
contains
  subroutine dummies(given, none, y)
    character(:), allocatable :: given, none
    integer :: y(n), i
    !$acc parallel loop firstprivate(given, none) copyout(y)
    do i = 1, n
      y(i) = len(given)
      if (allocated(none)) y(i) = -1
      none = given//achar(48 + mod(i, 10))
      given = none(len(none):)
      if (mod(i, 4) == 0) cycle
      y(i) = y(i) + 100*iachar(given) + 100000*len(none)
    end do
  end subroutine

  subroutine explicit(c, d, m, y)
    integer :: m, y(n), i
    character(m), allocatable :: c
    character(3), allocatable :: d
    !$acc parallel loop private(c, d) copyout(y)
    do i = 1, n
      if (.not. allocated(d)) allocate (d)
      d = c
      c = d(2:)
      y(i) = len(c) + 100*iachar(c(1:1)) + 100000*len(d)
      deallocate (c)
      if (allocated(c)) y(i) = -1
    end do
    if (allocated(d)) error stop 'd'
  end subroutine

  subroutine own_names(c, y)
    character(:), allocatable :: c
    integer :: y(n), i, len, merge
    logical :: allocated
    len = 5
    merge = 7
    allocated = .true.
    !$acc parallel loop private(c) copyout(y)
    do i = 1, n
      c(2:2) = achar(48 + mod(i, 10))
      y(i) = iachar(c(2:2)) + len + merge
      if (.not. allocated) y(i) = -1
    end do
  end subroutine
end module

program main
  use texts
  use testing
  implicit none
  character(:), allocatable :: c, d, fresh
  character(8), allocatable :: e
  character(3), allocatable :: f
  integer :: y(n), z(10, 10), i, j

  c = 'abcdefgh'
  d = 'xyz'
  shared = 'module'

  !$acc parallel loop private(c) copyout(y)
  do i = 1, n
    c(1:1) = achar(48 + mod(i, 10))
    y(i) = len(c)
    c = repeat('x', 1 + mod(i, 3))//c(1:1)
    y(i) = y(i) + 100*len(c) + 1000*iachar(c(len(c):))
  end do
  call expect(all(y == [(8 + 100*(2 + mod(i, 3)) + 1000*(48 + mod(i, 10)), &
                         i=1, n)]), 'private')

  !$acc parallel loop private(fresh) firstprivate(shared) copyout(y)
  do i = 1, n
    y(i) = merge(1, 0, allocated(fresh))
    allocate (character(i) :: fresh)
    fresh = shared
    shared(1:1) = achar(48 + mod(i, 10))
    y(i) = y(i) + 10*len(fresh) + 1000*iachar(fresh(1:1)) + &
           1000000*iachar(shared(1:1))
    deallocate (fresh)
    if (allocated(fresh)) y(i) = -1
  end do
  call expect(all(y == [(60 + 1000*iachar('m') + 1000000*(48 + mod(i, 10)), &
                         i=1, n)]), 'module')

  !$acc kernels loop independent collapse(2) private(c) copyout(z)
  do j = 1, 10
    do i = 1, 10
      c(1:1) = achar(i)
      c(8:8) = achar(j)
      z(i, j) = iachar(c(1:1)) + 100*iachar(c(8:8))
    end do
  end do
  call expect(all(z == reshape([((i + 100*j, i=1, 10), j=1, 10)], [10, 10])), &
              'kernels')

  !$acc parallel copyout(z)
  !$acc loop gang
  do j = 1, 10
    !$acc loop vector private(d)
    do i = 1, 10
      d(3:3) = achar(i + j)
      d = d//'!'
      z(i, j) = iachar(d(3:3)) + 100*len(d)
    end do
  end do
  !$acc end parallel
  call expect(all(z == reshape([((i + j + 400, i=1, 10), j=1, 10)], &
                               [10, 10])), 'inner loop')

  !$acc serial firstprivate(c, d) copyout(y)
  d = c(1:2)//d
  do i = 1, n
    y(i) = len(d)
  end do
  y(1) = iachar(d(3:3))
  !$acc end serial
  call expect(y(1) == iachar('x') .and. all(y(2:) == 5), 'serial')

  call inside
  call dummies(c, fresh, y)
  call expect(all(y == [(merge(8, 8 + 100*(48 + mod(i, 10)) + 900000, &
                               mod(i, 4) == 0), i=1, n)]), 'dummies')
  deallocate (d)
  call dummies(c, d, y)
  call expect(all(y == [(merge(8, 8 + 100*(48 + mod(i, 10)) + 900000, &
                               mod(i, 4) == 0), i=1, n)]), 'deallocated')
  allocate (e)
  e = c
  call explicit(e, f, 8, y)
  call expect(all(y == 300008 + 100*iachar('b')), 'explicit length')
  call own_names(c, y)
  call expect(all(y == [(60 + mod(i, 10), i=1, n)]), 'own names')
  call expect(c == 'abcdefgh' .and. .not. allocated(d) .and. &
              shared == 'module' .and. .not. allocated(fresh), 'unchanged')
  call finish

contains
  subroutine inside()
    !$acc parallel loop firstprivate(d) copyout(y)
    do i = 1, n
      d = d//d
      y(i) = len(d) + 100*iachar(d(6:6))
    end do
    call expect(all(y == 6 + 100*iachar('z')), 'internal')
  end subroutine
end program
