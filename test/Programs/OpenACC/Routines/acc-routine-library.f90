!===-- acc-routine-library.f90 - What the library does for a team ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: env WARPFORT_DEVICE=cpu %t.dir/program | FileCheck %s
! CHECK-COUNT-1: one thread prints 3
! CHECK-NOT: one thread prints
!
! MOVE_ALLOC, assignments that allocate, ERRMSG, allocatable components, array
! constructors, intrinsic functions and PRINT beside the parallel loops of
! routines of level worker and vector: one thread calls the library, and all of
! them have what it leaves in descriptors, texts and records.
!
!===----------------------------------------------------------------------===!
module routines
  implicit none
  type part
    integer :: k = 5
    integer, allocatable :: w(:)
  end type
  type whole
    type(part), allocatable :: z(:)
    type(part) :: one
    character(:), allocatable :: name
  end type
contains
  ! ALLOCATE and MOVE_ALLOC of the caller's array.
  subroutine grow(w, n)
    !$acc routine worker
    integer, allocatable, intent(inout) :: w(:)
    integer, intent(in) :: n
    integer, allocatable :: x(:)
    integer :: q
    if (.not. allocated(w)) w = [7, 8]
    allocate(x(size(w) + n))
    !$acc loop worker vector
    do q = 1, size(w)
      x(q) = w(q)
    end do
    !$acc loop worker vector
    do q = 1, n
      x(size(w) + q) = q
    end do
    call move_alloc(x, w, stat=q)
  end subroutine

  subroutine fill(z, n, i)
    !$acc routine worker
    type(part), intent(out) :: z
    integer, intent(in) :: n, i
    integer :: q
    allocate(z%w(n), source=[(q, q = 1, n)])
    !$acc loop worker vector
    do q = 1, n
      z%w(q) = z%w(q) + i
    end do
  end subroutine

  subroutine message(w, msg, n)
    !$acc routine worker
    integer, allocatable, intent(inout) :: w(:)
    character(*), intent(inout) :: msg
    integer, intent(in) :: n
    integer :: st, q
    allocate(w(n), stat=st, errmsg=msg)
    if (st /= 0) w(1) = 17
    !$acc loop worker vector
    do q = 2, n
      w(q) = q
    end do
  end subroutine

  subroutine moved(o, n, i)
    !$acc routine worker
    integer, intent(out) :: o(7)
    integer, intent(in) :: n, i
    integer, allocatable :: w(:)
    integer :: q
    w = [i, i+1]
    do q = 1, 3
      call grow(w, n)
    end do
    !$acc loop worker vector
    do q = 1, 7
      o(q) = w(q) + size(w)
    end do
  end subroutine

  ! Records in records, by dummy arguments.
  subroutine components(o, n, i)
    !$acc routine worker
    integer, intent(out) :: o(7)
    integer, intent(in) :: n, i
    type(part) :: z, y
    type(whole) :: a, b
    integer :: q
    z%k = 3
    call fill(z, n, i)
    y = z
    call fill(z, n + 5, i)
    a%z = [y, z]
    a%one = y
    a%name = 'text'
    b = a
    call fill(b%z(2), n - 5, i)
    b%name = b%name // 'abc'
    !$acc loop worker vector
    do q = 1, 7
      o(q) = y%w(q) + size(z%w) + b%z(1)%w(q)*size(b%z(2)%w) + b%one%w(q + 1) + len(b%name)*100 + iachar(b%name(q:q))
    end do
  end subroutine

  ! Results that the library describes, and values.
  subroutine functions(o, n, i)
    !$acc routine worker
    integer, intent(out) :: o(7)
    integer, intent(in) :: n, i
    integer :: q, a(6, 5), b(5, 6), c(6, 6), k(2)
    integer, allocatable :: v(:)
    character(8) :: text, other
    logical :: l(6, 5)
    !$acc loop worker vector
    do q = 1, 30
      a(mod(q - 1, 6) + 1, (q - 1)/6 + 1) = mod(q*i*7, 13)
    end do
    b = transpose(a)
    c = matmul(a, b)
    l = a > 5
    v = pack(a, l)
    k = maxloc(a)
    text = 'abc'
    other = adjustr(text)
    !$acc loop worker vector
    do q = 1, 7
      o(q) = c(2, min(q, 6)) + size(v) + k(1)*100 + iachar(other(8:8))
    end do
    v = reshape(a, [30])
    v = cshift(v, 3)
    o(2) = sum(v(1:5)) + count(l) + maxval(v)
    if (any(spread(v, 1, 2) < 0)) o(3) = 1
    o(4) = index(other, 'bc') + len_trim(text) + scan(text, 'b')
    if (text < other) o(5) = 7
    o(6) = findloc(v, v(9), 1) + dot_product(v, v)
    o(7) = o(7) + sum(a(k(1), :))
  end subroutine

  ! A routine of level vector: a team for each worker.
  subroutine in_lanes(o, n, i)
    !$acc routine vector
    integer, intent(out) :: o(7)
    integer, intent(in) :: n, i
    type(part) :: z, y
    integer, allocatable :: w(:)
    character(:), allocatable :: s
    integer :: q, st
    character(20) :: msg
    msg = ' '
    allocate(w(n), stat=st, errmsg=msg)
    allocate(w(n), stat=st, errmsg=msg)
    !$acc loop vector
    do q = 1, n
      w(q) = q*i
    end do
    z = part(4, w)
    y = z
    y%w = [y%w, y%w]
    s = 'xy' // msg(1:8)
    !$acc loop vector
    do q = 1, 7
      o(q) = y%w(n + q) + y%k + size(y%w) + iachar(s(1:1)) + len(s)
    end do
    if (msg == ' ' .or. st == 0) o(1) = -2
  end subroutine

  subroutine arrays_of_records(o, n, i)
    !$acc routine worker
    integer, intent(out) :: o(7)
    integer, intent(in) :: n, i
    type(part), allocatable :: z(:)
    type(part) :: y(3)
    integer :: q, k
    do k = 1, 3
      y(k)%w = [k, k + 1, i]
      y(k)%k = k
    end do
    z = y
    z = [z, y(2:3)]
    z(4) = y(1)
    !$acc loop seq
    do k = 1, 5
      block
        type(part) :: x
        integer, allocatable :: v(:)
        x = z(k)
        v = x%w
        x%w = [x%w, x%w(1)]
        call move_alloc(x%w, z(k)%w)
        x%w = v
      end block
    end do
    !$acc loop worker vector
    do q = 1, 7
      o(q) = z(min(q, 5))%w(4) + size(z)*100 + z(4)%k*1000 + sum(z(5)%w)
    end do
    deallocate(z)
  end subroutine

  subroutine pointers(o, n, i)
    !$acc routine worker
    integer, intent(out) :: o(7)
    integer, intent(in) :: n, i
    integer, allocatable :: w(:), v(:)
    integer, pointer :: p(:), s
    type(part), allocatable :: z, y
    type(part), pointer :: pz
    character(:), allocatable :: c(:), e
    integer :: q, st
    allocate(p(n), s, pz)
    s = 4
    pz%w = [i, i + s]
    allocate(z, source=pz)
    allocate(y, mold=z)
    y = z
    y%w = [y%w, pz%w, z%w, pz%w, y%w]
    allocate(character(n) :: c(3), stat=st)
    c = 'abcdefgh'
    c(2)(1:3) = c(1)(2:4)
    e = c(2)
    !$acc loop worker vector
    do q = 1, n
      p(q) = i*q
    end do
    w = p
    where (w > 10) w = -w
    v = w(n:1:-1)
    !$acc loop worker vector
    do q = 1, 7
      o(q) = v(q) + y%w(q) + iachar(e(q:q)) + 1000*st + size(y%w) + len(e)*size(c) + s
    end do
    deallocate(p, s, pz%w, z%w, stat=q)
    if (allocated(pz%w) .or. associated(p) .or. allocated(z%w)) o = -2
    deallocate(pz)
    if (st /= 0) o = -3
  end subroutine

  subroutine prints(n, i)
    !$acc routine worker
    integer, intent(in) :: n, i
    integer :: q, w(n)
    !$acc loop worker vector
    do q = 1, n
      w(q) = q
    end do
    if (i == w(3)) print *, 'one thread prints', w(3)
  end subroutine
