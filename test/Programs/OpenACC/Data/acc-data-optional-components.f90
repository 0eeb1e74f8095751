!===-- acc-data-optional-components.f90 - Components of absent records ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Directives that name components of an optional record, with the condition that
! it is there: nothing of one that is absent is looked at.
!
!===----------------------------------------------------------------------===!
module records
  implicit none
  type inner
    integer :: k = 1
    integer, allocatable :: w(:)
  end type
  type record
    integer :: n = 2
    integer :: fixed(4) = 3
    integer, allocatable :: v(:)
    type(inner) :: in
  end type
contains
  subroutine structured(r, b)
    type(record), optional :: r
    integer, intent(inout) :: b(:)
    integer :: i
    !$acc data copy(r%v, r%in%w(1:2), r%fixed(2:3), r%n) if(present(r))
    if (present(r)) then
      !$acc parallel loop present(r%v)
      do i = 1, 3
        r%v(i) = r%v(i) + i
      end do
    end if
    !$acc end data
    !$acc parallel loop copy(b) copyin(r%v, r%in%w) if(present(r))
    do i = 1, 3
      if (present(r)) then
        b(i) = b(i) + r%v(i) + r%in%w(1)
      else
        b(i) = -1
      end if
    end do
  end subroutine
  subroutine unstructured(r, b)
    class(record), optional :: r
    integer, intent(inout) :: b(:)
    integer :: i
    !$acc enter data copyin(r%v, r%in%w(2:)) if(present(r))
    if (present(r)) then
      r%v = 0
      !$acc update device(r%v(2:3)) if(present(r))
      !$acc parallel loop present(r%v)
      do i = 1, 3
        r%v(i) = r%v(i) + 10*i
      end do
    end if
    !$acc update self(r%v) if(present(r))
    if (present(r)) b = r%v
    !$acc host_data use_device(r%v) if(present(r))
    !$acc end host_data
    !$acc exit data delete(r%v, r%in%w(2:)) if(present(r))
  end subroutine
  subroutine elements(r, s, k, b)
    type(record), optional :: r(:), s(3)
    integer, intent(in) :: k
    integer, intent(inout) :: b(:)
    integer :: i
    !$acc data copy(r(k)%v) if(present(r))
    !$acc data copy(s(k)%v(1:s(k)%n)) if(present(s))
    if (present(r) .and. present(s)) then
      !$acc parallel loop present(r(k)%v, s(k)%v(1:2))
      do i = 1, 2
        r(k)%v(i) = r(k)%v(i) + s(k)%v(i)
      end do
    end if
    !$acc end data
    !$acc end data
    if (present(r)) b = r(k)%v
  end subroutine
end module

program main
  use records
  use testing
  implicit none
  type(record) :: r, a(3), c(3)
  integer :: b(3), i
  allocate (r%v(3), source=5)
  allocate (r%in%w(4), source=7)
  b = 0
  call structured(r, b)
  call expect_equal(b, [13, 14, 15], 'structured')
  call structured(b=b)
  call expect_equal(b, [-1, -1, -1], 'structured, absent')
  call unstructured(r, b)
  call expect_equal(b, [16, 20, 30], 'unstructured')
  call unstructured(b=b)
  call expect_equal(b, [16, 20, 30], 'unstructured, absent')
  do i = 1, 3
    allocate (a(i)%v(3), source=i)
    allocate (c(i)%v(3), source=10*i)
  end do
  call elements(a, c, 2, b)
  call expect_equal(b, [22, 22, 2], 'elements')
  call elements(k=2, b=b)
  call expect_equal(b, [22, 22, 2], 'elements, absent')
  call finish()
end program
