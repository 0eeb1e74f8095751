!===-- allocation-checks.f90 - Canary --------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
! RUN: %{canary} lib/Flang/AllocationChecks.cpp "unnoticed again" "%flang %s -o %t && %t"
!
! Stock Flang allocates what is allocated and frees what is not, unnoticed.
!
!===------------------------------------------------------------------------===!

program p
  integer, allocatable :: a(:)
  allocate(a(2))
  allocate(a(3))
  print *, 'unnoticed', size(a)
  deallocate(a)
  deallocate(a)
  print *, 'unnoticed again'
end program
