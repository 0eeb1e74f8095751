!===-- address-targets.f90 - C_LOC of what is no target -------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run}
!
! Profilers' interfaces are written like this: other compilers take C_LOC of any
! variable.
!
!===----------------------------------------------------------------------===!

module ranges
  use iso_c_binding
  implicit none
  character(len=16), private :: label
  type, bind(c) :: attributes_t
    integer(c_int) :: size = 16
    type(c_ptr) :: message
  end type
contains
  subroutine begin(name, event)
    character(len=*) :: name
    type(attributes_t), intent(out) :: event
    character(len=1), pointer :: text(:)
    integer :: i
    label = 'before'
    ! The write between the address and its use must be seen.
    event%message = c_loc(label)
    label = trim(name)//c_null_char
    call c_f_pointer(event%message, text, [len_trim(name)])
    do i = 1, len_trim(name)
      if (text(i) /= name(i:i)) error stop 'wrong text'
    end do
  end subroutine
end module

program main
  use ranges
  implicit none
  type(attributes_t) :: event
  real :: values(4)
  real, pointer :: view(:)
  call begin('solve', event)
  if (event%size /= 16) error stop 'wrong size'
  values = [1.0, 2.0, 3.0, 4.0]
  call c_f_pointer(c_loc(values(2)), view, [3])
  values(3) = 30.0
  if (any(view /= [2.0, 30.0, 4.0])) error stop 'wrong values'
  print *, 'PASS'
end program
