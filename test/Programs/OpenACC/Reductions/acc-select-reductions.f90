!===-- acc-select-reductions.f90 - SELECT CASE beside reductions ---------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{fresh-folder} && %{compile} -acc -Minfo=accel %{testing} %s -o %t.dir/program 2>&1 | FileCheck %s --check-prefix=MINFO
!
! Loops with branches whose clauses name dummy arguments: they stay loops, in
! constructs and in routines.
!
! MINFO-NOT: One thread
! MINFO-COUNT-3: !$acc loop gang, vector
! MINFO-NOT: One thread
!
!===----------------------------------------------------------------------===!

module cases
  implicit none
contains
  subroutine classify(a, n, total, all_small, part, most)
    integer, intent(in) :: n
    integer, intent(inout) :: a(n), total, part, most
    logical, intent(inout) :: all_small
    integer :: i, k
    !$acc data copy(a)
    !$acc parallel loop reduction(+: total) reduction(.and.: all_small)
    do i = 1, n
      select case (mod(a(i), 7))
      case (0)
        a(i) = 1
      case (1:3)
        a(i) = a(i) + 2
      case default
        if (a(i) > 100) cycle
        a(i) = 3
      end select
      total = total + a(i)
      all_small = all_small .and. a(i) < 1000
    end do
    !$acc parallel loop private(part) reduction(max: most)
    do i = 1, n
      select case (a(i))
      case (:10)
        part = 1
      case default
        part = 2
      end select
      most = max(most, part*a(i))
    end do
    part = 1
    !$acc parallel loop firstprivate(part) reduction(+: total)
    do i = 1, n
      k = 0
      do while (k < mod(i, 4))
        k = k + part
        if (k == 3) exit
      end do
      total = total + k
    end do
    !$acc end data
  end subroutine

  subroutine check_row(row, n, good, limit)
    !$acc routine vector
    integer, intent(in) :: n, limit
    integer, intent(in) :: row(n)
    logical, intent(out) :: good
    integer :: i
    good = .true.
    !$acc loop vector reduction(.and.: good)
    do i = 1, n
      select case (modulo(row(i), 3))
      case (0)
        good = good .and. row(i) < limit
      case (1:2)
        good = good .and. row(i) /= limit
      end select
    end do
  end subroutine
end module

program acc_select_reductions
  use cases
  use testing
  implicit none
  integer, parameter :: n = 500, m = 40
  integer :: a(n), b(n), table(n, m), total, wanted, part, most, wanted_most, i, j, k, bad
  logical :: small, wanted_small, good(m), row_good
  bad = 0
  do i = 1, n
    a(i) = mod(37*i, 211)
  end do
  b = a
  total = 5
  small = .true.
  part = 1
  most = -1
  call classify(a, n, total, small, part, most)
  wanted = 5
  wanted_small = .true.
  wanted_most = -1
  do i = 1, n
    select case (mod(b(i), 7))
    case (0)
      b(i) = 1
    case (1:3)
      b(i) = b(i) + 2
    case default
      if (b(i) > 100) cycle
      b(i) = 3
    end select
    wanted = wanted + b(i)
    wanted_small = wanted_small .and. b(i) < 1000
  end do
  do i = 1, n
    wanted_most = max(wanted_most, merge(1, 2, b(i) <= 10)*b(i))
    wanted = wanted + mod(i, 4)
  end do
  if (any(a /= b) .or. total /= wanted .or. (small .neqv. wanted_small)) bad = bad + 1
  if (most /= wanted_most) bad = bad + 1

  do j = 1, m
    do i = 1, n
      table(i, j) = mod(i*j, 499)
    end do
  end do
  !$acc parallel loop gang copyin(table) copyout(good) private(row_good)
  do j = 1, m
    call check_row(table(:, j), n, row_good, 480 + j)
    good(j) = row_good
  end do
  do j = 1, m
    row_good = .true.
    do i = 1, n
      k = table(i, j)
      if (modulo(k, 3) == 0) then
        row_good = row_good .and. k < 480 + j
      else
        row_good = row_good .and. k /= 480 + j
      end if
    end do
    if (row_good .neqv. good(j)) bad = bad + 1
  end do
  if (all(good) .or. .not. any(good)) bad = bad + 1

  call expect_equal(bad, 0, 'wrong results')
  call finish()
end program
