!===-- acc-kernels-repeated.f90 - What the host does, and a construct again --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! A construct repeats a statement that stands in front of it: descriptors, texts and
! absent arguments that are the same in both must be the device's in the construct.
!
!===----------------------------------------------------------------------===!

module tools
  implicit none
  type box
    integer :: n = 0
    character(len=6) :: name = 'abcdef'
  end type
contains
  subroutine fill(x, v)
    !$acc routine seq
    integer, intent(out) :: x(:)
    integer, value :: v
    x = v
  end subroutine

  subroutine fill_ten(x, v)
    !$acc routine seq
    integer, intent(out) :: x(10)
    integer, value :: v
    x = v
  end subroutine

  integer function extent(x)
    !$acc routine seq
    integer, intent(in), optional :: x(:)
    extent = -1
    if (present(x)) extent = size(x)
  end function

  subroutine upper(c)
    !$acc routine seq
    character(*), intent(inout) :: c
    integer :: i
    do i = 1, len(c)
      if (c(i:i) >= 'a' .and. c(i:i) <= 'z') then
        c(i:i) = achar(iachar(c(i:i)) - 32)
        exit
      end if
    end do
  end subroutine

  subroutine change(c, d)
    character(*), intent(inout) :: c, d(:)
    !$acc kernels
    call upper(c)
    call upper(d(2))
    !$acc end kernels
  end subroutine
end module

program main
  use testing
  use tools
  implicit none
  call sections()
  call absent_arguments()
  call texts()
  call finish()
contains
  subroutine sections()
    integer :: y(10, 6), x(10), w(2), i
    y = 0
    x = 0
    call fill(y(3, :), 9)
    call fill(x(1:10:3), 4)
    call fill(y(:, 5), 2)
    call fill_ten(y(:, 6), 3)
    w = pack(y(1:2, 6), [.true., .true.])
    call expect_equal(w, [3, 3], 'on the host')
    !$acc kernels
    y(:, 4) = y(1, 4) + 1
    call fill(y(:, 5), 2)
    call fill_ten(y(:, 6), 3)
    w = pack(y(1:2, 6), [.true., .true.])
    call fill(y(3, :), 9)
    call fill(x(1:10:3), 4)
    !$acc end kernels
    call expect_equal(y(3, :), [(9, i = 1, 6)], 'a row')
    call expect_equal(y(2, :), [0, 0, 0, 1, 2, 3], 'another row')
    call expect_equal(sum(y), 54 + 9 + 18 + 27, 'the columns')
    call expect_equal(w, [3, 3], 'a part of a column')
    call expect_equal(x, [4, 0, 0, 4, 0, 0, 4, 0, 0, 4], 'a section')
  end subroutine

  subroutine absent_arguments()
    integer :: r(2), x(5)
    real :: v(6)
    x = 1
    r = 0
    v(1:3) = pack([1., 2., 3., 4.], [.true., .false., .true., .true.])
    call expect_equal(extent() + extent(x), 4, 'on the host')
    !$acc kernels
    r(1) = extent()
    r(2) = extent(x)
    v(4:6) = pack([1., 2., 3., 4.], [.true., .false., .true., .true.])
    !$acc end kernels
    call expect_equal(r, [-1, 5], 'absent')
    call expect_equal(v, [1., 3., 4., 1., 3., 4.], 'without VECTOR')
  end subroutine

  subroutine texts()
    character(len=8) :: c, cc(3)
    type(box) :: b
    c = 'xyz'
    cc = 'pqr'
    call upper(c)
    call upper(c(2:3))
    call upper(cc(2))
    call upper(b%name)
    !$acc serial
    call upper(c)
    call upper(c(2:3))
    call upper(cc(2))
    call upper(b%name)
    b%n = len(b%name)
    !$acc end serial
    call expect_equal(c, 'XYZ', 'text')
    call expect_equal(cc(1), 'pqr', 'another element')
    call expect_equal(cc(2), 'PQr', 'element')
    call expect_equal(b%name, 'ABcdef', 'component')
    call expect_equal(b%n, 6, 'another component')
    cc = 'pqr'
    c = 'xyz'
    call change(c(2:3), cc)
    call expect_equal(c, 'xYz', 'dummy')
    call expect_equal(cc(2), 'Pqr', 'element of a dummy')
  end subroutine
end program
