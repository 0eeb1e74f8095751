//===-- runtime/core/AccPrivates.h - Memory for private arrays -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private arrays that are no variables of a thread: each gang, row of threads
// or thread of a launch has a copy in memory that is allocated for the launch
// and goes back when the queue is past it. Where the program leaves the number
// of gangs open, there are no more of them than the memory is good for.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_ACCPRIVATES_H
#define WARPRT_CORE_ACCPRIVATES_H

#include "hal/Device.h"
#include "warprt/EntryPoints.h"
#include <vector>

namespace warprt {

class AccPrivates {
public:
  AccPrivates(Device &D, Queue *Q) : D(D), Q(Q) {}
  AccPrivates(const AccPrivates &) = delete;
  AccPrivates &operator=(const AccPrivates &) = delete;
  ~AccPrivates();

  /// Allocates for a launch of `Shape`, whose grid it may make smaller, and
  /// replaces `Args`, which are `NumArgs`, by those with the addresses.
  Error allocate(const WarprtAccLaunch &Launch, uint32_t NumArgs,
                 LaunchShape &Shape, void **&Args);

private:
  Device &D;
  Queue *Q;
  void *Memory = nullptr;
  std::vector<void *> AllArgs;
  std::vector<void *> Addresses;
};

} // namespace warprt

#endif // WARPRT_CORE_ACCPRIVATES_H
