!===-- acc-sentinels.f90 - Forms of the directives -----------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -acc -cpp %{testing} %{inputs}/acc-fixed-form.f %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! 
! Continued directives, upper and lower case, spaces, comments behind
! directives, conditional compilation, fixed form in another file.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 50
  integer :: a(n), b(n), i, version
  external :: fixed
  a = 0
  b = 1
  !$acc parallel loop &
  !$acc& copy(a) &
  !$acc copyin(b) ! and a comment
  do i = 1, n
    a(i) = a(i) + b(i)
  end do
  !$ACC PARALLEL LOOP COPY(A) COPYIN(B)
  do i = 1, n
    a(i) = a(i) + b(i)
  end do
  !$Acc Parallel   Loop Copy( a ) , copyin (b)
  do i = 1, n
    a(i) = a(i) + b(i)
  end do
    !$acc kernels copy(a)   &
    ! a comment between
    !$acc   copyin(b)
  do i = 1, n
    a(i) = a(i) + b(i)
  end do
    !$acc endkernels
  !$acc enter data copyin(a)
  !$acc exitdata delete(a)
  call expect(all(a == 4), 'directives')
  version = 0
#ifdef _OPENACC
  version = _OPENACC
#endif
  call expect(version >= 201711, '_OPENACC')
  call fixed(a, n)
  call expect_equal(a, [(i + 6, i = 1, n)], 'fixed form')
  call finish()
end program
