!===-- acc-data-ends.f90 - Ends of data regions wait for queues -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile} -acc=multicore %{testing} %s -o %t.dir/shared
! RUN: env ACC_NUM_CORES=2 %t.dir/shared | %{check-pass}
!
! What a DATA construct, EXIT DATA or UPDATE without ASYNC copies back, what
! queues are still computing included. On shared memory nothing is copied; it
! is waited for all the same.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 4, m = 3000000
  real(8) :: a(n), b(n)
  integer :: i, k, calls
  a = 0
  calls = 0
  !$acc data copy(a)
  call work(a)
  !$acc end data
  call check('data')
  !$acc enter data copyin(a)
  call work(a)
  !$acc update self(a)
  call check('update')
  call work(a)
  !$acc exit data copyout(a)
  call check('exit data')
  b = 0
  !$acc enter data copyin(a)
  call work(a)
  !$acc serial copy(b)
  b = 1
  !$acc end serial
  !$acc exit data copyout(a) async(2) wait(2)
  !$acc wait
  call check('a queue')
  call finish()
contains
  subroutine work(v)
    real(8) :: v(n)
    calls = calls + 1
    !$acc parallel loop async(2) present(v)
    do i = 1, n
      !$acc loop seq
      do k = 1, m
        v(i) = v(i) + sin(real(k, 8))**2 + cos(real(k, 8))**2
      end do
      v(i) = anint(v(i))
    end do
  end subroutine

  subroutine check(what)
    character(*), intent(in) :: what
    call expect(all(a == real(m, 8)*calls), what)
  end subroutine
end program
