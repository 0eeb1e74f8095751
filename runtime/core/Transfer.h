//===-- runtime/core/Transfer.h - Copies of Fortran arrays ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Array assignment between host and device, of any rank and stride. Contiguous
// arrays are one copy, arrays with one stride one two-dimensional copy; more
// general ones are several of those, or go through a contiguous buffer on the
// host where strides run backwards or the two sides overlap.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_TRANSFER_H
#define WARPRT_CORE_TRANSFER_H

#include "core/Descriptor.h"
#include "hal/Device.h"

namespace warprt {

/// Elements of a descriptor, without what a copy does not need.
struct ArrayView {
  ArrayView() = default;
  explicit ArrayView(const Descriptor &D);
  /// `Count` contiguous elements.
  ArrayView(void *Base, size_t ElementBytes, size_t Count);

  size_t count() const;
  bool contiguous() const;

  char *Base = nullptr;
  size_t ElementBytes = 0;
  int Rank = 0;
  int64_t Extent[CFI_MAX_RANK] = {}, Stride[CFI_MAX_RANK] = {};
};

/// Copies equally shaped arrays of the same element size. A device-to-device
/// copy need not be done when the call returns, nor, with `Async`, one of host
/// memory that the device reaches by itself.
Error copyArray(Device &D, ArrayView Dst, ArrayView Src, CopyKind Kind,
                Queue *Q, bool Async = false);

/// Stores one element's bytes, on the host, into every element of a device
/// array; this need not be done when the call returns.
Error fillArray(Device &D, ArrayView Dst, const void *Value, Queue *Q);
/// The same for an array of the host.
void fillHostArray(const ArrayView &Dst, const void *Value);

} // namespace warprt

#endif // WARPRT_CORE_TRANSFER_H
