/*===-- handles.c - Comparison of handles in module mpi_f08 ------*- C -*-===*\
|*                                                                            *|
|* Part of the Warpfort project, under the Apache License v2.0 with LLVM      *|
|* Exceptions. See LICENSE for licence information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
#include <stdbool.h>

#define COMPARISONS(type)                                                      \
  bool warprt_mpi_same_##type(const int *a, const int *b);                     \
  bool warprt_mpi_differ_##type(const int *a, const int *b);                   \
  bool warprt_mpi_same_##type(const int *a, const int *b) { return *a == *b; } \
  bool warprt_mpi_differ_##type(const int *a, const int *b) { return *a != *b; }

COMPARISONS(comm)
COMPARISONS(datatype)
COMPARISONS(errhandler)
COMPARISONS(file)
COMPARISONS(group)
COMPARISONS(info)
COMPARISONS(message)
COMPARISONS(op)
COMPARISONS(request)
COMPARISONS(win)
