!===-- fail-concurrent-masks.f90 - Masks that change ----------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
! RUN: %{fresh-folder} && not %{compile} -stdpar -fsyntax-only %s 2>&1 | FileCheck %s
!
! The mask tells which iterations there are, before any of them: what they
! define may not be in it, but for the element of the iteration itself.
!
!===----------------------------------------------------------------------===!

subroutine masks(n, a, b, flags)
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: a(n), b(n)
  logical, intent(inout) :: flags(n)
  integer :: i, t
  type :: particle
    logical :: alive
    integer :: x
  end type
  type(particle) :: p(n)
  type :: particles
    logical :: alive(100)
    integer :: x(100)
    type(particle) :: last
  end type
  type(particles) :: all
  t = 50
  ! CHECK: :[[@LINE+2]]:34: error: 't' is in the mask of DO CONCURRENT, and iterations that run on the device define it: assign it to another variable before
  !$acc parallel loop
  do concurrent (i = 1:n, a(i) > t)
    t = a(i)*2
    b(i) = t + 1
  end do
  ! CHECK: :[[@LINE+2]]:27: error: 'b(i-1)' is in the mask of DO CONCURRENT
  !$acc kernels loop
  do concurrent (i = 2:n, b(i-1) > 0)
    b(i) = 0
  end do
  ! CHECK: :[[@LINE+2]]:27: error: 'all%x(i-1)' is in the mask of DO CONCURRENT
  !$acc kernels loop
  do concurrent (i = 2:n, all%x(i-1) > 0) shared(all)
    all%x(i) = 0
  end do
  ! CHECK: :[[@LINE+2]]:27: error: 'all%last%alive' is in the mask of DO CONCURRENT
  !$acc kernels loop
  do concurrent (i = 2:n, all%last%alive)
    if (i == 2) all%last = particle(.false., 1)
  end do
  ! CHECK-NOT: error
  !$acc parallel loop
  do concurrent (i = 1:n, all%alive(i))
    all%x(i) = 1
  end do
  !$acc parallel loop
  do concurrent (i = 1:n, flags(i) .and. p(i)%alive)
    flags(i) = .false.
    p(i)%x = 1
  end do
end subroutine

module objects
  implicit none
  type object
    integer :: v(1000) = 1, h(1000) = 0
  contains
    procedure :: get, get_through, first
  end type
contains
  pure integer function get(self, i)
    class(object), intent(in) :: self
    integer, intent(in) :: i
    get = self%v(i)
  end function
  pure integer function first(self)
    class(object), intent(in) :: self
    first = self%v(1)
  end function
  pure integer function get_through(self, i)
    class(object), intent(in) :: self
    integer, intent(in) :: i
    get_through = get(self, i)
  end function
  subroutine functions(n, r, c, a, p, many)
    integer, intent(in) :: n
    type(object), intent(inout) :: r
    class(object), intent(inout) :: c
    integer, intent(inout) :: a(n)
    type(object), intent(inout) :: p(n)
    type :: objects
      type(object) :: of(2)
    end type
    type(objects), intent(inout) :: many(n)
    integer :: i, b(n)
    ! What functions refer to, of their objects and of what is around them.
    ! CHECK: :[[@LINE+2]]:29: warning: 'r' is in the mask of DO CONCURRENT
    !$acc parallel loop
    do concurrent (i = 1:n, r%get(n+1-i) > 0)
      r%v(i) = -1
    end do
    ! CHECK: :[[@LINE+2]]:29: warning: 'r' is in the mask of DO CONCURRENT
    !$acc parallel loop
    do concurrent (i = 1:n, r%get_through(n+1-i) > 0)
      r%v(i) = -1
    end do
    ! CHECK: :[[@LINE+2]]:29: warning: 'c' is in the mask of DO CONCURRENT
    !$acc parallel loop
    do concurrent (i = 1:n, c%get(n+1-i) > 0)
      c%v(i) = -1
    end do
    ! CHECK: :[[@LINE+2]]:29: warning: 'a' is in the mask of DO CONCURRENT
    !$acc parallel loop
    do concurrent (i = 1:n, around(n+1-i))
      a(i) = -1
    end do
    ! CHECK: :[[@LINE+2]]:29: warning: 'a' is in the mask of DO CONCURRENT
    !$acc parallel loop
    do concurrent (i = 1:n, around_through(n+1-i))
      a(i) = -1
    end do
    ! CHECK: :[[@LINE+2]]:29: warning: 'p' is in the mask of DO CONCURRENT
    !$acc parallel loop
    do concurrent (i = 2:n, p(i-1)%first() > 0)
      p(i)%v(1) = -1
    end do
    ! CHECK: :[[@LINE+2]]:29: warning: 'p' is in the mask of DO CONCURRENT
    !$acc parallel loop
    do concurrent (i = 1:n, p(1)%get(n+1-i) > 0)
      p(1)%v(i) = -1
    end do
    ! CHECK: :[[@LINE+2]]:29: error: 'p(1)%v(n+1-i)' is in the mask of DO CONCURRENT
    !$acc parallel loop
    do concurrent (i = 1:n, p(1)%v(n+1-i) > 0)
      p(1)%v(i) = -1
    end do
    ! CHECK: :[[@LINE+2]]:49: error: 'a(n+1-i)' is in the mask of DO CONCURRENT
    !$acc parallel loop
    do concurrent (i = 1:n, around(n+1-i) .and. a(n+1-i) > 0)
      a(i) = -1
    end do
    ! CHECK-NOT: {{error|warning}}: {{.*}}mask
    !$acc parallel loop
    do concurrent (i = 1:n, p(i)%first() > 0 .and. p(i)%get(i) > 0)
      p(i)%v(1) = -1
    end do
    !$acc parallel loop
    do concurrent (i = 1:2, many(1)%of(i)%get(n+1-i) > 0)
      many(1)%of(i)%v(i) = -1
    end do
    !$acc parallel loop
    do concurrent (i = 1:n, r%get(n+1-i) > 0)
      r%h(i) = -1
    end do
    !$acc parallel loop
    do concurrent (i = 1:n, around(n+1-i) .and. of_part(i))
      b(i) = -1
      r%h(i) = b(i)
    end do
  contains
    pure logical function around(i)
      integer, intent(in) :: i
      around = a(i) > 0
    end function
    pure logical function around_through(i)
      integer, intent(in) :: i
      around_through = around(i)
    end function
    pure logical function of_part(i)
      integer, intent(in) :: i
      of_part = r%v(i) > 0
    end function
  end subroutine
end module
