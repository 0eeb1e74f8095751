!===-- acc-record-pointers.f90 - Components behind pointers, in arrays ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Compute constructs use components of records that pointers point to, and of
! one element of an array of records, without clauses for them. The host's data
! are changed where the device has its own, so that who uses them is seen.
!
!===----------------------------------------------------------------------===!

module grids
  implicit none
  type grid_t
    integer :: n = 0
    real, allocatable :: x(:)
    real, pointer :: y(:) => null()
  end type
  type domain_t
    type(grid_t), pointer :: grid => null()
    class(grid_t), pointer :: any => null()
    type(grid_t), allocatable :: own
    type(grid_t), allocatable :: block(:)
    type(grid_t) :: two(2)
    integer :: current = 1
  end type
  type(grid_t), pointer :: shared => null()
contains
  subroutine make(g, n)
    type(grid_t), intent(inout) :: g
    integer, intent(in) :: n
    integer :: i
    g%n = n
    allocate(g%x(0:n), g%y(n))
    g%x = [(real(i), i = 0, n)]
    g%y = [(100.0*i, i = 1, n)]
  end subroutine
  subroutine to_device(a)
    real :: a(:)
    !$acc enter data copyin(a)
  end subroutine
  subroutine to_host(a)
    real :: a(:)
    !$acc update host(a)
  end subroutine
  subroutine from_device(a)
    real :: a(:)
    !$acc exit data delete(a)
  end subroutine

  subroutine by_pointer(p)
    type(grid_t), pointer :: p
    integer :: i
    !$acc parallel loop
    do i = 1, p%n
      p%x(i) = p%x(i) + p%y(i) + p%x(0)
    end do
  end subroutine

  subroutine by_module()
    integer :: i
    !$acc kernels loop independent
    do i = 1, shared%n
      shared%x(i) = shared%x(i) + 1.0
    end do
  end subroutine

  subroutine by_components(d)
    class(domain_t), intent(inout) :: d
    integer :: i
    !$acc parallel loop
    do i = 1, d%grid%n
      d%grid%x(i) = d%any%x(i) + d%own%y(i)
    end do
  end subroutine

  subroutine by_elements(g, k)
    type(grid_t), intent(inout) :: g(2:)
    integer, intent(in) :: k
    integer :: i, l
    do l = 1, 2
      !$acc parallel loop present_or_copyin(l)
      do i = 1, size(g)
        if (i < 0) g(2)%x(i) = l
      end do
      !$acc parallel loop
      do i = 1, g(k)%n
        g(k)%x(i) = g(k)%x(i) + g(k + l)%y(i)
      end do
    end do
  end subroutine

  subroutine by_block(d)
    type(domain_t), intent(inout) :: d
    integer :: i, b
    do b = 1, size(d%block)
      !$acc parallel loop
      do i = 1, d%block(b)%n
        d%block(b)%x(i) = d%block(b)%x(i) + b
        d%two(2)%x(i) = d%two(1)%x(i) + (d%two(2)%n - d%current)
      end do
    end do
  end subroutine

  ! What is not there is not used.
  subroutine guarded(p, d, g, k, a)
    type(grid_t), pointer :: p
    type(domain_t), pointer :: d
    type(grid_t), allocatable :: g(:)
    integer, intent(in) :: k
    real, intent(inout) :: a(:)
    integer :: i
    logical :: use_p, use_d, use_g
    use_p = associated(p)
    use_d = associated(d)
    use_g = allocated(g)
    if (use_g) use_g = k <= ubound(g, 1)
    !$acc parallel loop
    do i = 1, size(a)
      a(i) = i
      if (use_p) a(i) = a(i) + p%x(i)
      if (use_d) a(i) = a(i) + d%grid%x(i)
      if (use_g) a(i) = a(i) + g(k)%x(i)
    end do
  end subroutine

  subroutine only_present(p, f)
    type(grid_t), pointer :: p
    type(grid_t) :: f
    integer :: i
    !$acc parallel loop default(present)
    do i = 1, p%n
      p%x(i) = p%x(i) + f%x(i)*f%n
    end do
  end subroutine
end module

