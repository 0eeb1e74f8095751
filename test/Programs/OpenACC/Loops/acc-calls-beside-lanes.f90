!===-- acc-calls-beside-lanes.f90 - Calls beside loops over lanes ---------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -target=cpu -Minfo=accel -c %s -o %t.o 2>&1 | FileCheck %s
!
! One thread of a gang or of a worker calls a sequential routine beside loops
! over lanes, and the others get what it changed: scalars and small arrays that
! are the gang's own, elements of arrays, results. The loops stay the lanes'.
!
!===----------------------------------------------------------------------===!
! CHECK-NOT: One thread
! CHECK-NOT: gang, vector
! CHECK: loop gang, worker(4)
! CHECK-NOT: gang, vector

module work
  implicit none
contains
  subroutine advance(j, s)
    !$acc routine seq
    integer, intent(in) :: j
    real(8), intent(inout) :: s
    s = s*0.5d0 + j
  end subroutine

  real(8) function difference(j, s)
    !$acc routine seq
    integer, intent(in) :: j
    real(8), intent(inout) :: s
    difference = s - j
    s = s + 1
  end function

  subroutine weigh(w, j)
    !$acc routine seq
    real(8), intent(inout) :: w(4)
    integer, value :: j
    w(mod(j, 4) + 1) = w(mod(j, 4) + 1)*0.5d0 + j
  end subroutine

  subroutine smooth(a, n)
    !$acc routine seq
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: k
    do k = 2, n
      a(k) = a(k) + 0.25d0*a(k - 1)
    end do
  end subroutine
end module

program main
  use work
  implicit none
  integer, parameter :: n = 70, m = 9
  real(8) :: a(n, m), b(n, m), s, t, w(4)
  integer :: i, j, k

  call fill()
  !$acc parallel loop gang copy(a) private(s, t, w)
  do j = 1, m
    s = 1
    t = 2
    w(1) = 1
    w(2) = 2
    w(3) = 3
    w(4) = 4
    call weigh(w, j)
    if (mod(j, 2) == 0) then
      call advance(j, s)
    else
      s = s + difference(j, t)
    end if
    !$acc loop vector
    do i = 1, n
      a(i, j) = a(i, j)*0.5d0 + s + w(mod(i, 4) + 1) + t
    end do
    call smooth(a(:, j), n)
    t = 0
    !$acc loop vector reduction(+:t)
    do i = 1, n
      t = t + a(i, j)
    end do
    a(1, j) = t
    do k = 1, 3
      call advance(k, s)
      !$acc loop vector
      do i = 2, n
        a(i, j) = a(i, j) + s
      end do
    end do
  end do
  call compare('gangs')

  call fill()
  !$acc parallel loop gang worker num_workers(4) vector_length(32) &
  !$acc copy(a) private(s, t, w)
  do j = 1, m
    s = 1
    t = 2
    w(1) = 1
    w(2) = 2
    w(3) = 3
    w(4) = 4
    call weigh(w, j)
    if (mod(j, 2) == 0) then
      call advance(j, s)
    else
      s = s + difference(j, t)
    end if
    !$acc loop vector
    do i = 1, n
      a(i, j) = a(i, j)*0.5d0 + s + w(mod(i, 4) + 1) + t
    end do
    call smooth(a(:, j), n)
    t = 0
    !$acc loop vector reduction(+:t)
    do i = 1, n
      t = t + a(i, j)
    end do
    a(1, j) = t
    do k = 1, 3
      call advance(k, s)
      !$acc loop vector
      do i = 2, n
        a(i, j) = a(i, j) + s
      end do
    end do
  end do
  call compare('workers')

  ! Every gang calls for itself before it takes its iterations.
  call fill()
  b = a
  !$acc parallel copy(a) private(s, t)
  s = 4
  t = difference(3, s)
  call advance(2, t)
  !$acc loop gang
  do j = 1, m
    !$acc loop vector
    do i = 1, n
      a(i, j) = a(i, j) + s + t
    end do
  end do
  !$acc end parallel
  if (any(a /= b + 5 + 2.5d0)) call fail('before the loops')
  print '(a)', 'PASS'
contains
  subroutine fill()
    integer :: i, j
    do j = 1, m
      do i = 1, n
        a(i, j) = mod(i*3 + j, 17)
      end do
    end do
  end subroutine

  subroutine compare(what)
    character(*), intent(in) :: what
    real(8) :: s, t, w(4), row(n)
    integer :: i, j, k
    do j = 1, m
      s = 1
      t = 2
      w = [1, 2, 3, 4]
      row = [(mod(i*3 + j, 17), i = 1, n)]
      call weigh(w, j)
      if (mod(j, 2) == 0) then
        call advance(j, s)
      else
        s = s + difference(j, t)
      end if
      do i = 1, n
        row(i) = row(i)*0.5d0 + s + w(mod(i, 4) + 1) + t
      end do
      call smooth(row, n)
      row(1) = sum(row)
      do k = 1, 3
        call advance(k, s)
        row(2:) = row(2:) + s
      end do
      if (any(abs(a(:, j) - row) > 1d-9*abs(row))) call fail(what)
    end do
  end subroutine

  subroutine fail(what)
    character(*), intent(in) :: what
    print '(2a)', 'FAIL: ', what
    error stop 1
  end subroutine
end program
