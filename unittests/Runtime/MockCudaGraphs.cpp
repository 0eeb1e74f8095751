//===-- unittests/Runtime/MockCudaGraphs.cpp - The mock driver's graphs ---===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recordings and graphs of the mock driver. A graph is a handle, which stands
// for each of its operations as well; nothing runs.
//
//===----------------------------------------------------------------------===//
#include "MockCudaState.h"
#include <utility>

using namespace mock;

MOCK_EXPORT CUresult cuStreamBeginCapture_v2(CUstream S, int) {
  MOCKED(cuStreamBeginCapture_v2);
  NEEDS_STREAM(S);
  state().Capturing = S;
  return 0;
}
MOCK_EXPORT CUresult cuStreamEndCapture(CUstream S, CUgraph *G) {
  MOCKED(cuStreamEndCapture);
  NEEDS_STREAM(S);
  if (state().Capturing != S)
    return 401;
  state().Capturing = nullptr;
  *G = static_cast<CUgraph>(handle(state().Graphs));
  return 0;
}
MOCK_EXPORT CUresult cuStreamIsCapturing(CUstream S, int *Status) {
  MOCKED(cuStreamIsCapturing);
  NEEDS_STREAM(S);
  *Status = S && state().Capturing == S;
  return 0;
}
MOCK_EXPORT CUresult cuThreadExchangeStreamCaptureMode(int *Mode) {
  MOCKED(cuThreadExchangeStreamCaptureMode);
  std::swap(*Mode, state().CaptureMode);
  return 0;
}
MOCK_EXPORT CUresult cuGraphCreate(CUgraph *G, unsigned) {
  MOCKED(cuGraphCreate);
  *G = static_cast<CUgraph>(handle(state().Graphs));
  return 0;
}
MOCK_EXPORT CUresult cuGraphDestroy(CUgraph G) {
  MOCKED(cuGraphDestroy);
  return state().Graphs.erase(G) ? 0 : 1;
}
MOCK_EXPORT CUresult cuGraphGetNodes(CUgraph G, CUgraphNode *, size_t *Count) {
  MOCKED(cuGraphGetNodes);
  *Count = 0;
  return known(state().Graphs, G) ? 0 : 1;
}
MOCK_EXPORT CUresult cuGraphGetRootNodes(CUgraph G, CUgraphNode *,
                                         size_t *Count) {
  MOCKED(cuGraphGetRootNodes);
  *Count = 0;
  return known(state().Graphs, G) ? 0 : 1;
}
/// Functions that add an operation, change one, and tell what one was given.
#define MOCK_ADD(Name, ...)                                                    \
  MOCK_EXPORT CUresult Name(CUgraphNode *N, CUgraph G, const CUgraphNode *,    \
                            size_t __VA_ARGS__) {                              \
    MOCKED(Name);                                                              \
    *N = reinterpret_cast<CUgraphNode>(G);                                     \
    return known(state().Graphs, G) ? 0 : 1;                                   \
  }
#define MOCK_DONE(Name, ...)                                                   \
  MOCK_EXPORT CUresult Name(__VA_ARGS__) {                                     \
    MOCKED(Name);                                                              \
    return 0;                                                                  \
  }
#define MOCK_TOLD(Name, Type)                                                  \
  MOCK_EXPORT CUresult Name(CUgraphNode, Type *Told) {                         \
    MOCKED(Name);                                                              \
    *Told = {};                                                                \
    return 0;                                                                  \
  }
MOCK_ADD(cuGraphAddEmptyNode)
static Memcpy3D LastCopy;
MOCK_EXPORT CUresult cuGraphAddMemcpyNode(CUgraphNode *N, CUgraph G,
                                          const CUgraphNode *, size_t,
                                          const Memcpy3D *M, CUcontext) {
  MOCKED(cuGraphAddMemcpyNode);
  *N = reinterpret_cast<CUgraphNode>(G);
  LastCopy = *M;
  return known(state().Graphs, G) ? 0 : 1;
}
MOCK_ADD(cuGraphAddMemsetNode, , const MemsetNode *, CUcontext)
MOCK_ADD(cuGraphAddHostNode, , const HostNode *)
MOCK_ADD(cuGraphAddChildGraphNode, , CUgraph)
MOCK_ADD(cuGraphAddKernelNode_v2, , const KernelNode *)
MOCK_ADD(cuGraphAddEventWaitNode, , CUevent)
MOCK_ADD(cuGraphAddEventRecordNode, , CUevent)
MOCK_DONE(cuGraphDestroyNode, CUgraphNode)
/// Copies are told as they were given, to whichever operation.
MOCK_EXPORT CUresult cuGraphMemcpyNodeGetParams(CUgraphNode, Memcpy3D *M) {
  MOCKED(cuGraphMemcpyNodeGetParams);
  *M = LastCopy;
  return 0;
}
MOCK_DONE(cuGraphKernelNodeSetParams_v2, CUgraphNode, const KernelNode *)
MOCK_DONE(cuGraphMemcpyNodeSetParams, CUgraphNode, const Memcpy3D *)
MOCK_DONE(cuGraphMemsetNodeSetParams, CUgraphNode, const MemsetNode *)
MOCK_DONE(cuGraphHostNodeSetParams, CUgraphNode, const HostNode *)
MOCK_DONE(cuGraphEventWaitNodeSetEvent, CUgraphNode, CUevent)
MOCK_DONE(cuGraphEventRecordNodeSetEvent, CUgraphNode, CUevent)
MOCK_DONE(cuGraphExecKernelNodeSetParams_v2, CUgraphExec, CUgraphNode,
          const KernelNode *)
