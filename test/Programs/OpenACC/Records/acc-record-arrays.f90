!===-- acc-record-arrays.f90 - Components of many elements ----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Compute constructs use components of elements of an array of records that
! depend on the thread. The host's data are changed where the device has its
! own.
!
!===----------------------------------------------------------------------===!

module blocks
  implicit none
  type part_t
    real, allocatable :: w(:)
  end type
  type block_t
    integer :: n = 0
    real, allocatable :: x(:)
    real, pointer :: y(:) => null()
    type(part_t), allocatable :: part(:)
    type(part_t), pointer :: one => null()
  end type
  type mesh_t
    integer :: nb
    type(block_t), allocatable :: b(:)
    type(block_t) :: two(2)
  end type
  type(block_t), allocatable :: global(:, :)
contains
  subroutine make(b, n)
    type(block_t), intent(inout) :: b
    integer, intent(in) :: n
    integer :: i
    b%n = n
    allocate(b%x(0:n), b%y(n))
    b%x = [(real(i), i = 0, n)]
    b%y = [(100.0*i, i = 1, n)]
    allocate(b%part(3), b%one)
    do i = 1, 3
      allocate(b%part(i)%w(n))
      b%part(i)%w = 1000.0*i
    end do
    allocate(b%one%w(n))
    b%one%w = 0.5
  end subroutine

  subroutine assumed(b)
    type(block_t), intent(inout) :: b(0:)
    integer :: i, k
    !$acc parallel loop gang
    do k = 0, ubound(b, 1)
      !$acc loop vector
      do i = 1, b(k)%n
        b(k)%x(i) = b(k)%x(i) + b(k)%y(i)
      end do
      b(k)%n = b(k)%n + 1
    end do
  end subroutine

  subroutine explicit(b, n, m)
    integer, intent(in) :: n, m
    type(block_t), intent(inout) :: b(n)
    integer :: i, k, p
    !$acc parallel loop collapse(2)
    do k = 1, n
      do i = 1, m
        do p = 1, 3
          b(k)%x(i) = b(k)%x(i) + b(k)%part(p)%w(i) + b(k)%one%w(i)
        end do
      end do
    end do
  end subroutine

  subroutine component(m, l)
    class(mesh_t), intent(inout) :: m
    integer, intent(in) :: l
    integer :: i, k
    !$acc parallel loop collapse(2)
    do k = 1, m%nb
      do i = 1, l
        m%b(k)%x(i) = m%b(k)%x(i) + m%two(mod(k, 2) + 1)%x(i)
      end do
    end do
  end subroutine

  subroutine two_dimensions(l)
    integer, intent(in) :: l
    integer :: i, j, k
    !$acc kernels
    !$acc loop independent collapse(3)
    do k = 1, size(global, 2)
      do j = 1, size(global, 1)
        do i = 1, l
          global(j, k)%x(i) = 10.0*j + k + i
        end do
      end do
    end do
    !$acc end kernels
  end subroutine

  subroutine some(b, l)
    type(block_t), intent(inout) :: b(:)
    integer, intent(in) :: l
    integer :: i, k
    !$acc parallel loop collapse(2) default(present)
    do k = 1, size(b)
      do i = 1, l
        if (b(k)%n > 0) b(k)%x(i) = b(k)%x(i) + b(k)%n
      end do
    end do
  end subroutine

  subroutine async_ones(b, l)
    type(block_t), intent(inout) :: b(:)
    integer, intent(in) :: l
    integer :: i, k
    !$acc parallel loop collapse(2) async(1)
    do k = 1, size(b)
      do i = 1, l
        b(k)%x(i) = b(k)%x(i) + 1.0
      end do
    end do
    !$acc wait(1)
  end subroutine
end module

program arrays
  use blocks
  implicit none
  integer, parameter :: nb = 5, n = 20
  type(block_t), target :: b(0:nb)
  type(mesh_t) :: m
  integer :: i, j, k, p

  do k = 0, nb
    call make(b(k), n + k)
  end do
  call assumed(b)
  do k = 0, nb
    if (b(k)%n /= n + k + 1) error stop 'count'
    do i = 1, n + k
      if (b(k)%x(i) /= 101*i) error stop 'assumed shape'
    end do
    if (b(k)%x(0) /= 0.0 .or. lbound(b(k)%x, 1) /= 0) error stop 'bounds'
  end do
  ! Every other element.
  call async_ones(b(0::2), n)
  do k = 0, nb
    do i = 1, n
      if (b(k)%x(i) /= 101*i + merge(1, 0, mod(k, 2) == 0)) error stop 'stride'
    end do
    b(k)%x(1:) = 0.0
  end do
  call explicit(b(1), nb, n)
  do k = 0, nb
    if (any(b(k)%x(1:n) /= merge(6001.5, 0.0, k > 0))) error stop 'explicit'
  end do

  ! Some components are not there.
  deallocate(b(2)%part, b(3)%part(2)%w)
  b(4)%n = 0
  deallocate(b(4)%x)
  b(2)%n = 7
  !$acc enter data copyin(b)
  do k = 0, nb
    if (allocated(b(k)%x)) then
      !$acc enter data copyin(b(k)%x)
      b(k)%x = -1.0
    end if
  end do
  call some(b, n)
  do k = 0, nb
    if (allocated(b(k)%x)) then
      if (any(b(k)%x /= -1.0)) error stop 'the host''s data changed'
      !$acc exit data copyout(b(k)%x)
    end if
  end do
  !$acc exit data delete(b)
  do k = 1, nb
    if (k /= 4) then
      if (any(b(k)%x(1:n) /= 6001.5 + b(k)%n)) error stop 'present elements'
    end if
  end do

  m%nb = 4
  allocate(m%b(4))
  do k = 1, 4
    call make(m%b(k), n)
  end do
  do k = 1, 2
    call make(m%two(k), n)
    m%two(k)%x = 1000.0*k
  end do
  call component(m, n)
  do k = 1, 4
    do i = 1, n
      if (m%b(k)%x(i) /= i + 1000*(mod(k, 2) + 1)) error stop 'components'
    end do
  end do
  ! The records are there, without their components.
  !$acc data copyin(m%b)
  call component(m, n)
  !$acc end data
  do k = 1, 4
    do i = 1, n
      if (m%b(k)%x(i) /= i + 2000*(mod(k, 2) + 1)) error stop 'present records'
    end do
  end do

  allocate(global(2, 3))
  do k = 1, 3
    do j = 1, 2
      call make(global(j, k), n)
    end do
  end do
  call two_dimensions(n)
  do k = 1, 3
    do j = 1, 2
      do i = 1, n
        if (global(j, k)%x(i) /= 10*j + k + i) error stop 'two dimensions'
      end do
    end do
  end do
  print *, 'PASS'
end program