program pointers
  use grids
  implicit none
  integer, parameter :: n = 30
  type(grid_t), pointer :: p, nothing
  type(grid_t), target :: f
  type(grid_t), allocatable :: g(:), none(:)
  type(domain_t), target :: d
  type(domain_t), pointer :: pd
  real :: a(n)
  integer :: i
  nullify(nothing, pd)

  ! Nothing is on the device.
  allocate(p)
  call make(p, n)
  p%x(0) = 0.5
  call by_pointer(p)
  do i = 1, n
    if (p%x(i) /= 101*i + 0.5) error stop 'pointer'
  end do
  shared => p
  call by_module()
  do i = 1, n
    if (p%x(i) /= 101*i + 1.5) error stop 'pointer of a module'
  end do

  ! The data are, and not those of the host.
  p%x(1:) = 1.0
  p%x(0) = 0.0
  call to_device(p%x)
  p%x(1:) = -1.0
  call by_pointer(p)
  call by_module()
  if (any(p%x(1:) /= -1.0)) error stop 'the host''s data changed'
  call to_host(p%x)
  do i = 1, n
    if (p%x(i) /= 100*i + 2) error stop 'pointer to what is present'
  end do
  ! With all that DEFAULT(PRESENT) needs.
  call make(f, n)
  call to_device(f%x)
  f%x = -1.0
  call only_present(p, f)
  call to_host(p%x)
  do i = 1, n
    if (p%x(i) /= 100*i + 2 + i*n) error stop 'present by default'
  end do
  call from_device(p%x)
  call from_device(f%x)

  ! Records that are there, with their components.
  f%x = [(real(i), i = 0, n)]
  p%x = 0.0
  !$acc enter data copyin(p)
  !$acc enter data copyin(p%x, p%y)
  p%x = -1.0
  p%y = -1.0
  call by_pointer(p)
  call by_module()
  !$acc exit data copyout(p%x, p%y)
  !$acc exit data delete(p)
  do i = 1, n
    if (p%x(i) /= 100*i + 1) error stop 'record and components'
  end do

  ! Pointers in records.
  d%grid => p
  d%any => f
  allocate(d%own)
  call make(d%own, n)
  call by_components(d)
  do i = 1, n
    if (p%x(i) /= 101*i) error stop 'pointers in a record'
  end do
  !$acc data copyin(d)
  p%x = 0.0
  call by_components(d)
  do i = 1, n
    if (p%x(i) /= 101*i) error stop 'pointers in a present record'
  end do
  !$acc end data

  ! Elements of arrays.
  allocate(g(4))
  do i = 1, 4
    call make(g(i), n + i)
  end do
  call by_elements(g, 3)
  do i = 1, n + 2
    if (g(2)%x(i) /= 201*i) error stop 'elements'
  end do
  do i = 1, 4
    !$acc enter data copyin(g(i)%x)
  end do
  g(2)%x = -1.0
  call by_elements(g, 3)
  if (any(g(2)%x /= -1.0)) error stop 'the element''s data changed'
  do i = 1, 4
    !$acc exit data copyout(g(i)%x)
  end do
  do i = 1, n + 2
    if (g(2)%x(i) /= 401*i) error stop 'present elements'
  end do
  allocate(d%block(3))
  do i = 1, 3
    call make(d%block(i), n)
  end do
  do i = 1, 2
    call make(d%two(i), n)
  end do
  d%two(2)%x = 0.0
  call by_block(d)
  do i = 1, n
    if (d%block(3)%x(i) /= i + 3) error stop 'blocks'
    if (d%two(2)%x(i) /= i + n - 1) error stop 'two'
  end do

  call guarded(nothing, pd, none, 1, a)
  do i = 1, n
    if (a(i) /= i) error stop 'nothing is there'
  end do
  call guarded(nothing, pd, g, 100000000, a)
  do i = 1, n
    if (a(i) /= i) error stop 'no such element'
  end do
  pd => d
  f%x = 1.0
  p%x = 2.0
  g(4)%x = 4.0
  call guarded(d%grid, pd, g, 4, a)
  do i = 1, n
    if (a(i) /= i + 8) error stop 'all is there'
  end do
  print *, 'PASS'
end program
