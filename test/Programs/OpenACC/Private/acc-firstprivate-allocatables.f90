!===-- acc-firstprivate-allocatables.f90 - Copies of allocated arrays -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! First-private allocatable and pointer arrays begin with the host's values,
! bounds and status; each gang has its own.
!
!===----------------------------------------------------------------------===!

module work
  implicit none
  type pair
    integer :: a, b
  end type
  real, allocatable :: of_module(:)
contains
  ! Gangs change their copy.
  subroutine allocated_two(a, r)
    real, allocatable, intent(in) :: a(:, :)
    real, intent(out) :: r(:)
    real, allocatable :: c(:, :)
    integer :: i, j, k
    allocate(c, source=a)
    !$acc parallel loop gang num_gangs(7) firstprivate(c) copyout(r)
    do k = 1, size(r)
      r(k) = 0
      !$acc loop seq
      do j = lbound(c, 2), ubound(c, 2)
        do i = lbound(c, 1), ubound(c, 1)
          r(k) = r(k) + c(i, j)*merge(1.0, 0.5, i > 0)
        end do
      end do
    end do
    if (any(c /= a)) error stop 'the host''s'
  end subroutine

  subroutine lanes(p, r)
    integer, pointer, intent(in) :: p(:)
    integer, intent(out) :: r(:, :)
    integer, pointer :: q(:)
    integer :: i, k
    q(5:) => p
    !$acc parallel num_gangs(3) firstprivate(q) copyout(r)
    !$acc loop gang
    do k = 1, size(r, 2)
      !$acc loop vector
      do i = 5, ubound(q, 1)
        q(i) = q(i) - i + i*k
      end do
      !$acc loop vector
      do i = 5, ubound(q, 1) - 1
        r(i - 4, k) = q(i + 1)
      end do
      !$acc loop vector
      do i = 5, ubound(q, 1)
        q(i) = q(i) + i - i*k
      end do
    end do
    !$acc end parallel
  end subroutine

  subroutine one(r)
    integer, intent(out) :: r(4)
    type(pair), allocatable :: c(:)
    character(3), allocatable :: t(:)
    integer :: i
    c = [(pair(i, -i), i = 1, 4)]
    t = ['abc', 'def', 'ghi', 'jkl']
    !$acc serial firstprivate(c, t) copyout(r)
    c(2)%a = 20
    do i = 1, 4
      r(i) = c(i)%a*100 + c(i)%b + ichar(t(i)(3:3))
    end do
    !$acc end serial
    if (c(2)%a /= 2) error stop 'the host''s record'
  end subroutine

  ! The variable is present with other values.
  subroutine present_one(r, n)
    integer, intent(in) :: n
    real, intent(out) :: r(n)
    integer :: i
    !$acc parallel loop firstprivate(of_module) copyout(r)
    do i = 1, n
      r(i) = of_module(i)
    end do
  end subroutine

  subroutine status(a, b, p, r, on_device)
    real, allocatable, intent(in) :: a(:), b(:)
    real, pointer, intent(in) :: p(:)
    logical, intent(in) :: on_device
    integer, intent(out) :: r(5)
    real, allocatable :: c(:), d(:)
    real, pointer :: q(:)
    if (allocated(a)) c = a
    if (allocated(b)) d = b
    q => p
    r = 0
    !$acc parallel num_gangs(1) firstprivate(c, d, q) copyout(r) if(on_device)
    r(1) = merge(1, 0, allocated(c))
    r(2) = merge(1, 0, allocated(d))
    r(3) = size(d)
    r(4) = merge(1, 0, associated(q))
    r(5) = 5
    !$acc end parallel
  end subroutine
end module

program allocatables
  use work
  implicit none
  integer, parameter :: n = 12
  real, allocatable :: a(:, :), nothing(:), empty(:)
  real, pointer :: none(:)
  integer, target :: t(2*n)
  integer, pointer :: p(:)
  integer :: i, k, r(n - 1, 9), s(4), f(5)
  real :: x(20), y(n)
  allocate(a(-2:3, 4:5))
  a = reshape([(real(i), i = 1, 12)], [6, 2])
  call allocated_two(a, x)
  if (any(x /= sum(a(1:, :)) + 0.5*sum(a(:0, :)))) error stop 'two dimensions'

  ! Every other element.
  t = [(i, i = 1, 2*n)]
  p => t(1::2)
  r = 0
  call lanes(p, r)
  do k = 1, 9
    do i = 1, n - 1
      if (r(i, k) /= 2*i + 1 - (i + 5) + (i + 5)*k) error stop 'lanes'
    end do
  end do
  if (any(t /= [(i, i = 1, 2*n)])) error stop 'target'

  call one(s)
  if (any(s /= [99 + ichar('c'), 1998 + ichar('f'), 297 + ichar('i'), &
                396 + ichar('l')])) error stop 'records and characters'

  allocate(of_module(n))
  of_module = 1.0
  !$acc enter data copyin(of_module)
  of_module = 2.0
  call present_one(y, n)
  !$acc exit data delete(of_module)
  if (any(y /= 2.0)) error stop 'the host''s values'

  allocate(empty(0))
  nullify(none)
  call status(nothing, empty, none, f, .true.)
  if (any(f /= [0, 1, 0, 0, 5])) error stop 'status'
  call status(empty, empty, x_of(x), f, .true.)
  if (any(f /= [1, 1, 0, 1, 5])) error stop 'status of what is there'
  print *, 'PASS'
contains
  function x_of(v) result(p)
    real, target :: v(:)
    real, pointer :: p(:)
    p => v
  end function
end program
