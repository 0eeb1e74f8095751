//===-- runtime/core/GraphTrace.h - Launches of graphs, as they happen
//------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What NVCOMPILER_ACC_NOTIFY and NVCOMPILER_ACC_TIME say of launches that name
// no kernel in the source: of graphs, whose kernels are looked up when the
// graph is instantiated, and of kernels by address.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_GRAPHTRACE_H
#define WARPRT_CORE_GRAPHTRACE_H

#include "core/AccTrace.h"
#include "core/Runtime.h"

namespace warprt {

/// Where the thread's next launch is.
AccPlace &launchPlace();

/// The name of a kernel in messages.
const char *nameOf(const WarprtKernel &K);

/// Launches by \p Launch(Shape), and says so if somebody wants to know.
template <typename Function>
Error launchTraced(const WarprtKernel &K, Queue *Q, Function Launch) {
  LaunchShape Shape;
  Device *D = nullptr;
  if (!accTracing() || failed(currentDevice(D)))
    return Launch(Shape);
  AccTimer Timer(*D, Q);
  Error E = Launch(Shape);
  if (!failed(E) && Shape.Grid[0])
    traceKernel(Timer, launchPlace(), Shape, nameOf(K));
  return E;
}

/// These do what the device does, and keep count of kernels if somebody wants
/// to know.
Error instantiateGraph(Device &D, Graph *G, uint64_t Flags, GraphExec **Result);
Error updateGraphExec(Device &D, GraphExec *Exec, Graph *G, int &Outcome);
Error setExecNode(Device &D, GraphExec *Exec, GraphNode *N, const NodeWork &W);
Error setNodeEnabled(Device &D, GraphExec *Exec, GraphNode *N, bool Enabled);
Error destroyGraphExec(Device &D, GraphExec *Exec);
Error launchGraph(Device &D, GraphExec *Exec, Queue *Q, const AccPlace &Place);

} // namespace warprt

#endif // WARPRT_CORE_GRAPHTRACE_H
