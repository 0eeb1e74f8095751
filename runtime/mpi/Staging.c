/*===-- runtime/mpi/Staging.c - Host copies of device buffers -----*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * Operations: from the device, to the device, and what becomes of requests.
 * Layout.c says which bytes a buffer has.
 *
 *===----------------------------------------------------------------------===*/
#include "mpi/Staging.h"
#include "mpi/Layout.h"
#include <stdlib.h>

int MPIX_Query_cuda_support(void) __attribute__((weak));

/*===-- Buffers -----------------------------------------------------------===*/

static int64_t room_of(const void *buffer) {
  return warprt_staging_room(buffer, MPIX_Query_cuda_support);
}

static void copy_in(const Buffer *b) {
  warprt_staging_copy(b->host, b->device, b->rows, b->numRows, 0);
}

static void copy_out(const Buffer *b) {
  warprt_staging_copy(b->device, b->host, b->rows, b->numIncoming, 1);
}

static void release(const Buffer *b) {
  free(b->memory);
  free(b->rows);
}

/* The buffer has what the layout says; `numIncoming` of its rows go back. */
static void *stage(Operation *op, void *buffer, const Layout *layout,
                   int64_t numIncoming) {
  if (layout->numRows == 0)
    return buffer;
  if (warprt_staging_first())
    warprt_staging_announce(name_of_mpi());
  Buffer *b = &op->buffers[op->numBuffers++];
  /* Pages that no row touches are never there. */
  b->memory = malloc((size_t)(layout->end - layout->begin));
  if (!b->memory)
    warprt_staging_refuse(op->procedure, "the host has no memory for a copy");
  b->device = buffer;
  b->host = (char *)((uintptr_t)b->memory - (uintptr_t)layout->begin);
  b->rows = layout->rows;
  b->numRows = layout->numRows;
  b->numIncoming = numIncoming;
  op->isActive = !op->isPersistent;
  if (op->isActive)
    copy_in(b);
  return b->host;
}

static void *stage_all_rows(Operation *op, void *buffer,
                            enum Direction direction, const Layout *layout) {
  return stage(op, buffer, layout, direction & Incoming ? layout->numRows : 0);
}

bool is_staged(const void *buffer) {
  return room_of(buffer) != 0 && has_layouts();
}

static void check_group(const Operation *op, const int32_t *comm) {
  if (is_between_groups(comm))
    warprt_staging_refuse(op->procedure,
                          "the communicator joins two groups of processes");
}

void *stage_span(Operation *op, void *buffer, enum Direction direction,
                 const int32_t *count, const int32_t *type) {
  if (!is_staged(buffer))
    return buffer;
  Layout layout = {.procedure = op->procedure, .comm = op->comm};
  add_elements(&layout, 0, *count, type);
  return stage_all_rows(op, buffer, direction, &layout);
}

void *stage_all(Operation *op, void *buffer, enum Direction direction,
                const int32_t *count, const int32_t *type,
                const int32_t *comm) {
  if (!is_staged(buffer))
    return buffer;
  check_group(op, comm);
  Layout layout = {.procedure = op->procedure, .comm = op->comm};
  add_elements(&layout, 0, (int64_t)*count * size_of(comm), type);
  return stage_all_rows(op, buffer, direction, &layout);
}

void *stage_at_root(Operation *op, void *buffer, enum Direction direction,
                    const int32_t *count, const int32_t *type,
                    const int32_t *root, const int32_t *comm) {
  if (!is_staged(buffer))
    return buffer;
  check_group(op, comm);
  return rank_in(comm) == *root ? stage_span(op, buffer, direction, count, type)
                                : buffer;
}

void *stage_all_at_root(Operation *op, void *buffer, enum Direction direction,
                        const int32_t *count, const int32_t *type,
                        const int32_t *root, const int32_t *comm) {
  if (!is_staged(buffer))
    return buffer;
  check_group(op, comm);
  return rank_in(comm) == *root
             ? stage_all(op, buffer, direction, count, type, comm)
             : buffer;
}

void *stage_bcast(Operation *op, void *buffer, enum Direction direction,
                  const int32_t *count, const int32_t *type,
                  const int32_t *root, const int32_t *comm) {
  if (!is_staged(buffer))
    return buffer;
  check_group(op, comm);
  bool sends = rank_in(comm) == *root;
  return stage_span(op, buffer, sends ? Outgoing : direction, count, type);
}

static void *stage_parts(Operation *op, void *buffer, enum Direction direction,
                         const int32_t *counts, const int32_t *displacements,
                         const int32_t *type, int32_t parts) {
  Layout layout = {.procedure = op->procedure, .comm = op->comm};
  int64_t extent = extent_of(type);
  for (int32_t i = 0; i < parts; ++i)
    add_elements(&layout, displacements[i] * extent, counts[i], type);
  return stage_all_rows(op, buffer, direction, &layout);
}

