!===-- symbol-lookups.f90 - Canary -----------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: awk 'BEGIN { print "module m"; for (i = 1; i <= 24000; ++i) print "integer :: v" i; print "end" }' > %t.f90
! RUN: %{canary} lib/Flang/SymbolLookups.cpp "slow" "(ulimit -t 3; %flang -fc1 -emit-hlfir %t.f90 -o /dev/null) || echo slow"
!
! Stock Flang searches the module for each symbol that it is about to make,
! though it has a table: four times this limit of the processor's time here,
! and the front end alone takes a tenth of it.
!
!===----------------------------------------------------------------------===!
