!===-- acc-conditions-scalars.f90 - Scalars where the host runs a construct ===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Scalars that no clause names are first-private in parallel and serial
! constructs, whoever runs them: what the construct assigns is lost with it.
! Kernels constructs, reductions and data regions share them.
!
!===----------------------------------------------------------------------===!

module state
  implicit none
  integer :: of_module = 70
  integer :: in_common, beside
  common /both/ in_common, beside
  integer :: declared = 5
  !$acc declare create(declared)
contains
  subroutine dummies(on, k, x, missing)
    logical, intent(in) :: on
    integer, intent(inout) :: k
    real(8), optional, intent(inout) :: x, missing
    logical :: there(2)
    !$acc parallel if(on) num_gangs(1) copyout(there)
    k = k + 1
    there = [present(x), present(missing)]
    if (present(x)) x = x + 1
    if (present(missing)) missing = k
    !$acc end parallel
    if (.not. there(1) .or. there(2)) k = -1
  end subroutine
end module

program main
  use testing
  use state
  implicit none
  integer, parameter :: n = 40
  integer :: a(n), i, k, s, t, u, same, pair(2)
  equivalence (same, pair)
  integer(1) :: i1
  logical(8) :: l8
  complex(8) :: c8
  real(8) :: r8
  logical :: on

  in_common = 1
  beside = 2
  same = 21
  do k = 0, 1
    on = k == 1
    t = -7
    u = 11
    i1 = 3_1
    l8 = .true.
    c8 = (1, 2)
    r8 = 0.5d0

    !$acc parallel if(on) copyout(a) num_gangs(2)
    t = 5 + u
    i1 = i1 + 1_1
    l8 = .not. l8
    c8 = c8*2
    r8 = r8 + i1
    of_module = of_module + 1
    in_common = in_common + beside
    !$acc loop
    do i = 1, n
      a(i) = t + i + i1 + int(r8 + real(c8)) + merge(1000, 0, l8) + of_module + in_common
    end do
    !$acc end parallel
    call expect_equal(a, [(16 + i + 4 + 6 + 71 + 3, i=1, n)], 'values in a construct')
    call expect_equal(t, -7, 'an integer')
    call expect_equal(int(i1), 3, 'a short integer')
    call expect(logical(l8), 'a logical')
    call expect(c8 == (1, 2), 'a complex number')
    call expect_equal(r8, 0.5d0, 'a real')
    call expect_equal([of_module, in_common, beside], [70, 1, 2], 'of a module and a common block')

    !$acc parallel loop if(on) copyout(a)
    do i = 1, n
      t = 3*i
      if (mod(i, 2) == 0) u = t
      a(i) = t
    end do
    call expect_equal(a, [(3*i, i=1, n)], 'values in a loop')
    call expect_equal([t, u], [-7, 11], 'a loop')

    !$acc serial if(on) copyout(a)
    t = 9
    a(1) = t
    !$acc end serial
    call expect_equal([t, a(1)], [-7, 9], 'a serial construct')

    call dummies(on, t, r8)
    call expect_equal(t, -7, 'a dummy argument')
    call expect_equal(r8, 0.5d0, 'an optional dummy argument')

    !$acc kernels if(on) copyout(a)
    t = 10
    a(1) = t
    !$acc end kernels
    call expect_equal([t, a(1)], [10, 10], 'a kernels construct shares')

    !$acc data copy(t)
    !$acc parallel if(on) num_gangs(1)
    t = 12
    !$acc end parallel
    !$acc update self(t) if(on)
    call expect_equal(t, 12, 'a data region shares')
    !$acc end data

    declared = 5
    !$acc parallel if(on) num_gangs(1)
    declared = 6
    !$acc end parallel
    !$acc update self(declared) if(on)
    call expect_equal(declared, 6, 'declared data are shared')

    s = 4
    !$acc parallel loop if(on) copyout(a)
    do i = 1, n
      s = s + i
      a(i) = i
    end do
    call expect_equal(s, 4 + n*(n + 1)/2, 'a sum without a clause')
    s = 4
    !$acc parallel if(on)
    !$acc loop reduction(max:s)
    do i = 1, n
      s = max(s, i)
    end do
    !$acc end parallel
    call expect_equal(s, n, 'a reduction of a loop')
    s = 4
    !$acc parallel if(on) reduction(+:s) num_gangs(1)
    s = s + 3
    !$acc end parallel
    call expect_equal(s, 7, 'a reduction of a construct')
    s = 4
    !$acc parallel if(on) copy(s) num_gangs(1)
    s = s + 3
    !$acc end parallel
    call expect_equal(s, 7, 'a copy clause')
  end do

  ! Each gang and each iteration has its own, of common blocks and equivalence
  ! sets as well.
  in_common = 4
  !$acc parallel loop copyout(a)
  do i = 1, n
    if (mod(i, 3) == 0) in_common = 100
    in_common = in_common + i
    same = i
    a(i) = in_common - i + same
  end do
  call expect(all(pack(a, mod([(i, i=1, n)], 3) == 0) == pack([(100 + i, i=1, n)], mod([(i, i=1, n)], 3) == 0)), &
      'assigned in a loop')
  call expect_equal([in_common, same], [4, 21], 'and not shared')

  t = 1
  !$acc parallel self num_gangs(1)
  t = 2
  !$acc end parallel
  call expect_equal(t, 1, 'self')
  !$acc serial if(.false.)
  t = 2
  !$acc end serial
  call expect_equal(t, 1, 'a condition that is known')
  call finish()
end program
