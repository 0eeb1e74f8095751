!===-- fail-acc-routine-calls.f90 - Calls that lack routine information, or have the wrong level --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
!
! A procedure that a compute construct or a routine calls is a routine itself,
! of a level whose threads are free there.
!
!===----------------------------------------------------------------------===!

module m
  implicit none
  type :: counter
    integer :: n
  contains
    procedure :: next
    procedure, nopass :: without => plain
  end type
  abstract interface
    integer function one_of(i)
      integer, intent(in) :: i
    end function
  end interface
  interface operator(.plus.)
    module procedure add
  end interface
contains
  integer function plain(i)
    integer, intent(in) :: i
    plain = i
  end function
  integer function add(i, k)
    integer, intent(in) :: i, k
    add = i + k
  end function
  integer function next(c)
    class(counter), intent(in) :: c
    next = c%n + 1
  end function
  integer function seq_one(i)
    !$acc routine seq
    integer, intent(in) :: i
    seq_one = i
  end function
  subroutine vector_one(x, n)
    !$acc routine vector
    integer, value :: n
    integer :: x(n)
    x(1) = 1
  end subroutine
  subroutine worker_one(x, n)
    !$acc routine worker
    integer, value :: n
    integer :: x(n)
    call vector_one(x, n)
  end subroutine
  subroutine gang_one(x, n)
    !$acc routine gang
    integer, value :: n
    integer :: x(n)
    call worker_one(x, n)
  end subroutine
  subroutine only_there(x)
    !$acc routine seq nohost
    integer :: x
    x = x + 1
  end subroutine
  subroutine without_nohost(x)
    !$acc routine seq
    integer :: x
    ! CHECK: :[[#@LINE+1]]:5: error: A routine that calls the NOHOST routine 'only_there' must have the clause NOHOST itself
    call only_there(x)
    ! CHECK: :[[#@LINE+1]]:9: error: Procedures called in an acc routine must have acc routine information: plain
    x = plain(x)
    ! CHECK: :[[#@LINE+1]]:5: error: A seq routine may not call the vector routine 'vector_one'
    call vector_one([x], 1)
  end subroutine
  subroutine calls(x, n, pointer, dummy)
    integer, intent(in) :: n
    procedure(one_of), pointer :: pointer
    procedure(one_of) :: dummy
    integer :: x(n), i
    integer, external :: elsewhere
    type(counter) :: c
    ! CHECK: :[[#@LINE+1]]:5: error: 'only_there' is a NOHOST routine: it may only be called in a compute construct
    call only_there(x(1))
    !$acc parallel loop
    do i = 1, n
      ! CHECK: :[[#@LINE+1]]:14: error: Procedures called in a compute region must have acc routine information: plain
      x(i) = plain(i) + seq_one(i)
      ! CHECK: :[[#@LINE+1]]:14: error: Procedures called in a compute region must have acc routine information: elsewhere
      x(i) = elsewhere(i)
      ! CHECK: :[[#@LINE+1]]:14: error: Procedures called in a compute region must have acc routine information: add
      x(i) = x(i) .plus. i
      ! CHECK: :[[#@LINE+1]]:14: error: Procedures called in a compute region must have acc routine information: next
      x(i) = c%next()
      ! CHECK: :[[#@LINE+1]]:14: error: Procedures called in a compute region must have acc routine information: plain
      x(i) = c%without(i)
      ! CHECK: :[[#@LINE+1]]:14: error: Procedures called in a compute region must have acc routine information: pointer
      x(i) = pointer(i)
      ! CHECK: :[[#@LINE+1]]:14: error: Procedures called in a compute region must have acc routine information: dummy
      x(i) = dummy(i)
      ! CHECK: :[[#@LINE+1]]:11: error: Procedures called in a compute region must have acc routine information: plain
      if (plain(i) > 1) x(i) = 0
      ! CHECK: :[[#@LINE+1]]:16: error: Procedures called in a compute region must have acc routine information: plain
      x(i:i) = [1 + plain(i)]
      ! CHECK: :[[#@LINE+1]]:9: error: Procedures called in a compute region must have acc routine information: plain
      x(plain(i)) = 0
      ! CHECK: :[[#@LINE+1]]:7: error: Procedures called in a compute region must have acc routine information: inside
      call inside(x(i))
    end do
    !$acc kernels
    ! CHECK: :[[#@LINE+1]]:5: error: Procedures called in a compute region must have acc routine information: calls
    call calls(x, n, pointer, dummy)
    !$acc end kernels
    !$acc parallel loop gang
    do i = 1, n
      ! CHECK: :[[#@LINE+1]]:7: error: A gang routine may not be called in a gang loop: 'gang_one'
      call gang_one(x, n)
      call worker_one(x, n)
    end do
    !$acc parallel
    !$acc loop gang worker
    do i = 1, n
      ! CHECK: :[[#@LINE+1]]:7: error: A worker routine may not be called in a worker loop: 'worker_one'
      call worker_one(x, n)
      call vector_one(x, n)
    end do
    !$acc end parallel
    !$acc parallel loop vector
    do i = 1, n
      ! CHECK: :[[#@LINE+1]]:7: error: A vector routine may not be called in a vector loop: 'vector_one'
      call vector_one(x, n)
    end do
  contains
    subroutine inside(y)
      integer :: y
      y = 1
    end subroutine
  end subroutine
end module
