!===-- pass-acc-undeclared-names.f90 - Misspelt names of clauses -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck --implicit-check-not=warning %s
!
! A variable that nothing declares and the construct does not use is another
! one than is meant. One that is used is not, nor one that is declared.
!
!===----------------------------------------------------------------------===!

subroutine sums(a, n, total, s)
  real :: a(n), total, s, t
  ! CHECK: [[@LINE+1]]:35: warning: 'totl' is named in REDUCTION and not in the construct, and nothing declares it; did you mean 'total'?
  !$acc parallel loop reduction(+:totl)
  do i = 1, n
    total = total + a(i)
  end do
  !$acc parallel
  ! CHECK: [[@LINE+1]]:26: warning: 'x' is named in REDUCTION and not in the construct, and nothing declares it{{$}}
  !$acc loop reduction(+:x)
  do i = 1, n
    s = s + a(i)
  end do
  !$acc end parallel
  part = 0
  !$acc parallel reduction(+:part)
  !$acc loop reduction(+:part)
  do i = 1, n
    part = part + a(i)
  end do
  !$acc end parallel
  !$acc parallel loop reduction(+:t)
  do i = 1, n
    a(i) = part
  end do
end subroutine

subroutine data(temperature, n, dummy)
  real :: temperature(n)
  common /c/ block
  dimension table(4)
  !$acc enter data copyin(dummy, block, table)
  ! CHECK: [[@LINE+1]]:21: warning: 'temprature' is named in COPYIN and not in a statement, and nothing declares it; did you mean 'temperature'?
  !$acc data copyin(temprature) create(scale)
  scale = 2
  !$acc parallel loop private(unused)
  do i = 1, n
    temperature(i) = scale*temperature(i)
  end do
  ! CHECK: [[@LINE+1]]:21: warning: 'temperatur' is named in HOST and not in a statement, and nothing declares it; did you mean 'temperature'?
  !$acc update host(temperatur)
  !$acc end data
end subroutine

program p
  !$acc enter data copyin(step)
  call inner
contains
  subroutine inner
    step = 1
  end subroutine
end program
