!===-- fail-plain-kernels.f90 - Kernels of plain Fortran -----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -fsyntax-only --kernel=dummies,branches,calls,memory,output %s 2>&1 | FileCheck %s
! RUN: not %{compile} -fsyntax-only --kernel=total %s 2>&1 | FileCheck %s --check-prefix=FUNCTION
!
! Another host passes addresses, knows no library, and the threads of a block
! share what is in COMMON.
!
!===----------------------------------------------------------------------===!

! FUNCTION: :[[#@LINE+1]]:15: error: 'total' cannot be a kernel: it is a function, not a subroutine
real function total(x)
  real :: x(10)
  total = sum(x)
end function

subroutine dummies(n, x, text, open, held, seen, gone, call_me)
  implicit none
  integer :: n
  integer, value :: gone
  real :: x(n, *)
  ! CHECK: :[[#@LINE+1]]:23: error: CHARACTER dummy argument 'text' of kernel 'dummies' is not supported: another host passes an address, and no length
  character(len=*) :: text
  interface
    ! CHECK: :[[#@LINE+1]]:16: error: Dummy argument 'call_me' of kernel 'dummies' may not be a procedure
    subroutine call_me()
    end subroutine
  end interface
  ! CHECK: :[[#@LINE+1]]:11: error: Dummy argument 'open' of kernel 'dummies' must be a scalar or an array of explicit shape or assumed size: another host passes an address, and no descriptor
  real :: open(:)
  ! CHECK: :[[#@LINE+1]]:24: error: Dummy argument 'held' of kernel 'dummies' must be a scalar or an array of explicit shape or assumed size: another host passes an address, and no descriptor
  real, allocatable :: held(:)
  ! CHECK: :[[#@LINE+1]]:20: error: Dummy argument 'seen' of kernel 'dummies' must be a scalar or an array of explicit shape or assumed size: another host passes an address, and no descriptor
  real, pointer :: seen
  x(1, 1) = n + gone
end subroutine

! CHECK: :[[#@LINE+1]]:12: error: Kernel 'branches' may not have an alternate return
subroutine branches(x, *)
  real :: x
  x = 1
end subroutine

subroutine calls(x)
  integer, external :: threadidxx, elsewhere, blockdimx
  real, external :: blockidxx
  external syncthreads
  real :: x(*)
  x(1) = threadidxx()
  ! CHECK: :[[#@LINE+1]]:10: error: 'blockidxx' must be a function of type INTEGER(4) without arguments
  x(2) = blockidxx()
  ! CHECK: :[[#@LINE+1]]:10: error: 'blockdimx' must be a function of type INTEGER(4) without arguments
  x(3) = blockdimx(1)
  ! CHECK: :[[#@LINE+1]]:10: error: 'elsewhere' may not be called in device code: it has no explicit interface with the device attribute
  x(4) = elsewhere(1)
  ! CHECK: :[[#@LINE+1]]:8: error: 'syncthreads' has no arguments
  call syncthreads(1)
end subroutine

subroutine memory(x)
  real :: x(*), large(20000), named
  common large
  common /named_block/ named
  ! CHECK: :[[#@LINE+1]]:10: error: COMMON block // of kernels is shared memory and may have at most 49152 bytes, not 80000
  x(1) = large(1) + named
end subroutine

subroutine host()
  real :: named
  common /named_block/ named
  ! CHECK: :[[#@LINE+1]]:3: error: 'named' may not be used in host code: its COMMON block /named_block/ is the shared memory of kernels
  named = 1
end subroutine

block data
  real :: named
  ! CHECK: :[[#@LINE+1]]:11: error: COMMON block /named_block/ may not have initial values: it is the shared memory of kernels
  common /named_block/ named
  data named /1.0/
end block data

subroutine output(x)
  real :: x
  call more(x)
  ! CHECK: :[[#@LINE+1]]:3: error: A PRINT statement may not appear in a kernel for other hosts, which do not know of it
  print *, x
  ! CHECK: :[[#@LINE+1]]:3: error: A READ statement may not appear in device code
  read *, x
end subroutine

subroutine more(x)
  real :: x
  ! CHECK: :[[#@LINE+1]]:14: error: A STOP statement may not appear in a kernel for other hosts, which do not know of it
  if (x < 0) stop
end subroutine
