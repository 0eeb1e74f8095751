!===-- shapes.f90 - Interfaces with allocatables ---------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!

module shapes
  implicit none
  type, abstract :: shape
  contains
    procedure(points_of), deferred :: points
    procedure :: append => append_one
  end type
  abstract interface
    function points_of(this) result(r)
      import shape
      class(shape), intent(in) :: this
      real, allocatable :: r(:)
    end function
    subroutine change(x)
      real, allocatable, intent(inout) :: x(:)
    end subroutine
    function maker(n) result(r)
      integer, intent(in) :: n
      real, allocatable :: r(:)
    end function
  end interface
  real, allocatable :: table(:)
contains
  subroutine append_one(this, x)
    class(shape), intent(in) :: this
    real, allocatable, intent(inout) :: x(:)
    x = [x, 1.]
  end subroutine
  subroutine apply(s, x)
    procedure(change) :: s
    real, allocatable, intent(inout) :: x(:)
    call s(x)
  end subroutine
  function ones(n) result(r)
    integer, intent(in) :: n
    real, allocatable :: r(:)
    allocate (r(n), source=1.)
  end function
  subroutine replace(x)
    real, allocatable, intent(inout) :: x(:)
    real, allocatable :: t(:)
    t = 2*x
    call move_alloc(t, x)
  end subroutine
  subroutine drop(x)
    real, allocatable, intent(inout) :: x(:)
    deallocate (x)
  end subroutine
end module
