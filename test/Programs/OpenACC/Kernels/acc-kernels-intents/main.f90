!===-- main.f90 - INTENT of procedures in other files --------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -acc -c %S/Inputs/others.f90 -J %t.dir -o %t.dir/others.o
! RUN: %{compile} -acc %{testing} -I%t.dir %s %t.dir/others.o -o %t.dir/program 2>&1 | FileCheck --implicit-check-not=warning %s
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{compile} -acc -fcpu-loop-threads %{testing} -I%t.dir %s %t.dir/others.o -o %t.dir/threads
! RUN: %run %t.dir/threads | %{check-pass}
! RUN: %{compile} -acc -gpu=check -c %S/Inputs/others.f90 -J %t.dir -o %t.dir/checked.o
! RUN: %{compile} -acc -gpu=check %{testing} -I%t.dir %s %t.dir/checked.o -o %t.dir/checked
! RUN: %run %t.dir/checked | %{check-pass}
!
! What a procedure of another file does with a scalar of an independent loop is
! known from its interface. Where that does not say so, a warning tells what was
! assumed.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  use others
  implicit none
  interface
    subroutine triple(i, s)
      !$acc routine seq
      integer :: i, s
    end subroutine
  end interface
  external scale_by
  !$acc routine(scale_by) seq
  integer, parameter :: n = 5000
  integer :: i, k, s, t, u, v, w, x, seen(n)
  complex :: c, z(n)
  character(3) :: text(n)

  s = -1
  !$acc kernels loop independent
  do i = 1, n
    call double(i, s)
    seen(i) = s
  end do
  call expect_equal(seen, [(2*i, i=1, n)], 'an integer')
  call expect_equal(s, 2*n, 'an integer behind the loop')
  !$acc kernels loop independent
  do i = 1, n
    call make_complex(i, c)
    z(i) = c
  end do
  call expect(all(z == [(cmplx(2*i, i), i=1, n)]), 'a complex number')
  call expect(c == cmplx(2*n, n), 'a complex number behind the loop')
  ! A result before the arguments.
  !$acc kernels loop independent
  do i = 1, n
    text(i) = named(i, v)
    seen(i) = v
  end do
  call expect_equal(seen, [(4*i, i=1, n)], 'behind a result')
  call expect_equal(v, 4*n, 'behind a result, behind the loop')
  t = 0
  !$acc kernels loop independent
  do i = 1, n
    ! CHECK: [[@LINE+1]]:5: warning: iterations of an independent loop share 't', which 'others::add_to' may assign: write private(t) unless it is updated atomically
    call add_to(i, t)
  end do
  call expect_equal(t, n*(n + 1)/2, 'an atomic update')
  u = 9
  !$acc kernels loop independent
  do i = 1, n
    ! CHECK: [[@LINE+1]]:5: warning: iterations of an independent loop have 'u' for themselves, which 'triple' may assign: write copy(u) if they share it
    call triple(i, u)
    seen(i) = u
  end do
  call expect_equal(seen, [(3*i, i=1, n)], 'no INTENT')
  call expect_equal(u, 3*n, 'no INTENT, behind the loop')
  ! What it only reads has the value from before the loop.
  k = 7
  x = 1
  !$acc kernels copyout(seen)
  !$acc loop independent
  do i = 1, n
    ! CHECK: [[@LINE+1]]:5: warning: {{.*}} have 'k' for themselves, which 'scale_by' may assign
    call scale_by(i, k, seen(i))
  end do
  !$acc loop independent
  do i = 1, n
    ! CHECK: [[@LINE+2]]:5: warning: {{.*}} have 'x' for themselves, which 'scale_by' may assign
    ! CHECK: [[@LINE+1]]:5: warning: {{.*}} have 's' for themselves, which 'scale_by' may assign
    call scale_by(x, i, s)
    seen(i) = seen(i) + s + x
  end do
  !$acc end kernels
  call expect_equal(seen, [(8*i + 1, i=1, n)], 'only read')
  call expect_equal([k, x], [7, 1], 'only read, behind the loop')
  ! What the iteration assigned before is its own, whoever gets it.
  !$acc kernels loop independent private(w)
  do i = 1, n
    w = i
    call add_to(i, w)
    call triple(i, s)
    seen(i) = w
  end do
  ! CHECK: [[@LINE-3]]:5: warning: {{.*}} have 's' for themselves
  call expect_equal(seen, [(2*i, i=1, n)], 'private')
  call finish()
end program
