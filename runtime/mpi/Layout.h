/*===-- runtime/mpi/Layout.h - Which bytes a buffer of MPI has ----*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * Rows of bytes, as MPI's datatypes have them, relative to the address that a
 * call passes; and what the layouts of collective operations depend on.
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPRT_MPI_LAYOUT_H
#define WARPRT_MPI_LAYOUT_H

#include "warprt/MPIStaging.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct Layout {
  const char *procedure;  /* for messages */
  const int32_t *comm;    /* where the procedure has one */
  WarprtStagedRows *rows; /* the caller's to free */
  int64_t numRows, capacity;
  int64_t begin, end; /* of all rows */
} Layout;

/* Whether the MPI has what the functions below call. */
bool has_layouts(void);

/* As in "Open MPI v4.1.4". */
const char *name_of_mpi(void);
/* The standard does not number all constants: others have MPICH's. */
bool is_open_mpi(void);

void add_rows(Layout *layout, int64_t offset, int64_t width, int64_t pitch,
              int64_t height);
/* Behind the last ones, where it goes on with them. */
void append_row(Layout *layout, int64_t offset, int64_t width);
void add_elements(Layout *layout, int64_t offset, int64_t count,
                  const int32_t *type);

int64_t extent_of(const int32_t *type);
int32_t size_of(const int32_t *comm);
int32_t rank_in(const int32_t *comm);
/* Whom a process sends to, or receives from, in operations of neighbours. */
int32_t neighbors_in(const int32_t *comm, bool receives);
/* An intercommunicator. */
bool is_between_groups(const int32_t *comm);

#endif /* WARPRT_MPI_LAYOUT_H */
