//===-- runtime/backends/cuda/CudaGraphs.cpp - Graphs of a GPU ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recorded work, and graphs whose operations are added one by one.
//
//===----------------------------------------------------------------------===//
#include "backends/cuda/CudaDevice.h"

using namespace warprt;
using namespace warprt::cuda;

namespace {
CUgraph graphOf(Graph *G) { return reinterpret_cast<CUgraph>(G); }
CUgraphNode *nodeInto(GraphNode **N) {
  return reinterpret_cast<CUgraphNode *>(N);
}
const CUgraphNode *nodesOf(NodeList Nodes) {
  return reinterpret_cast<const CUgraphNode *>(Nodes.data());
}
} // namespace

Error CudaDevice::beginCapture(Queue *Q, CaptureMode Mode) {
  return toError(
      Api.cuStreamBeginCapture_v2(streamOf(Q), static_cast<int>(Mode)));
}

Error CudaDevice::endCapture(Queue *Q, Graph **Result) {
  CUgraph G = nullptr;
  Error E = toError(Api.cuStreamEndCapture(streamOf(Q), &G));
  *Result = reinterpret_cast<Graph *>(G);
  return E;
}

Error CudaDevice::captureStatus(Queue *Q, CaptureStatus &Status) {
  int Value = 0;
  Error E = toError(Api.cuStreamIsCapturing(streamOf(Q), &Value));
  Status = static_cast<CaptureStatus>(Value);
  return E;
}

Error CudaDevice::exchangeCaptureMode(CaptureMode &Mode) {
  int Value = static_cast<int>(Mode);
  Error E = toError(Api.cuThreadExchangeStreamCaptureMode(&Value));
  Mode = static_cast<CaptureMode>(Value);
  return E;
}

Error CudaDevice::createGraph(Graph **Result) {
  CUgraph G = nullptr;
  Error E = toError(Api.cuGraphCreate(&G, 0));
  *Result = reinterpret_cast<Graph *>(G);
  return E;
}

Error CudaDevice::destroyGraph(Graph *G) {
  return toError(Api.cuGraphDestroy(graphOf(G)));
}

Error CudaDevice::graphNodes(Graph *G, bool RootsOnly,
                             std::vector<GraphNode *> &Nodes) {
  auto list = [&](GraphNode **Into, size_t &Count) {
    auto *Handles = reinterpret_cast<CUgraphNode *>(Into);
    return toError(RootsOnly
                       ? Api.cuGraphGetRootNodes(graphOf(G), Handles, &Count)
                       : Api.cuGraphGetNodes(graphOf(G), Handles, &Count));
  };
  size_t Count = 0;
  if (Error E = list(nullptr, Count); failed(E))
    return E;
  Nodes.resize(Count);
  return Count ? list(Nodes.data(), Count) : Error::Success;
}

Error CudaDevice::addEmptyNode(Graph *G, NodeList After, GraphNode **Result) {
  return toError(Api.cuGraphAddEmptyNode(nodeInto(Result), graphOf(G),
                                         nodesOf(After), After.size()));
}

Error CudaDevice::addCopyNode(Graph *G, NodeList After, void *Dst,
                              const void *Src, size_t Bytes, CopyKind Kind,
                              GraphNode **Result) {
  Memcpy3D M = {};
  setEnds(M, Dst, Src, Kind);
  M.SrcPitch = M.DstPitch = M.WidthInBytes = Bytes;
  M.SrcHeight = M.DstHeight = M.Height = M.Depth = 1;
  return toError(Api.cuGraphAddMemcpyNode(
      nodeInto(Result), graphOf(G), nodesOf(After), After.size(), &M, Context));
}

Error CudaDevice::addFillNode(Graph *G, NodeList After, void *Dst, size_t Pitch,
                              uint32_t Value, unsigned Unit, size_t Width,
                              size_t Height, GraphNode **Result) {
  MemsetNode M = {toDevice(Dst), Pitch, Value, Unit, Width, Height};
  return toError(Api.cuGraphAddMemsetNode(
      nodeInto(Result), graphOf(G), nodesOf(After), After.size(), &M, Context));
}

Error CudaDevice::addHostNode(Graph *G, NodeList After, HostFunction Function,
                              void *Data, GraphNode **Result) {
  HostNode H = {Function, Data};
  return toError(Api.cuGraphAddHostNode(nodeInto(Result), graphOf(G),
                                        nodesOf(After), After.size(), &H));
}

Error CudaDevice::addChildNode(Graph *G, NodeList After, Graph *Child,
                               GraphNode **Result) {
  return toError(Api.cuGraphAddChildGraphNode(nodeInto(Result), graphOf(G),
                                              nodesOf(After), After.size(),
                                              graphOf(Child)));
}

Error CudaDevice::addDependencies(Graph *G, NodeList From, NodeList To) {
  return toError(Api.cuGraphAddDependencies(graphOf(G), nodesOf(From),
                                            nodesOf(To), From.size()));
}

Error CudaDevice::instantiateGraph(Graph *G, uint64_t Flags,
                                   GraphExec **Result) {
  CUgraphExec Exec = nullptr;
  Error E = toError(Api.cuGraphInstantiateWithFlags(&Exec, graphOf(G), Flags));
  *Result = reinterpret_cast<GraphExec *>(Exec);
  return E;
}

Error CudaDevice::destroyGraphExec(GraphExec *Exec) {
  return toError(Api.cuGraphExecDestroy(reinterpret_cast<CUgraphExec>(Exec)));
}

Error CudaDevice::launchGraph(GraphExec *Exec, Queue *Q) {
  return toError(
      Api.cuGraphLaunch(reinterpret_cast<CUgraphExec>(Exec), streamOf(Q)));
}
