!===-- acc-api-include.f90 - INCLUDE 'openacc_lib.h' -----------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -rf %t.dir && split-file %s %t.dir
! RUN: cd %t.dir && %warpfort -acc %{testing} main.f90 fixed.f -o program 2>&1 | FileCheck %s --allow-empty --check-prefix=NONE
! NONE-NOT: warning
! RUN: %run %t.dir/program | %{check-pass}
!
! The header is found without an option and serves both source forms, with and
! without implicit types, beside the module in other scopes.
!
!===----------------------------------------------------------------------===!

!--- main.f90
subroutine old_style(total)
  include 'openacc_lib.h'
  integer total, k(5)
  k = 4
  call acc_copyin(k)
  k = 0
  call acc_copyout(k)
  total = sum(k)
end subroutine

program main
  use testing
  implicit none
  include 'openacc_lib.h'
  integer :: a(12), total
  real :: x(3, 3)
  integer(acc_device_kind) :: type
  type = acc_get_device_type()
  call acc_init(type)
  call old_style(total)
  call expect_equal(total, 20, 'a procedure without IMPLICIT NONE')
  call fixed(a, 12)
  call expect_equal(sum(a), 78, 'fixed form')
  x = 2
  call acc_create(x)
  call acc_update_device(x(:, 2))
  x = 0
  call acc_update_self(x(2, 2))
  call expect_equal(sum(x), 2., 'one element')
  call acc_delete(x)
  call in_module()
  call finish()
contains
  subroutine in_module()
    use openacc, only: acc_is_present
    call expect(.not. acc_is_present(a), 'module openacc')
  end subroutine
end program
!--- fixed.f
C The same in fixed form.
      subroutine fixed(a, n)
      include 'openacc_lib.h'
      integer n, i, old
      integer a(n)
      do 10 i = 1, n
   10 a(i) = i
      call acc_copyin(a)
      old = a(n)
      a(n) = 0
      call acc_copyout(a)
      if (a(n) .ne. old) error stop 'acc_copyin in fixed form'
      call acc_create(a, 4*n)
      if (.not. acc_is_present(a(1), 4)) error stop 'acc_is_present'
      call acc_update_device_async(a(1:n:2), acc_async_noval)
      call acc_wait(acc_async_noval)
      call acc_delete(a, 4*n)
      if (acc_get_num_devices(acc_get_device_type()) .lt. 1)
     &  error stop 'acc_get_num_devices'
      end
