!===-- acc-data-common.f90 - COMMON blocks in data clauses -----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! The names of COMMON blocks in the clauses of data and compute constructs, ENTER DATA,
! EXIT DATA and UPDATE. A block stands for its variables, some of which may be
! present already.
!
!===----------------------------------------------------------------------===!

subroutine fill(x)
  implicit none
  real :: x, a(10), b
  common /blk/ a, b
  a = x
  b = x
end subroutine

subroutine expect_all(x, what)
  use testing
  implicit none
  real :: x, a(10), b
  character(*) :: what
  common /blk/ a, b
  call expect(all(a == x) .and. b == x, what)
end subroutine

subroutine on_constructs()
  use testing
  implicit none
  real :: a(10), b, c(4)
  integer :: i
  logical :: there
  common /blk/ a, b
  common /other/ c
  c = 1
  call fill(1.)
  !$acc parallel loop copy(/blk/) copyin(/other/)
  do i = 1, 10
    a(i) = a(i) + c(2)
    if (i == 10) b = b + c(3)
  end do
  call expect_all(2., 'copy and copyin')
  !$acc serial copyout(/blk/) create(/other/)
  c = 3
  a = c(4)
  b = c(1)
  !$acc end serial
  call expect_all(3., 'copyout and create')
  call expect_equal(c, [1., 1., 1., 1.], 'create')
  !$acc data copy(/blk/) default(none)
  !$acc parallel loop present(/blk/) default(none)
  do i = 1, 10
    a(i) = a(i) + 1
  end do
  !$acc serial no_create(/blk/) default(none)
  b = a(3)
  !$acc end serial
  call fill(0.)
  !$acc end data
  call expect_all(4., 'a data construct')
  there = .true.
  !$acc serial no_create(/blk/) copyout(there)
  there = .false.
  !$acc end serial
  call expect(.not. there, 'no_create of what is not there')
end subroutine

subroutine unstructured()
  use openacc
  use testing
  implicit none
  real :: a(10), b
  common /blk/ a, b
  call fill(5.)
  !$acc enter data copyin(/blk/)
  call fill(6.)
  !$acc serial present(/blk/)
  a = a + 1
  b = b + 1
  !$acc end serial
  !$acc update self(/blk/)
  call expect_all(6., 'update self')
  call fill(8.)
  !$acc update device(/blk/)
  call fill(9.)
  !$acc update host(/blk/)
  call expect_all(8., 'update device')
  call expect(acc_is_present(b), 'present')
  !$acc exit data delete(/blk/)
  call expect(.not. acc_is_present(b), 'delete')
  !$acc enter data create(/blk/)
  !$acc serial present(/blk/)
  a = 7
  b = 7
  !$acc end serial
  !$acc exit data copyout(/blk/) finalize
  call expect_all(7., 'copyout')
end subroutine

subroutine members()
  use openacc
  use testing
  implicit none
  real :: a(10), b
  integer :: i
  common /blk/ a, b
  call fill(1.)
  !$acc enter data copyin(b)
  call fill(2.)
  !$acc parallel loop copy(/blk/)
  do i = 1, 10
    a(i) = a(i) + b
  end do
  call expect(all(a == 3.) .and. b == 2., 'copy, b there')
  !$acc data copyin(/blk/)
  call expect(acc_is_present(a), 'copyin a')
  !$acc end data
  call expect(.not. acc_is_present(a), 'a left')
  call expect(acc_is_present(b), 'b stays')
  !$acc serial no_create(/blk/)
  b = 7
  !$acc end serial
  call expect(b == 2., 'no_create, b apart')
  !$acc update self(/blk/) if_present
  call expect(b == 7. .and. all(a == 3.), 'update if_present')
  !$acc exit data delete(/blk/)
  call expect(.not. acc_is_present(b), 'delete')
end subroutine

program main
  use testing
  call on_constructs()
  call unstructured()
  call members()
  call finish()
end program
