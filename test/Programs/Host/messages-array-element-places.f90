!===-- messages-array-element-places.f90 - Checked in every statement ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -w -cpp %s -o %t.dir/program
! RUN: not --crash %run %t.dir/program print 2>&1 | FileCheck %s --check-prefix=PRINT
! RUN: not --crash %run %t.dir/program write 2>&1 | FileCheck %s --check-prefix=WRITE
! RUN: not --crash %run %t.dir/program internal 2>&1 | FileCheck %s --check-prefix=INTERNAL
! RUN: not --crash %run %t.dir/program block 2>&1 | FileCheck %s --check-prefix=BLOCK
! RUN: not --crash %run %t.dir/program macro 2>&1 | FileCheck %s --check-prefix=MACRO
! RUN: not --crash %run %t.dir/program argument 2>&1 | FileCheck %s --check-prefix=ARGUMENT
! RUN: not --crash %run %t.dir/program bound 2>&1 | FileCheck %s --check-prefix=BOUND
! RUN: not --crash %run %t.dir/program types 2>&1 | FileCheck %s --check-prefix=TYPES
! RUN: %run %t.dir/program none 2>&1 | FileCheck %s --check-prefix=NONE
!
! The check whether elements follow each other is made wherever a call stands:
! among the items of PRINT and WRITE, in a specification expression, in a macro
! where the type of an object chooses the procedure, and where the procedure
! takes any type, as those of MPI do.
!
!===----------------------------------------------------------------------===!
#define ADD_TO_SECOND call add(x(2), 2)
#define ADD_TO(element) call add(element, 2)

module m
  implicit none
  type counter
    integer :: step = 1
  contains
    procedure :: advance
  end type
contains
  pure integer function total(x, n)
    integer, intent(in) :: n, x(n)
    total = sum(x)
  end function
  subroutine add(x, n)
    integer, value :: n
    integer, intent(inout) :: x(n)
    x = x + 1
  end subroutine
  subroutine advance(c, x, n)
    class(counter), intent(in) :: c
    integer, value :: n
    integer, intent(inout) :: x(n)
    x = x + c%step
  end subroutine
  subroutine take_any(bytes)
    integer(1), intent(in) :: bytes(*)
    !dir$ ignore_tkr(tkr) bytes
    if (bytes(1) /= 6) error stop 'wrong element'
  end subroutine
  subroutine use_element(x, what, c)
    integer, intent(inout) :: x(:)
    character(*), intent(in) :: what
    class(counter), intent(in) :: c
    character(5) :: text
    if (what == 'print' .or. what == 'none') then
      ! PRINT: messages-array-element-places.f90:[[#@LINE+1]]{{.*}}the elements of its array are not contiguous
      print *, 'print', total(x(2), 2)
    end if
    if (what == 'write' .or. what == 'none') then
      ! WRITE: messages-array-element-places.f90:[[#@LINE+1]]{{.*}}the elements of its array are not contiguous
      write (*, *) 'write', total(x(2), 2)
    end if
    if (what == 'internal' .or. what == 'none') then
      ! INTERNAL: messages-array-element-places.f90:[[#@LINE+1]]{{.*}}the elements of its array are not contiguous
      write (text, '(i5)') total(x(2), 2)
      print *, 'internal', text
    end if
    if (what == 'block' .or. what == 'none') then
      block
        ! BLOCK: messages-array-element-places.f90:[[#@LINE+1]]{{.*}}the elements of its array are not contiguous
        integer :: local(total(x(2), 2))
        print *, 'block', size(local)
      end block
    end if
    if (what == 'macro' .or. what == 'none') then
      ! MACRO: messages-array-element-places.f90:[[#@LINE+1]]{{.*}}the elements of its array are not contiguous
      ADD_TO_SECOND
    end if
    if (what == 'argument' .or. what == 'none') then
      ! ARGUMENT: messages-array-element-places.f90:[[#@LINE+1]]{{.*}}the elements of its array are not contiguous
      ADD_TO(x(2))
    end if
    if (what == 'bound' .or. what == 'none') then
      ! BOUND: messages-array-element-places.f90:[[#@LINE+1]]{{.*}}the elements of its array are not contiguous
      call c%advance(x(2), 2)
    end if
    if (what == 'types' .or. what == 'none') then
      ! TYPES: messages-array-element-places.f90:[[#@LINE+1]]{{.*}}the elements of its array are not contiguous
      call take_any(x(3))
    end if
  end subroutine
end module

program main
  use m
  implicit none
  integer :: a(6)
  character(8) :: what
  a = [1, 2, 3, 4, 5, 6]
  call get_command_argument(1, what)
  if (what /= 'none') then
    call use_element(a(::2), what, counter())
  else
    ! NONE: {{^}} print 5{{$}}
    ! NONE-NEXT: {{^}} write 5{{$}}
    ! NONE-NEXT: {{^}} internal    5{{$}}
    ! NONE-NEXT: {{^}} block 5{{$}}
    ! NONE-NEXT: {{^}} 1 5 6 4 5 6{{$}}
    call use_element(a(1:3), what, counter())
    print '(*(1x, i0))', a
  end if
end program
