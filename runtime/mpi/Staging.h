/*===-- runtime/mpi/Staging.h - Host copies of device buffers -----*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * What the entries in Procedures.inc are made of. An entry has an Operation,
 * replaces each buffer that MPI cannot use by a copy in host memory, and calls
 * the procedure; then the operation is
 *
 *   finished   after a call that blocks: what was received goes to the device
 *   kept       with its request, until an entry that completes requests, or
 *              with its window, until one that completes what is one-sided
 *
 * All that is received is copied to the host before, too: what does not arrive
 * keeps its value. Only the bytes that the datatype names go back: others may
 * belong to a message that is still under way, or to a kernel.
 *
 * Arguments are those of the Fortran 77 binding. Nothing here is visible
 * outside the program or library that it is linked into; what a process has
 * once is the runtime's (abi/warprt/MPIStaging.h).
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPRT_MPI_STAGING_H
#define WARPRT_MPI_STAGING_H

#include "warprt/MPIStaging.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What MPI does with a buffer. */
enum Direction { Outgoing = 1, Incoming = 2, Both = 3 };

typedef struct Buffer {
  char *device;
  char *host;   /* stands for `device` */
  void *memory; /* what is allocated; `host` may be before or behind it */
  WarprtStagedRows *rows;
  int64_t numRows;
  int64_t numIncoming; /* how many of them go back; the first ones */
} Buffer;

typedef struct Operation {
  const char *procedure;
  const int32_t *comm; /* during the call, where there is one */
  int32_t numBuffers;
  bool isPersistent;
  bool isActive;    /* MPI may use the buffers */
  bool isDelivered; /* the device has what was received */
  Buffer buffers[3];
} Operation;

/* Each returns the address that MPI gets in place of `buffer`: for what lies
 * on the host, and where the process has no data, `buffer` itself. */
void *stage_span(Operation *op, void *buffer, enum Direction direction,
                 const int32_t *count, const int32_t *type);
/* As many elements for each process of the communicator. */
void *stage_all(Operation *op, void *buffer, enum Direction direction,
                const int32_t *count, const int32_t *type, const int32_t *comm);
void *stage_at_root(Operation *op, void *buffer, enum Direction direction,
                    const int32_t *count, const int32_t *type,
                    const int32_t *root, const int32_t *comm);
void *stage_all_at_root(Operation *op, void *buffer, enum Direction direction,
                        const int32_t *count, const int32_t *type,
                        const int32_t *root, const int32_t *comm);
/* MPI reads it in one process and writes it in the others. */
void *stage_bcast(Operation *op, void *buffer, enum Direction direction,
                  const int32_t *count, const int32_t *type,
                  const int32_t *root, const int32_t *comm);
/* Parts for each process at displacements, in elements or (types) in bytes. */
void *stage_vector(Operation *op, void *buffer, enum Direction direction,
                   const int32_t *counts, const int32_t *displacements,
                   const int32_t *type, const int32_t *comm);
void *stage_vector_at_root(Operation *op, void *buffer,
                           enum Direction direction, const int32_t *counts,
                           const int32_t *displacements, const int32_t *type,
                           const int32_t *root, const int32_t *comm);
void *stage_types(Operation *op, void *buffer, enum Direction direction,
                  const int32_t *counts, const int32_t *displacements,
                  const int32_t *types, const int32_t *comm);
/* Likewise for each neighbour in the communicator's topology. */
void *stage_neighbors(Operation *op, void *buffer, enum Direction direction,
                      const int32_t *count, const int32_t *type,
                      const int32_t *comm);
void *stage_neighbor_vector(Operation *op, void *buffer,
                            enum Direction direction, const int32_t *counts,
                            const int32_t *displacements, const int32_t *type,
                            const int32_t *comm);
void *stage_neighbor_types(Operation *op, void *buffer,
                           enum Direction direction, const int32_t *counts,
                           const int64_t *displacements, const int32_t *types,
                           const int32_t *comm);
/* Parts for each process one behind the other. */
void *stage_sum(Operation *op, void *buffer, enum Direction direction,
                const int32_t *counts, const int32_t *type,
                const int32_t *comm);
/* The process's own part of a reduction that is scattered; behind it are the
 * others' parts where the reduction is in place. */
void *stage_own(Operation *op, void *buffer, enum Direction direction,
                const int32_t *counts, const int32_t *type,
                const int32_t *comm);
void *stage_own_block(Operation *op, void *buffer, enum Direction direction,
                      const int32_t *count, const int32_t *type,
                      const int32_t *comm);
void *stage_bytes(Operation *op, void *buffer, enum Direction direction,
                  const int32_t *size);
void *stage_one(Operation *op, void *buffer, enum Direction direction,
                const int32_t *type);

/* Ends the program if MPI cannot use the buffer. */
void refuse_device(const char *procedure, const void *buffer);

void finish_operation(Operation *op);
/* Without what was received. */
void release_operation(const Operation *op);
/* After a call that has set `request` where it has succeeded. */
void keep_operation(const Operation *op, const int32_t *request,
                    const int32_t *error);

/* The operations of requests while a procedure may complete them. */
typedef struct Requests {
  int32_t count;
  int32_t *handles; /* null: none has an operation */
  Operation **operations;
} Requests;

Requests take_requests(const int32_t *requests, int32_t count);
/* Finishes the operation of a request that is complete. */
void complete_request(Requests *taken, int32_t index);
/* Those whose numbers, from 1, a procedure has returned. */
void complete_listed(Requests *taken, int32_t count, const int32_t *indices);
void complete_all(Requests *taken);
/* After an error: those whose handles have changed. */
void complete_changed(Requests *taken, const int32_t *requests);
/* Hands over what was received, though the request stays. */
void deliver_request(Requests *taken);
void start_requests(Requests *taken);
/* Before and after the request is freed. */
void check_free(const Requests *taken);
void free_request(Requests *taken);
/* Those that are not complete are kept again. */
void return_requests(Requests *taken);

/*===-- Windows (Windows.c) -----------------------------------------------===*/

/* Whether MPI needs a copy of the memory. */
bool is_staged(const void *buffer);

typedef struct Window Window;

/* The memory that MPI gets for a window; null in `window` if it is `base`. */
void *stage_window(Window **window, void *base, const int64_t *size,
                   const int32_t *comm);
void keep_window(Window *window, const int32_t *win, const int32_t *error);
/* Before and after a window is freed. */
Window *take_window(const int32_t *win);
void free_window(Window *window, const int32_t *win, const int32_t *error);

/* The copy gets what the process has changed, and the process what others
 * have changed. */
void publish_window(const char *procedure, const int32_t *win);
/* The process gets what others have changed. */
void receive_window(const char *procedure, const int32_t *win);
/* Likewise, but only if the process's own operations may have changed it. */
void receive_own(const char *procedure, const int32_t *win);
void publish_windows(const char *procedure);
void receive_windows(const char *procedure);

/* After a one-sided call: its copies are kept until it is complete. */
void keep_one_sided(Operation *op, const int32_t *win, const int32_t *target,
                    const int32_t *error);
/* The call has a request, which keeps the copies. */
void note_target(const int32_t *win, const int32_t *target);
/* Calls for `target` are complete; for all processes if it is null. */
void complete_one_sided(const int32_t *win, const int32_t *target);

/* What the MPI says of the memory that it has is not so for the program's. */
void correct_attribute(const int32_t *win, const int32_t *key, int64_t *value,
                       const int32_t *flag);

#endif /* WARPRT_MPI_STAGING_H */
