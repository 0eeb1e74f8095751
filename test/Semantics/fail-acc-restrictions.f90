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
end subroutine

subroutine loops(a)
  implicit none
  integer :: a(10, 10), i, j, x, y
  ! CHECK: :[[#@LINE+1]]:23: error: The GANG clause may have one argument of each kind: NUM, DIM and STATIC
  !$acc parallel loop gang(num:2, num:3)
  do i = 1, 10
    a(i, 1) = 1
  end do
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
