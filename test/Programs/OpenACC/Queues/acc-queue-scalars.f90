!===-- acc-queue-scalars.f90 - Scalars from kernel to kernel of a queue ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{fresh-folder}
! RUN: %{compile} -O2 -acc -gpu=managed %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -O2 -acc=multicore %{testing} %s -o %t.dir/program
! RUN: %t.dir/program | %{check-pass}
!
! What one construct of a queue makes of a scalar is what the next one there
! reads, whether device and host share memory or not.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 3000
  integer :: last, a(n), step(n), b(2000, 200), i, j, queue
  step = 5
  b = 3
  do queue = 1, 3
    last = 7
    a = 0
    !$acc kernels async(queue)
    do j = 1, 200
      do i = 1, 2000
        b(i, j) = b(i, j) + step(i)
        last = step(i) + queue
      end do
    end do
    !$acc end kernels
    !$acc kernels async(queue)
    do i = 1, n
      a(i) = last
    end do
    !$acc end kernels
    !$acc wait
    call expect(all(a == 5 + queue), 'read by the next construct')
    call expect_equal(last, 5 + queue, 'afterwards')
  end do
  call expect(all(b == 18), 'the work')
  call finish()
end program
