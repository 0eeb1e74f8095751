!===-- openacc-boxes.f90 - Canary ------------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: rm -rf %t.dir && split-file %s %t.dir
! RUN: %{canary} lib/Frontend/Lower/OpenACCBoxes.cpp "must be any pointer or mappable" "%flang -fc1 -fopenacc -emit-hlfir %t.dir/character.f90 -o %t"
! RUN: %{canary} lib/Frontend/Lower/OpenACCBoxes.cpp "must be any code or data reference" "%flang -fc1 -fopenacc -emit-hlfir %t.dir/associate.f90 -o %t"
!
! Stock Flang gives data clauses descriptors and characters that the dialect does not take.
!
!===------------------------------------------------------------------------===!

!--- character.f90
subroutine s(c, n)
  integer :: n
  character(n) :: c
  !$acc parallel copyin(c)
  if (c(1:1) == 'a') n = 1
  !$acc end parallel
end subroutine
!--- associate.f90
subroutine s(q)
  real, pointer :: q(:)
  associate (x => q)
    !$acc parallel copy(x)
    x(1) = 1
    !$acc end parallel
  end associate
end subroutine
