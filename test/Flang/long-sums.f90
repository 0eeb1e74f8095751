!===-- long-sums.f90 - Canary ----------------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -rf %t.dir && mkdir %t.dir
! RUN: awk 'BEGIN { print "subroutine s(a, b, x)"; print "real a(1500), b, x"; printf "x = 1"; for (i = 1; i <= 1500; ++i) printf " &\n + a(%%d)*b", i; print "\nend" }' > %t.dir/sum.f90
! RUN: %{canary} lib/Flang/LongSums.cpp "slow" "(ulimit -t 3; %flang -fsyntax-only %t.dir/sum.f90) || echo slow"
! RUN: sh -c 'ulimit -t 60; exec %warpfort -c %t.dir/sum.f90 -o %t.dir/sum.o'
!
! Stock Flang folds a sum of many terms in time that grows with the cube of
! their number; time that grows with the square remains, as each operation keeps
! a copy of all on its left.
!
! All of Warpfort's compilation of these is to end within 15 s of the processor.
!
!===----------------------------------------------------------------------===!
