!===-- resident-pages.f90 - Books kept on the device -----------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Accounts of which the device keeps some pages: sections in present and no_create clauses
! of data, parallel and kernels constructs; rates of a function declared copyin; a page
! entered three times, of which finalize makes an end; first-private limits of 8 bytes.
!
!===----------------------------------------------------------------------===!
module ledgers
  implicit none
  integer, parameter :: pages = 12, lines = 25
  integer(8) :: books(lines, pages)
contains
  integer(8) function interest(first, last, rates) result(total)
    integer, intent(in) :: first, last
    integer(8), intent(inout) :: rates(lines)
    integer(8) :: limits(2), both(2)
    integer :: i, p
    !$acc declare copyin(rates)
    rates = 1000
    limits = [5_8, 40_8]
    both = -1
    total = 0
    !$acc data no_create(books(:, first:last))
    !$acc parallel loop collapse(2) present(books(:, first:last)) reduction(+:total) firstprivate(limits) private(both)
    do p = first, last
      do i = 1, lines
        limits(2) = 40 + i
        both = [books(i, p)*rates(i), limits(1)]
        books(i, p) = books(i, p) + min(maxval(both), limits(2))
        total = total + books(i, p)
      end do
    end do
    if (any(limits /= [5, 40]) .or. any(both /= -1)) stop 2
    !$acc kernels no_create(books(:, first:last))
    books(:, first) = books(:, first) + rates
    !$acc end kernels
    !$acc end data
  end function
end module

program main
  use testing
  use ledgers
  implicit none
  integer(8) :: mine(lines, pages), rates(lines), total, wanted
  integer :: i, p, first
  books = reshape([(int(mod(i*7, 31), 8), i = 1, lines*pages)], [lines, pages])
  mine = books
  do first = 1, pages, 3
    !$acc enter data copyin(books(:, first:first + 2))
    !$acc enter data create(books(:, first:first + 2))
    !$acc enter data copyin(books(:, first:first + 2))
    rates = [(int(mod(i, 5) + first, 8), i = 1, lines)]
    wanted = 0
    do p = first, first + 2
      do i = 1, lines
        mine(i, p) = mine(i, p) + min(max(mine(i, p)*rates(i), 5_8), 40_8 + i)
        wanted = wanted + mine(i, p)
      end do
    end do
    mine(:, first) = mine(:, first) + rates
    total = interest(first, first + 2, rates)
    call expect_equal(total, wanted, 'total')
    call expect(all(rates == 1000), 'the host''s rates')
    !$acc exit data copyout(books(:, first:first + 2)) finalize
    call expect_equal([books(:, :first + 2)], [mine(:, :first + 2)], 'pages')
  end do
  call finish
end program
