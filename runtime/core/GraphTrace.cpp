//===-- runtime/core/GraphTrace.cpp - Launches of graphs, as they happen
//----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See GraphTrace.h.
//
//===----------------------------------------------------------------------===//
#include "core/GraphTrace.h"
#include "core/ImageRegistry.h"
#include <mutex>
#include <unordered_map>

using namespace warprt;

namespace {

/// A kernel of what is launched.
struct GraphKernel {
  GraphNode *Node;
  const char *Name;
  LaunchShape Shape;
  bool Enabled = true;
};
using GraphKernels = std::vector<GraphKernel>;

struct ExecKernels {
  std::mutex Lock;
  std::unordered_map<GraphExec *, GraphKernels> Of;
  static ExecKernels &get() {
    static ExecKernels All;
    return All;
  }
};

GraphKernel kernelOf(Device &D, GraphNode *N, const NodeWork &W) {
  const WarprtKernel *K = ImageRegistry::get().kernelOf(W, D);
  return {N, K ? nameOf(*K) : "(of a library)", W.Shape};
}

/// The kernels of a graph and of its child graphs.
void collect(Device &D, Graph *G, GraphKernels &Kernels) {
  std::vector<GraphNode *> Nodes;
  if (failed(D.graphNodes(G, /*RootsOnly=*/false, Nodes)))
    return;
  for (GraphNode *N : Nodes) {
    NodeKind Kind = NodeKind::Empty;
    NodeWork W;
    Graph *Child = nullptr;
    if (failed(D.nodeKind(N, Kind)))
      continue;
    if (Kind == NodeKind::Child && !failed(D.childGraph(N, &Child)))
      collect(D, Child, Kernels);
    if (Kind == NodeKind::Kernel && !failed(D.nodeWork(N, W)))
      Kernels.push_back(kernelOf(D, N, W));
  }
}

void remember(Device &D, GraphExec *Exec, Graph *G) {
  if (!accTracing())
    return;
  GraphKernels Kernels;
  collect(D, G, Kernels);
  std::lock_guard<std::mutex> Guard(ExecKernels::get().Lock);
  ExecKernels::get().Of[Exec] = std::move(Kernels);
}

/// Changes what is known of a kernel.
template <typename Function>
void change(GraphExec *Exec, GraphNode *N, Function Change) {
  if (!accTracing())
    return;
  std::lock_guard<std::mutex> Guard(ExecKernels::get().Lock);
  for (GraphKernel &K : ExecKernels::get().Of[Exec])
    if (K.Node == N)
      Change(K);
}

} // namespace

AccPlace &warprt::launchPlace() {
  static thread_local AccPlace Place;
  return Place;
}

const char *warprt::nameOf(const WarprtKernel &K) {
  return K.displayName ? K.displayName : K.name;
}

Error warprt::instantiateGraph(Device &D, Graph *G, uint64_t Flags,
                               GraphExec **Result) {
  Error E = D.instantiateGraph(G, Flags, Result);
  if (!failed(E))
    remember(D, *Result, G);
  return E;
}

Error warprt::updateGraphExec(Device &D, GraphExec *Exec, Graph *G,
                              int &Outcome) {
  Error E = D.updateGraphExec(Exec, G, Outcome);
  if (!failed(E))
    remember(D, Exec, G);
  return E;
}

Error warprt::setExecNode(Device &D, GraphExec *Exec, GraphNode *N,
                          const NodeWork &W) {
  Error E = D.setExecNode(Exec, N, W);
  if (!failed(E) && W.Kind == NodeKind::Kernel)
    change(Exec, N, [&](GraphKernel &K) {
      bool Enabled = K.Enabled;
      K = {N, nameOf(*W.Description), W.Shape, Enabled};
    });
  return E;
}

Error warprt::setNodeEnabled(Device &D, GraphExec *Exec, GraphNode *N,
                             bool Enabled) {
  Error E = D.setNodeEnabled(Exec, N, Enabled);
  if (!failed(E))
    change(Exec, N, [&](GraphKernel &K) { K.Enabled = Enabled; });
  return E;
}

Error warprt::destroyGraphExec(Device &D, GraphExec *Exec) {
  Error E = D.destroyGraphExec(Exec);
  if (!failed(E) && accTracing()) {
    std::lock_guard<std::mutex> Guard(ExecKernels::get().Lock);
    ExecKernels::get().Of.erase(Exec);
  }
  return E;
}

Error warprt::launchGraph(Device &D, GraphExec *Exec, Queue *Q,
                          const AccPlace &Place) {
  if (!accTracing())
    return D.launchGraph(Exec, Q);
  AccTimer Timer(D, Q);
  if (Error E = D.launchGraph(Exec, Q); failed(E))
    return E;
  std::lock_guard<std::mutex> Guard(ExecKernels::get().Lock);
  for (const GraphKernel &K : ExecKernels::get().Of[Exec])
    if (K.Enabled)
      traceKernel(Timer, Place, K.Shape, K.Name);
  return Error::Success;
}
