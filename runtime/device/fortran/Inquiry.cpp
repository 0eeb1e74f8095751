//===-- Inquiry.cpp - Bounds, sizes and shapes in device code -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LBOUND, UBOUND, SIZE and SHAPE where Flang does not expand them in line: of
// all dimensions at once, and of one that is known only at run time. An empty
// dimension has the bounds 1 and 0.
//
//===----------------------------------------------------------------------===//
#include "Descriptor.h"

using namespace warpdev;

namespace {

Index lowerBound(const CFI_dim_t &Dim) {
  return Dim.extent == 0 ? 1 : Dim.lower_bound;
}

Index upperBound(const CFI_dim_t &Dim) {
  return lowerBound(Dim) + Dim.extent - 1;
}

const CFI_dim_t &dimension(const Descriptor &Array, int Dim, Place At) {
  if (Dim < 1 || Dim > Array.rank)
    fail("DIM= argument that the array has no dimension for", At);
  return Array.dim[Dim - 1];
}

void *storeNext(void *Result, int Kind, Index Value) {
  auto *Element = static_cast<char *>(Result);
  storeInteger(Element, static_cast<size_t>(Kind), Value);
  return Element + Kind;
}

} // namespace

extern "C" {

int64_t ENTRY(LboundDim)(const Descriptor &Array, int Dim, const char *File,
                         int Line) {
  return lowerBound(dimension(Array, Dim, {File, Line}));
}

int64_t ENTRY(SizeDim)(const Descriptor &Array, int Dim, const char *File,
                       int Line) {
  return dimension(Array, Dim, {File, Line}).extent;
}

int64_t ENTRY(Size)(const Descriptor &Array, const char *, int) {
  return elementCount(Array);
}

void ENTRY(Lbound)(void *Result, const Descriptor &Array, int Kind,
                   const char *, int) {
  for (int I = 0; I < Array.rank; ++I)
    Result = storeNext(Result, Kind, lowerBound(Array.dim[I]));
}

void ENTRY(Ubound)(void *Result, const Descriptor &Array, int Kind,
                   const char *, int) {
  for (int I = 0; I < Array.rank; ++I)
    Result = storeNext(Result, Kind, upperBound(Array.dim[I]));
}

void ENTRY(Shape)(void *Result, const Descriptor &Array, int Kind, const char *,
                  int) {
  for (int I = 0; I < Array.rank; ++I)
    Result = storeNext(Result, Kind, Array.dim[I].extent);
}

} // extern "C"
