//===-- ThreadAddresses.h - Addresses as sums ----------------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an address, or a number, is made of: a part that all threads have in
// common, and a multiple of the thread's index in x.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_THREADADDRESSES_H
#define WARPFORT_LIB_TARGET_CPU_THREADADDRESSES_H

#include "KernelBody.h"
#include "Uniformity.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PointerIntPair.h"
#include <optional>

namespace warpfort::cpu {

/// A number that is extended to 64 bits, by its sign or by zeros.
using Extended = llvm::PointerIntPair<llvm::Value *, 1, bool>;

/// Base + Constant + Scale*threadIdx.x + the terms, in bytes.
struct ThreadAddress {
  llvm::Value *Base = nullptr;
  int64_t Constant = 0, Scale = 0;
  llvm::SmallMapVector<Extended, int64_t, 4> Terms;
};

/// \p Pointer, if its terms are the same for all threads. Addresses wrap
/// around at 64 bits.
std::optional<ThreadAddress>
addressOf(llvm::Value *Pointer, const KernelBody &K, const Uniformity &Uni);

/// Likewise \p V without a base, extended by its sign or by zeros.
std::optional<ThreadAddress> numberOf(llvm::Value *V, bool IsSigned,
                                      const KernelBody &K,
                                      const Uniformity &Uni);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_THREADADDRESSES_H
