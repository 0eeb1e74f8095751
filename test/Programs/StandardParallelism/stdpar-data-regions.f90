!===-- stdpar-data-regions.f90 - DO CONCURRENT on present data --------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! In a data region DO CONCURRENT works on the copies, as a parallel loop does:
! what the host has assigned since counts after an UPDATE only.
!
!===----------------------------------------------------------------------===!

! RUN: %{fresh-folder}
! RUN: %{compile} -acc -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}

program main
  use testing
  implicit none
  integer :: a(100), b(100), i
  a = 1
  b = 2
  !$acc data copy(a) copyin(b)
  a = 50 ! of the host's: lost when the region ends
  b = 60
  do concurrent (i = 1:100)
    a(i) = a(i) + b(i)
  end do
  call expect(all(a == 50), 'the host has its own values')
  !$acc update host(a)
  call expect(all(a == 3), 'the copies are used')
  b = 10
  !$acc update device(b)
  do concurrent (i = 1:100)
    a(i) = a(i)*b(i)
  end do
  !$acc end data
  call expect(all(a == 30), 'the copies are brought back')
  !$acc enter data copyin(b)
  b = 7
  do concurrent (i = 1:100)
    b(i) = b(i) + i
  end do
  !$acc exit data copyout(b)
  call expect(all(b == [(10 + i, i = 1, 100)]), 'enter data')
  call finish
end program
