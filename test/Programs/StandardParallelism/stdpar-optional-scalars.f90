!===-- stdpar-optional-scalars.f90 - Absent scalars in DO CONCURRENT --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{compile} -stdpar -gpu=check %{testing} %s -o %t.dir/checked
! RUN: %run %t.dir/checked | %{check-pass}
!
! An optional scalar that iterations define is each iteration's own, and still
! absent where it is absent. What several iterations define has no value behind
! the construct, but that is no race.
!
!===----------------------------------------------------------------------===!

module scalars
  implicit none
contains
  subroutine define(b, o)
    integer, intent(inout) :: b(:)
    integer, intent(inout), optional :: o
    integer :: i
    do concurrent (i = 1:size(b))
      if (present(o)) then
        o = i
        b(i) = b(i) + o
      end if
    end do
  end subroutine

  subroutine define_complex(b, z)
    integer, intent(inout) :: b(:)
    complex(8), intent(inout), optional :: z
    integer :: i
    do concurrent (i = 1:size(b))
      if (present(z)) then
        z = cmplx(i, -i, 8)
        b(i) = int(z%re - z%im)
      end if
    end do
  end subroutine

  subroutine count_by(b, o)
    integer, intent(inout) :: b(:)
    integer, intent(inout), optional :: o
    integer :: i
    do concurrent (i = 1:size(b))
      if (i == 3 .and. present(o)) then
        do o = 1, 4
          b(i) = b(i) + o
        end do
      end if
    end do
  end subroutine

  ! Of those that define `x`, none reads another one's.
  subroutine define_some(b, x)
    integer, intent(inout) :: b(:)
    integer(2), intent(inout) :: x
    integer :: i
    do concurrent (i = 1:size(b))
      if (mod(i, 7) == 0) then
        x = int(i, 2)
        b(i) = x
      end if
    end do
  end subroutine
end module

program main
  use scalars
  use testing
  implicit none
  integer, parameter :: n = 300
  integer :: b(n), i, v
  integer(2) :: x
  complex(8) :: z
  b = 0
  call define(b)
  call define_complex(b)
  call count_by(b)
  call expect_equal(b, [(0, i = 1, n)], 'absent')
  call define(b, v)
  call expect_equal(b, [(i, i = 1, n)], 'present')
  call define_complex(b, z)
  call expect_equal(b, [(2*i, i = 1, n)], 'complex')
  b = 0
  call count_by(b, v)
  call expect_equal([sum(b), b(3), v], [10, 10, 5], 'of a loop')
  b = 0
  call define_some(b, x)
  call expect_equal(b, [(merge(i, 0, mod(i, 7) == 0), i = 1, n)], 'of some')
  x = 8
  call expect_equal([int(x)], [8], 'defined again')
  call finish
end program