MOCK_DONE(cuGraphExecMemcpyNodeSetParams, CUgraphExec, CUgraphNode,
          const Memcpy3D *, CUcontext)
MOCK_DONE(cuGraphExecMemsetNodeSetParams, CUgraphExec, CUgraphNode,
          const MemsetNode *, CUcontext)
MOCK_DONE(cuGraphExecHostNodeSetParams, CUgraphExec, CUgraphNode,
          const HostNode *)
MOCK_DONE(cuGraphExecEventWaitNodeSetEvent, CUgraphExec, CUgraphNode, CUevent)
MOCK_DONE(cuGraphExecEventRecordNodeSetEvent, CUgraphExec, CUgraphNode, CUevent)
MOCK_DONE(cuGraphNodeSetEnabled, CUgraphExec, CUgraphNode, unsigned)
MOCK_ADD(cuGraphAddMemAllocNode, , AllocationNode *)
MOCK_ADD(cuGraphAddMemFreeNode, , CUdeviceptr)
MOCK_DONE(cuDeviceGetGraphMemAttribute, CUdevice, int, void *)
MOCK_DONE(cuDeviceSetGraphMemAttribute, CUdevice, int, void *)
MOCK_DONE(cuDeviceGraphMemTrim, CUdevice)
MOCK_TOLD(cuGraphKernelNodeGetParams_v2, KernelNode)
MOCK_TOLD(cuGraphMemAllocNodeGetParams, AllocationNode)
MOCK_TOLD(cuGraphMemFreeNodeGetParams, CUdeviceptr)
MOCK_TOLD(cuGraphChildGraphNodeGetGraph, CUgraph)
MOCK_TOLD(cuGraphMemsetNodeGetParams, MemsetNode)
MOCK_TOLD(cuGraphHostNodeGetParams, HostNode)
MOCK_TOLD(cuGraphEventWaitNodeGetEvent, CUevent)
MOCK_TOLD(cuGraphEventRecordNodeGetEvent, CUevent)
MOCK_EXPORT CUresult cuGraphAddDependencies(CUgraph G, const CUgraphNode *,
                                            const CUgraphNode *, size_t) {
  MOCKED(cuGraphAddDependencies);
  return known(state().Graphs, G) ? 0 : 1;
}
MOCK_EXPORT CUresult cuGraphRemoveDependencies(CUgraph G, const CUgraphNode *,
                                               const CUgraphNode *, size_t) {
  MOCKED(cuGraphRemoveDependencies);
  return known(state().Graphs, G) ? 0 : 1;
}
MOCK_EXPORT CUresult cuGraphGetEdges(CUgraph G, CUgraphNode *, CUgraphNode *,
                                     size_t *Count) {
  MOCKED(cuGraphGetEdges);
  *Count = 0;
  return known(state().Graphs, G) ? 0 : 1;
}
MOCK_EXPORT CUresult cuGraphNodeGetDependencies(CUgraphNode, CUgraphNode *,
                                                size_t *Count) {
  MOCKED(cuGraphNodeGetDependencies);
  *Count = 0;
  return 0;
}
MOCK_EXPORT CUresult cuGraphNodeGetDependentNodes(CUgraphNode, CUgraphNode *,
                                                  size_t *Count) {
  MOCKED(cuGraphNodeGetDependentNodes);
  *Count = 0;
  return 0;
}
MOCK_EXPORT CUresult cuGraphClone(CUgraph *Clone, CUgraph G) {
  MOCKED(cuGraphClone);
  *Clone = static_cast<CUgraph>(handle(state().Graphs));
  return known(state().Graphs, G) ? 0 : 1;
}
MOCK_EXPORT CUresult cuGraphNodeFindInClone(CUgraphNode *N,
                                            CUgraphNode Original, CUgraph) {
  MOCKED(cuGraphNodeFindInClone);
  *N = Original;
  return 0;
}
MOCK_EXPORT CUresult cuGraphNodeGetType(CUgraphNode, int *Type) {
  MOCKED(cuGraphNodeGetType);
  *Type = state().NodeType;
  return 0;
}
MOCK_EXPORT CUresult cuGraphNodeGetEnabled(CUgraphExec, CUgraphNode,
                                           unsigned *Enabled) {
  MOCKED(cuGraphNodeGetEnabled);
  *Enabled = 1;
  return 0;
}
MOCK_EXPORT CUresult cuGraphExecUpdate_v2(CUgraphExec Exec, CUgraph,
                                          GraphUpdate *Update) {
  MOCKED(cuGraphExecUpdate_v2);
  *Update = {};
  return known(state().Graphs, Exec) ? 0 : 1;
}
MOCK_EXPORT CUresult cuGraphUpload(CUgraphExec Exec, CUstream S) {
  MOCKED(cuGraphUpload);
  NEEDS_STREAM(S);
  return known(state().Graphs, Exec) ? 0 : 1;
}
MOCK_EXPORT CUresult cuGraphInstantiateWithFlags(CUgraphExec *Exec, CUgraph G,
                                                 unsigned long long) {
  MOCKED(cuGraphInstantiateWithFlags);
  if (!known(state().Graphs, G))
    return 1;
  *Exec = static_cast<CUgraphExec>(handle(state().Graphs));
  return 0;
}
MOCK_EXPORT CUresult cuGraphExecDestroy(CUgraphExec Exec) {
  MOCKED(cuGraphExecDestroy);
  return state().Graphs.erase(Exec) ? 0 : 1;
}
MOCK_EXPORT CUresult cuGraphLaunch(CUgraphExec Exec, CUstream S) {
  MOCKED(cuGraphLaunch);
  NEEDS_STREAM(S);
  return known(state().Graphs, Exec) ? 0 : 1;
}
