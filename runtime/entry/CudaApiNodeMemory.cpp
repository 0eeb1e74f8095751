//===-- runtime/entry/CudaApiNodeMemory.cpp - cudafor: memory in graphs ---===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes of graphs that copy boxes, allocate and free memory, and what kernels
// and child graphs of nodes are.
//
//===----------------------------------------------------------------------===//
#include "core/GraphTrace.h"
#include "core/ImageRegistry.h"
#include "entry/CudaApiArrays.h"
#include "entry/CudaApiNodes.h"
#include "entry/CudaApiPools.h"

using namespace warprt;

namespace {

/// Layout of type(cudaMemAllocNodeParams).
struct FortranAllocation {
  FortranPoolProperties Pool;
  const FortranAccess *Access;
  size_t NumAccess, Bytes;
  void *Address;
};

Error boxWork(NodeWork &W, const CopyParameters &P) {
  W.Kind = NodeKind::Copy;
  Device *D = nullptr;
  if (Error E = currentDevice(D); failed(E))
    return E;
  if (P.Size.isEmpty())
    return Error::InvalidValue;
  return boxOf(*D, P, W.Box, W.Direction);
}

/// Memory of a device, which may be another one than the graph's.
Error allocate(Device &D, Graph *G, NodeList After, FortranAllocation &P,
               GraphNode **N) {
  P.Address = nullptr;
  if (!P.Bytes || P.Pool.AllocationType != AllocationPinned ||
      P.Pool.Location.Type != LocationDevice ||
      P.Pool.HandleTypes != HandleNone || (P.NumAccess && !P.Access))
    return Error::InvalidValue;
  std::vector<PeerAccess> Peers;
  for (size_t I = 0; I < P.NumAccess; ++I) {
    const FortranAccess &A = P.Access[I];
    if (A.Location.Type != LocationDevice)
      return Error::InvalidValue;
    Peers.push_back({A.Location.Id, static_cast<PoolAccess>(A.Flags)});
  }
  Device *Owner = nullptr;
  if (Error E = backend().device(P.Pool.Location.Id, &Owner); failed(E))
    return E;
  if (Error E = Owner->makeCurrent(); failed(E))
    return E;
  Error E = Owner->addAllocation(G, After, P.Bytes, Peers, &P.Address, N);
  Error Back = D.makeCurrent();
  return failed(E) ? E : Back;
}

Error releaseWork(NodeWork &W, void *Address) {
  W.Kind = NodeKind::Release;
  W.Dst = Address;
  return Address ? Error::Success : Error::InvalidValue;
}

bool isGraphAttribute(int Which) {
  return Which >= static_cast<int>(GraphMemory::UsedCurrent) &&
         Which <= static_cast<int>(GraphMemory::ReservedHigh);
}

template <typename Integer>
int getGraphMemory(int Ordinal, int Which, Integer &Value) {
  if (!isGraphAttribute(Which))
    return result(Error::InvalidValue);
  return onDeviceNumber(Ordinal, [&](Device &D) {
    uint64_t Bytes = 0;
    if (Error E = D.graphMemory(static_cast<GraphMemory>(Which), Bytes);
        failed(E))
      return E;
    Value = static_cast<Integer>(Bytes);
    return static_cast<uint64_t>(Value) == Bytes ? Error::Success
                                                 : Error::InvalidValue;
  });
}

int setGraphMemory(int Ordinal, int Which, int64_t Value) {
  if (!isGraphAttribute(Which) || Value != 0)
    return result(Error::InvalidValue);
  return onDeviceNumber(Ordinal, [&](Device &D) {
    return D.resetGraphMemory(static_cast<GraphMemory>(Which));
  });
}

} // namespace

WARPRT_EXPORT int warprt_cudaGraphMemcpyNodeGetParams(GraphNode **N,
                                                      CopyParameters *P) {
  return onDevice([&](Device &D) {
    NodeWork W;
    if (Error E = workOf(D, *N, NodeKind::Copy, W); failed(E))
      return E;
    return parametersOf(D, W.Box, W.Direction, *P);
  });
}

WARPRT_EXPORT int warprt_cudaGraphMemcpyNodeSetParams(GraphNode **N,
                                                      const CopyParameters *P) {
  return withWork(
      [&](NodeWork &W) { return boxWork(W, *P); },
      [&](Device &D, const NodeWork &W) { return D.setNode(*N, W); });
}

