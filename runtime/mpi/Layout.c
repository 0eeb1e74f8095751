/*===-- runtime/mpi/Layout.c - Which bytes a buffer of MPI has ----*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * What a datatype with holes is made of MPI does not say in a form that is the
 * same for all. So MPI writes one element of it, all bits set, into memory
 * that is zero.
 *
 *===----------------------------------------------------------------------===*/
#include "mpi/Layout.h"
#include <stdlib.h>
#include <string.h>

#define WEAK __attribute__((weak))
void pmpi_comm_rank_(const int32_t *comm, int32_t *rank, int32_t *error) WEAK;
void pmpi_comm_size_(const int32_t *comm, int32_t *size, int32_t *error) WEAK;
void pmpi_comm_test_inter_(const int32_t *comm, int32_t *flag,
                           int32_t *error) WEAK;
void pmpi_topo_test_(const int32_t *comm, int32_t *kind, int32_t *error) WEAK;
void pmpi_cartdim_get_(const int32_t *comm, int32_t *count,
                       int32_t *error) WEAK;
void pmpi_graph_neighbors_count_(const int32_t *comm, const int32_t *rank,
                                 int32_t *count, int32_t *error) WEAK;
void pmpi_dist_graph_neighbors_count_(const int32_t *comm, int32_t *sources,
                                      int32_t *destinations, int32_t *weighted,
                                      int32_t *error) WEAK;
extern char ompi_mpi_comm_world[] WEAK;
void pmpi_type_size_(const int32_t *type, int32_t *size, int32_t *error) WEAK;
void pmpi_type_get_extent_(const int32_t *type, int64_t *bound, int64_t *extent,
                           int32_t *error) WEAK;
void pmpi_type_get_true_extent_(const int32_t *type, int64_t *bound,
                                int64_t *extent, int32_t *error) WEAK;
void pmpi_pack_size_(const int32_t *count, const int32_t *type,
                     const int32_t *comm, int32_t *size, int32_t *error) WEAK;
void pmpi_pack_(const void *from, const int32_t *count, const int32_t *type,
                void *to, const int32_t *size, int32_t *position,
                const int32_t *comm, int32_t *error) WEAK;
void pmpi_unpack_(const void *from, const int32_t *size, int32_t *position,
                  void *to, const int32_t *count, const int32_t *type,
                  const int32_t *comm, int32_t *error) WEAK;

void pmpi_get_library_version_(char *version, int32_t *length, int32_t *error,
                               size_t capacity) WEAK;

/* Up to the first comma or the end of the line. */
const char *name_of_mpi(void) {
  /* As long as any MPI's: MPI_MAX_LIBRARY_VERSION_STRING is 256 or 8192. */
  static _Thread_local char name[8193];
  int32_t length = 0, error = 0;
  pmpi_get_library_version_(name, &length, &error, sizeof name - 1);
  if (error != 0 || length < 0 || length >= (int32_t)sizeof name)
    length = 0;
  name[length] = 0;
  name[strcspn(name, ",\n")] = 0;
  for (char *tab = strchr(name, '\t'); tab; tab = strchr(tab, '\t'))
    *tab = ' ';
  return name;
}

bool has_layouts(void) {
#define IS_THERE(name) &&name
  return 1 WARPRT_MPI_NEEDED(IS_THERE);
#undef IS_THERE
}

static void *allocate(const char *procedure, int64_t bytes) {
  void *memory = calloc((size_t)bytes, 1);
  if (!memory)
    warprt_staging_refuse(procedure, "the host has no memory for a copy");
  return memory;
}

/* After calls that fail for wrong arguments only; MPI has its say before. */
static void check(int32_t error) {
  if (error != 0)
    warprt_staging_refuse("MPI", "the datatype or communicator is invalid");
}

/*===-- Rows --------------------------------------------------------------===*/

void add_rows(Layout *layout, int64_t offset, int64_t width, int64_t pitch,
              int64_t height) {
  if (width <= 0 || height <= 0)
    return;
  if (layout->numRows == layout->capacity) {
    layout->capacity = layout->capacity ? 2 * layout->capacity : 4;
    layout->rows =
        realloc(layout->rows, (size_t)layout->capacity * sizeof *layout->rows);
    if (!layout->rows)
      warprt_staging_refuse(layout->procedure,
                            "the host has no memory for a copy");
  }
  int64_t end = offset + (height - 1) * pitch + width;
  if (layout->numRows == 0 || offset < layout->begin)
    layout->begin = offset;
  if (layout->numRows == 0 || end > layout->end)
    layout->end = end;
  layout->rows[layout->numRows++] =
      (WarprtStagedRows){offset, width, pitch, height};
}

void append_row(Layout *layout, int64_t offset, int64_t width) {
  if (layout->numRows > 0) {
    WarprtStagedRows *last = &layout->rows[layout->numRows - 1];
    int64_t pitch = last->height == 1 ? offset - last->offset : last->pitch;
    if (last->width == width && last->offset + last->height * pitch == offset) {
      last->pitch = pitch;
      ++last->height;
      layout->end = offset + width;
      return;
    }
  }
  add_rows(layout, offset, width, width, 1);
}

/*===-- Datatypes ---------------------------------------------------------===*/

/* MPI_COMM_WORLD, for procedures without a communicator. The number is the
 * MPI's: all that descend from MPICH have the same. */
static const int32_t *world(const char *procedure) {
  static const int32_t ofMPICH = 0x44000000, ofOpenMPI = 0;
  const char *name = name_of_mpi();
  if (strstr(name, "Open MPI"))
    return &ofOpenMPI;
  if (!strstr(name, "MPICH") && !strstr(name, "MVAPICH") &&
      !strstr(name, "Intel(R) MPI"))
    warprt_staging_refuse(procedure, "its datatype has holes, and the "
                                     "communicator to pack it is not known");
  return &ofMPICH;
}

