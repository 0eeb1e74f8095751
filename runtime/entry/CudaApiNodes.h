//===-- runtime/entry/CudaApiNodes.h - Nodes of graphs ----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What functions that add nodes to graphs, change them and look at them have in
// common.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_ENTRY_CUDAAPINODES_H
#define WARPRT_ENTRY_CUDAAPINODES_H

#include "entry/CudaApi.h"

namespace warprt {

/// Layout of type(cudaKernelNodeParams).
struct FortranKernelNode {
  void *Function;
  int32_t Grid[3], Block[3];
  int32_t SharedBytes;
  void **Parameters, **Extra;
};

/// Adds a node by `Add(Device &, NodeList)`.
template <typename Body>
int addNode(GraphNode *const *After, int64_t Count, Body Add) {
  if (Count < 0)
    return result(Error::InvalidValue);
  return onDevice([&](Device &D) {
    return Add(D, NodeList(After, static_cast<size_t>(Count)));
  });
}

/// Calls `Use(Device &, const NodeWork &)` with what `Make(NodeWork &)` makes.
template <typename MakeWork, typename UseWork>
int withWork(MakeWork Make, UseWork Use) {
  NodeWork Work;
  if (Error E = Make(Work); failed(E))
    return result(E);
  return onDevice([&](Device &D) { return Use(D, Work); });
}

/// What a node of a kind was given.
inline Error workOf(Device &D, GraphNode *N, NodeKind Kind, NodeWork &W) {
  if (Error E = D.nodeWork(N, W); failed(E))
    return E;
  return W.Kind == Kind ? Error::Success : Error::InvalidValue;
}

} // namespace warprt

#endif // WARPRT_ENTRY_CUDAAPINODES_H
