!===-- fail-acc-assumed-size.f90 - Copies of unknown size ----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -c %s -o %t.dir/o.o 2>&1 | FileCheck %s
!
!===----------------------------------------------------------------------===!

subroutine whole(x, y, z, u, v, w, n)
  implicit none
  integer :: n, i
  real :: x(*), y(n, *), z(*), u(*), v(*), w(*)
  ! CHECK: :[[#@LINE+2]]:27: error: 'x' has assumed size and needs a section with an upper bound
  ! CHECK: :[[#@LINE+1]]:37: error: 'y' has assumed size and needs a section with an upper bound
  !$acc enter data create(x) copyin(y)
  ! CHECK: :[[#@LINE+1]]:27: error: 'z' has assumed size and needs a section with an upper bound
  !$acc enter data create(z)
  ! CHECK: :[[#@LINE+1]]:27: error: 'u' has assumed size and needs a section with an upper bound
  !$acc exit data copyout(u)
  ! CHECK: :[[#@LINE+1]]:23: error: 'v' has assumed size and needs a section with an upper bound
  !$acc update device(v)
  ! CHECK: :[[#@LINE+1]]:21: error: 'w' has assumed size and needs a section with an upper bound
  !$acc update self(w)
end subroutine
