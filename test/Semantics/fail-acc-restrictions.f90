!===-- fail-acc-restrictions.f90 - Clauses that exclude each other ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s > %t.txt 2>&1
! RUN: FileCheck %s --implicit-check-not=error: < %t.txt
! RUN: not %{compile} -acc -Mstandard -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=STANDARD
!
!===----------------------------------------------------------------------===!

subroutine twice(a, b, n)
  implicit none
  integer :: n, a(n), b(n, n), c(10), i
  ! CHECK: :[[#@LINE+2]]:39: warning: 'a' is named twice in COPY
  ! STANDARD: :[[#@LINE+1]]:39: error: 'a' is named twice in COPY
  !$acc parallel loop copy(a, c) copy(a)
  do i = 1, n
    a(i) = 1
  end do
  ! CHECK: :[[#@LINE+2]]:44: warning: 'a' is named in COPYIN and COPYOUT: this is taken for COPY
  ! STANDARD: :[[#@LINE+1]]:44: error: 'a' may not be named in both COPYIN and COPYOUT of one directive
  !$acc parallel loop copyin(a, c) copyout(a)
  do i = 1, n
    a(i) = 1
  end do
  ! CHECK: :[[#@LINE+1]]:41: error: 'a' may not be named in both COPYOUT and COPYIN of one directive
  !$acc parallel loop copyout(a) copyin(a)
  do i = 1, n
    a(i) = 1
  end do
  ! CHECK: :[[#@LINE+1]]:40: error: 'c' may not be named in both PRESENT and PRIVATE of one directive
  !$acc parallel present(a, c) private(c)
  !$acc end parallel
  ! CHECK: :[[#@LINE+1]]:34: error: 'b(:,1)' may not be named in both COPY and CREATE of one directive
  !$acc data copy(b(:,1)) create(B(:,1))
  !$acc end data
  ! CHECK: :[[#@LINE+1]]:37: error: 'a' may not be named in both COPYIN and CREATE of one directive
  !$acc enter data copyin(a) create(a)
  ! CHECK: :[[#@LINE+1]]:37: error: 'a' may not be named in both COPYOUT and DELETE of one directive
  !$acc exit data copyout(a) delete(a)
  ! CHECK: :[[#@LINE+1]]:31: error: 'a' may not be named in both SELF and DEVICE of one directive
  !$acc update self(a) device(a)
  ! Different sections, and a reduction beside a copy.
  !$acc parallel copy(b(:,1), b(:,2), n) reduction(+:n)
  !$acc end parallel
end subroutine

subroutine named(a)
  implicit none
  integer, parameter :: table(3) = [1, 2, 3]
  integer :: a(10), b(10, 10), i
  !$acc parallel copyin(table) present(a)
  !$acc end parallel
  ! CHECK: :[[#@LINE+1]]:26: error: 'table' is a named constant, which the COPYOUT clause may not name
  !$acc parallel copyout(table)
  !$acc end parallel
  ! CHECK: :[[#@LINE+1]]:26: error: 'table' is a named constant, which the PRIVATE clause may not name
  !$acc parallel private(table)
  !$acc end parallel
  !$acc update device(table)
  ! CHECK: :[[#@LINE+1]]:21: error: 'table' is a named constant, which the SELF clause may not name
  !$acc update self(table)
  ! CHECK: :[[#@LINE+1]]:30: error: 'table' is a named constant, which the USE_DEVICE clause may not name
  !$acc host_data use_device(table)
  !$acc end host_data
  ! CHECK: :[[#@LINE+1]]:26: error: Reference to rank-2 object 'b' has 1 subscripts
  !$acc exit data delete(b(1))
  ! CHECK: :[[#@LINE+1]]:19: error: The section 'a(2:1)' in a clause has no elements
  !$acc data copy(a(2:1))
  !$acc end data
  ! CHECK: :[[#@LINE+1]]:21: error: 'b(table, 1)' in a clause may not have a vector subscript
  !$acc update self(b(table, 1))
end subroutine

subroutine records(c, n)
  implicit none
  type cell
    real :: rho, mom(3)
  end type
  type outer
    type(cell) :: cells(2)
  end type
  type(cell) :: c(:)
  type(outer) :: o(4), p
  integer :: n
  ! CHECK: :[[#@LINE+1]]:21: error: 'c(2:3)%mom(1)' in a clause is an element of a component of several records, which is not supported: name the whole component, or the records
  !$acc update self(c(2:3)%mom(1))
  ! CHECK: :[[#@LINE+1]]:23: error: 'c%mom(n)' in a clause is an element of a component of several records, which is not supported: name the whole component, or the records
  !$acc update device(c%mom(n))
  ! CHECK: :[[#@LINE+1]]:19: error: 'o%cells(2)%rho' in a clause is an element of a component of several records, which is not supported: name the whole component, or the records
  !$acc data copy(o%cells(2)%rho)
  !$acc end data
  ! CHECK: :[[#@LINE+1]]:27: error: 'o(1:2)%cells(n)' in a clause is an element of a component of several records, which is not supported: name the whole component, or the records
  !$acc enter data create(o(1:2)%cells(n))
  ! CHECK: :[[#@LINE+1]]:26: error: 'c%mom(1)' in a clause is an element of a component of several records, which is not supported: name the whole component, or the records
  !$acc exit data delete(c%mom(1))
  ! CHECK: :[[#@LINE+1]]:25: error: 'c%mom(1)' in a clause is an element of a component of several records, which is not supported: name the whole component, or the records
  !$acc parallel copyin(c%mom(1))
  !$acc end parallel
  !$acc update self(c(2:3)%rho, c(2)%mom, c(n)%mom(n:), p%cells(2)%mom(1:2), p%cells%rho)
end subroutine

subroutine loops(a)
  implicit none
  integer :: a(10, 10), i, j, x, y
  ! CHECK: :[[#@LINE+1]]:23: error: The GANG clause may have one argument of each kind: NUM, DIM and STATIC
  !$acc parallel loop gang(num:2, num:3)
  do i = 1, 10
    a(i, 1) = 1
  end do
  ! CHECK: :[[#@LINE+1]]:27: error: A loop with SEQ may not have the VECTOR clause
  !$acc parallel loop seq vector
  do i = 1, 10
    a(i, 1) = 1
  end do
  !$acc parallel loop tile(2, 2)
  do i = 1, 10
    ! CHECK: :[[#@LINE+1]]:12: error: The bounds of the loops of a TILE clause may not depend on 'i', the variable of one of them
    do j = i, 10
      a(i, j) = 1
    end do
  end do
  !$acc parallel loop tile(2)
  do i = 1, 10
    do j = i, 10
      a(i, j) = 1
    end do
  end do
  !$acc parallel copyin(y)
  !$acc atomic read
  ! CHECK: :[[#@LINE+1]]:3: error: The statement of ATOMIC READ must have two variables
  y = y
  !$acc end parallel
  !$acc parallel copyout(x) copyin(y)
  !$acc atomic read
  ! CHECK: :[[#@LINE+1]]:3: error: The statement of ATOMIC READ must have a variable on the right-hand side
  x = y + 1
  !$acc end parallel
end subroutine

subroutine alone(a)
  implicit none
  integer :: a
  ! CHECK: :[[#@LINE+2]]:16: warning: NUM_GANGS has no effect on a SERIAL construct, which one thread runs
  ! STANDARD: :[[#@LINE+1]]:16: error: A SERIAL construct may not have NUM_GANGS
  !$acc serial num_gangs(4)
  a = 1
  !$acc end serial
end subroutine

! CHECK: :[[#@LINE+1]]:12: error: The ROUTINE directives of 'differ' name different levels: seq and vector
subroutine differ(x)
  implicit none
  integer :: x
  !$acc routine seq
  !$acc routine vector
  x = 1
end subroutine

subroutine conditions(a, k)
  implicit none
  integer :: a(10), k, i
  ! CHECK: :[[#@LINE+2]]:23: warning: An integer is the condition of an IF clause: odd numbers are taken for true
  ! STANDARD: :[[#@LINE+1]]:23: error: The condition of an IF clause must be a logical value
  !$acc parallel loop if(k)
  do i = 1, 10
    a(i) = 1
  end do
  ! CHECK: :[[#@LINE+1]]:16: warning: An integer is the condition of an IF clause: odd numbers are taken for true
  !$acc update if(2 * k) self(a)
  !$acc update if(k > 1) self(a)
  !$acc serial self
  a(1) = 1
  !$acc end serial
end subroutine

subroutine operators(x, s, t)
  implicit none
  real :: x(10), s, t
  integer :: i, j
  !$acc parallel loop reduction(+:s) reduction(max:t)
  do i = 1, 10
    ! CHECK: :[[#@LINE+1]]:29: error: 's' may not be reduced by * here and by + in a construct around
    !$acc loop reduction(*: s) reduction(max:t)
    do j = 1, 10
      s = s * x(j)
      t = max(t, x(j))
    end do
  end do
  !$acc parallel loop reduction(+:s)
  do i = 1, 10
    !$acc loop seq private(t)
    do j = 1, 10
      t = x(j)
    end do
    s = s + t
  end do
  !$acc parallel reduction(+:s) copy(t)
  !$acc loop gang private(s)
  do i = 1, 10
    s = 1
    !$acc loop vector reduction(*:s)
    do j = 1, 10
      s = s * x(j)
    end do
    x(i) = s
  end do
  !$acc end parallel
end subroutine

pure subroutine unsullied(a)
  implicit none
  integer, intent(inout) :: a(10)
  integer :: i
  !$acc routine vector
  !$acc loop vector
  do i = 1, 10
    a(i) = a(i) + 1
  end do
end subroutine

elemental subroutine sullied(a)
  implicit none
  integer, intent(inout) :: a
  ! CHECK: :[[#@LINE+2]]:9: warning: The pure procedure 'sullied' has the directive PARALLEL, which the standard does not allow
  ! STANDARD: :[[#@LINE+1]]:9: error: The pure procedure 'sullied' may not have the directive PARALLEL
  !$acc parallel copy(a)
  a = a + 1
  !$acc end parallel
end subroutine

module names
  implicit none
  interface general
    module procedure special
  end interface
  integer :: number
  !$acc routine(general) seq
  ! CHECK: :[[#@LINE+1]]:17: error: 'number' is not a procedure, which the ROUTINE directive must name
  !$acc routine(number) seq
contains
  subroutine special(x)
    integer :: x
    !$acc routine seq
    x = 1
  end subroutine
  subroutine outer
    integer :: a(10)
    call inner()
  contains
    subroutine inner
      integer :: b(10)
      ! CHECK: :[[#@LINE+1]]:31: error: 'a' is a variable of the scope around this one, where a DECLARE directive must name it
      !$acc declare create(b, a)
      !$acc declare create(number)
      a = 1
    end subroutine
  end subroutine
end module

program main
  implicit none
  external :: special
  integer :: of_queue(4)
  !$acc routine(special) seq
  ! CHECK: :[[#@LINE+1]]:9: error: A ROUTINE directive without a name may not be in a main program
  !$acc routine seq
  ! CHECK: :[[#@LINE+1]]:36: error: A WAIT clause with DEVNUM may not stand beside another WAIT clause: write a WAIT directive before the construct
  !$acc exit data delete(of_queue) wait(devnum:0:1) wait async(3)
end program
