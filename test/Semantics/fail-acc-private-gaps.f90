!===-- fail-acc-private-gaps.f90 - Types of which Flang makes no copy -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -rf %t.dir && split-file %s %t.dir && cd %t.dir
! RUN: not %{compile} -acc -c characters.f90 2>&1 | FileCheck characters.f90
! RUN: not %{compile} -acc -c components.f90 2>&1 | FileCheck components.f90
! RUN: not %{compile} -acc -c concurrent.f90 2>&1 | FileCheck concurrent.f90
!
! Flang's lowering stops at them.
!
!===----------------------------------------------------------------------===!

!--- characters.f90
subroutine s(n, d)
  integer :: n, i
  character(4), pointer :: d
  ! CHECK: :[[#@LINE+1]]:31: error: a scalar character pointer, or a polymorphic one, that is private or firstprivate is not supported
  !$acc parallel loop private(d)
  do i = 1, n
    d = 'a'
  end do
end subroutine
!--- components.f90
subroutine s(n, d)
  integer :: n, i
  type t
    class(*), allocatable :: x
  end type
  type(t) :: d
  ! CHECK: :[[#@LINE+1]]:31: error: a private variable with polymorphic components, or a pointer to an array with allocatable ones, is not supported
  !$acc parallel loop private(d)
  do i = 1, n
    d = t()
  end do
end subroutine
!--- concurrent.f90
subroutine s(n, a)
  integer :: n, i, x
  real :: a(n)
  x = 1
  !$acc parallel
  ! CHECK: :[[#@LINE+1]]:3: error: DO CONCURRENT with a label and LOCAL_INIT or REDUCE is not supported in a compute construct
  do 10 concurrent (i = 1:n) local_init(x)
    a(i) = x
10 continue
  !$acc end parallel
end subroutine
