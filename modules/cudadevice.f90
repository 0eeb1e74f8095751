!===-- modules/cudadevice.f90 - Procedures of device code ----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! Module cudadevice: what device subprograms may call without declaring it.
! Every device subprogram has all names of this module, unless its host has
! the same name; so specific procedures have names that begin with `__`.
!
! It holds interfaces only. Three kinds of procedures are behind them:
!   - those that Flang's lowering expands, known by the name of the specific
!     procedure: it must be what Flang expects (atomicaddi, threadfence, ...);
!   - functions of NVIDIA's libdevice, __nv_<name>, of which the CPU target
!     has its own (runtime/device/LibdeviceForCPU.c);
!   - functions of our device library, __warpdev_<name> (runtime/device).
!
! The files cudadevice-*.inc have the interfaces, one for each family, written
! with the macros below; an argument that becomes part of a name has no blank
! before it. docs/device-intrinsics.md lists all names.
!
!===----------------------------------------------------------------------===!

#define I4 integer(4)
#define I8 integer(8)
#define L4 logical(4)
#define L8 logical(8)
#define R2 real(2)
#define R4 real(4)
#define R8 real(8)
#define C4 complex(4)
#define C8 complex(8)

! A device function of one, two or three values: its name, the symbol behind
! it, the types of result and arguments.
#define FUNCTION1(N,S,R,A) pure attributes(device) R function N(x) bind(c, name=S); A, value :: x; end function
#define FUNCTION2(N,S,R,A,B) pure attributes(device) R function N(x, y) bind(c, name=S); A, value :: x; B, value :: y; end function
#define FUNCTION3(N,S,R,A,B,C) pure attributes(device) R function N(x, y, z) bind(c, name=S); A, value :: x; B, value :: y; C, value :: z; end function

! Function __N of libdevice and of the device library.
#define LIBDEVICE1(N,R,A) FUNCTION1(__##N,"__nv_"//#N,R,A)
#define LIBDEVICE2(N,R,A,B) FUNCTION2(__##N,"__nv_"//#N,R,A,B)
#define LIBDEVICE3(N,R,A,B,C) FUNCTION3(__##N,"__nv_"//#N,R,A,B,C)
#define LIBRARY1(N,R,A) FUNCTION1(__##N,"__warpdev_"//#N,R,A)
#define LIBRARY2(N,R,A,B) FUNCTION2(__##N,"__warpdev_"//#N,R,A,B)
#define LIBRARY3(N,R,A,B,C) FUNCTION3(__##N,"__warpdev_"//#N,R,A,B,C)

! The generic name G for specific procedures.
#define GENERIC(G,...) interface G; procedure :: __VA_ARGS__; end interface

module cudadevice
  use, intrinsic :: __fortran_builtins, only: dim3 => __builtin_dim3, &
    c_devptr => __builtin_c_devptr, c_devloc => __builtin_c_devloc
  implicit none
  public

#include "cudadevice-threads.inc"
#include "cudadevice-warp.inc"
#include "cudadevice-atomics.inc"
#include "cudadevice-arithmetic.inc"
#include "cudadevice-conversions.inc"
#include "cudadevice-integers.inc"
#include "cudadevice-memory.inc"
#include "cudadevice-async.inc"
end module
