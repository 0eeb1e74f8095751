!===-- fail-acc-declare-block.f90 - DECLARE in BLOCK constructs ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
!
! The data of DECLARE end with the procedure: a BLOCK construct that may not be run,
! or several times, cannot have it.
!
!===----------------------------------------------------------------------===!

subroutine host(n, r)
  implicit none
  integer :: n, r(n), i
  ! CHECK-NOT: error
  block
    integer :: a(n)
    !$acc declare create(a)
    associate (m => n)
      block
        integer :: b(m)
        !$acc declare create(b)
        b = 0
      end block
    end associate
    a = 0
  end block
  if (n > 3) then
    block
      integer :: c(3)
      ! CHECK: :[[#@LINE+1]]:13: error: A DECLARE directive in a BLOCK construct inside of another construct is not supported: use a DATA construct
      !$acc declare create(c)
      c = 0
    end block
  end if
  do i = 1, n
    block
      integer :: d(i)
      ! CHECK: :[[#@LINE+1]]:13: error: A DECLARE directive in a BLOCK construct
      !$acc declare create(d)
      d = 0
    end block
  end do
  !$acc data copy(r)
  block
    integer :: e(n)
    ! CHECK: :[[#@LINE+1]]:11: error: A DECLARE directive in a BLOCK construct
    !$acc declare create(e)
    e = 0
  end block
  !$acc end data
  ! CHECK-NOT: error
  if (n > 4) then
    block
      integer, save :: f(3)
      !$acc declare link(f)
      f = 0
    end block
  end if
end subroutine

subroutine routine(n, r)
  implicit none
  integer :: n, r(n), j
  !$acc routine seq
  if (n > 3) then
    block
      integer :: z(3)
      !$acc declare create(z)
      z(1) = 5
      r(1) = z(1)
    end block
  end if
end subroutine
