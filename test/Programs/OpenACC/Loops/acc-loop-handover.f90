!===-- acc-loop-handover.f90 - Loops that use what others assigned --------===!
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
! Gangs do not wait for each other between the loops of a parallel construct,
! but programs count on it: each loop is a kernel where one uses what another
! assigns.
!
!===----------------------------------------------------------------------===!
module loops
  implicit none
  integer, allocatable :: field(:)
contains
  subroutine neighbours(a, b, n)
    integer :: n, a(0:n + 1), b(n), i
    ! MINFO-LABEL: neighbours:
    ! MINFO-COUNT-3: Accelerator kernel generated
    !$acc parallel copy(a, b)
    !$acc loop gang
    do i = 0, n + 1
      a(i) = i
    end do
    !$acc loop gang
    do i = 1, n
      b(i) = a(i - 1) + a(i + 1)
    end do
    !$acc loop gang vector
    do i = 1, n
      a(i) = b(n + 1 - i)
    end do
    !$acc end parallel
  end subroutine
  subroutine apart(a, b, n)
    integer :: n, a(n), b(n), i
    ! MINFO-LABEL: apart:
    ! MINFO-COUNT-1: Accelerator kernel generated
    ! MINFO-NOT: Accelerator kernel generated
    ! MINFO-LABEL: module_data:
    !$acc parallel copy(a, b)
    !$acc loop
    do i = 1, n
      a(i) = i
    end do
    !$acc loop
    do i = 1, n
      b(i) = 2*i
    end do
    !$acc end parallel
  end subroutine
  ! What a loop only reads may be overwritten by a later one.
  subroutine module_data(b, n, queue)
    integer :: n, b(n), queue, i
    !$acc parallel copy(b, field) async(queue)
    !$acc loop gang worker vector
    do i = 1, n
      b(i) = field(n + 1 - i)
    end do
    !$acc loop gang worker vector
    do i = 1, n
      field(i) = -b(i)
    end do
    !$acc end parallel
    !$acc wait(queue)
  end subroutine
  subroutine through_sum(a, n, total)
    integer :: n, a(n), total, i
    !$acc parallel copy(a, total) num_gangs(8)
    !$acc loop gang reduction(+:total)
    do i = 1, n
      total = total + a(i)
    end do
    !$acc loop gang
    do i = 1, n
      a(i) = a(i) + total
    end do
    !$acc end parallel
  end subroutine
  subroutine assign(x, y)
    !$acc routine seq
    integer :: x, y
    x = y + 1
  end subroutine
  subroutine calls(a, b, n)
    integer :: n, a(n), b(n), i
    !$acc parallel copy(a, b)
    !$acc loop gang
    do i = 1, n
      call assign(a(i), i)
    end do
    !$acc loop gang
    do i = 1, n
      call assign(b(i), a(n + 1 - i))
    end do
    !$acc end parallel
  end subroutine

  pure integer function last(a)
    !$acc routine seq
    integer, intent(in) :: a(:)
    last = a(size(a))
  end function

  subroutine limit_by_function(a, b, n)
    integer :: n, a(n), b(n), i
    ! MINFO-LABEL: limit_by_function:
    ! MINFO-COUNT-2: Accelerator kernel generated
    !$acc parallel copy(a, b) num_gangs(64)
    !$acc loop gang vector
    do i = 1, n
      a(i) = n - 10
    end do
    !$acc loop gang vector
    do i = last(a), n
      b(i) = 1
    end do
    !$acc end parallel
  end subroutine

  subroutine value_between(a, b, n)
    integer :: n, a(n), b(n), i, k
    k = 7
    !$acc parallel copy(a, b) num_gangs(64)
    !$acc loop gang
    do i = 1, n
      a(i) = n - i + 1
    end do
    k = a(n) + 1
    !$acc loop gang
    do i = k, n
      b(i) = a(i) + k
    end do
    !$acc end parallel
    b(1) = k - 7
  end subroutine

  subroutine with_reduction(a, b, n, total)
    integer :: n, a(n), b(n), total, i
    ! MINFO-LABEL: with_reduction:
    ! MINFO-COUNT-2: Accelerator kernel generated
    !$acc parallel copy(a, b) num_gangs(64) reduction(+: total)
    !$acc loop gang vector
    do i = 1, n
      a(i) = n - i + 1
      total = total + 1
    end do
    !$acc loop gang vector reduction(+: total)
    do i = a(n), n
      b(i) = a(n + 1 - i)
      total = total + b(i)
    end do
    !$acc end parallel
  end subroutine
end module

program acc_loop_handover
  use loops
  use testing
  integer, parameter :: n = 5000
  integer :: a(0:n + 1), b(n), total, i
  a = 0
  b = 0
  call neighbours(a, b, n)
  call expect_equal(count(b /= [(2*i, i = 1, n)]), 0, 'neighbours')
  call expect_equal(count(a(1:n) /= [(2*i, i = n, 1, -1)]), 0, 'backwards')
  call apart(a(1:n), b, n)
  call expect_equal(count(a(1:n) /= [(i, i = 1, n)]) + count(b /= [(2*i, i = 1, n)]), 0, 'apart')
  allocate(field(n))
  field = [(i, i = 1, n)]
  call module_data(b, n, 2)
  call expect_equal(count(b /= [(i, i = n, 1, -1)]), 0, 'read first')
  call expect_equal(count(field /= [(-i, i = n, 1, -1)]), 0, 'overwritten then')
  total = 1
  a(1:n) = 1
  call through_sum(a(1:n), n, total)
  call expect_equal(total, n + 1, 'sum')
  call expect_equal(count(a(1:n) /= n + 2), 0, 'sum, used')
  call calls(a(1:n), b, n)
  call expect_equal(count(b /= [(i + 2, i = n, 1, -1)]), 0, 'calls')
  b = 0
  call limit_by_function(a(1:n), b, n)
  call expect_equal(b(n - 11:), [0, (1, i = 1, 11)], 'limit by a function')
  b = 0
  call value_between(a(1:n), b, n)
  call expect_equal(count(b(2:) /= [(i + 2, i = n - 1, 1, -1)]) + b(1), 0, 'value between')
  total = 5
  call with_reduction(a(1:n), b, n, total)
  call expect_equal(count(b /= [(i, i = 1, n)]), 0, 'with a reduction')
  call expect_equal(total, 5 + n + n*(n + 1)/2, 'reduction')
  call finish()
end program
