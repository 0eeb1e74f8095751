!===-- stdpar-localities.f90 - Variables without locality -------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -O0 -gpu=nomanaged %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -target=cpu -fcpu-loop-threads %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! What only constructs know of is each iteration's own, be it a scalar, an array or
! a record; what one iteration alone defines is kept, and what was defined before
! all of them is seen.
!
!===----------------------------------------------------------------------===!

module kinds_of_work
  implicit none
  type :: point
    integer :: x, y, w(3)
  end type
  type :: item
    integer :: x = 5
    integer :: v(3) = [1, 2, 3]
  end type
  type :: box
    character(2) :: name = 'ab'
    type(item) :: inside
  end type
  integer :: from_module
contains
  subroutine temporaries(n, k, a, b)
    integer, intent(in) :: n, k, a(:)
    integer, intent(out) :: b(:)
    integer :: row(4), sized(k), i, j, s
    integer, allocatable :: heap(:)
    type(point) :: p
    character(4) :: word
    allocate (heap(k))
    do concurrent (i = 1:n)
      row(1) = a(i)
      row(2) = row(1) + 1
      row(3:4) = 2*row(1:2)
      sized = a(i)
      do j = 1, k
        heap(j) = sized(j)*j
      end do
      s = sum(row)
      do j = 1, k
        s = s + heap(j)
      end do
      p%x = s
      p%y = p%x - a(i)
      p%w(1) = p%x + p%y
      word = 'even'
      if (mod(a(i), 2) == 1) word = 'odd'
      b(i) = p%w(1)
      if (word == 'odd') b(i) = -b(i)
    end do
    do concurrent (i = 1:n, a(i) > 3)
      if (a(i) > 5) then
        row(1) = a(i)
        b(i) = b(i) + row(1)
      end if
    end do
  end subroutine

  ! A dummy argument, which the caller sees afterwards.
  subroutine search(a, wanted, place, twice)
    integer, intent(in) :: a(:), wanted
    integer, intent(out) :: place, twice
    integer :: i
    place = 0
    twice = 0
    do concurrent (i = 1:size(a))
      if (a(i) == wanted) then
        place = i
        twice = 2*place
      end if
    end do
  end subroutine

  ! LOCAL variables have their types' values in each iteration, whatever the
  ! variables outside have.
  subroutine begin_again(n, b, c, d)
    integer, intent(in) :: n
    integer, intent(out) :: b(n), c(n), d(n)
    type(item) :: r, unchanged
    type(item) :: pair(2)
    type(box) :: whole
    integer :: i
    r%x = 100
    unchanged%x = 200
    pair(2)%x = 300
    whole%inside%x = 400
    do concurrent (i = 1:n) local(r, pair, unchanged)
      r%x = r%x + i
      r%v(2) = r%v(2)*10
      b(i) = r%x + r%v(2) + unchanged%x
      pair(2)%x = pair(2)%x - i
      c(i) = pair(2)%x + pair(1)%v(3)
    end do
    if (r%x /= 100 .or. pair(2)%x /= 300) b = -1
    do concurrent (i = 1:n) local(whole) local_init(r)
      whole%inside%x = whole%inside%x + i
      r%x = r%x + i
      d(i) = whole%inside%x + r%x
      if (whole%name == 'ab') d(i) = d(i) + 1000
    end do
    if (r%x /= 100 .or. whole%inside%x /= 400) d = -1
  end subroutine

  ! What SHARED names is the variable itself.
  subroutine shared_with_all(a, place, count, state, letter)
    integer, intent(in) :: a(:)
    integer, intent(inout) :: place, count
    logical, intent(inout) :: state
    character(3), intent(inout) :: letter
    integer :: i, limit
    limit = a(7)
    do concurrent (i = 1:size(a)) shared(place, count, state, limit, letter)
      if (i == 7) then
        place = a(i) + limit
        count = count + 1
        state = .not. state
        letter(2:2) = 'x'
      end if
    end do
    do concurrent (i = 1:0) shared(place)
      place = a(i)
    end do
  end subroutine

  ! What is LOCAL to one construct is SHARED by or reduced in one inside.
  subroutine nested(n, sums, products)
    integer, intent(in) :: n
    integer, intent(out) :: sums(n), products(n)
    integer :: i, j, s, w(3)
    do concurrent (i = 1:n) local(s, w)
      s = i
      w = 0
      do concurrent (j = 1:3) shared(w)
        w(j) = i*j
      end do
      do concurrent (j = 1:3, w(j) > 3) shared(w) reduce(+: s)
        s = s + w(j)
      end do
      sums(i) = s
      products(i) = product(w)
    end do
  end subroutine
end module

