!===-- acc-managed-records.f90 - Copies of records in managed memory ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -acc -gpu=managed %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder} && %{compile} -acc -gpu=managed -O0 %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder} && %{compile} -acc %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! Components that come to be by assignments of whole records, and by SOURCE=, are managed
! as those that are allocated by name: data clauses and kernels agree on where they are.
!
!===----------------------------------------------------------------------===!

module shapes
  implicit none
  type :: part
    integer, allocatable :: v(:)
    integer, allocatable :: s
  end type
  type, extends(part) :: whole
    type(part) :: fixed(2)
    type(part), allocatable :: parts(:)
    character(2) :: text = 'ab'
  end type
contains
  function made(n) result(r)
    integer, intent(in) :: n
    type(part) :: r
    r%v = [n, n + 1]
  end function

  !> Kernels store to the second element of each.
  subroutine store(h, factor)
    type(part), intent(inout) :: h(:)
    integer, intent(in) :: factor
    integer :: i
    !$acc enter data copyin(h)
    do i = 1, size(h)
      !$acc enter data copyin(h(i)%v)
    end do
    !$acc parallel loop present(h)
    do i = 1, size(h)
      h(i)%v(2) = factor*i + h(i)%v(1)
    end do
    do i = 1, size(h)
      !$acc exit data copyout(h(i)%v)
    end do
    !$acc exit data delete(h)
  end subroutine

  subroutine store_one(x)
    type(part), intent(inout) :: x
    !$acc enter data copyin(x)
    !$acc enter data copyin(x%v)
    !$acc serial present(x)
    x%v(2) = 10*x%v(1)
    !$acc end serial
    !$acc exit data copyout(x%v)
    !$acc exit data delete(x)
  end subroutine
end module

program p
  use testing
  use shapes
  implicit none
  type(part), allocatable :: h(:), a(:), s(:), c(:, :)
  type(part) :: x, y, z, fixed(4)
  type(whole) :: w, u
  integer :: i
  allocate (a(2))
  do i = 1, 2
    a(i)%v = [i, 2]
  end do
  a(2)%s = 7
  h = a
  call store(h, 10)
  call expect_equal([h(1)%v, h(2)%v], [1, 11, 2, 22], 'array')
  call expect_equal([a(1)%v, a(2)%v], [1, 2, 2, 2], 'original')
  call expect_equal([merge(1, 0, allocated(h(1)%s)), h(2)%s], [0, 7], 'scalar component')
  ! There already.
  h = a
  call store(h, 20)
  call expect_equal([h(1)%v, h(2)%v], [1, 21, 2, 42], 'again')
  fixed(4:1:-2) = a
  call store(fixed(2:4:2), 30)
  call expect_equal([fixed(4)%v, fixed(2)%v], [1, 61, 2, 32], 'section')
  x = a(1)
  call store_one(x)
  call expect_equal(x%v, [1, 10], 'scalar')
  y = made(4)
  call store_one(y)
  call expect_equal(y%v, [4, 40], 'function')
  z = part([5, 6], null())
  call store_one(z)
  call expect_equal(z%v, [5, 50], 'constructor')
  allocate (s, source=a)
  call store(s, 40)
  call expect_equal([s(1)%v, s(2)%v], [1, 41, 2, 82], 'source')
  allocate (c(2, 2), source=x)
  call store(c(2, :), 50)
  call expect_equal([c(1, 1)%v, c(2, 1)%v, c(2, 2)%v], [1, 10, 1, 51, 1, 101], 'scalar source')
  w%v = [1, 2, 3]
  w%fixed(2)%v = [8, 9]
  w%parts = a
  u = w
  call store(u%parts, 60)
  call store_one(u%fixed(2))
  call store_one(u%part)
  call expect_equal([u%parts(1)%v, u%parts(2)%v, u%fixed(2)%v, u%v], &
             [1, 61, 2, 122, 8, 80, 1, 10, 3], 'nested')
  call expect_equal(merge(1, 0, allocated(u%fixed(1)%v)), 0, 'nested, not allocated')
  deallocate (u%v, u%parts, h, s, c, x%v)
  w = u
  call expect_equal(merge(1, 0, [allocated(w%v), allocated(w%parts)]), [0, 0], 'deallocated')
  call finish
end program
