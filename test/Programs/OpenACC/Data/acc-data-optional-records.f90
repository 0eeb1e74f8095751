!===-- acc-data-optional-records.f90 - Optional records in constructs ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! A record that is an optional argument may be absent where no iteration uses it,
! or where the construct asks for it: what is determined of its components before
! the construct is that of a record of zeros. Where it is present, its components
! are copied one by one though the construct asks.
!
!===----------------------------------------------------------------------===!

module work
  implicit none
  type node
    integer :: k = 1, l = 2
    integer, allocatable :: a(:)
  end type
  type, extends(node) :: wide
    integer :: z = 4
  end type
  type tree
    integer :: n = 3
    type(node) :: x(2), z
    type(node), allocatable :: y(:)
  end type
contains
  subroutine element(r, n, b)
    integer, intent(in) :: n
    type(node), optional :: r(:)
    integer, intent(inout) :: b(:)
    integer :: i
    !$acc parallel loop copy(b)
    do i = 1, n
      b(i) = b(i) + r(n/2+1)%a(i)
      r(n/2+1)%a(i) = 5
    end do
  end subroutine

  subroutine element_or_none(r, n, b)
    integer, intent(in) :: n
    type(node), optional :: r(:)
    integer, intent(inout) :: b(:)
    integer :: i
    !$acc parallel loop copy(b)
    do i = 1, n
      if (present(r)) then
        b(i) = b(i) + r(n/2+1)%a(i)
        r(n/2+1)%a(i) = 6
      else
        b(i) = 12
      end if
    end do
  end subroutine

  subroutine explicit(r, n, b)
    integer, intent(in) :: n
    type(node), optional :: r(0:n)
    integer, intent(inout) :: b(:)
    integer :: i
    !$acc parallel loop copy(b)
    do i = 1, n
      b(i) = b(i) + r(1)%a(i)
      r(1)%a(i) = 7
    end do
  end subroutine

  subroutine scalar(r, n, b)
    integer, intent(in) :: n
    type(node), optional :: r
    integer, intent(inout) :: b(:)
    integer :: i
    !$acc kernels copy(b)
    do i = 1, n
      b(i) = b(i) + r%a(i) + r%k
      r%a(i) = 8
    end do
    !$acc end kernels
  end subroutine

  subroutine scalar_or_none(r, n, b)
    integer, intent(in) :: n
    type(node), optional :: r
    integer, intent(inout) :: b(:)
    integer :: i
    !$acc parallel loop copy(b)
    do i = 1, n
      if (present(r)) then
        b(i) = b(i) + r%a(i)
        r%a(i) = 9
      else
        b(i) = 7
      end if
    end do
  end subroutine

  subroutine polymorphic(r, n, b)
    integer, intent(in) :: n
    class(node), optional :: r
    integer, intent(inout) :: b(:)
    integer :: i
    !$acc parallel loop copy(b)
    do i = 1, n
      b(i) = b(i) + r%a(i)
      r%a(i) = 10
    end do
  end subroutine

  subroutine allocated(r, n, b)
    integer, intent(in) :: n
    type(node), allocatable, optional :: r
    integer, intent(inout) :: b(:)
    integer :: i
    !$acc parallel loop copy(b)
    do i = 1, n
      b(i) = b(i) + r%a(i)
      r%a(i) = 11
    end do
  end subroutine

  subroutine pointers(r, n, b)
    integer, intent(in) :: n
    type(node), pointer, optional :: r(:)
    integer, intent(inout) :: b(:)
    integer :: i
    !$acc parallel loop copy(b)
    do i = 1, n
      b(i) = b(i) + r(2)%a(i)
      r(2)%a(i) = 12
    end do
  end subroutine

  subroutine polymorphic_elements(r, n, b)
    integer, intent(in) :: n
    class(node), optional :: r(:)
    integer, intent(inout) :: b(:)
    integer :: i
    !$acc parallel loop copy(b)
    do i = 1, n
      b(i) = b(i) + r(2)%a(i)
      r(2)%a(i) = 13
    end do
  end subroutine

  subroutine each_element(r, n, b)
    integer, intent(in) :: n
    type(node), optional :: r(:)
    integer, intent(inout) :: b(:)
    integer :: i
    !$acc parallel loop copy(b)
    do i = 1, n
      if (present(r)) then
        b(i) = b(i) + r(mod(i, 2) + 1)%a(i) + size(r)
        r(mod(i, 2) + 1)%a(i) = 14
      else
        b(i) = 4
      end if
    end do
  end subroutine

  subroutine allocated_elements(r, n, b)
    integer, intent(in) :: n
    type(node), allocatable, optional :: r(:)
    integer, intent(inout) :: b(:)
    integer :: i
    !$acc parallel loop copy(b)
    do i = 1, n
      if (present(r)) then
        b(i) = b(i) + r(2)%a(i) + size(r)
        r(2)%a(i) = 15
      else
        b(i) = 4
      end if
    end do
  end subroutine

  subroutine array_in_record(r, n, b)
    integer, intent(in) :: n
    type(tree), optional :: r
    integer, intent(inout) :: b(:)
    integer :: i
    !$acc parallel loop copy(b)
    do i = 1, n
      b(i) = b(i) + r%x(2)%a(i) + r%n
      r%x(2)%a(i) = 16
    end do
  end subroutine

  subroutine array_behind_record(r, n, b)
    integer, intent(in) :: n
    type(tree), optional :: r
    integer, intent(inout) :: b(:)
    integer :: i
    !$acc kernels copy(b)
    do i = 1, n
      b(i) = b(i) + r%y(n-2)%a(i) + r%x(n-2)%k
      r%y(n-2)%a(i) = 17
    end do
    !$acc end kernels
  end subroutine

  subroutine parts_or_none(r, n, b)
    integer, intent(in) :: n
    class(tree), optional :: r
    integer, intent(inout) :: b(:)
    integer :: i
    !$acc parallel loop copy(b)
    do i = 1, n
      if (present(r)) then
        b(i) = b(i) + r%y(2)%a(i) + r%n + r%z%a(i) + r%z%k
        r%y(2)%a(i) = 18
      else
        b(i) = 100
      end if
    end do
  end subroutine

  subroutine limit(r, n, b)
    integer, intent(in) :: n
    type(node), optional :: r
    integer, intent(inout) :: b(:)
    integer :: i, j
    !$acc parallel loop copy(b)
    do i = 1, n
      !$acc loop seq
      do j = 1, r%k
        b(i) = b(i) + r%a(j)
      end do
    end do
  end subroutine

