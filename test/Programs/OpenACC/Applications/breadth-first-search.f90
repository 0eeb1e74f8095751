!===-- breadth-first-search.f90 - Breadth-first search ---------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Levels of a graph, found by as many kernels as there are levels: a queue filled by
! atomic captures, vertices claimed by an atomic minimum that is captured, flags set by
! atomic write and read by atomic read; lists in acc_malloc memory, graph data that only
! some calls find present (if_present, no_create).
!
!===----------------------------------------------------------------------===!

module graphs
  implicit none
  integer, parameter :: far = 1000000
contains
  ! The vertices that the level's vertices lead to are put into the next list.
  subroutine advance(start, to, n, edges, level, depth, list, length, next, next_length, parent)
    integer, intent(in) :: n, edges, depth, length
    integer, intent(in) :: start(n + 1), to(edges), list(n)
    integer, intent(inout) :: level(n), next(n), parent(n)
    integer, intent(out) :: next_length
    integer :: i, k, v, w, before, at
    !$acc declare deviceptr(list, next) present(start, to, level)
    next_length = 0
    !$acc parallel loop gang num_workers(4) vector_length(32) copy(next_length) no_create(parent) private(v)
    do i = 1, length
      v = list(i)
      !$acc loop worker vector private(w, before, at)
      do k = start(v), start(v + 1) - 1
        w = to(k)
        !$acc atomic capture
        before = level(w)
        level(w) = min(level(w), depth)
        !$acc end atomic
        if (before == far) then
          !$acc atomic capture
          next_length = next_length + 1
          at = next_length
          !$acc end atomic
          next(at) = w
        end if
      end do
    end do
  end subroutine

  ! Some vertex of the level before; where nobody wants it, nothing is there to write to.
  subroutine note_parents(start, to, n, edges, level, parent, wanted)
    integer, intent(in) :: n, edges, start(n + 1), to(edges), level(n)
    integer, intent(inout) :: parent(n)
    logical, intent(in) :: wanted
    integer :: i, k
    !$acc parallel loop present(start, to, level) no_create(parent) if(wanted)
    do i = 1, n
      if (level(i) < far) then
        do k = start(i), start(i + 1) - 1
          if (level(to(k)) == level(i) + 1) then
            !$acc atomic write
            parent(to(k)) = i
          end if
        end do
      end if
    end do
  end subroutine
end module

program main
  use, intrinsic :: iso_c_binding
  use testing
  use openacc
  use graphs
  implicit none
  integer, parameter :: n = 300, edges = 3*n
  integer :: start(n + 1), to(edges), level(n), parent(n), wanted(n), i, k, depth, length, next_length, root
  integer, pointer :: list(:), next(:), swap(:)
  integer :: unreached, seen, checks
  type(c_ptr) :: memory(2)

  ! Vertices of two kinds that have no edges between them.
  start = [(3*i - 2, i = 1, n + 1)]
  do i = 1, n
    to(start(i):start(i) + 2) = [mod(i + 1, n) + 1, mod(i*4 + mod(i, 2), n) + 1, mod(i + 17, n) + 1]
    to(start(i)) = merge(i, to(start(i)), i > n - 4)
    to(start(i) + 1) = merge(to(start(i) + 1), i, mod(to(start(i) + 1) - i, 2) == 0)
    to(start(i) + 2) = merge(to(start(i) + 2), i, mod(to(start(i) + 2) - i, 2) == 0)
  end do
  memory = [acc_malloc(int(4*n, c_size_t)), acc_malloc(int(4*n, c_size_t))]
  call c_f_pointer(memory(1), list, [n])
  call c_f_pointer(memory(2), next, [n])

  do root = 7, 8
    level = far
    level(root) = 0
    parent = 0
    !$acc enter data copyin(start, to, level)
    call acc_memcpy_to_device(memory(root - 6), [root], 4_c_size_t)
    length = 1
    depth = 1
    do while (length > 0)
      call advance(start, to, n, edges, level, depth, list, length, next, next_length, parent)
      swap => list
      list => next
      next => swap
      length = next_length
      depth = depth + 1
    end do
    ! Parents are wanted for the second root only; the host's are updated where there are others.
    if (root == 8) then
      !$acc enter data copyin(parent)
    end if
    call note_parents(start, to, n, edges, level, parent, root == 8)
    !$acc update self(parent) if_present
    if (root == 8) then
      !$acc exit data delete(parent)
    end if
    unreached = 0
    checks = 0
    !$acc parallel loop present(level) copy(unreached, checks) private(seen)
    do i = 1, n
      !$acc atomic read
      seen = level(i)
      if (seen == far) then
        !$acc atomic
        unreached = unreached + 1
      else
        !$acc atomic
        checks = ieor(checks, seen*i)
      end if
    end do
    !$acc exit data copyout(level) delete(start, to)

    wanted = far
    wanted(root) = 0
    do depth = 0, n
      do i = 1, n
        if (wanted(i) /= depth) cycle
        do k = start(i), start(i + 1) - 1
          wanted(to(k)) = min(wanted(to(k)), depth + 1)
        end do
      end do
    end do
    call expect_equal(level, wanted, 'levels')
    call expect_equal(unreached, count(wanted == far), 'unreached')
    call expect(unreached >= n/2, 'two components')
    call expect_equal(checks, iparity(wanted*[(i, i = 1, n)], wanted < far), 'checks')
    do i = 1, n
      if (root == 7 .or. wanted(i) == far .or. wanted(i) == 0) then
        call expect_equal(parent(i), 0, 'no parent')
      else
        call expect_equal(level(parent(i)), level(i) - 1, 'a parent''s level')
        call expect(any(to(start(parent(i)):start(parent(i) + 1) - 1) == i), 'a parent')
      end if
    end do
    ! The list that the next root's search begins with.
    list => null()
    call c_f_pointer(memory(2), list, [n])
    call c_f_pointer(memory(1), next, [n])
  end do
  call acc_free(memory(1))
  call acc_free(memory(2))
  call finish
end program