subroutine one_of_many(n, a, w, k, total)
  use testing
  implicit none
  integer, intent(in) :: n, a(n)
  integer, intent(inout) :: w(4), k, total(2)
  integer :: b(n), i, j, t, table(0:3), scattered(n)
  namelist /results/ t
  character(40) :: line
  ! The other elements have values already.
  table = 7
  do concurrent (i = 1:1)
    table(k) = i
    b(i) = table(1) + table(k)
  end do
  call expect_equal(b(1), 8, 'elements from outside')
  ! One iteration defines, and refers to what it defines.
  do concurrent (i = 1:n)
    if (i == 5) then
      total(1) = a(i)
      total(2) = 2*total(1)
    end if
  end do
  scattered = -1
  do concurrent (i = 1:n)
    do j = 1, n
      if (j == n + 1 - i) then
        scattered(j) = 10*i
        b(i) = scattered(j) + 1
      end if
    end do
  end do
  call expect_equal(scattered, [(10*(n + 1 - i), i = 1, n)], 'scattered')
  call expect_equal(b, [(10*i + 1, i = 1, n)], 'what was scattered')
  t = -1
  do concurrent (i = 1:n)
    if (i == 5) then
      if (a(i) > 3) then
        t = 1
      else
        t = 2
      end if
      b(i) = t
    end if
  end do
  call expect_equal(t, merge(1, 2, a(5) > 3), 'defined in both branches')
  do concurrent (i = 1:n)
    if (i == 6) then
      t = 3*i
      b(i) = t
    end if
  end do
  write (line, nml=results)
  call expect(index(line, '18') > 0, 'referred to by a namelist')
  do concurrent (i = 1:n)
    if (mod(i, 2) == 0) then
      w(1) = i
    end if
  end do
  call expect(w(1) >= 2 .and. mod(w(1), 2) == 0, 'one of the values')
end subroutine

program main
  use testing
  use kinds_of_work
  implicit none
  integer, parameter :: n = 2500, k = 5
  integer :: a(n), b(n), expected(n), c(0:n)
  integer :: i, j, only, part(3), place, twice, t
  logical :: state
  character(3) :: letter

  a = [(mod(i*7, n), i = 1, n)]
  call temporaries(n, k, a, b)
  do i = 1, n
    t = 6*a(i) + 3 + a(i)*(k*(k + 1))/2
    expected(i) = 2*t - a(i)
    if (mod(a(i), 2) == 1) expected(i) = -expected(i)
    if (a(i) > 5) expected(i) = expected(i) + a(i)
  end do
  call expect_equal(b, expected, 'arrays and records of the iteration')

  call search(a, a(77), place, twice)
  call expect_equal(a(place), a(77), 'a place')
  call expect_equal(twice, 2*place, 'twice the place')

  only = 0
  part = 0
  from_module = 0
  do concurrent (i = 1:n)
    if (i == 123) then
      only = a(i)
      part(2) = i
    end if
    if (i == 200) from_module = i
  end do
  call expect_equal(only, a(123), 'defined by one iteration')
  call expect_equal(part, [0, 123, 0], 'a part, defined by one iteration')
  call expect_equal(from_module, 200, 'a variable of a module')

  ! Each has its own; the last value is that of some iteration.
  do concurrent (i = 1:n)
    t = 2*i
    b(i) = t
  end do
  call expect_equal(b, [(2*i, i = 1, n)], 'own scalars')
  call expect(t >= 2 .and. t <= 2*n .and. mod(t, 2) == 0, &
      'a value of some iteration')

  ! The first element is one iteration's, others are the iterations' own.
  do concurrent (i = 1:n)
    c(i) = i
    if (i == 1) c(0) = c(1) - 10
  end do
  call expect_equal(c, [-9, (i, i = 1, n)], 'an edge')

  do concurrent (j = 1:2)
    part(j) = 10*j
    do i = 1, 3
      t = part(j) + i
    end do
    b(j) = t
  end do
  call expect_equal(b(1:2), [13, 23], 'a scalar of inner loops')

  part(:2) = -1
  i = 2
  call one_of_many(100, a(:100), b(:4), i, part(:2))
  call expect_equal(part(:2), [a(5), 2*a(5)], 'a dummy array of one iteration')

  call nested(n, b, expected)
  call expect_equal(b(:4), [1, 2 + 10, 3 + 15, 4 + 24], 'reduced inside')
  call expect_equal(expected(:4), [6, 6*8, 6*27, 6*64], 'shared inside')
  call begin_again(n, b, expected, a)
  call expect_equal(b, [(i + 30, i = 1, n)], 'local records')
  call expect_equal(expected, [(8 - i, i = 1, n)], 'arrays of local records')
  call expect_equal(a, [(1105 + 2*i, i = 1, n)], 'records of records')

  place = 0
  twice = 41
  state = .true.
  letter = 'abc'
  a = [(mod(i*7, n), i = 1, n)]
  call shared_with_all(a(:100), place, twice, state, letter)
  call expect_equal(place, 2*a(7), 'shared and defined by one iteration')
  call expect_equal(twice, 42, 'shared and changed by one iteration')
  call expect(.not. state, 'a shared logical variable')
  call expect(letter == 'axc', 'a shared character variable')
  call finish
end program
