!===-- concurrent-nested-pointers.f90 - Pointers that are LOCAL_INIT -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -O0 %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{compile} -O2 %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! A pointer that is LOCAL_INIT begins with the association of what is LOCAL to
! the loop around, not with its value.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 4
  type node
    integer :: v
    type(node), pointer :: next => null()
  end type
  integer, target :: old(0:2), columns(3, n), pair(2)
  integer, pointer :: p(:), s
  character(:), pointer :: text
  type(node), pointer :: list, none
  integer :: i, j, y(n), z(n), w(n)
  old = [1, 2, 3]
  columns = 7
  pair = 5
  p(0:) => old
  allocate(s, source=9)
  allocate(character(3) :: text)
  text = 'abc'
  allocate(list)
  list%v = 5
  allocate(list%next)
  list%next%v = 6
  nullify(none)
  do concurrent (i = 1:n) local_init(p, s, list, none, text) shared(y, z, w)
    do concurrent (j = 1:1) local_init(p, s, list, none, text) shared(y, z, w)
      y(i) = size(p) + 10*lbound(p, 1) + sum(p)
      z(i) = s + len(text) + merge(1, 0, text == 'abc')
      list => list%next
      w(i) = list%v
      do while (associated(none))
        w(i) = -1
        none => none%next
      end do
    end do
    w(i) = w(i)*list%v
  end do
  call expect_equal([y, z, w], [(9, i = 1, n), (13, i = 1, n), (30, i = 1, n)], 'twice')
  do concurrent (i = 1:n) local_init(p) shared(y, columns)
    p => columns(:, i)
    do concurrent (j = 1:1, size(p) == 3) local_init(p) shared(y)
      y(i) = sum(p)
      p = i
    end do
  end do
  call expect_equal(y, [(21, i = 1, n)], 'associated inside')
  call expect_equal([old, columns(2, :)], [1, 2, 3, 1, 2, 3, 4], 'targets')
  do concurrent (i = 1:n) local(p) shared(y, pair)
    p => pair
    do concurrent (j = 1:1) local_init(p) shared(y)
      y(i) = size(p) + i
    end do
  end do
  call expect_equal(y, [(i + 2, i = 1, n)], 'LOCAL')
  call finish
end program
