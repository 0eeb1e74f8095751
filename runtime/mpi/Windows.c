/*===-- runtime/mpi/Windows.c - Windows in device memory ----------*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * A window whose memory MPI cannot use gets a copy in host memory. This is
 * what the standard calls separate public and private copies: others change
 * the copy on the host, the process changes device memory, and both are brought
 * together when the process synchronizes the window. Which bytes have changed
 * shows a third copy, of what both had the last time.
 *
 * Bytes that have changed on both sides meanwhile are an error of the program,
 * which ends with a message.
 *
 * One-sided calls are complete at a later one, which is where the copies of
 * their buffers end.
 *
 *===----------------------------------------------------------------------===*/
#include "mpi/Layout.h"
#include "mpi/Staging.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct Pending {
  struct Pending *next;
  Operation op;
  int32_t target;
} Pending;

struct Window {
  pthread_mutex_t lock;
  char *device; /* null for a window in host memory */
  char *host;   /* of MPI */
  char *last;   /* what both had in common */
  int64_t size;
  int32_t rank;
  bool ownCalls; /* may have changed `host` */
  Pending *pending;
};

static void *allocate(const char *procedure, int64_t bytes) {
  void *memory = malloc(bytes > 0 ? (size_t)bytes : 1);
  if (!memory)
    warprt_staging_refuse(procedure, "the host has no memory for a copy");
  return memory;
}

static Window *new_window(const char *procedure) {
  Window *window = allocate(procedure, sizeof *window);
  *window = (Window){.rank = -1};
  pthread_mutex_init(&window->lock, NULL);
  return window;
}

static void release_window(Window *window) {
  pthread_mutex_destroy(&window->lock);
  free(window->host);
  free(window->last);
  free(window);
}

/*===-- Both copies -------------------------------------------------------===*/

/* What is compared at once, and what of it is copied to the device. */
enum { ChunkBytes = 1 << 22, UnitBytes = 8 };

typedef struct Chunk {
  const char *procedure;
  const char *theirs; /* as others have it */
  char *ours;         /* as the device has it */
  char *last;
  char *host;
  int64_t bytes;
  bool publishes;
} Chunk;

/* Returns whether there is something for the device. */
static bool merge_unit(const Chunk *c, int64_t begin, int64_t width) {
  if (memcmp(c->theirs + begin, c->last + begin, (size_t)width) == 0 &&
      memcmp(c->ours + begin, c->last + begin, (size_t)width) == 0)
    return false;
  bool arrives = false;
  for (int64_t i = begin; i < begin + width; ++i) {
    bool isOurs = c->ours[i] != c->last[i];
    bool isTheirs = c->theirs[i] != c->last[i];
    if (isOurs && isTheirs && c->ours[i] != c->theirs[i])
      warprt_staging_refuse(c->procedure,
                            "the process and another one have changed the same "
                            "bytes of a window since it was synchronized");
    if (isTheirs) {
      c->ours[i] = c->last[i] = c->theirs[i];
      arrives = true;
    } else if (isOurs && c->publishes) {
      /* Others may be changing the bytes next to it. */
      c->host[i] = c->last[i] = c->ours[i];
    }
  }
  return arrives;
}

static void merge_chunk(const Chunk *c, char *device) {
  bool received = memcmp(c->theirs, c->last, (size_t)c->bytes) != 0;
  if (!received && !c->publishes)
    return;
  const WarprtStagedRows all = {0, c->bytes, c->bytes, 1};
  warprt_staging_copy(c->ours, device, &all, 1, 0);
  Layout rows = {.procedure = c->procedure};
  int64_t begin = 0;
  for (int64_t at = 0; at < c->bytes; at += UnitBytes) {
    int64_t width = c->bytes - at < UnitBytes ? c->bytes - at : UnitBytes;
    bool arrives = merge_unit(c, at, width);
    if (!arrives && begin < at)
      append_row(&rows, begin, at - begin);
    if (!arrives)
      begin = at + width;
  }
  if (begin < c->bytes)
    append_row(&rows, begin, c->bytes - begin);
  warprt_staging_copy(device, c->ours, rows.rows, rows.numRows, 1);
  free(rows.rows);
}

/* With the lock. */
static void merge(Window *window, const char *procedure, bool publishes) {
  int64_t most = window->size < ChunkBytes ? window->size : ChunkBytes;
  char *theirs = allocate(procedure, most);
  char *ours = allocate(procedure, most);
  for (int64_t at = 0; at < window->size; at += ChunkBytes) {
    int64_t left = window->size - at;
    Chunk c = {procedure,
               theirs,
               ours,
               window->last + at,
               window->host + at,
               left < ChunkBytes ? left : ChunkBytes,
               publishes};
    /* Others may change it at any time: it is read once. */
    memcpy(theirs, c.host, (size_t)c.bytes);
    __asm__ volatile("" ::: "memory");
    merge_chunk(&c, window->device + at);
  }
  free(theirs);
  free(ours);
  window->ownCalls = false;
}

