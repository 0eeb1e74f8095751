!===-- acc-async-queues.f90 - async and wait -----------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: env NVCOMPILER_ACC_NOTIFY=5 %run %t.dir/program 2>&1 | FileCheck %s --check-prefix=WAITS
!
! Work in many queues, chains within one queue, waits on the host, in a queue and
! on constructs, updates and data regions in queues, and values that the host
! changes after it has started work.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 2000, queues = 12
  integer :: a(n), b(n), c(n, queues), i, k, q, s

  do k = 1, queues
    !$acc enter data copyin(c(:, k)) async(k)
  end do
  !$acc wait
  c = 0
  do k = 1, queues
    !$acc update device(c(:, k)) async(k)
    !$acc parallel loop async(k) present(c(:, k))
    do i = 1, n
      c(i, k) = i + k
    end do
    !$acc parallel loop async(k) present(c(:, k))
    do i = 1, n
      c(i, k) = c(i, k)*2
    end do
    !$acc update host(c(:, k)) async(k)
  end do
  !$acc wait
  do k = 1, queues
    call expect_equal(c(:, k), [(2*(i + k), i = 1, n)], 'chains in queues')
    !$acc exit data delete(c(:, k))
  end do

  a = 1
  !$acc data copyin(a) create(b)
  !$acc parallel loop async(1)
  do i = 1, n
    a(i) = a(i) + i
  end do
  ! WAITS: Explicit wait {{.*}}function=main line=[[#@LINE+2]] {{.*}}queue=1{{$}}
  ! WAITS-NEXT: launch {{.*}}line=[[#@LINE+1]]
  !$acc parallel loop async(2) wait(1)
  do i = 1, n
    b(i) = a(i)*3
  end do
  ! WAITS-NEXT: Explicit wait {{.*}}line=[[#@LINE+2]] {{.*}}queue=2{{$}}
  ! WAITS-NEXT: launch {{.*}}line=[[#@LINE+2]]
  !$acc wait(2) async(3)
  !$acc parallel loop async(3)
  do i = 1, n
    b(i) = b(i) + 1
  end do
  !$acc update host(b) async(3)
  !$acc wait(3)
  call expect_equal(b, [(3*(1 + i) + 1, i = 1, n)], 'queues that wait for others')

  !$acc kernels async
  do i = 1, n
    a(i) = 5
  end do
  !$acc end kernels
  !$acc update self(a) async
  !$acc wait
  call expect(all(a == 5), 'the default queue')

  !$acc parallel loop async(7)
  do i = 1, n
    a(i) = 6
  end do
  !$acc update self(a) wait(7)
  call expect(all(a == 6), 'an update that waits')

  !$acc parallel loop async(4)
  do i = 1, n
    a(i) = 7
  end do
  !$acc parallel loop async(5)
  do i = 1, n
    b(i) = 8
  end do
  !$acc parallel loop wait(4, 5)
  do i = 1, n
    a(i) = a(i) + b(i)
  end do
  !$acc update self(a)
  call expect(all(a == 15), 'a construct that waits for two')

  !$acc parallel loop async(acc_sync())
  do i = 1, n
    a(i) = 16
  end do
  !$acc update self(a)
  call expect(all(a == 16), 'acc_async_sync')
  q = 3
  !$acc parallel loop async(q + 1)
  do i = 1, n
    a(i) = 17
  end do
  !$acc update self(a) async(q + 1)
  !$acc wait(q + 1) if(q == 3)
  call expect(all(a == 17), 'expressions')
  !$acc end data

  ! Scalars are taken when the construct is reached.
  !$acc data create(a)
  do k = 1, 20
    s = k
    !$acc parallel loop async(1) firstprivate(s)
    do i = 1, n
      if (mod(i, 20) == s - 1) a(i) = s
    end do
    s = -1
  end do
  !$acc update self(a) async(1)
  !$acc wait(1)
  !$acc end data
  call expect_equal(a, [(mod(i, 20) + 1, i = 1, n)], 'scalars of asynchronous work')

  ! Data that leaves in a queue.
  b = 0
  !$acc enter data create(b) async(9)
  !$acc parallel loop present(b) async(9)
  do i = 1, n
    b(i) = i
  end do
  !$acc exit data copyout(b) async(9)
  !$acc wait(9)
  call expect_equal(b, [(i, i = 1, n)], 'exit data in a queue')
  b = 0
  !$acc parallel loop copy(b) async(2)
  do i = 1, n
    b(i) = b(i) + i
  end do
  !$acc wait(2)
  call expect_equal(b, [(i, i = 1, n)], 'a construct with its own copies')

  s = 3
  !$acc parallel loop reduction(+:s) async(6)
  do i = 1, n
    s = s + i
  end do
  !$acc wait(6)
  call expect_equal(s, 3 + n*(n + 1)/2, 'a reduction in a queue')
  call finish()
contains
  integer function acc_sync()
    acc_sync = -2
  end function
end program
