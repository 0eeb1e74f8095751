!===-- acc-data-queues.f90 - Conditions and queues of data directives ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: env NVCOMPILER_ACC_NOTIFY=5 %run %t.dir/program 2>&1 | FileCheck %s --check-prefix=WAITS
!
! if, async and wait on data constructs, enter and exit data and update; set, init;
! zero modifiers.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  use openacc, only: acc_get_default_async, acc_is_present
  implicit none
  integer, parameter :: n = 20
  integer :: a(n), b(n), c(n), i, k, q
  logical :: yes, apart
  apart = memory_is_apart()
  yes = .false.
  a = 1; b = 0
  !$acc data copy(a) if(yes)
  !$acc parallel loop if(yes) copy(a)
  do i = 1, n
    a(i) = a(i) + 1
  end do
  !$acc end data
  call expect(all(a == 2), 'if false')
  yes = .true.
  !$acc data copyin(a) create(b) async(2) if(yes)
  !$acc parallel loop async(2)
  do i = 1, n
    b(i) = a(i)*2
  end do
  !$acc update self(b(1:5)) async(2)
  ! WAITS: Explicit wait {{.*}}queue=2{{$}}
  !$acc wait(2)
  call expect(all(b(1:5) == 4), 'async')
  if (apart) call expect(all(b(6:) == 0), 'what is not updated')
  ! WAITS-NEXT: Explicit wait {{.*}}queue=2{{$}}
  !$acc update self(b) wait(2) async(3)
  ! WAITS-NEXT: Explicit wait {{.*}}queue=3{{$}}
  !$acc wait(3)
  call expect(all(b == 4), 'wait clause')
  !$acc end data
  q = 4
  !$acc enter data copyin(a) create(c) async(q) wait
  !$acc parallel loop present(a, c) async(q)
  do i = 1, n
    c(i) = a(i) + i
  end do
  !$acc exit data copyout(c) delete(a) async(q)
  !$acc wait(q)
  call expect_equal(c, [(2+i, i=1,n)], 'enter/exit async')
  !$acc set device_num(0) default_async(5)
  call expect_equal(acc_get_default_async(), 5, 'the default queue')
  !$acc init
  !$acc parallel loop copy(c) async
  do i = 1, n
    c(i) = c(i) + 1
  end do
  !$acc wait
  call expect_equal(c, [(3+i, i=1,n)], 'default async')
  !$acc parallel loop copy(c) self(yes)
  do i = 1, n
    c(i) = c(i) + 1
  end do
  call expect_equal(c, [(4+i, i=1,n)], 'self')
  !$acc parallel loop copy(a) copyin(c)
  do i = 2, n-1
    !$acc cache(c(i-1:i+1))
    a(i) = c(i-1) + c(i+1)
  end do
  call expect_equal(a(2:n-1), [(8+2*i, i=2,n-1)], 'cache')
  !$acc data create(b) copyout(zero: c)
  !$acc end data
  if (apart) call expect(all(c == 0), 'zero modifier')
  call finish()
contains
  ! Whether the device has memory of its own: not with -acc=multicore.
  logical function memory_is_apart()
    integer :: there(1), seen
    there = 1
    !$acc data copyin(there)
    there = 2
    !$acc serial present(there) copyout(seen)
    seen = there(1)
    !$acc end serial
    !$acc end data
    memory_is_apart = seen == 1
  end function
end program