static void synchronize(Window *window, const char *procedure, bool publishes) {
  if (!window || !window->device)
    return;
  pthread_mutex_lock(&window->lock);
  merge(window, procedure, publishes);
  pthread_mutex_unlock(&window->lock);
}

void publish_window(const char *procedure, const int32_t *win) {
  synchronize(warprt_staging_window(*win), procedure, true);
}

void receive_window(const char *procedure, const int32_t *win) {
  synchronize(warprt_staging_window(*win), procedure, false);
}

void receive_own(const char *procedure, const int32_t *win) {
  Window *window = warprt_staging_window(*win);
  if (window && window->ownCalls)
    synchronize(window, procedure, false);
}

static void publish_one(void *window, const char *procedure) {
  synchronize(window, procedure, true);
}

static void receive_one(void *window, const char *procedure) {
  synchronize(window, procedure, false);
}

void publish_windows(const char *procedure) {
  warprt_staging_each_window(publish_one, procedure);
}

void receive_windows(const char *procedure) {
  warprt_staging_each_window(receive_one, procedure);
}

/*===-- Creation ----------------------------------------------------------===*/

void *stage_window(Window **window, void *base, const int64_t *size,
                   const int32_t *comm) {
  *window = NULL;
  if (*size <= 0 || !is_staged(base))
    return base;
  const char *procedure = "MPI_Win_create";
  if (warprt_staging_first())
    warprt_staging_announce(name_of_mpi());
  warprt_staging_announce_window();
  Window *created = new_window(procedure);
  created->device = base;
  created->size = *size;
  created->rank = rank_in(comm);
  created->host = allocate(procedure, *size);
  created->last = allocate(procedure, *size);
  const WarprtStagedRows all = {0, *size, *size, 1};
  warprt_staging_copy(created->host, base, &all, 1, 0);
  memcpy(created->last, created->host, (size_t)*size);
  *window = created;
  return created->host;
}

void keep_window(Window *window, const int32_t *win, const int32_t *error) {
  if (!window)
    return;
  if (*error == 0)
    warprt_staging_keep_window(*win, window);
  else
    release_window(window);
}

Window *take_window(const int32_t *win) {
  return warprt_staging_window(*win) ? warprt_staging_take_window(*win) : NULL;
}

static void complete(Window *window, const int32_t *target);

void free_window(Window *window, const int32_t *win, const int32_t *error) {
  if (!window)
    return;
  if (*error != 0) {
    warprt_staging_keep_window(*win, window);
    return;
  }
  complete(window, NULL);
  synchronize(window, "MPI_Win_free", false);
  release_window(window);
}

/*===-- One-sided calls ---------------------------------------------------===*/

void note_target(const int32_t *win, const int32_t *target) {
  Window *window = warprt_staging_window(*win);
  if (window && window->rank == *target)
    window->ownCalls = true;
}

/* Windows in host memory have one as soon as a buffer is copied. */
static Window *window_of(const int32_t *win, const char *procedure) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  Window *window = warprt_staging_window(*win);
  if (!window) {
    window = new_window(procedure);
    warprt_staging_keep_window(*win, window);
  }
  pthread_mutex_unlock(&lock);
  return window;
}

void keep_one_sided(Operation *op, const int32_t *win, const int32_t *target,
                    const int32_t *error) {
  note_target(win, target);
  if (op->numBuffers == 0)
    return;
  if (*error != 0) {
    release_operation(op);
    return;
  }
  Window *window = window_of(win, op->procedure);
  Pending *pending = allocate(op->procedure, sizeof *pending);
  pending->op = *op;
  pending->target = *target;
  pthread_mutex_lock(&window->lock);
  pending->next = window->pending;
  window->pending = pending;
  pthread_mutex_unlock(&window->lock);
}

static void complete(Window *window, const int32_t *target) {
  pthread_mutex_lock(&window->lock);
  for (Pending **at = &window->pending; *at;) {
    Pending *pending = *at;
    if (target && *target != pending->target) {
      at = &pending->next;
      continue;
    }
    *at = pending->next;
    finish_operation(&pending->op);
    free(pending);
  }
  pthread_mutex_unlock(&window->lock);
}

void complete_one_sided(const int32_t *win, const int32_t *target) {
  Window *window = warprt_staging_window(*win);
  if (window)
    complete(window, target);
}

/*===-- Attributes --------------------------------------------------------===*/

void correct_attribute(const int32_t *win, const int32_t *key, int64_t *value,
                       const int32_t *flag) {
  const Window *window = warprt_staging_window(*win);
  if (!window || !window->device || !*flag)
    return;
  enum { Separate = 1 };                        /* MPI_WIN_SEPARATE */
  if (*key == (is_open_mpi() ? 7 : 0x66000002)) /* MPI_WIN_BASE */
    *value = (int64_t)(uintptr_t)window->device;
  else if (*key == (is_open_mpi() ? 11 : 0x6600000a)) /* MPI_WIN_MODEL */
    *value = Separate;
}
