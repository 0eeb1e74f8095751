!===-- pass-stdpar.f90 - Warnings of DO CONCURRENT --------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -stdpar -target=cpu -c %s -o %t.o 2>&1 | FileCheck %s
! RUN: %{fresh-folder} && %{compile} -c %s -o %t.o 2>&1 | count 0
!
! What iterations may define and refer to in common has a warning, unless it is known
! to be their own, or a locality says whose it is. They run in order where all of them
! define it.
!
!===----------------------------------------------------------------------===!

subroutine work(n, a, b, p, edge)
  implicit none
  integer, intent(in) :: n, a(n)
  integer, intent(inout) :: b(n), edge(*)
  integer, pointer :: p(:)
  integer :: w(3), own(3), few(0:3), mixed(n), i, kept
  type :: pair
    integer :: first, second
  end type
  type(pair) :: whole
  interface
    pure subroutine fill(x, i)
      !$acc routine seq
      integer, intent(inout) :: x(:)
      integer, intent(in) :: i
    end subroutine
  end interface

  ! CHECK-NOT: warning
  do concurrent (i = 1:n)
    own(1) = a(i)
    if (own(1) > 3) then
      own(2) = 0
    else
      own(2) = 1
    end if
    call fill(own, i)
    b(i) = sum(own(:2))
  end do
  do concurrent (i = 1:n)
    own(2:) = a(i)
    b(i) = b(i) + own(3)
  end do
  do concurrent (i = 1:n) local(own)
    own(1) = 3
    b(i) = own(1)
  end do
  do concurrent (i = 1:n) shared(w)
    w(1) = 3
    b(i) = w(1)
  end do
  do concurrent (i = 1:n)
    if (i == 1) edge(1) = 1
    edge(i + 1) = a(i)
  end do
  do concurrent (i = 1:n, b(i) > 0)
    b(i) = b(i) - 1
  end do

  do concurrent (i = 1:n)
    ! CHECK: :[[@LINE+1]]:5: warning: The iterations of DO CONCURRENT run in order, since each may define and refer to the same part of 'w': say LOCAL(w) if each has its own, SHARED(w) if not
    w(1) = a(i)
    b(i) = w(1) + w(2)
  end do
  do concurrent (i = 1:n)
    if (a(i) > 3) then
      ! CHECK: :[[@LINE+1]]:7: warning: All iterations of DO CONCURRENT share 'w', of which each may define the same part; if it is meant to be the iteration's own, say LOCAL(w)
      w(1) = a(i)
      b(i) = w(1)
    end if
  end do
  do concurrent (i = 1:n)
    ! CHECK: :[[@LINE+1]]:5: warning: The iterations of DO CONCURRENT run in order, since each may define and refer to the same target of 'p': use a variable of the iteration's own, or say SHARED(p)
    p(1) = a(i)
    b(i) = p(1)
  end do
  whole%second = 1
  do concurrent (i = 1:n)
    ! CHECK: :[[@LINE+1]]:5: warning: The iterations of DO CONCURRENT run in order, since each may define and refer to the same part of 'whole'
    whole%first = a(i)
    b(i) = whole%first + whole%second
  end do
  do concurrent (i = 1:n)
    ! CHECK: :[[@LINE+1]]:5: warning: Each iteration of DO CONCURRENT has its own 'whole', whose value is not kept afterwards
    whole = pair(a(i), 2)
    b(i) = whole%first
  end do
  do concurrent (i = 1:10)
    ! CHECK: :[[@LINE+1]]:5: warning: Each iteration of DO CONCURRENT has its own 'whole', whose value is not kept afterwards; a locality can say what is meant
    whole = pair(a(i), 2)
    b(i) = whole%first
  end do
  do concurrent (i = 1:n)
    ! CHECK: :[[@LINE+1]]:5: warning: The iterations of DO CONCURRENT run in order, since each may define and refer to the same part of 'b'
    b(1) = a(i)
    b(i) = b(1)
  end do
  do concurrent (i = 1:n)
    ! CHECK: :[[@LINE+1]]:5: warning: All iterations of DO CONCURRENT share 'few'
    few(mod(i, 4)) = a(i)
    b(i) = few(mod(i, 4))
  end do
  do concurrent (i = 1:n)
    if (i == 1) then
      ! One iteration defines it.
      ! CHECK-NOT: warning
      mixed(1) = 7
    else
      mixed(i) = i
    end if
    b(i) = mixed(i)
  end do
  do concurrent (i = 1:n)
    ! CHECK: :[[@LINE+1]]:5: warning: All iterations of DO CONCURRENT share 'w'
    call fill(w, i)
    b(i) = w(1)
  end do
  do concurrent (i = 1:n)
    ! CHECK: :[[@LINE+1]]:17: warning: Each iteration of DO CONCURRENT has its own 'kept', which may be referred to before it is defined: unless it is a reduction, its value is not kept afterwards; a locality can say what is meant
    if (i == 3) kept = i
    if (i == 3) b(i) = kept
  end do
  b(1) = kept + few(0) + whole%first + mixed(1)
  ! CHECK-NOT: warning
