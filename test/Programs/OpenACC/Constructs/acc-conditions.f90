!===-- acc-conditions.f90 - if, self, default and device_type ------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! With a false condition, and with self, the host does the work, on the host's
! memory; default(none) and default(present); clauses for several kinds of
! devices.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 100
  integer :: a(n), b(n), i, k, s
  logical :: separate, yes

  s = 1
  !$acc data copyin(s) copyout(i)
  s = 2
  !$acc serial present(s, i)
  i = s
  !$acc end serial
  !$acc end data
  separate = i == 1
  yes = n > 5

  do k = 1, 6
    a = 1
    !$acc data copyin(a)
    select case (k)
    case (1)
      !$acc parallel loop if(yes)
      do i = 1, n
        a(i) = a(i) + i
      end do
    case (2)
      !$acc parallel loop if(.not. yes)
      do i = 1, n
        a(i) = a(i) + i
      end do
    case (3)
      !$acc kernels if(n == 5)
      do i = 1, n
        a(i) = a(i) + i
      end do
      !$acc end kernels
    case (4)
      !$acc serial loop self(yes)
      do i = 1, n
        a(i) = a(i) + i
      end do
    case (5)
      !$acc parallel loop self
      do i = 1, n
        a(i) = a(i) + i
      end do
    case (6)
      !$acc parallel loop self(.not. yes) if(yes)
      do i = 1, n
        a(i) = a(i) + i
      end do
    end select
    if (separate) then
      if (k == 1 .or. k == 6) then
        call expect(all(a == 1), 'the device worked')
      else
        call expect_equal(a, [(1 + i, i = 1, n)], 'the host worked')
      end if
    end if
    !$acc end data
  end do

  ! Reductions, private variables and nests on the host.
  s = 5
  !$acc parallel loop if(n < 0) reduction(+:s) private(k)
  do i = 1, n
    k = 2*i
    s = s + k
  end do
  call expect_equal(s, 5 + n*(n + 1), 'a reduction on the host')
  b = 0
  !$acc parallel loop gang if(n < 0) copyout(b)
  do i = 1, 10
    s = i
    !$acc loop vector
    do k = 1, 10
      b(10*(i - 1) + k) = s*k
    end do
  end do
  call expect_equal(b, [((i*k, k = 1, 10), i = 1, 10)], 'a nest on the host')
  !$acc data copy(b) if(n < 0)
  !$acc kernels if(n < 0)
  do i = 1, n
    b(i) = b(i) + 1
  end do
  !$acc end kernels
  !$acc end data
  call expect_equal(b, [((i*k + 1, k = 1, 10), i = 1, 10)], 'all on the host')

  a = 1
  !$acc parallel loop default(none) copy(a) private(s)
  do i = 1, n
    s = i
    a(i) = a(i) + s
  end do
  call expect_equal(a, [(1 + i, i = 1, n)], 'default(none)')
  a = 1
  !$acc data copy(a)
  !$acc parallel loop default(present)
  do i = 1, n
    a(i) = a(i) + 2
  end do
  !$acc kernels default(present)
  do i = 1, n
    a(i) = a(i)*2
  end do
  !$acc end kernels
  !$acc end data
  call expect(all(a == 6), 'default(present)')

  a = 0
  !$acc parallel loop copy(a) num_gangs(2) device_type(nvidia) num_gangs(4) vector_length(64) &
  !$acc device_type(*) num_workers(2)
  do i = 1, n
    a(i) = a(i) + i
  end do
  call expect_equal(a, [(i, i = 1, n)], 'device_type on a construct')
  !$acc parallel copy(a)
  !$acc loop device_type(nvidia) gang vector device_type(host, multicore) gang device_type(radeon) worker
  do i = 1, n
    a(i) = a(i) + i
  end do
  !$acc end parallel
  call expect_equal(a, [(2*i, i = 1, n)], 'device_type on a loop')
  !$acc kernels loop copy(a) independent dtype(nvidia) gang(8) vector(128) dtype(*) gang
  do i = 1, n
    a(i) = a(i) + i
  end do
  call expect_equal(a, [(3*i, i = 1, n)], 'dtype')
  !$acc data copy(a)
  !$acc update device(a) device_type(nvidia) async(1)
  !$acc wait
  !$acc end data
  call expect_equal(a, [(3*i, i = 1, n)], 'device_type on update')
  call finish()
end program
