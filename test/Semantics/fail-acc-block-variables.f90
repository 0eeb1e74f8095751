!===-- fail-acc-block-variables.f90 - Saved variables of blocks in loops --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -rf %t.dir && mkdir -p %t.dir
! RUN: not %{compile} -acc -c %s -o %t.dir/out.o 2>&1 | FileCheck %s
! RUN: not %{compile} -stdpar -c %s -o %t.dir/out.o 2>&1 | FileCheck %s --check-prefix=CONCURRENT
!
! SAVE, DATA or an initial value puts a variable of a BLOCK construct into host
! memory that all iterations share: the message names it.
!
!===----------------------------------------------------------------------===!

subroutine saved(d)
  integer :: d(4), i
  ! CHECK-DAG: :[[#@LINE+1]]:9: error: 'counter' is in host memory and cannot be used in this compute construct
  !$acc parallel loop copy(d)
  do i = 1, 4
    block
      integer, save :: counter
      counter = i
      d(i) = counter
    end block
  end do
end subroutine

subroutine initial(d)
  integer :: d(4), i
  ! CHECK-DAG: :[[#@LINE+1]]:9: error: 'weights' is in host memory and cannot be used in this compute construct
  !$acc parallel loop copy(d)
  do i = 1, 4
    block
      integer :: weights(4) = [1, 2, 3, 4]
      d(i) = weights(i)
    end block
  end do
end subroutine

subroutine by_data(d)
  integer :: d(4), i
  ! CONCURRENT-DAG: :[[#@LINE+1]]:3: error: 'table' is in host memory and cannot be used in this compute construct
  do concurrent (i = 1:4)
    block
      integer :: table(4)
      data table /4*1/
      d(i) = table(i)
    end block
  end do
end subroutine
