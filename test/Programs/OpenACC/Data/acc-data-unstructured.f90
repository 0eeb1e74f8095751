!===-- acc-data-unstructured.f90 - enter data and exit data --------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Data whose lifetimes are not those of blocks: counters, delete, copyout,
! finalize, conditions, allocatable arrays that come and go, and structured and
! dynamic lifetimes of the same data.
!
!===----------------------------------------------------------------------===!

module state
  implicit none
  real(8), allocatable :: field(:, :)
contains
  subroutine begin(n, m)
    integer, intent(in) :: n, m
    allocate (field(n, m))
    field = 1
    !$acc enter data copyin(field)
  end subroutine
  subroutine step()
    integer :: i, j
    !$acc parallel loop collapse(2) present(field)
    do j = 1, size(field, 2)
      do i = 1, size(field, 1)
        field(i, j) = field(i, j) + i*j
      end do
    end do
  end subroutine
  subroutine end_it(result)
    real(8), intent(out) :: result
    !$acc exit data copyout(field)
    result = sum(field)
    deallocate (field)
  end subroutine
end module

program main
  use testing
  use state
  implicit none
  integer, parameter :: n = 50
  integer :: a(n), b(n), s, i, k
  integer, allocatable :: c(:)
  real(8) :: x
  logical :: separate

  s = 1
  !$acc enter data copyin(s)
  s = 2
  !$acc serial present(s) copyout(i)
  i = s
  !$acc end serial
  !$acc exit data delete(s)
  separate = i == 1

  a = 1
  b = 0
  !$acc enter data copyin(a) create(b)
  !$acc parallel loop present(a, b)
  do i = 1, n
    b(i) = a(i) + i
  end do
  !$acc exit data copyout(b) delete(a)
  call expect_equal(b, [(1 + i, i = 1, n)], 'enter and exit')

  ! Two enters need two exits.
  a = 1
  !$acc enter data copyin(a)
  !$acc enter data copyin(a)
  !$acc parallel loop present(a)
  do i = 1, n
    a(i) = a(i) + 1
  end do
  if (separate) a = -1
  !$acc exit data copyout(a)
  if (separate) call expect(all(a == -1), 'the first exit copies nothing')
  !$acc parallel loop present(a)
  do i = 1, n
    a(i) = a(i) + 1
  end do
  !$acc exit data copyout(a)
  call expect(all(a == 3), 'the second exit')

  ! finalize ends all of them at once.
  a = 1
  !$acc enter data copyin(a)
  !$acc enter data copyin(a)
  !$acc parallel loop present(a)
  do i = 1, n
    a(i) = 9
  end do
  !$acc exit data copyout(a) finalize
  call expect(all(a == 9), 'finalize')
  a = 4
  !$acc enter data copyin(a)
  !$acc parallel loop present(a) copyout(b)
  do i = 1, n
    b(i) = a(i)
  end do
  !$acc exit data delete(a)
  call expect(all(b == 4), 'new data after finalize')

  ! A structured region inside a dynamic lifetime, and the other way round.
  a = 1
  !$acc enter data copyin(a)
  !$acc data copy(a)
  !$acc parallel loop
  do i = 1, n
    a(i) = a(i) + 1
  end do
  !$acc end data
  if (separate) call expect(all(a == 1), 'a region inside of a lifetime')
  !$acc exit data copyout(a)
  call expect(all(a == 2), 'a region inside of a lifetime, after')
  a = 1
  !$acc data copy(a)
  !$acc enter data copyin(a)
  !$acc parallel loop
  do i = 1, n
    a(i) = a(i) + 1
  end do
  !$acc exit data delete(a)
  !$acc parallel loop present(a)
  do i = 1, n
    a(i) = a(i) + 1
  end do
  !$acc end data
  call expect(all(a == 3), 'a lifetime inside of a region')

  do k = 1, 3
    call begin(10*k, 7)
    call step()
    call step()
    call end_it(x)
    call expect_equal(x, 70d0*k + 2*28*(10*k)*(10*k + 1)/2, 'module data')
  end do

  do k = 1, 4
    allocate (c(n*k))
    !$acc enter data create(c)
    !$acc parallel loop present(c)
    do i = 1, size(c)
      c(i) = i*k
    end do
    !$acc exit data copyout(c)
    call expect_equal(c, [(i*k, i = 1, n*k)], 'allocatable arrays')
    deallocate (c)
  end do

  a = 1
  !$acc enter data copyin(a) if(n < 0)
  !$acc parallel loop
  do i = 1, n
    a(i) = a(i) + 1
  end do
  !$acc exit data delete(a) if(n < 0)
  call expect(all(a == 2), 'if')

  ! exit data of what is not there does nothing.
  !$acc exit data delete(a)
  !$acc exit data copyout(b)
  call expect(all(a == 2) .and. all(b == 4), 'exit data without enter data')
  call finish()
end program