end subroutine

subroutine pointers(n, a, b, x)
  implicit none
  integer, intent(in) :: n, a(n)
  integer, intent(inout) :: b(n)
  integer, target, intent(inout) :: x(n)
  integer, target :: s
  real, target :: other
  integer, pointer :: p
  integer :: i
  p => s
  do concurrent (i = 1:n)
    ! CHECK: :[[@LINE+1]]:5: warning: All iterations of DO CONCURRENT share the target of 'p', which each may define and refer to: use a variable of the iteration's own
    p = a(i)
    b(i) = s + 1
  end do
  do concurrent (i = 1:n)
    ! CHECK: :[[@LINE+1]]:5: warning: 's' may be the target of 'p', but each iteration of DO CONCURRENT has its own 's': use it by one name
    s = a(i)
    b(i) = p + 1
  end do
  p => x(2)
  do concurrent (i = 1:n)
    ! CHECK: :[[@LINE+1]]:5: warning: All iterations of DO CONCURRENT share the target of 'p'
    p = a(i)
    b(i) = x(2)
  end do
  ! CHECK-NOT: warning
  do concurrent (i = 1:n)
    other = a(i)
    b(i) = p + int(other)
  end do
end subroutine

subroutine read_by_callee(n, b)
  implicit none
  integer, intent(in) :: n
  integer, intent(out) :: b(n)
  integer :: w(3), v(3), own(3), i
  w = 0
  v = 0
  do concurrent (i = 1:n)
    own(1) = i
    ! CHECK: :[[@LINE+1]]:5: warning: The iterations of DO CONCURRENT run in order, since each may define and refer to the same part of 'w'
    w(1) = i
    ! CHECK-NOT: warning
    v(1) = i
    b(i) = outer()
  end do
contains
  pure integer function outer()
    outer = inner()
  end function
  pure integer function inner()
    inner = w(1) + own(1)
  end function
  pure integer function other()
    other = v(1)
  end function
end subroutine

module objects
  implicit none
  type object
    integer :: v(5) = 0
  contains
    procedure :: total
  end type
contains
  pure integer function total(self)
    class(object), intent(in) :: self
    total = sum(self%v)
  end function
  subroutine read_by_method(n, r, b)
    integer, intent(in) :: n
    type(object), intent(inout) :: r
    integer, intent(out) :: b(n)
    integer :: i
    do concurrent (i = 1:n)
      ! CHECK: :[[@LINE+1]]:7: warning: The iterations of DO CONCURRENT run in order, since each may define and refer to the same part of 'r'
      r%v = i
      b(i) = r%total()
    end do
  end subroutine
end module

! What only the construct knows of may be scratch, though that is not proved.
subroutine likely_own(n, b)
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: b(n)
  integer :: w(3), i, t
  do t = 1, 2
    do concurrent (i = 1:n)
      ! CHECK: :[[@LINE+1]]:21: warning: Each iteration of DO CONCURRENT has its own 'w', though it may refer to a part that it has not defined: say LOCAL(w) if that is meant, SHARED(w) if not
      if (b(i) > 0) w(1) = i
      b(i) = w(1)
    end do
  end do
end subroutine