void *stage_vector(Operation *op, void *buffer, enum Direction direction,
                   const int32_t *counts, const int32_t *displacements,
                   const int32_t *type, const int32_t *comm) {
  if (!is_staged(buffer))
    return buffer;
  check_group(op, comm);
  return stage_parts(op, buffer, direction, counts, displacements, type,
                     size_of(comm));
}

void *stage_vector_at_root(Operation *op, void *buffer,
                           enum Direction direction, const int32_t *counts,
                           const int32_t *displacements, const int32_t *type,
                           const int32_t *root, const int32_t *comm) {
  if (!is_staged(buffer))
    return buffer;
  check_group(op, comm);
  return rank_in(comm) == *root ? stage_vector(op, buffer, direction, counts,
                                               displacements, type, comm)
                                : buffer;
}

void *stage_types(Operation *op, void *buffer, enum Direction direction,
                  const int32_t *counts, const int32_t *displacements,
                  const int32_t *types, const int32_t *comm) {
  if (!is_staged(buffer))
    return buffer;
  check_group(op, comm);
  Layout layout = {.procedure = op->procedure, .comm = op->comm};
  for (int32_t i = 0, size = size_of(comm); i < size; ++i)
    add_elements(&layout, displacements[i], counts[i], &types[i]);
  return stage_all_rows(op, buffer, direction, &layout);
}

void *stage_neighbors(Operation *op, void *buffer, enum Direction direction,
                      const int32_t *count, const int32_t *type,
                      const int32_t *comm) {
  if (!is_staged(buffer))
    return buffer;
  Layout layout = {.procedure = op->procedure, .comm = op->comm};
  add_elements(&layout, 0,
               (int64_t)*count * neighbors_in(comm, direction & Incoming),
               type);
  return stage_all_rows(op, buffer, direction, &layout);
}

void *stage_neighbor_vector(Operation *op, void *buffer,
                            enum Direction direction, const int32_t *counts,
                            const int32_t *displacements, const int32_t *type,
                            const int32_t *comm) {
  return is_staged(buffer)
             ? stage_parts(op, buffer, direction, counts, displacements, type,
                           neighbors_in(comm, direction & Incoming))
             : buffer;
}

void *stage_neighbor_types(Operation *op, void *buffer,
                           enum Direction direction, const int32_t *counts,
                           const int64_t *displacements, const int32_t *types,
                           const int32_t *comm) {
  if (!is_staged(buffer))
    return buffer;
  Layout layout = {.procedure = op->procedure, .comm = op->comm};
  int32_t parts = neighbors_in(comm, direction & Incoming);
  for (int32_t i = 0; i < parts; ++i)
    add_elements(&layout, displacements[i], counts[i], &types[i]);
  return stage_all_rows(op, buffer, direction, &layout);
}

static int64_t sum_of(const int32_t *counts, const int32_t *comm) {
  int64_t sum = 0;
  for (int32_t i = 0, size = size_of(comm); i < size; ++i)
    sum += counts[i];
  return sum;
}

void *stage_sum(Operation *op, void *buffer, enum Direction direction,
                const int32_t *counts, const int32_t *type,
                const int32_t *comm) {
  if (!is_staged(buffer))
    return buffer;
  check_group(op, comm);
  Layout layout = {.procedure = op->procedure, .comm = op->comm};
  add_elements(&layout, 0, sum_of(counts, comm), type);
  return stage_all_rows(op, buffer, direction, &layout);
}

/* Whether MPI_IN_PLACE was given is not known where the other buffer is on the
 * host; then all that there may be is copied in, as far as there is memory. */
static void *stage_part(Operation *op, void *buffer, enum Direction direction,
                        int64_t own, int64_t all, const int32_t *type,
                        const int32_t *comm) {
  check_group(op, comm);
  Layout layout = {.procedure = op->procedure, .comm = op->comm};
  add_elements(&layout, 0, own, type);
  int64_t numIncoming = direction & Incoming ? layout.numRows : 0;
  int64_t extent = extent_of(type);
  if (op->numBuffers == 0 && extent > 0) {
    int64_t fitting = room_of(buffer) / extent;
    all = all < fitting ? all : fitting;
    add_elements(&layout, own * extent, all - own, type);
  }
  return stage(op, buffer, &layout, numIncoming);
}

void *stage_own(Operation *op, void *buffer, enum Direction direction,
                const int32_t *counts, const int32_t *type,
                const int32_t *comm) {
  if (!is_staged(buffer))
    return buffer;
  check_group(op, comm);
  return stage_part(op, buffer, direction, counts[rank_in(comm)],
                    sum_of(counts, comm), type, comm);
}

void *stage_own_block(Operation *op, void *buffer, enum Direction direction,
                      const int32_t *count, const int32_t *type,
                      const int32_t *comm) {
  if (!is_staged(buffer))
    return buffer;
  return stage_part(op, buffer, direction, *count,
                    (int64_t)*count * size_of(comm), type, comm);
}