end module

program main
  use testing
  use work
  implicit none
  integer :: b(4)
  type(node), target :: r(4)
  type(wide) :: w(3)
  type(node), allocatable :: one, all(:)
  type(node), pointer :: p(:)
  type(tree) :: t
  b = 1
  call element(n=0, b=b)
  call expect_equal(b, [1, 1, 1, 1], 'element, missing')
  b = 1
  call element_or_none(n=0, b=b)
  call expect_equal(b, [1, 1, 1, 1], 'element_or_none, missing')
  call element_or_none(n=3, b=b)
  call expect_equal(b, [12, 12, 12, 1], 'element_or_none, missing, three iterations')
  b = 1
  call explicit(n=0, b=b)
  call expect_equal(b, [1, 1, 1, 1], 'explicit, missing')
  b = 1
  call scalar(n=0, b=b)
  call expect_equal(b, [1, 1, 1, 1], 'scalar, missing')
  b = 1
  call scalar_or_none(n=0, b=b)
  call expect_equal(b, [1, 1, 1, 1], 'scalar_or_none, missing')
  call scalar_or_none(n=3, b=b)
  call expect_equal(b, [7, 7, 7, 1], 'scalar_or_none, missing, three iterations')
  b = 1
  call polymorphic(n=0, b=b)
  call expect_equal(b, [1, 1, 1, 1], 'polymorphic, missing')
  b = 1
  call allocated(n=0, b=b)
  call expect_equal(b, [1, 1, 1, 1], 'allocated, missing')
  b = 1
  call pointers(n=0, b=b)
  call expect_equal(b, [1, 1, 1, 1], 'pointers, missing')
  b = 1
  call polymorphic_elements(n=0, b=b)
  call expect_equal(b, [1, 1, 1, 1], 'polymorphic_elements, missing')
  b = 1
  call each_element(n=0, b=b)
  call expect_equal(b, [1, 1, 1, 1], 'each_element, missing')
  call each_element(n=3, b=b)
  call expect_equal(b, [4, 4, 4, 1], 'each_element, missing, three iterations')
  b = 1
  call allocated_elements(n=0, b=b)
  call expect_equal(b, [1, 1, 1, 1], 'allocated_elements, missing')
  call allocated_elements(n=3, b=b)
  call expect_equal(b, [4, 4, 4, 1], 'allocated_elements, missing, three iterations')
  b = 1
  call array_in_record(n=0, b=b)
  call expect_equal(b, [1, 1, 1, 1], 'array_in_record, missing')
  b = 1
  call array_behind_record(n=0, b=b)
  call expect_equal(b, [1, 1, 1, 1], 'array_behind_record, missing')
  b = 1
  call parts_or_none(n=0, b=b)
  call expect_equal(b, [1, 1, 1, 1], 'parts_or_none, missing')
  call parts_or_none(n=3, b=b)
  call expect_equal(b, [100, 100, 100, 1], 'parts_or_none, missing, three iterations')
  b = 1
  call limit(n=0, b=b)
  call expect_equal(b, [1, 1, 1, 1], 'limit, missing')
  call begin
  call element(r, 3, b)
  call expect_equal(b, [3, 3, 3, 1], 'element')
  call expect_equal(r(2)%a(:3), [5, 5, 5], 'of element')
  call begin
  call element_or_none(r, 3, b)
  call expect_equal(b, [3, 3, 3, 1], 'element_or_none')
  call expect_equal(r(2)%a(:3), [6, 6, 6], 'of element_or_none')
  call begin
  call explicit(r, 3, b)
  call expect_equal(b, [3, 3, 3, 1], 'explicit')
  call expect_equal(r(2)%a(:3), [7, 7, 7], 'of explicit')
  call begin
  call scalar(r(1), 3, b)
  call expect_equal(b, [3, 3, 3, 1], 'scalar')
  call expect_equal(r(1)%a(:3), [8, 8, 8], 'of scalar')
  call begin
  call scalar_or_none(r(1), 3, b)
  call expect_equal(b, [2, 2, 2, 1], 'scalar_or_none')
  call expect_equal(r(1)%a(:3), [9, 9, 9], 'of scalar_or_none')
  call begin
  call polymorphic(r(1), 3, b)
  call expect_equal(b, [2, 2, 2, 1], 'polymorphic')
  call expect_equal(r(1)%a(:3), [10, 10, 10], 'of polymorphic')
  call begin
  call polymorphic(w(1), 3, b)
  call expect_equal(b, [2, 2, 2, 1], 'polymorphic')
  call expect_equal(w(1)%a(:3), [10, 10, 10], 'of polymorphic')
  call begin
  call allocated(one, 3, b)
  call expect_equal(b, [2, 2, 2, 1], 'allocated')
  call expect_equal(one%a(:3), [11, 11, 11], 'of allocated')
  call begin
  call pointers(p, 3, b)
  call expect_equal(b, [3, 3, 3, 1], 'pointers')
  call expect_equal(p(2)%a(:3), [12, 12, 12], 'of pointers')
  call begin
  call polymorphic_elements(r, 3, b)
  call expect_equal(b, [3, 3, 3, 1], 'polymorphic_elements')
  call expect_equal(r(2)%a(:3), [13, 13, 13], 'of polymorphic_elements')
  call begin
  call polymorphic_elements(w, 3, b)
  call expect_equal(b, [3, 3, 3, 1], 'polymorphic_elements')
  call expect_equal(w(2)%a(:3), [13, 13, 13], 'of polymorphic_elements')
  call begin
  call each_element(r(1:2), 3, b)
  call expect_equal(b, [5, 4, 5, 1], 'each_element')
  call expect_equal([r(1)%a, r(2)%a], [1, 14, 1, 1, 14, 2, 14, 2], 'of each_element')
  call begin
  call allocated_elements(all, 3, b)
  call expect_equal(b, [6, 6, 6, 1], 'allocated_elements')
  call expect_equal(all(2)%a(:3), [15, 15, 15], 'of allocated_elements')
  call begin
  call array_in_record(t, 3, b)
  call expect_equal(b, [6, 6, 6, 1], 'array_in_record')
  call expect_equal(t%x(2)%a(:3), [16, 16, 16], 'of array_in_record')
  call begin
  call array_behind_record(t, 3, b)
  call expect_equal(b, [3, 3, 3, 1], 'array_behind_record')
  call expect_equal(t%y(1)%a(:3), [17, 17, 17], 'of array_behind_record')
  call begin
  call parts_or_none(t, 3, b)
  call expect_equal(b, [12, 12, 12, 1], 'parts_or_none')
  call expect_equal(t%y(2)%a(:3), [18, 18, 18], 'of parts_or_none')
  call begin
  r(3)%k = 2
  call limit(r(3), 3, b)
  call expect_equal(b, [7, 7, 7, 1], 'limit')
  call finish()
contains
  subroutine begin
    integer :: i
    b = 1
    r = [(node(a=[i, i, i, i]), i=1, 4)]
    w = [(wide(a=[i, i, i, i]), i=1, 3)]
    one = r(1)
    all = r(1:3)
    p => r
    t%x = r(1:2)
    t%y = r(1:2)
    t%z = node(a=[5, 5, 5, 5])
  end subroutine
end program
