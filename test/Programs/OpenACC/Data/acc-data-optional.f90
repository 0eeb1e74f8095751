!===-- acc-data-optional.f90 - Optional scalars in compute constructs ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Optional arguments that are missing have no value to copy, and PRESENT says so
! in the construct and in what it calls, also of those that clauses name.
!
!===----------------------------------------------------------------------===!

module work
  implicit none
contains
  subroutine leaf(x, r)
    !$acc routine seq
    integer, optional, intent(in) :: x
    integer, intent(out) :: r
    r = -5
    if (present(x)) r = x
  end subroutine

  subroutine use_them(a, on, x, z, l)
    integer, intent(out) :: a(8)
    logical, intent(in) :: on
    integer, optional, intent(inout) :: x
    complex(8), optional, intent(in) :: z
    logical, optional, intent(in) :: l
    logical :: here
    integer :: r, i
    here = present(x)
    a = 0
    !$acc parallel num_gangs(1) if(on) copy(a)
    a(1) = -1
    if (present(x)) a(1) = x
    call leaf(x, r)
    a(2) = r
    if (present(x)) x = 100
    !$acc end parallel
    !$acc kernels copy(a)
    if (here) a(3) = x
    !$acc end kernels
    !$acc kernels copy(a)
    if (present(x)) a(4) = x
    !$acc end kernels
    !$acc kernels copy(a)
    if (present(x)) x = 7
    !$acc end kernels
    !$acc parallel loop copy(a)
    do i = 5, 6
      if (present(x)) a(i) = x + i
    end do
    !$acc serial copy(a)
    if (present(z)) a(7) = int(aimag(z))
    if (present(l)) then
      if (l) a(8) = 1
    end if
    !$acc end serial
  end subroutine

  subroutine use_clauses(a, n, x, r, b, e, al, p)
    integer, intent(in) :: n
    integer, intent(out) :: a(n)
    integer, optional, intent(inout) :: x, r
    integer, optional :: b(:), e(n)
    integer, optional, allocatable :: al(:)
    integer, optional, pointer :: p(:)
    integer :: i
    a = 0
    !$acc parallel loop firstprivate(x) copy(a)
    do i = 1, n
      if (present(x)) a(i) = x
    end do
    !$acc parallel loop private(x) copy(a)
    do i = 1, n
      if (present(x)) then
        x = 10*i
        a(i) = a(i) + x
      end if
    end do
    !$acc parallel loop copyin(x) copy(a)
    do i = 1, n
      if (present(x)) a(i) = a(i) + x
    end do
    !$acc parallel loop reduction(+:r) copyin(a)
    do i = 1, n
      if (present(r)) r = r + a(i)
    end do
    !$acc kernels loop reduction(max:r) copyin(a)
    do i = 1, n
      if (present(r)) r = max(r, a(i))
    end do
    !$acc parallel loop copy(a) copyin(b, e, al, p)
    do i = 1, n
      if (present(b)) a(i) = a(i) + b(i)
      if (present(e)) a(i) = a(i) + e(i)
      if (present(al)) a(i) = a(i) + al(i)
      if (present(p)) a(i) = a(i) + p(i)
    end do
    !$acc parallel loop copy(a)
    do i = 1, n
      if (present(b)) a(i) = a(i) + b(i)
      if (present(e)) a(i) = a(i) + e(i)
      if (present(al)) a(i) = a(i) + al(i)
      if (present(p)) a(i) = a(i) + p(i)
    end do
  end subroutine
end module

program main
  use testing
  use work
  implicit none
  integer :: a(8), b(8), k, x, r, i
  integer, allocatable :: al(:)
  integer, pointer :: p(:)
  do k = 0, 1
    x = 3
    call use_them(a, k == 1)
    call expect_equal(a, [-1, -5, 0, 0, 0, 0, 0, 0], 'missing')
    call use_them(a, k == 1, x, (1d0, 4d0), .true.)
    call expect_equal(a, [3, 3, 3, 3, 12, 13, 4, 1], 'there')
    call expect_equal(x, 7, 'assigned in a kernels construct')
  end do
  allocate (al(8), p(8))
  b = 100
  al = 2000
  p = 30000
  call use_clauses(a, 8)
  call expect_equal(a, [(0, i=1, 8)], 'clauses, missing')
  x = 3
  r = 5
  call use_clauses(a, 8, x, r, b, b, al, p)
  call expect_equal(a, [(64406 + 10*i, i=1, 8)], 'clauses, there')
  call expect_equal([x, r], [3, 5 + 48 + 360], 'x and r')
  deallocate (p)
  call finish()
end program
