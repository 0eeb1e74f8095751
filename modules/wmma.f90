!===-- modules/wmma.f90 - Products of matrices by a warp ------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Module wmma: tiles of matrices that the threads of a warp hold together, and
! their products, D = A*B + C, on tensor cores. A and B are tiles of real(2) for
! three shapes, of real(4) and real(8) for one each; all else is done with C.
! The types' names are those that WMMASubMatrix of cuf_macros.CUF makes. Tiles
! of real(4) are rounded to 11 significant bits as they are loaded (TF32).
!
! The procedures are in the device library (runtime/device/TensorCores.c), which
! repeats the layout of the types. wmma-shape.inc is the part that every shape
! has, wmma-kind.inc what every kind of C has.
!
!===------------------------------------------------------------------------===!

#define JOIN_(A,B,C) A##B##C
#define JOIN(A,B,C) JOIN_(A,B,C)

module wmma
  implicit none

  ! How a tile lies in memory.
  integer, parameter :: WMMAColMajor = 0, WMMARowMajor = 1
  integer, parameter :: WMMAColMajorKind4 = 0, WMMARowMajorKind4 = 1
  integer, parameter :: WMMAColMajorKind8 = 0, WMMARowMajorKind8 = 1

#define AB 2
#define AB_COUNT 16
#define C_COUNT 8
#define SHAPE m16n16k16
#include "wmma-shape.inc"
#undef SHAPE
#define SHAPE m32n8k16
#include "wmma-shape.inc"
#undef SHAPE
#define SHAPE m8n32k16
#include "wmma-shape.inc"
#undef SHAPE
#undef AB
#undef AB_COUNT
#undef C_COUNT

#define AB 4
#define AB_COUNT 4
#define C_COUNT 8
#define SHAPE m16n16k8
#include "wmma-shape.inc"
#undef SHAPE
#undef AB
#undef AB_COUNT
#undef C_COUNT

#define AB 8
#define AB_COUNT 1
#define C_COUNT 2
#define SHAPE m8n8k4
#include "wmma-shape.inc"

end module wmma
