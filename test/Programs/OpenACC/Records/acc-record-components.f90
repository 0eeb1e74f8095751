!===-- acc-record-components.f90 - Components that no clause names --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Compute constructs use allocatable and pointer components of records without
! clauses for them: the device has the data, not the host's addresses. Where the
! program has put the data there, through dummy arguments, too, that is used.
!
!===----------------------------------------------------------------------===!

module meshes
  implicit none
  type mesh_t
    integer :: boundary, cells
    integer, allocatable :: neighbour(:)
    real, allocatable :: x(:)
  end type
  type field_t
    real, allocatable :: value(:), slope(:), unused(:)
    real, pointer :: weight(:) => null()
    real :: factor = 1.0
  end type
  type flow_t
    type(field_t) :: p
    type(mesh_t), pointer :: mesh => null()
  end type
contains
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

  subroutine extrapolate(mesh, f)
    type(mesh_t), intent(in) :: mesh
    type(field_t), intent(inout) :: f
    integer :: i, c
    !$acc parallel loop independent
    do i = -mesh%boundary, -1
      c = mesh%neighbour(i)
      f%value(i) = f%value(c) + f%factor*f%slope(c)*(mesh%x(i) - mesh%x(c))
    end do
  end subroutine

  subroutine weigh(flow, n)
    class(flow_t), intent(inout) :: flow
    integer, intent(in) :: n
    integer :: i
    !$acc parallel loop
    do i = 1, n
      if (n < 0) flow%p%unused(i) = 0.0
      flow%p%value(i) = flow%p%value(i) + flow%p%weight(i)
    end do
    !$acc kernels
    flow%p%slope(:) = 2.0
    flow%p%factor = 3.0
    !$acc end kernels
  end subroutine
end module

program components
  use meshes
  implicit none
  integer, parameter :: nb = 5, n = 40
  type(flow_t) :: flow
  type(mesh_t), target :: mesh
  real :: before(-nb:n)
  integer :: i
  mesh%boundary = nb
  mesh%cells = n
  allocate(mesh%neighbour(-nb:n), mesh%x(-nb:n))
  mesh%neighbour = [(abs(i), i = -nb, n)]
  mesh%x = [(real(i), i = -nb, n)]
  flow%mesh => mesh
  allocate(flow%p%value(-nb:n), flow%p%slope(-nb:n), flow%p%weight(n))
  flow%p%value = [(real(i), i = -nb, n)]
  flow%p%slope = [(10.0*i, i = -nb, n)]
  flow%p%weight = [(100.0*i, i = 1, n)]

  ! Nothing is on the device.
  call extrapolate(mesh, flow%p)
  call check_boundary()
  call weigh(flow, n)
  do i = 1, n
    if (flow%p%value(i) /= 101*i) error stop 'pointer component'
  end do
  if (any(flow%p%slope /= 2.0)) error stop 'array assignment'
  if (flow%p%factor /= 3.0) error stop 'scalar component'

  ! The data are, and not those of the host.
  flow%p%factor = 1.0
  flow%p%value = [(real(i), i = -nb, n)]
  flow%p%slope = [(10.0*i, i = -nb, n)]
  call to_device(flow%p%value)
  call to_device(flow%p%slope)
  flow%p%slope = -1.0
  before = flow%p%value
  call extrapolate(mesh, flow%p)
  if (any(flow%p%value /= before)) error stop 'the host''s data changed'
  call to_host(flow%p%value)
  call check_boundary()
  call from_device(flow%p%value)
  call from_device(flow%p%slope)
  if (.not. allocated(flow%p%value) .or. lbound(flow%p%value, 1) /= -nb) &
    error stop 'descriptor'

  ! The record is, without them.
  flow%p%value = [(real(i), i = -nb, n)]
  flow%p%slope = [(10.0*i, i = -nb, n)]
  !$acc data copyin(mesh)
  call extrapolate(mesh, flow%p)
  !$acc end data
  call check_boundary()
  if (mesh%neighbour(-nb) /= nb) error stop 'mesh'
  deallocate(flow%p%value, flow%p%slope, flow%p%weight)
  print *, 'PASS'

contains
  subroutine check_boundary()
    do i = -nb, -1
      if (flow%p%value(i) /= -i + 10.0*(-i)*(2*i)) error stop 'boundary'
    end do
  end subroutine
end program
