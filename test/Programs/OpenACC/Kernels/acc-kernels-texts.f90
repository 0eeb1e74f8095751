!===-- acc-kernels-texts.f90 - Loops over texts, in kernels constructs ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Texts of several characters are assigned as memory. Loops that read what
! other iterations assign keep their order: whole texts, parts of them, and
! texts that procedures and comparisons read.
!
!===----------------------------------------------------------------------===!

module texts
  implicit none
contains
  pure character(4) function moved(c)
    !$acc routine seq
    character(4), intent(in) :: c
    moved = c(2:4)//c(1:1)
  end function
  pure integer function code(c)
    !$acc routine seq
    character(4), intent(in) :: c
    code = ichar(c(4:4))
  end function

  subroutine of_any_length(c, d, n)
    character(*), intent(inout) :: c(:)
    character(*), intent(in) :: d(:)
    integer, intent(in) :: n
    integer :: i
    !$acc kernels copy(c) copyin(d)
    do i = 2, n
      c(i) = c(i-1)
    end do
    !$acc end kernels
    if (any(c(:n) /= c(1))) error stop 'recurrence of any length'
    !$acc kernels copy(c) copyin(d)
    do i = 1, n
      c(i) = d(i)
    end do
    !$acc end kernels
    if (any(c(:n) /= d(:n))) error stop 'assignment of any length'
  end subroutine
end module

program main
  use testing
  use texts
  implicit none
  integer, parameter :: n = 500
  type pair_t
    integer :: k
    character(6) :: name
  end type
  character(4) :: c(n), w(n), first, d(n)
  character(n) :: long
  type(pair_t) :: r(n)
  character(6) :: names(n)
  integer :: i, k(n)

  call reset()
  !$acc kernels copy(c)
  do i = 2, n
    c(i) = c(i-1)
  end do
  !$acc end kernels
  call expect(all(c == w(1)), 'forward recurrence')

  call reset()
  !$acc kernels copy(c)
  do i = 1, n - 1
    c(i) = c(i+1)
  end do
  !$acc end kernels
  call expect(all(c(:n-1) == w(2:)), 'reading ahead')

  call reset()
  !$acc kernels copy(c)
  do i = 2, n
    c(i)(1:2) = c(i-1)(3:4)
    c(i)(3:4) = c(i-1)(1:2)
  end do
  !$acc end kernels
  do i = 2, n
    w(i) = w(i-1)(3:4)//w(i-1)(1:2)
  end do
  call expect(all(c == w), 'parts')

  call reset()
  !$acc kernels copy(c)
  do i = 2, n
    if (c(i-1)(2:3) == '01') c(i) = 'x01y'
    if (c(i-1)(4:4) == 'y') c(i)(1:1) = 'z'
  end do
  !$acc end kernels
  do i = 2, n
    if (w(i-1)(2:3) == '01') w(i) = 'x01y'
    if (w(i-1)(4:4) == 'y') w(i)(1:1) = 'z'
  end do
  call expect(all(c == w), 'comparisons')

  call reset()
  !$acc kernels copy(c)
  do i = 2, n
    c(i) = moved(c(i-1))
  end do
  !$acc end kernels
  do i = 2, n
    w(i) = moved(w(i-1))
  end do
  call expect(all(c == w), 'a function of a text')

  call reset()
  !$acc kernels copy(c) copyout(k)
  do i = 1, n - 1
    k(i) = code(c(i+1))
    c(i) = 'abcd'
  end do
  !$acc end kernels
  call expect_equal(k(:n-1), [(ichar(w(i)(4:4)), i = 2, n)], 'texts as arguments')

  r%k = 0
  do i = 1, n
    write(r(i)%name, '(i6)') i
  end do
  names = r%name
  !$acc kernels copy(r)
  do i = n, 2, -1
    r(i)%name(2:) = r(i-1)%name(1:5)
    r(i-1)%k = ichar(r(i)%name(6:6))
  end do
  !$acc end kernels
  call expect(all(r(2:)%name(2:6) == names(:n-1)(1:5)), 'components')
  !$acc kernels copy(r)
  do i = 2, n
    r(i)%name = r(i-1)%name
  end do
  !$acc end kernels
  call expect(all(r%name == r(1)%name), 'recurrence of components')

  long = repeat('ab', n/2)
  !$acc kernels copy(long)
  do i = 3, n - 1
    long(i:i+1) = long(i-2:i-2)//'c'
  end do
  !$acc end kernels
  call expect(long == repeat('ab', n/2 - 1)//'ac', 'one long text')

  call reset()
  !$acc kernels copy(c) copyout(first, d)
  first = c(1)
  do i = 1, n
    c(i) = 'none'
  end do
  do i = 1, n
    d(i) = first
  end do
  c(1)(2:3) = c(2)(1:2)
  !$acc end kernels
  call expect(all(d == w(1)), 'a text read before a loop')
  call expect(c(1) == 'nnoe' .and. all(c(2:) == 'none'), 'a text behind a loop')

  call reset()
  call of_any_length(c, w, n)
  call finish()
contains
  subroutine reset()
    integer :: j
    do j = 1, n
      write(c(j), '(i4.4)') j
    end do
    w = c
  end subroutine
end program
