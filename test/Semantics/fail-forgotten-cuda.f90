! CUDA Fortran in a file that is not compiled as such: one message, at the first
! of its statements.
!
! RUN: rm -rf %t && split-file %s %t
! RUN: not %warpfort -fsyntax-only %t/kernel.f90 2>&1 | FileCheck %s --check-prefix=KERNEL --implicit-check-not=error:
! RUN: not %warpfort -fsyntax-only %t/launch.f90 2>&1 | FileCheck %s --check-prefix=LAUNCH --implicit-check-not=error:
! RUN: not %warpfort -fsyntax-only %t/data.f90 2>&1 | FileCheck %s --check-prefix=DATA --implicit-check-not=error:
! RUN: not %warpfort -fsyntax-only %t/fixed.f 2>&1 | FileCheck %s --check-prefix=FIXED --implicit-check-not=error:
! RUN: not %warpfort -fsyntax-only %t/none.f90 2>&1 | FileCheck %s --check-prefix=NONE
! RUN: %warpfort -fsyntax-only -cuda %t/kernel.f90

! KERNEL: kernel.f90:3:3: error: This is CUDA Fortran: compile it with -cuda, or name the file .cuf
! LAUNCH: launch.f90:2:3: error: This is CUDA Fortran: compile it with -cuda, or name the file .cuf
! DATA: data.f90:3:3: error: This is CUDA Fortran: compile it with -cuda, or name the file .cuf
! FIXED: fixed.f:1:7: error: This is CUDA Fortran: compile it with -cuda, or name the file .cuf
! Other errors are what they are.
! NONE-NOT: CUDA Fortran
! NONE: none.f90:2:{{.*}}error:
! NONE-NOT: CUDA Fortran

!--- kernel.f90
module m
contains
  attributes(global) subroutine k(a)
    real :: a(10)
    a(threadIdx%x) = 1
  end subroutine
end module
!--- launch.f90
subroutine s
  call k<<<1, 10>>>(1)
end subroutine
!--- data.f90
program p
  character(20) :: device = 'real, device :: a'
  real, allocatable, Device :: a(:)
end program
!--- fixed.f
      attributes(device) real function f(x)
      real x
      f = x
      end
!--- none.f90
program p
  print *, 'call k<<<1, 2>>>(a)', (
end program
