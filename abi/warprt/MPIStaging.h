/*===-- warprt/MPIStaging.h - Device buffers for an MPI -----------*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * What runtime/mpi, which is linked into each program and shared library that
 * calls MPI, asks of the one runtime of the process; and the names that it and
 * the driver share.
 *
 * A link takes runtime/mpi by --wrap: calls of a procedure `x` reach
 * `__wrap_x`, which calls `__real_x`, the next definition of `x`.
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPRT_MPISTAGING_H
#define WARPRT_MPISTAGING_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WARPRT_MPI_ENTRY_PREFIX "__wrap_"

/* Procedures of the MPI that staging needs. Null in a program that has an MPI
 * of its own without them, which then gets its buffers as they are. */
#define WARPRT_MPI_NEEDED(X)                                                   \
  X(pmpi_comm_rank_)                                                           \
  X(pmpi_comm_size_)                                                           \
  X(pmpi_comm_test_inter_)                                                     \
  X(pmpi_get_library_version_)                                                 \
  X(pmpi_pack_)                                                                \
  X(pmpi_pack_size_)                                                           \
  X(pmpi_type_get_extent_)                                                     \
  X(pmpi_type_get_true_extent_)                                                \
  X(pmpi_type_size_)                                                           \
  X(pmpi_unpack_)

/* 0 where MPI can use the memory at `address`. Else it is device memory that
 * has to be copied: how many bytes there are from there on.
 *   query  the MPI's MPIX_Query_cuda_support, null where the link has none */
int64_t warprt_staging_room(const void *address, int (*query)(void));

/* Rows of bytes of a buffer. */
typedef struct WarprtStagedRows {
  int64_t offset; /* of the first row */
  int64_t width, pitch, height;
} WarprtStagedRows;

/* Copies rows between two buffers, one of which is device memory. Ends the
 * program where that fails. */
void warprt_staging_copy(void *to, const void *from,
                         const WarprtStagedRows *rows, int64_t count,
                         int32_t toDevice);

/* Operations that have not ended, by request. Whether there is one; keeps one;
 * takes one out, null where there is none. */
int32_t warprt_staging_any(void);
void warprt_staging_keep(int32_t request, void *operation);
void *warprt_staging_take(int32_t request);

/* Windows that have to do with copies, by handle: null where there is none.
 * Each may be visited; the table is locked meanwhile. */
void warprt_staging_keep_window(int32_t window, void *record);
void *warprt_staging_window(int32_t window);
void *warprt_staging_take_window(int32_t window);
void warprt_staging_each_window(void (*visit)(void *record, const char *what),
                                const char *what);

/* True once, and only in a process that shall print the next one. */
int32_t warprt_staging_first(void);
/* Says that buffers are copied; `mpi` is the MPI's name. */
void warprt_staging_announce(const char *mpi);
/* Says once what a window that is copied has for a memory model. */
void warprt_staging_announce_window(void);

/* Ends the program: `procedure` cannot have a buffer in device memory. */
void warprt_staging_refuse(const char *procedure, const char *reason)
    __attribute__((noreturn));

#ifdef __cplusplus
}
#endif
#endif /* WARPRT_MPISTAGING_H */
