!===-- fail-acc-routine-calls.f90 - Calls that lack routine information, or have the wrong level --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
!
! A procedure that a compute construct calls is a routine, of a level whose
! threads are free there, or one of the source that can be a sequential routine
! of itself; so is what a routine calls.
!
!===----------------------------------------------------------------------===!

module m
  implicit none
  type :: counter
    integer :: n
  contains
    procedure :: next
    procedure, nopass :: without => saving
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
  integer function saving(i)
    integer, intent(in) :: i
    integer :: calls = 0
    calls = calls + 1
    saving = i
  end function
  integer function indirect(i)
    integer, intent(in) :: i
    integer, external :: elsewhere
    indirect = elsewhere(i)
  end function
  integer function constructs(i)
    integer, intent(in) :: i
    integer :: k
    constructs = 0
    !$acc parallel loop reduction(+:constructs)
    do k = 1, i
      constructs = constructs + k
    end do
  end function
  integer function orphan(i)
    integer, intent(in) :: i
    integer :: k
    orphan = 0
    !$acc loop vector reduction(+:orphan)
    do k = 1, i
      orphan = orphan + k
    end do
  end function
  subroutine to_vector(x, n)
    integer, value :: n
    integer :: x(n)
    call vector_one(x, n)
  end subroutine
  recursive subroutine one(x)
    integer :: x
    if (x > 0) call other(x)
  end subroutine
  recursive subroutine other(x)
    integer :: x
    if (x > 1) call one(x)
    call update_it(x)
  end subroutine
  subroutine update_it(x)
    integer :: x
    !$acc update self(x)
  end subroutine
  integer function plain(i)
    integer, intent(in) :: i
    plain = i
  end function
  integer function add(i, k)
    integer, intent(in) :: i, k
    add = i + k + saving(k)
  end function
  integer function next(c)
    class(counter), intent(in) :: c
    next = c%n + saving(1)
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
    ! CHECK: :[[#@LINE+2]]:9: error: Procedures called in an acc routine must have acc routine information: saving
    ! CHECK: :[[#@LINE+1]]:9: It is no sequential routine of itself: 'saving' has the saved variable 'calls'
    x = saving(x)
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
    class(counter), allocatable :: any
    ! CHECK: :[[#@LINE+1]]:5: error: 'only_there' is a NOHOST routine: it may only be called in a compute construct
    call only_there(x(1))
    !$acc parallel loop
    do i = 1, n
      ! CHECK: :[[#@LINE+2]]:14: error: Procedures called in a compute region must have acc routine information: saving
      ! CHECK: It is no sequential routine of itself: 'saving' has the saved variable 'calls'
      x(i) = saving(i) + seq_one(i)
      ! CHECK: :[[#@LINE+1]]:14: error: Procedures called in a compute region must have acc routine information: elsewhere
      x(i) = elsewhere(i)
      ! CHECK: :[[#@LINE+2]]:14: error: Procedures called in a compute region must have acc routine information: indirect
      ! CHECK: It is no sequential routine of itself: it calls 'elsewhere', which has no acc routine information
      x(i) = indirect(i)
      ! CHECK: :[[#@LINE+2]]:14: error: Procedures called in a compute region must have acc routine information: constructs
      ! CHECK: It is no sequential routine of itself: 'constructs' has a directive 'parallel loop'
      x(i) = constructs(i)
      ! CHECK: :[[#@LINE+2]]:14: error: Procedures called in a compute region must have acc routine information: orphan
      ! CHECK: It is no sequential routine of itself: 'orphan' has a vector loop
      x(i) = orphan(i)
      ! CHECK: :[[#@LINE+2]]:7: error: Procedures called in a compute region must have acc routine information: to_vector
      ! CHECK: It is no sequential routine of itself: it calls the vector routine 'vector_one'
      call to_vector(x, n)
      ! CHECK: :[[#@LINE+2]]:7: error: Procedures called in a compute region must have acc routine information: one
      ! CHECK: It is no sequential routine of itself: 'update_it' has a directive 'update'
      call one(x(i))
      ! CHECK: :[[#@LINE+1]]:14: error: Procedures called in a compute region must have acc routine information: add
      x(i) = x(i) .plus. i
      ! CHECK: :[[#@LINE+1]]:14: error: Procedures called in a compute region must have acc routine information: next
      x(i) = c%next()
      ! CHECK: :[[#@LINE+1]]:14: error: Procedures called in a compute region must have acc routine information: next
      x(i) = any%next()
      ! CHECK: :[[#@LINE+1]]:14: error: Procedures called in a compute region must have acc routine information: saving
      x(i) = c%without(i)
      ! CHECK: :[[#@LINE+1]]:14: error: Procedures called in a compute region must have acc routine information: pointer
      x(i) = pointer(i)
      ! CHECK: :[[#@LINE+1]]:14: error: Procedures called in a compute region must have acc routine information: dummy
      x(i) = dummy(i)
      ! CHECK: :[[#@LINE+1]]:11: error: Procedures called in a compute region must have acc routine information: saving
      if (saving(i) > 1) x(i) = 0
      ! CHECK: :[[#@LINE+1]]:16: error: Procedures called in a compute region must have acc routine information: saving
      x(i:i) = [1 + saving(i)]
      ! CHECK: :[[#@LINE+1]]:9: error: Procedures called in a compute region must have acc routine information: saving
      x(saving(i)) = 0
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
      y = saving(1)
    end subroutine
  end subroutine
end module
