!===-- fail-acc-declare-block.f90 - DECLARE in BLOCK constructs ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
!
! Device code can make no data, and threads of the host would share theirs.
!
!===----------------------------------------------------------------------===!

subroutine host(n, r)
  implicit none
  integer :: n, r(n), i
  ! CHECK-NOT: error
  if (n > 3) then
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
  end if
  !$acc data copy(r)
  do i = 1, n
    block
      integer :: c(i)
      !$acc declare create(c)
      c = 0
    end block
  end do
  !$acc end data
  !$acc parallel loop
  do i = 1, n
    block
      integer :: d(3)
      ! CHECK: :[[#@LINE+1]]:13: error: A BLOCK construct that several threads may run may not have a DECLARE directive
      !$acc declare create(d)
      d = 0
    end block
  end do
  !$acc serial
  block
    integer :: e(n)
    ! CHECK: :[[#@LINE+1]]:11: error: A BLOCK construct that several threads
    !$acc declare create(e)
    e = 0
  end block
  !$acc end serial
  do concurrent (i = 1:n)
    block
      integer :: f(3)
      ! CHECK: :[[#@LINE+1]]:13: error: A BLOCK construct that several threads
      !$acc declare create(f)
      f = 0
    end block
  end do
  ! CHECK-NOT: error
  do concurrent (i = 1:n)
    block
      integer, save :: g(3)
      !$acc declare link(g)
      r(i) = g(1)
    end block
  end do
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
