!===-- acc-routine-internal.f90 - Internal procedures and their host's variables --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Internal procedures that compute constructs call use variables of their host:
! scalars, arrays with and without data clauses, with bounds, of variable size,
! allocatables, pointers, characters, private variables of the construct;
! directly, through another internal procedure, and called by one.
!
!===----------------------------------------------------------------------===!

module work
  implicit none
contains
  subroutine run(n, tag)
    use testing
    integer, intent(in) :: n
    character(*), intent(in) :: tag
    integer :: offset, i, k(n), table(5), widths(n), low(-1:n), wanted(n), unused(n)
    real, allocatable :: factors(:)
    integer, pointer :: chosen
    integer, target :: number
    character(4) :: word
    logical :: never

    table = [5, 4, 3, 2, 1]
    offset = 11
    widths = [(i, i = 1, n)]
    low = 2
    allocate (factors(n), source=3.0)
    number = 4
    chosen => number
    word = 'abcd'
    unused = 1
    never = .false.
    wanted = [(i + 11 + table(1 + mod(i, 5)) + i + 3 + 4 + 2 + 1000 + 100*len(tag), i = 1, n)]

    !$acc parallel loop copyout(k)
    do i = 1, n
      call inside(k(i), i)
    end do
    call expect_equal(k, wanted, 'no clauses')

    k = 0
    !$acc data copyin(table, widths, factors, low) copy(k)
    !$acc kernels loop independent
    do i = 1, n
      call inside(k(i), i)
    end do
    !$acc end data
    call expect_equal(k, wanted, 'a data construct')

    k = 0
    !$acc serial copyin(low(-1:)) copy(k)
    call inside(k(1), 1)
    !$acc end serial
    call expect_equal(k(1), wanted(1), 'serial')

    k = 0
    !$acc parallel loop gang vector copy(k) private(offset)
    do i = 1, n
      offset = 11 + i
      call inside(k(i), i)
    end do
    call expect_equal(k, [(wanted(i) + i, i = 1, n)], 'private')

    k = 0
    !$acc parallel loop copy(k) if(never)
    do i = 1, n
      call inside(k(i), i)
    end do
    call expect_equal(k, wanted, 'on the host')

    call other()
    call directed()
    unused = unused + 1
  contains
    subroutine inside(r, j)
      integer, intent(out) :: r
      integer, intent(in) :: j
      r = j + offset + table(1 + mod(j, 5)) + widths(j) + int(factors(j)) + chosen + low(j - 2)
      call deeper(r)
    end subroutine
    subroutine deeper(r)
      integer, intent(inout) :: r
      if (word(2:3) == 'bc') r = r + 1000
      r = r + 100*len(tag)
    end subroutine
    ! Its own construct calls a sibling.
    subroutine other()
      integer :: j
      k = 0
      !$acc parallel loop copyout(k)
      do j = 1, n
        call inside(k(j), j)
        k(j) = k(j) + offset
      end do
      call expect_equal(k, wanted + 11, 'from an internal procedure')
      print *, unused(1)
    end subroutine
    integer function row_sum(from)
      !$acc routine vector
      integer, intent(in) :: from
      integer :: j
      row_sum = 0
      !$acc loop vector reduction(+:row_sum)
      do j = from, n
        row_sum = row_sum + widths(j) + offset
      end do
    end function
    subroutine directed()
      integer :: j
      !$acc parallel loop gang copyout(k)
      do j = 1, n
        k(j) = row_sum(j)
      end do
      call expect_equal(k, [(sum(widths(j:)) + (n - j + 1)*11, j = 1, n)], 'a vector routine')
    end subroutine
  end subroutine
end module

program main
  use testing
  use work
  implicit none
  integer :: first(100), k(100), i, step
  first = [(i*i, i = 1, 100)]
  step = 3
  call run(1, 'x')
  call run(300, 'long')
  ! Scalars of the main program; its arrays are static.
  !$acc parallel loop copyout(k)
  do i = 1, 100
    k(i) = square(i)
  end do
  call expect_equal(k, first + 3, 'main program')
  call finish()
contains
  integer function square(i)
    integer, intent(in) :: i
    square = i*i + step
  end function
end program
