!===-- acc-data-polymorphic.f90 - Polymorphic objects in data clauses ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! CLASS dummy arguments, allocatables and pointers, and what SELECT TYPE knows
! the type of.
!
!===----------------------------------------------------------------------===!

module m
  implicit none
  type base
    integer :: n = 1
    real :: a(4) = 2
  end type
  type, extends(base) :: ext
    real :: b(3) = 5
    integer :: k = 8
  end type
contains
  subroutine work(x, r)
    class(base) :: x
    real :: r
    !$acc serial copy(x) copyout(r)
    r = x%n + sum(x%a)
    x%n = x%n + 1
    !$acc end serial
  end subroutine
  subroutine work2(x, r)
    class(base) :: x(:)
    real :: r
    integer :: i
    r = 0
    !$acc parallel loop copy(x) reduction(+:r)
    do i = 1, size(x)
      r = r + x(i)%n + sum(x(i)%a)
      x(i)%n = x(i)%n + 1
    end do
  end subroutine
  subroutine selected(c, r)
    class(base) :: c(:), r
    integer :: i
    select type (c)
    type is (ext)
      !$acc parallel loop copy(c)
      do i = 1, size(c)
        c(i)%k = 20 + i
      end do
    end select
    select type (r)
    class is (ext)
      !$acc serial copy(r)
      r%k = 21
      !$acc end serial
    class default
      r%n = 4
    end select
  end subroutine
end module

program main
  use m
  use testing
  implicit none
  type(ext) :: e, es(5)
  type(base) :: b
  class(base), allocatable :: c
  class(base), pointer :: q
  real :: r
  call work(b, r)
  call expect_equal(r, 9.0, 'base')
  call work(e, r)
  call expect_equal(r, 9.0, 'ext')
  call expect_equal(e%n, 2, 'n')
  call expect_equal(e%k, 8, 'k')
  call work2(es, r)
  call expect_equal(r, 45.0, 'ext arr')
  call expect_equal(es%n, [2,2,2,2,2], 'ns')
  call expect_equal(es%k, [8,8,8,8,8], 'ks')
  allocate(ext :: c)
  !$acc serial copy(c) copyout(r)
  c%n = 12
  r = c%a(2)
  !$acc end serial
  call expect_equal(c%n, 12, 'c')
  select type (c)
  type is (ext)
    call expect_equal(c%k, 8, 'c%k')
    !$acc serial copy(c)
    c%k = 20
    !$acc end serial
    call expect_equal(c%k, 20, 'c%k 2')
  end select
  allocate(ext :: q)
  !$acc enter data copyin(q)
  !$acc serial present(q)
  q%n = 5
  q%a(1) = 6
  !$acc end serial
  !$acc exit data copyout(q)
  call expect_equal(q%n, 5, 'q')
  call expect_equal(q%a(1), 6.0, 'q a')
  call selected(es, e)
  call expect_equal(es%k, [21, 22, 23, 24, 25], 'an array in SELECT TYPE')
  call expect_equal([e%k, e%n], [21, 2], 'a scalar in SELECT TYPE')
  call finish()
end program
