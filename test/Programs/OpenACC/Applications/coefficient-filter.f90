!===-- coefficient-filter.f90 - A filter with coefficients and optional output ===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile} -acc -Minfo=accel -c %s -o %t.dir/object.o 2>&1 | FileCheck %s --check-prefix=MINFO
!
! Linked coefficients, a work array that is on the device only, a cached window, output
! that only some calls have on the device (no_create), host_data around a procedure that
! takes device addresses.
!
!===----------------------------------------------------------------------===!

module filter
  implicit none
  integer, parameter :: n = 300, reach = 2
  integer :: weights(-reach:reach)
  integer :: work(1 - reach:n + reach)
  integer :: passes
  !$acc declare link(weights)
  !$acc declare device_resident(work, passes)
contains
  ! Its arguments are addresses of the device.
  subroutine add_on_device(x, y, count)
    integer, intent(in) :: count, x(count)
    integer, intent(inout) :: y(count)
    integer :: i
    ! MINFO: {{^ +}}[[#@LINE+1]], Accelerator kernel generated
    !$acc parallel loop gang vector deviceptr(x, y)
    do i = 1, count
      y(i) = y(i) + x(i)
    end do
  end subroutine

  subroutine apply(signal, strengths)
    integer, intent(inout) :: signal(n)
    integer, intent(inout) :: strengths(n)
    integer :: i, k, total
    !$acc serial
    passes = passes + 1
    !$acc end serial
    !$acc parallel loop present(signal)
    do i = 1 - reach, n + reach
      work(i) = 0
      if (i >= 1 .and. i <= n) work(i) = signal(i)
    end do
    !$acc parallel loop gang vector vector_length(64) present(signal) no_create(strengths) private(total)
    do i = 1, n
      !$acc cache(work(i-reach:i+reach))
      total = 0
      !$acc loop seq
      do k = -reach, reach
        total = total + weights(k)*work(i + k)
      end do
      signal(i) = mod(total, 1009)
    end do
  end subroutine

  subroutine note(signal, strengths)
    integer, intent(in) :: signal(n)
    integer, intent(inout) :: strengths(n)
    integer :: i
    !$acc parallel loop no_create(strengths) present(signal)
    do i = 1, n
      if (signal(i) > 500) strengths(i) = signal(i)
    end do
  end subroutine
end module

program main
  use testing
  use filter
  implicit none
  integer :: signal(n), other(n), strengths(n), wanted(n), padded(1 - reach:n + reach), i, step, counted

  weights = [1, 3, 5, 3, 1]
  signal = [(mod(i*37, 101), i = 1, n)]
  other = [(i, i = 1, n)]
  strengths = 0
  wanted = signal
  !$acc enter data copyin(weights)
  !$acc serial
  passes = 0
  !$acc end serial
  !$acc data copy(signal, other)
  do step = 1, 3
    call apply(signal, strengths)
  end do
  !$acc host_data use_device(signal, other)
  call add_on_device(signal, other, n)
  !$acc end host_data
  !$acc data copy(strengths)
  call note(signal, strengths)
  !$acc end data
  !$acc end data
  !$acc exit data delete(weights)
  !$acc serial copyout(counted)
  counted = passes
  !$acc end serial

  do step = 1, 3
    padded = 0
    padded(1:n) = wanted
    do i = 1, n
      wanted(i) = mod(sum(weights*padded(i - reach:i + reach)), 1009)
    end do
  end do
  call expect_equal(signal, wanted, 'filtered')
  call expect_equal(other, wanted + [(i, i = 1, n)], 'added by device addresses')
  call expect_equal(strengths, merge(wanted, 0, wanted > 500), 'noted where there is data')
  call expect_equal(counted, 3, 'passes')
  call finish
end program