/* Writes one element with all bits set: `first` bytes behind its address is
 * where `bytes` begins. */
static void fill_element(const Layout *layout, char *bytes, int64_t first,
                         int64_t width, int32_t size, const int32_t *type) {
  const int32_t *comm = layout->comm ? layout->comm : world(layout->procedure);
  const int32_t one = 1;
  int32_t error, packed, position = 0;
  char *element = (char *)((uintptr_t)bytes - (uintptr_t)first);
  pmpi_pack_size_(&one, type, comm, &packed, &error);
  check(error);
  char *buffer = allocate(layout->procedure, packed);
  if (packed == size) {
    memset(buffer, 0xff, (size_t)packed);
  } else { /* there is more in it than data */
    memset(bytes, 0xff, (size_t)width);
    pmpi_pack_(element, &one, type, buffer, &packed, &position, comm, &error);
    check(error);
    memset(bytes, 0, (size_t)width);
    packed = position;
  }
  position = 0;
  pmpi_unpack_(buffer, &packed, &position, element, &one, type, comm, &error);
  check(error);
  free(buffer);
}

/* Adds the rows of bytes that are set. */
static void add_bytes(Layout *element, const char *bytes, int64_t first,
                      int64_t width) {
  for (int64_t at = 0; at < width;) {
    uint64_t word;
    if (width - at >= 8 && (memcpy(&word, bytes + at, 8), word == 0)) {
      at += 8;
    } else if (bytes[at] == 0) {
      ++at;
    } else {
      int64_t begin = at;
      while (at < width && bytes[at] != 0)
        ++at;
      append_row(element, first + begin, at - begin);
    }
  }
}

static void repeat(Layout *layout, const Layout *element, int64_t offset,
                   int64_t count, int64_t extent) {
  int64_t single = 0;
  bool fits = true;
  for (int64_t i = 0; i < element->numRows; ++i) {
    single += element->rows[i].height;
    fits &= extent >= element->rows[i].width;
  }
  /* By rows that each element has, or by elements: what is fewer copies. */
  if (fits && count > 1 && single <= count * element->numRows) {
    for (int64_t i = 0; i < element->numRows; ++i) {
      const WarprtStagedRows *row = &element->rows[i];
      for (int64_t j = 0; j < row->height; ++j)
        add_rows(layout, offset + row->offset + j * row->pitch, row->width,
                 extent, count);
    }
    return;
  }
  for (int64_t n = 0; n < count; ++n)
    for (int64_t i = 0; i < element->numRows; ++i) {
      const WarprtStagedRows *row = &element->rows[i];
      add_rows(layout, offset + n * extent + row->offset, row->width,
               row->pitch, row->height);
    }
}

void add_elements(Layout *layout, int64_t offset, int64_t count,
                  const int32_t *type) {
  if (count <= 0)
    return;
  int32_t error, size;
  int64_t bound, extent, first, width;
  pmpi_type_size_(type, &size, &error);
  check(error);
  pmpi_type_get_extent_(type, &bound, &extent, &error);
  check(error);
  pmpi_type_get_true_extent_(type, &first, &width, &error);
  check(error);
  if (size == 0 || width <= 0)
    return;
  Layout element = {.procedure = layout->procedure};
  if (size == width) {
    if (extent == width) { /* one behind the other */
      add_rows(layout, offset + first, count * width, count * width, 1);
      return;
    }
    append_row(&element, first, width);
  } else {
    char *bytes = allocate(layout->procedure, width);
    fill_element(layout, bytes, first, width, size, type);
    add_bytes(&element, bytes, first, width);
    free(bytes);
  }
  repeat(layout, &element, offset, count, extent);
  free(element.rows);
}

int64_t extent_of(const int32_t *type) {
  int32_t error;
  int64_t bound, extent;
  pmpi_type_get_extent_(type, &bound, &extent, &error);
  check(error);
  return extent;
}

/*===-- Communicators -----------------------------------------------------===*/

int32_t size_of(const int32_t *comm) {
  int32_t size, error;
  pmpi_comm_size_(comm, &size, &error);
  check(error);
  return size;
}

int32_t rank_in(const int32_t *comm) {
  int32_t rank, error;
  pmpi_comm_rank_(comm, &rank, &error);
  check(error);
  return rank;
}

bool is_open_mpi(void) { return ompi_mpi_comm_world != NULL; }

int32_t neighbors_in(const int32_t *comm, bool receives) {
  int32_t kind = 0, count = 0, other = 0, flag = 0, error = 0;
  if (!pmpi_topo_test_)
    return 0;
  pmpi_topo_test_(comm, &kind, &error);
  check(error);
  if (kind == (is_open_mpi() ? 1 : 2)) { /* MPI_CART */
    pmpi_cartdim_get_(comm, &count, &error);
    count *= 2;
  } else if (kind == (is_open_mpi() ? 2 : 1)) { /* MPI_GRAPH */
    int32_t rank = rank_in(comm);
    pmpi_graph_neighbors_count_(comm, &rank, &count, &error);
  } else if (kind == 3) { /* MPI_DIST_GRAPH */
    pmpi_dist_graph_neighbors_count_(comm, receives ? &count : &other,
                                     receives ? &other : &count, &flag, &error);
  }
  check(error);
  return count;
}

bool is_between_groups(const int32_t *comm) {
  int32_t flag, error;
  pmpi_comm_test_inter_(comm, &flag, &error);
  check(error);
  return flag != 0;
}