WARPRT_EXPORT int
warprt_cudaGraphExecMemcpyNodeSetParams(GraphExec **Exec, GraphNode **N,
                                        const CopyParameters *P) {
  return withWork([&](NodeWork &W) { return boxWork(W, *P); },
                  [&](Device &D, const NodeWork &W) {
                    return setExecNode(D, *Exec, *N, W);
                  });
}

WARPRT_EXPORT int warprt_cudaGraphKernelNodeGetParams(GraphNode **N,
                                                      FortranKernelNode *P) {
  return onDevice([&](Device &D) {
    NodeWork W;
    if (Error E = workOf(D, *N, NodeKind::Kernel, W); failed(E))
      return E;
    const WarprtKernel *K = ImageRegistry::get().kernelOf(W, D);
    if (!K)
      return Error::InvalidDeviceFunction; // of a library
    P->Function = const_cast<WarprtKernel *>(K);
    for (int I = 0; I < 3; ++I) {
      P->Grid[I] = static_cast<int32_t>(W.Shape.Grid[I]);
      P->Block[I] = static_cast<int32_t>(W.Shape.Block[I]);
    }
    P->SharedBytes = static_cast<int32_t>(W.Shape.DynamicShared);
    P->Parameters = const_cast<void **>(W.Args);
    P->Extra = nullptr;
    return Error::Success;
  });
}

WARPRT_EXPORT int warprt_cudaGraphChildGraphNodeGetGraph(GraphNode **N,
                                                         Graph **Child) {
  return onDevice([&](Device &D) { return D.childGraph(*N, Child); });
}

WARPRT_EXPORT int warprt_cudaGraphMemAllocNodeGetParams(GraphNode **N,
                                                        FortranAllocation *P) {
  return onDevice([&](Device &D) {
    NodeWork W;
    if (Error E = workOf(D, *N, NodeKind::Allocate, W); failed(E))
      return E;
    *P = {};
    P->Pool.AllocationType = AllocationPinned;
    P->Pool.Location = {LocationDevice, D.ordinal()};
    P->Bytes = W.Bytes;
    P->Address = W.Dst;
    return Error::Success;
  });
}

WARPRT_EXPORT int warprt_cudaGraphMemFreeNodeGetParams(GraphNode **N,
                                                       void **Address) {
  return onDevice([&](Device &D) {
    NodeWork W;
    Error E = workOf(D, *N, NodeKind::Release, W);
    *Address = W.Dst;
    return E;
  });
}

WARPRT_EXPORT int warprt_cudaDeviceGraphMemTrim(int Ordinal) {
  return onDeviceNumber(Ordinal, [](Device &D) { return D.trimGraphMemory(); });
}

/// Numbers of nodes, and values, of each integer kind.
#define WARPRT_BY_KIND(Suffix, Integer)                                        \
  WARPRT_EXPORT int warprt_cudaGraphAddMemcpyNode_##Suffix(                    \
      GraphNode **N, Graph **G, GraphNode *const *After, Integer Count,        \
      const CopyParameters *P) {                                               \
    NodeWork W;                                                                \
    if (Error E = boxWork(W, *P); failed(E))                                   \
      return result(E);                                                        \
    return addNode(After, Count, [&](Device &D, NodeList List) {               \
      return D.addNode(*G, List, W, N);                                        \
    });                                                                        \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaGraphAddMemAllocNode_##Suffix(                  \
      GraphNode **N, Graph **G, GraphNode *const *After, Integer Count,        \
      FortranAllocation *P) {                                                  \
    return addNode(After, Count, [&](Device &D, NodeList List) {               \
      return allocate(D, *G, List, *P, N);                                     \
    });                                                                        \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaGraphAddMemFreeNode_##Suffix(                   \
      GraphNode **N, Graph **G, GraphNode *const *After, Integer Count,        \
      void *Address) {                                                         \
    NodeWork W;                                                                \
    if (Error E = releaseWork(W, Address); failed(E))                          \
      return result(E);                                                        \
    return addNode(After, Count, [&](Device &D, NodeList List) {               \
      return D.addNode(*G, List, W, N);                                        \
    });                                                                        \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaDeviceGetGraphMemAttribute_##Suffix(            \
      int Ordinal, int Which, Integer *Value) {                                \
    return getGraphMemory(Ordinal, Which, *Value);                             \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaDeviceSetGraphMemAttribute_##Suffix(            \
      int Ordinal, int Which, Integer Value) {                                 \
    return setGraphMemory(Ordinal, Which, Value);                              \
  }
WARPRT_BY_KIND(i4, int32_t)
WARPRT_BY_KIND(i8, int64_t)
#undef WARPRT_BY_KIND