void *stage_bytes(Operation *op, void *buffer, enum Direction direction,
                  const int32_t *size) {
  if (!is_staged(buffer))
    return buffer;
  Layout layout = {.procedure = op->procedure, .comm = op->comm};
  add_rows(&layout, 0, *size, *size, 1);
  return stage_all_rows(op, buffer, direction, &layout);
}

void *stage_one(Operation *op, void *buffer, enum Direction direction,
                const int32_t *type) {
  static const int32_t one = 1;
  return stage_span(op, buffer, direction, &one, type);
}

void refuse_device(const char *procedure, const void *buffer) {
  if (room_of(buffer) != 0)
    warprt_staging_refuse(
        procedure, "no copy on the host can take the place of its buffer");
}

/*===-- Operations --------------------------------------------------------===*/

void release_operation(const Operation *op) {
  for (int32_t i = 0; i < op->numBuffers; ++i)
    release(&op->buffers[i]);
}

static void deliver(Operation *op) {
  if (op->isActive && !op->isDelivered)
    for (int32_t i = 0; i < op->numBuffers; ++i)
      copy_out(&op->buffers[i]);
  op->isDelivered = true;
}

void finish_operation(Operation *op) {
  if (op->numBuffers == 0)
    return;
  deliver(op);
  release_operation(op);
}

void keep_operation(const Operation *op, const int32_t *request,
                    const int32_t *error) {
  if (op->numBuffers == 0)
    return;
  if (*error != 0) {
    release_operation(op);
    return;
  }
  Operation *kept = malloc(sizeof *kept);
  if (!kept)
    warprt_staging_refuse(op->procedure, "the host has no memory for a copy");
  *kept = *op;
  warprt_staging_keep(*request, kept);
}

/* They are taken out of the table before MPI is called: what it completes it
 * may use again at once, for a request of another thread. */
Requests take_requests(const int32_t *requests, int32_t count) {
  Requests taken = {0};
  if (count <= 0 || !warprt_staging_any())
    return taken;
  taken.count = count;
  taken.handles = malloc((size_t)count * sizeof *taken.handles);
  taken.operations = malloc((size_t)count * sizeof *taken.operations);
  if (!taken.handles || !taken.operations)
    warprt_staging_refuse("completion of requests", "the host has no memory");
  for (int32_t i = 0; i < count; ++i) {
    taken.handles[i] = requests[i];
    taken.operations[i] = warprt_staging_take(requests[i]);
  }
  return taken;
}

void complete_request(Requests *taken, int32_t index) {
  Operation *op = index < taken->count ? taken->operations[index] : NULL;
  if (!op)
    return;
  deliver(op);
  op->isActive = false;
  if (op->isPersistent)
    return;
  release_operation(op);
  free(op);
  taken->operations[index] = NULL;
}

void complete_listed(Requests *taken, int32_t count, const int32_t *indices) {
  for (int32_t i = 0; i < count && taken->count > 0; ++i)
    if (indices[i] >= 1) /* MPI_UNDEFINED is negative */
      complete_request(taken, indices[i] - 1);
}

void complete_all(Requests *taken) {
  for (int32_t i = 0; i < taken->count; ++i)
    complete_request(taken, i);
}

void complete_changed(Requests *taken, const int32_t *requests) {
  for (int32_t i = 0; i < taken->count; ++i)
    if (requests[i] != taken->handles[i])
      complete_request(taken, i);
}

void deliver_request(Requests *taken) {
  if (taken->count == 1 && taken->operations[0])
    deliver(taken->operations[0]);
}

void start_requests(Requests *taken) {
  for (int32_t i = 0; i < taken->count; ++i) {
    Operation *op = taken->operations[i];
    if (!op)
      continue;
    op->isActive = true;
    op->isDelivered = false;
    for (int32_t j = 0; j < op->numBuffers; ++j)
      copy_in(&op->buffers[j]);
  }
}

static bool receives(const Operation *op) {
  for (int32_t i = 0; i < op->numBuffers; ++i)
    if (op->buffers[i].numIncoming > 0)
      return true;
  return false;
}

void check_free(const Requests *taken) {
  const Operation *op = taken->count == 1 ? taken->operations[0] : NULL;
  if (op && op->isActive && !op->isDelivered && receives(op))
    warprt_staging_refuse(
        "MPI_Request_free",
        "when its data arrive is not known after the request is freed");
}

/* MPI still reads what an active operation sends: its copy stays. */
void free_request(Requests *taken) {
  Operation *op = taken->count == 1 ? taken->operations[0] : NULL;
  if (!op)
    return;
  if (!op->isActive || op->isDelivered)
    release_operation(op);
  free(op);
  taken->operations[0] = NULL;
}

void return_requests(Requests *taken) {
  for (int32_t i = 0; i < taken->count; ++i)
    if (taken->operations[i])
      warprt_staging_keep(taken->handles[i], taken->operations[i]);
  free(taken->handles);
  free(taken->operations);
}
