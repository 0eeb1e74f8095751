!===-- deep-conditions.f90 - Canary ----------------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -rf %t.dir && mkdir %t.dir
! RUN: awk 'BEGIN { print "subroutine s(a, k)"; print "integer a(*), k"; for (i = 1; i <= 1400; ++i) print (i > 1 ? "else " : "") "if (a(" i ") > k) then\nk = k + " i; print "end if\nend" }' > %t.dir/if.f90
! RUN: %{canary} lib/Flang/DeepConditions.cpp "slow" "(ulimit -t 4; %flang -O1 -c %t.dir/if.f90 -o %t.dir/if.o) || echo slow"
! RUN: sh -c 'ulimit -t 20; exec %warpfort -O1 -c %t.dir/if.f90 -o %t.dir/if.o'
!
! Stock Flang compiles IF constructs of many levels or ELSE IF statements in time
! that grows with the square of their number.
!
!===----------------------------------------------------------------------===!
