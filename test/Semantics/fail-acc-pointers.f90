!===-- fail-acc-pointers.f90 - Pointers that device code associates --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s > %t.txt 2>&1
! RUN: FileCheck %s --implicit-check-not=error: < %t.txt
!
! A kernel has copies of the host's descriptors: what it makes them point to is
! lost. Private pointers, those that only one kernel names, and a construct's
! own may be associated. Records that are present keep what their components
! point to.
!
!===----------------------------------------------------------------------===!

module shared_pointers
  implicit none
  real, pointer :: p(:), q(:)
  real, target :: x(10), y(10)
  !$acc declare create(q, x, y)
  type :: node
    real, pointer :: u(:)
  end type
contains
  subroutine choose(which)
    !$acc routine seq
    real, pointer :: which(:)
    which => x
  end subroutine

  subroutine keep(which)
    !$acc routine seq
    real, pointer, intent(in) :: which(:)
    real, pointer :: own(:)
    own => which
    own(1) = 2
  end subroutine

  subroutine set()
    !$acc routine seq
    ! CHECK: :[[#@LINE+1]]:5: error: Pointer 'q' may not be associated in the acc routine 'set', whose own it is not: neither the host nor another kernel would know its target
    q => x
    ! CHECK: :[[#@LINE+1]]:13: error: Pointer 'q' may not be associated in the acc routine 'set'
    nullify(q)
  end subroutine

  subroutine of_module()
    !$acc serial
    ! CHECK: :[[#@LINE+1]]:5: error: Pointer 'p' may not be associated in a compute construct, unless it is private: neither the host nor another kernel would know its target
    p => x
    ! CHECK: :[[#@LINE+1]]:5: error: Pointer 'q' may not be associated in a compute construct
    q => x(2:)
    !$acc end serial
    !$acc parallel
    ! CHECK: :[[#@LINE+1]]:13: error: Pointer 'p' may not be associated in a compute construct
    nullify(p)
    !$acc end parallel
    !$acc kernels
    ! CHECK: :[[#@LINE+1]]:5: error: Pointer 'p' may not be associated in a compute construct
    call choose(p)
    call keep(p)
    !$acc end kernels
  end subroutine

  subroutine of_caller(d)
    real, pointer :: d(:)
    real, pointer, save :: s(:)
    !$acc serial
    ! CHECK: :[[#@LINE+1]]:5: error: Pointer 'd' may not be associated in a compute construct
    d => x
    ! CHECK: :[[#@LINE+1]]:5: error: Pointer 's' may not be associated in a compute construct
    s => x
    !$acc end serial
  end subroutine

  subroutine of_procedure()
    real, pointer :: u(:), v(:), w(:), z(:)
    integer :: i
    !$acc parallel loop
    do i = 1, 10
      ! CHECK: :[[#@LINE+1]]:7: error: Pointer 'u' may not be associated in a compute construct
      u => x(i:)
      u(1) = 1
    end do
    ! The host reads it.
    print *, u(1)
    !$acc kernels
    ! CHECK: :[[#@LINE+1]]:5: error: Pointer 'v' may not be associated in a compute construct
    v => x
    do i = 1, 10
      v(i) = 1
    end do
    !$acc end kernels
    !$acc data copyin(w)
    !$acc serial
    ! CHECK: :[[#@LINE+1]]:5: error: Pointer 'w' may not be associated in a compute construct
    w => x
    !$acc end serial
    !$acc end data
    !$acc serial
    ! CHECK: :[[#@LINE+1]]:5: error: Pointer 'z' may not be associated in a compute construct
    z => x
    !$acc end serial
    !$acc serial
    z(1) = 1
    !$acc end serial
  end subroutine

  subroutine of_records(r, s)
    type(node) :: r, s, t
    !$acc kernels
    ! CHECK: :[[#@LINE+1]]:7: warning: A pointer of 'r' is associated in a kernel, and no data clause names 'r': unless it is present, neither the host nor another kernel will know the target
    r%u => x
    s%u => x
    !$acc end kernels
    !$acc serial present(s)
    s%u(1) = 1
    !$acc end serial
    !$acc serial
    t%u => x
    t%u(2) = 1
    !$acc end serial
  end subroutine

  subroutine fine(d)
    real, pointer :: d(:)
    real, pointer :: u(:), v(:)
    integer :: i
    !$acc parallel loop private(d)
    do i = 1, 10
      d => x(i:)
      d(1) = 1
    end do
    !$acc parallel
    !$acc loop private(p)
    do i = 1, 10
      call choose(p)
      p(i) = 1
    end do
    !$acc end parallel
    !$acc parallel loop
    do i = 1, 10
      u => x(i:)
      u(1) = 1
    end do
    !$acc serial
    v => x
    v(1) = 2
    block
      real, pointer :: w(:)
      w => x
      w(2) = v(1)
    end block
    !$acc end serial
  end subroutine
end module
