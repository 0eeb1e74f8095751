!===-- host-assigned-formats.f90 - Assigned formats, asynchronous data ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run}
! RUN: %{fresh-folder} && %{compile} -cuda %{testing} %s -o %t.dir/cuda
! RUN: %run %t.dir/cuda | %{check-pass}
! RUN: %{compile} -acc -O1 %{testing} %s -o %t.dir/acc
! RUN: %run %t.dir/acc | %{check-pass}
!
! Statements of host code that make blocks with arguments, and constants in
! asynchronous transfers.
!
!===----------------------------------------------------------------------===!

module constants
  implicit none
  integer, parameter :: in_module(2) = [8, 9]
end module

program main
  use testing
  use constants
  implicit none
  integer, parameter :: table(3) = [1, 2, 3], one = 7
  integer :: chosen, unit, read_back(9), i
  character(20) :: text
  do i = 1, 2
    if (i == 1) then
      assign 100 to chosen
    else
      assign 200 to chosen
    end if
    write (text, chosen) 42
    call expect(text == merge('v=   42', '42 is v', i == 1), 'a format')
  end do
100 format('v=', i5)
200 format(i2, ' is v')
  open (newunit=unit, status='scratch', form='unformatted', &
        asynchronous='yes', access='stream')
  write (unit, asynchronous='yes') table
  write (unit, asynchronous='yes') table(2), one, in_module
  wait (unit)
  rewind (unit)
  read (unit) read_back(1:7)
  call expect_equal(read_back(1:7), [1, 2, 3, 2, 7, 8, 9], 'constants')
  call finish()
end program
