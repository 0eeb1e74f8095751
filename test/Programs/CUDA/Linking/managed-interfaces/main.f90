!===-- main.f90 - Interfaces of module files with -stdpar ------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -c %S/Inputs/shapes.f90 -o %t.dir/shapes.o
! RUN: %{compile} -stdpar %{testing} %s %t.dir/shapes.o -o %t.dir/both
! RUN: %run %t.dir/both | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -c %S/Inputs/shapes.f90 -o %t.dir/shapes.o
! RUN: %{compile} %{testing} %s %t.dir/shapes.o -o %t.dir/module
! RUN: %run %t.dir/module | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -c %S/Inputs/shapes.f90 -o %t.dir/shapes.o
! RUN: %{compile} -stdpar %{testing} %s %t.dir/shapes.o -o %t.dir/main
! RUN: %run %t.dir/main | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -acc -gpu=managed -c %S/Inputs/shapes.f90 -o %t.dir/shapes.o
! RUN: %{compile} -acc %{testing} %s %t.dir/shapes.o -o %t.dir/acc
! RUN: %run %t.dir/acc | %{check-pass}
!
! The option that makes allocatables managed is no part of their types: overrides,
! deferred bindings, procedure pointers and dummy procedures match those of a module
! file, and files with and without the option free each other's memory.
!
!===----------------------------------------------------------------------===!

module squares
  use shapes
  implicit none
  type, extends(shape) :: square
  contains
    procedure :: points => corners
    procedure :: append => append_two
  end type
contains
  function corners(this) result(r)
    class(square), intent(in) :: this
    real, allocatable :: r(:)
    r = [1., 2.]
  end function
  subroutine append_two(this, x)
    class(square), intent(in) :: this
    real, allocatable, intent(inout) :: x(:)
    x = [x, 2.]
  end subroutine
  subroutine double(x)
    real, allocatable, intent(inout) :: x(:)
    x = [x, x]
  end subroutine
end module

program main
  use testing
  use squares
  implicit none
  type(square) :: s
  procedure(change), pointer :: p
  procedure(maker), pointer :: make
  real, allocatable :: x(:), kept(:)
  integer :: i
  x = s%points()
  call s%append(x)
  call apply(double, x)
  p => double
  call p(x)
  call expect_equal(size(x), 12, 'size')
  call expect_equal(sum(x), 20., 'sum')
  do i = 1, 4
    call replace(x)
  end do
  call expect_equal(sum(x), 320., 'replaced')
  call move_alloc(x, kept)
  make => ones
  x = make(1000)
  do concurrent (i=1:1000)
    x(i) = x(i) + i
  end do
  call expect_equal(sum(x), 501500., 'on the device')
  call drop(x)
  call drop(kept)
  call expect(.not. allocated(x), 'dropped')
  allocate (table(3), source=4.)
  table = [table, 5.]
  call drop(table)
  call finish()
end program
