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
#include <algorithm>

using namespace warprt;
using namespace warprt::cuda;

namespace {
CUgraph graphOf(Graph *G) { return reinterpret_cast<CUgraph>(G); }
CUgraphExec execOf(GraphExec *E) { return reinterpret_cast<CUgraphExec>(E); }
CUgraphNode nodeOf(GraphNode *N) { return reinterpret_cast<CUgraphNode>(N); }
CUgraphNode *nodeInto(GraphNode **N) {
  return reinterpret_cast<CUgraphNode *>(N);
}
const CUgraphNode *nodesOf(NodeList Nodes) {
  return reinterpret_cast<const CUgraphNode *>(Nodes.data());
}

MemsetNode fillNode(const NodeWork &W) {
  return {reinterpret_cast<CUdeviceptr>(W.Dst),
          W.Pitch,
          W.Value,
          W.Unit,
          W.Width,
          W.Height};
}

KernelNode kernelNode(const NodeWork &W) {
  KernelNode K = {};
  K.Function = static_cast<CUfunction>(W.Code->cudaFunction());
  std::copy_n(W.Shape.Grid, 3, K.Grid);
  std::copy_n(W.Shape.Block, 3, K.Block);
  K.SharedBytes = W.Shape.DynamicShared;
  K.Parameters = const_cast<void **>(W.Args);
  return K;
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

Error CudaDevice::addNode(Graph *G, NodeList After, const NodeWork &W,
                          GraphNode **Result) {
  CUgraphNode *N = nodeInto(Result);
  auto add = [&](auto Function, auto... Rest) {
    return toError(
        Function(N, graphOf(G), nodesOf(After), After.size(), Rest...));
  };
  switch (W.Kind) {
  case NodeKind::Kernel: {
    KernelNode K = kernelNode(W);
    return add(Api.cuGraphAddKernelNode_v2, &K);
  }
  case NodeKind::Copy: {
    Memcpy3D M = boxCopy(W.Box, W.Direction);
    return add(Api.cuGraphAddMemcpyNode, &M, Context);
  }
  case NodeKind::Fill: {
    MemsetNode M = fillNode(W);
    return add(Api.cuGraphAddMemsetNode, &M, Context);
  }
  case NodeKind::Host: {
    HostNode H = {W.Function, W.Data};
    return add(Api.cuGraphAddHostNode, &H);
  }
  case NodeKind::Empty:
    return add(Api.cuGraphAddEmptyNode);
  case NodeKind::WaitEvent:
    return add(Api.cuGraphAddEventWaitNode, eventOf(W.Recorded));
  case NodeKind::RecordEvent:
    return add(Api.cuGraphAddEventRecordNode, eventOf(W.Recorded));
  case NodeKind::Release:
    return add(Api.cuGraphAddMemFreeNode, toDevice(W.Dst));
  case NodeKind::Child:    // addChildNode()
  case NodeKind::Allocate: // addAllocation()
    break;
  }
  return Error::InvalidValue;
}

Error CudaDevice::addAllocation(Graph *G, NodeList After, size_t Bytes,
                                std::span<const PeerAccess> Peers,
                                void **Address, GraphNode **Result) {
  std::vector<AccessDescription> Access;
  for (const PeerAccess &P : Peers)
    Access.push_back({{LocationDevice, P.Ordinal}, static_cast<int>(P.Access)});
  AllocationNode A = {};
  A.Pool.AllocationType = AllocationPinned;
  A.Pool.Location = {LocationDevice, Handle};
  A.Access = Access.data();
  A.NumAccess = Access.size();
  A.Bytes = Bytes;
  Error E = toError(Api.cuGraphAddMemAllocNode(
      nodeInto(Result), graphOf(G), nodesOf(After), After.size(), &A));
  *Address = reinterpret_cast<void *>(A.Address);
  return E;
}

Error CudaDevice::graphMemory(GraphMemory Which, uint64_t &Bytes) {
  return toError(Api.cuDeviceGetGraphMemAttribute(
      Handle, static_cast<int>(Which), &Bytes));
}

Error CudaDevice::resetGraphMemory(GraphMemory Which) {
  uint64_t Zero = 0;
  return toError(
      Api.cuDeviceSetGraphMemAttribute(Handle, static_cast<int>(Which), &Zero));
}

Error CudaDevice::trimGraphMemory() {
  return toError(Api.cuDeviceGraphMemTrim(Handle));
}

Error CudaDevice::setNode(GraphNode *Node, const NodeWork &W) {
  CUgraphNode N = nodeOf(Node);
  switch (W.Kind) {
  case NodeKind::Kernel: {
    KernelNode K = kernelNode(W);
    return toError(Api.cuGraphKernelNodeSetParams_v2(N, &K));
  }
  case NodeKind::Copy: {
    Memcpy3D M = boxCopy(W.Box, W.Direction);
    return toError(Api.cuGraphMemcpyNodeSetParams(N, &M));
  }
  case NodeKind::Fill: {
    MemsetNode M = fillNode(W);
    return toError(Api.cuGraphMemsetNodeSetParams(N, &M));
  }
  case NodeKind::Host: {
    HostNode H = {W.Function, W.Data};
    return toError(Api.cuGraphHostNodeSetParams(N, &H));
  }
  case NodeKind::WaitEvent:
    return toError(Api.cuGraphEventWaitNodeSetEvent(N, eventOf(W.Recorded)));
  case NodeKind::RecordEvent:
    return toError(Api.cuGraphEventRecordNodeSetEvent(N, eventOf(W.Recorded)));
  default:
    return Error::InvalidValue;
  }
}

Error CudaDevice::setExecNode(GraphExec *Exec, GraphNode *Node,
                              const NodeWork &W) {
  CUgraphExec E = execOf(Exec);
  CUgraphNode N = nodeOf(Node);
  switch (W.Kind) {
  case NodeKind::Kernel: {
    KernelNode K = kernelNode(W);
    return toError(Api.cuGraphExecKernelNodeSetParams_v2(E, N, &K));
  }
  case NodeKind::Copy: {
    Memcpy3D M = boxCopy(W.Box, W.Direction);
    return toError(Api.cuGraphExecMemcpyNodeSetParams(E, N, &M, Context));
  }
  case NodeKind::Fill: {
    MemsetNode M = fillNode(W);
    return toError(Api.cuGraphExecMemsetNodeSetParams(E, N, &M, Context));
  }
  case NodeKind::Host: {
    HostNode H = {W.Function, W.Data};
    return toError(Api.cuGraphExecHostNodeSetParams(E, N, &H));
  }
  case NodeKind::WaitEvent:
    return toError(
        Api.cuGraphExecEventWaitNodeSetEvent(E, N, eventOf(W.Recorded)));
  case NodeKind::RecordEvent:
    return toError(
        Api.cuGraphExecEventRecordNodeSetEvent(E, N, eventOf(W.Recorded)));
  default:
    return Error::InvalidValue;
  }
}

Error CudaDevice::nodeKind(GraphNode *N, NodeKind &Kind) {
  int Value = 0;
  Error E = toError(Api.cuGraphNodeGetType(nodeOf(N), &Value));
  Kind = static_cast<NodeKind>(Value);
  return E;
}

static void setWork(NodeWork &W, const KernelNode &K) {
  W.CudaFunction = K.Function;
  std::copy_n(K.Grid, 3, W.Shape.Grid);
  std::copy_n(K.Block, 3, W.Shape.Block);
  W.Shape.DynamicShared = K.SharedBytes;
  W.Args = K.Parameters;
}

static void setWork(NodeWork &W, const MemsetNode &M) {
  W.Dst = reinterpret_cast<void *>(M.Dst);
  W.Pitch = M.Pitch;
  W.Value = M.Value;
  W.Unit = M.ElementSize;
  W.Width = M.Width;
  W.Height = M.Height;
}

Error CudaDevice::nodeWork(GraphNode *Node, NodeWork &W) {
  CUgraphNode N = nodeOf(Node);
  if (Error E = nodeKind(Node, W.Kind); failed(E))
    return E;
  CUevent Known = nullptr;
  Error E = Error::InvalidValue;
  switch (W.Kind) {
  case NodeKind::Kernel: {
    KernelNode K = {};
    E = toError(Api.cuGraphKernelNodeGetParams_v2(N, &K));
    setWork(W, K);
    return E;
  }
  case NodeKind::Copy: {
    Memcpy3D M = {};
    E = toError(Api.cuGraphMemcpyNodeGetParams(N, &M));
    W.Box = boxOf(M, W.Direction);
    return E;
  }
  case NodeKind::Allocate: {
    AllocationNode A = {};
    E = toError(Api.cuGraphMemAllocNodeGetParams(N, &A));
    W.Dst = reinterpret_cast<void *>(A.Address);
    W.Bytes = A.Bytes;
    return E;
  }
  case NodeKind::Release: {
    CUdeviceptr Address = 0;
    E = toError(Api.cuGraphMemFreeNodeGetParams(N, &Address));
    W.Dst = reinterpret_cast<void *>(Address);
    return E;
  }
  case NodeKind::Fill: {
    MemsetNode M = {};
    E = toError(Api.cuGraphMemsetNodeGetParams(N, &M));
    setWork(W, M);
    return E;
  }
  case NodeKind::Host: {
    HostNode H = {};
    E = toError(Api.cuGraphHostNodeGetParams(N, &H));
    W.Function = H.Function;
    W.Data = H.Data;
    return E;
  }
  case NodeKind::WaitEvent:
    E = toError(Api.cuGraphEventWaitNodeGetEvent(N, &Known));
    break;
  case NodeKind::RecordEvent:
    E = toError(Api.cuGraphEventRecordNodeGetEvent(N, &Known));
    break;
  default:
    break;
  }
  W.Recorded = reinterpret_cast<Event *>(Known);
  return E;
}

Error CudaDevice::removeDependencies(Graph *G, NodeList From, NodeList To) {
  return toError(Api.cuGraphRemoveDependencies(graphOf(G), nodesOf(From),
                                               nodesOf(To), From.size()));
}

Error CudaDevice::graphEdges(Graph *G, std::vector<GraphNode *> &From,
                             std::vector<GraphNode *> &To) {
  size_t Count = 0;
  if (Error E =
          toError(Api.cuGraphGetEdges(graphOf(G), nullptr, nullptr, &Count));
      failed(E))
    return E;
  From.resize(Count);
  To.resize(Count);
  return Count ? toError(Api.cuGraphGetEdges(graphOf(G), nodeInto(From.data()),
                                             nodeInto(To.data()), &Count))
               : Error::Success;
}

Error CudaDevice::neighbours(GraphNode *N, bool Later,
                             std::vector<GraphNode *> &Nodes) {
  auto list = [&](CUgraphNode *Into, size_t &Count) {
    return toError(
        Later ? Api.cuGraphNodeGetDependentNodes(nodeOf(N), Into, &Count)
              : Api.cuGraphNodeGetDependencies(nodeOf(N), Into, &Count));
  };
  size_t Count = 0;
  if (Error E = list(nullptr, Count); failed(E))
    return E;
  Nodes.resize(Count);
  return Count ? list(nodeInto(Nodes.data()), Count) : Error::Success;
}

Error CudaDevice::destroyNode(GraphNode *N) {
  return toError(Api.cuGraphDestroyNode(nodeOf(N)));
}

Error CudaDevice::cloneGraph(Graph *G, Graph **Clone) {
  return toError(
      Api.cuGraphClone(reinterpret_cast<CUgraph *>(Clone), graphOf(G)));
}

Error CudaDevice::findInClone(GraphNode *Original, Graph *Clone,
                              GraphNode **Result) {
  return toError(Api.cuGraphNodeFindInClone(nodeInto(Result), nodeOf(Original),
                                            graphOf(Clone)));
}

Error CudaDevice::nodeEnabled(GraphExec *Exec, GraphNode *N, bool &Enabled) {
  unsigned Value = 0;
  Error E = toError(Api.cuGraphNodeGetEnabled(execOf(Exec), nodeOf(N), &Value));
  Enabled = Value != 0;
  return E;
}

Error CudaDevice::setNodeEnabled(GraphExec *Exec, GraphNode *N, bool Enabled) {
  return toError(Api.cuGraphNodeSetEnabled(execOf(Exec), nodeOf(N), Enabled));
}

Error CudaDevice::updateGraphExec(GraphExec *Exec, Graph *G, int &Outcome) {
  GraphUpdate Update = {};
  Error E =
      toError(Api.cuGraphExecUpdate_v2(execOf(Exec), graphOf(G), &Update));
  Outcome = Update.Result;
  return E;
}

Error CudaDevice::uploadGraph(GraphExec *Exec, Queue *Q) {
  return toError(Api.cuGraphUpload(execOf(Exec), streamOf(Q)));
}

Error CudaDevice::addChildNode(Graph *G, NodeList After, Graph *Child,
                               GraphNode **Result) {
  return toError(Api.cuGraphAddChildGraphNode(nodeInto(Result), graphOf(G),
                                              nodesOf(After), After.size(),
                                              graphOf(Child)));
}

Error CudaDevice::childGraph(GraphNode *N, Graph **Child) {
  return toError(Api.cuGraphChildGraphNodeGetGraph(
      nodeOf(N), reinterpret_cast<CUgraph *>(Child)));
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
  return toError(Api.cuGraphExecDestroy(execOf(Exec)));
}

Error CudaDevice::launchGraph(GraphExec *Exec, Queue *Q) {
  return toError(Api.cuGraphLaunch(execOf(Exec), streamOf(Q)));
}