end module

program main
  use testing
  use routines
  implicit none
  integer, parameter :: n = 45, m = 11
  integer :: o(7, m), x(7, m), i, q
  integer, allocatable :: w(:)
  type(part) :: z
  character(20) :: msg
  o = -1
  !$acc parallel loop gang copy(o) num_workers(4) vector_length(32)
  do i = 1, m
    call moved(o(:, i), n, i)
  end do
  do i = 1, m
    call moved(x(:, i), n, i)
  end do
  call expect(all(o == x), 'moved')
  o = -1
  !$acc parallel loop gang copy(o) num_workers(4) vector_length(32)
  do i = 1, m
    call components(o(:, i), n, i)
  end do
  do i = 1, m
    call components(x(:, i), n, i)
  end do
  call expect(all(o == x), 'components')
  o = -1
  !$acc parallel loop gang copy(o) num_workers(4) vector_length(32)
  do i = 1, m
    call functions(o(:, i), n, i)
  end do
  do i = 1, m
    call functions(x(:, i), n, i)
  end do
  call expect(all(o == x), 'functions')
  o = -1
  !$acc parallel loop gang copy(o) num_workers(4) vector_length(32)
  do i = 1, m
    call arrays_of_records(o(:, i), n, i)
  end do
  do i = 1, m
    call arrays_of_records(x(:, i), n, i)
  end do
  call expect(all(o == x), 'arrays of records')
  o = -1
  !$acc parallel loop gang copy(o) num_workers(4) vector_length(32)
  do i = 1, m
    call pointers(o(:, i), n, i)
  end do
  do i = 1, m
    call pointers(x(:, i), n, i)
  end do
  call expect(all(o == x), 'pointers')
  o = -1
  !$acc parallel loop gang worker copy(o) num_workers(4) vector_length(32)
  do i = 1, m
    call in_lanes(o(:, i), n, i)
  end do
  do i = 1, m
    call in_lanes(x(:, i), n, i)
  end do
  call expect(all(o == x), 'lanes')
  call expect(all(x(:, 3) == [(4 + 90 + iachar('x') + 10 + 3*q, q=1, 7)]), 'host')
  ! Variables of the construct.
  o = -1
  !$acc parallel loop gang copy(o) num_workers(4) vector_length(32) private(w)
  do i = 1, m
    if (allocated(w)) deallocate(w)
    call grow(w, n)
    call grow(w, i)
    !$acc loop worker vector
    do q = 1, 7
      o(q, i) = w(q) + size(w)
    end do
  end do
  call expect(all(o == spread([7, 8, 1, 2, 3, 4, 5], 2, m) + &
                       spread([(n + 2 + i, i=1, m)], 1, 7)), 'private arrays')
  o = -1
  !$acc parallel loop gang copy(o) num_workers(4) vector_length(32) private(z)
  do i = 1, m
    call fill(z, n, i)
    call fill(z, n + i, i)
    !$acc loop worker vector
    do q = 1, 7
      o(q, i) = z%w(q) + size(z%w) + z%k
    end do
  end do
  call expect(all(o == reshape([((q + i + n + i + 5, q=1, 7), i=1, m)], [7, m])), &
              'private records')
  o = -1
  !$acc parallel loop gang copy(o) num_workers(4) vector_length(32) private(w, msg)
  do i = 1, m
    if (allocated(w)) deallocate(w)
    msg = ' '
    call message(w, msg, n)
    call message(w, msg, n)
    !$acc loop worker vector
    do q = 1, 7
      o(q, i) = w(q) + merge(0, 1000, msg(1:8) == 'ALLOCATE')
    end do
  end do
  call expect(all(o == spread([17, 2, 3, 4, 5, 6, 7], 2, m)), 'private texts')
  !$acc parallel loop gang num_workers(4) vector_length(32)
  do i = 1, m
    call prints(n, i)
  end do
  call finish()
end program
