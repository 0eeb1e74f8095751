//===-- runtime/entry/CudaApiNodes.cpp - cudafor: nodes of graphs ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations of graphs that are added one by one, looked at and changed, in the
// graph or in what was made of it to be launched. Numbers of nodes are integers
// of either kind.
//
//===----------------------------------------------------------------------===//
#include "entry/CudaApiNodes.h"
#include "core/GraphTrace.h"
#include "core/Launch.h"
#include "entry/CudaApiKernels.h"
#include "entry/CudaApiObjects.h"
#include <algorithm>

using namespace warprt;

namespace {

/// Layouts of type(cudaMemsetParams) and type(cudaHostNodeParams).
struct FortranMemset {
  void *Dst;
  size_t Pitch;
  uint32_t Value, ElementSize;
  size_t Width, Height;
};
struct FortranHostNode {
  HostFunction Function;
  void *Data;
};
Error copyWork(NodeWork &W, const Descriptor *DstD, const Descriptor *SrcD,
               int64_t Count, int GivenKind) {
  W.Kind = NodeKind::Copy;
  if (!kindOf(&GivenKind, W.Direction))
    return Error::InvalidMemcpyDirection;
  Side Dst(*DstD), Src(*SrcD);
  size_t Unit = unitOf(Dst, Src), Bytes;
  if (Count <= 0 || !Unit || Dst.hasGaps() || Src.hasGaps() ||
      __builtin_mul_overflow(static_cast<size_t>(Count), Unit, &Bytes))
    return Error::InvalidValue;
  W.Box.Width = Bytes;
  W.Box.Dst.Address = static_cast<char *>(Dst.Address);
  W.Box.Src.Address = static_cast<char *>(Src.Address);
  W.Box.Dst.Pitch = W.Box.Src.Pitch = Bytes;
  W.Box.Dst.Rows = W.Box.Src.Rows = 1;
  return Error::Success;
}

Error fillWork(NodeWork &W, const FortranMemset &P) {
  if (P.ElementSize != 1 && P.ElementSize != 2 && P.ElementSize != 4)
    return Error::InvalidValue;
  W.Kind = NodeKind::Fill;
  W.Dst = P.Dst;
  W.Pitch = P.Pitch;
  W.Value = P.Value;
  W.Unit = P.ElementSize;
  W.Width = P.Width;
  W.Height = P.Height;
  return Error::Success;
}

Error hostWork(NodeWork &W, const FortranHostNode &P) {
  W.Kind = NodeKind::Host;
  W.Function = P.Function;
  W.Data = P.Data;
  return Error::Success;
}

Error eventWork(NodeWork &W, NodeKind Kind, Event *E) {
  W.Kind = Kind;
  W.Recorded = E;
  return Error::Success;
}

/// A launch whose parameters are given by their addresses. Descriptors cannot
/// be made by programs.
Error kernelWork(NodeWork &W, const FortranKernelNode &P) {
  Device *D = nullptr;
  LoadedKernel *Loaded = nullptr;
  if (Error E = loaded(P.Function, Loaded, D); failed(E))
    return E;
  auto *K = static_cast<WarprtKernel *>(P.Function);
  const uint8_t *Kinds = K->paramKinds;
  if (P.Extra || P.SharedBytes < 0 || (K->numParams && !P.Parameters) ||
      (Kinds && std::count(Kinds, Kinds + K->numParams,
                           uint8_t(WARPRT_PARAM_DESCRIPTOR))))
    return Error::InvalidValue;
  W.Kind = NodeKind::Kernel;
  for (int I = 0; I < 3; ++I) {
    W.Shape.Grid[I] = static_cast<uint32_t>(std::max(P.Grid[I], 0));
    W.Shape.Block[I] = static_cast<uint32_t>(std::max(P.Block[I], 0));
  }
  W.Shape.DynamicShared = static_cast<uint32_t>(P.SharedBytes);
  W.Code = Loaded->Code.get();
  W.Args = P.Parameters;
  W.Description = K;
  return checkShape(W.Shape, D->properties(), *Loaded);
}

/// With `Nodes` as many of \p Found as there is room for; their number in any
/// case.
template <typename Integer>
void store(const std::vector<GraphNode *> &Found, GraphNode **Nodes,
           Integer Count) {
  if (Nodes)
    std::copy_n(Found.begin(),
                std::min(Found.size(),
                         Count < 0 ? size_t(0) : static_cast<size_t>(Count)),
                Nodes);
}

template <typename Integer>
int getNodes(Graph *G, bool RootsOnly, GraphNode **Nodes, Integer &Count) {
  return onDevice([&](Device &D) {
    std::vector<GraphNode *> Found;
    if (Error E = D.graphNodes(G, RootsOnly, Found); failed(E))
      return E;
    store(Found, Nodes, Count);
    Count = static_cast<Integer>(Found.size());
    return Error::Success;
  });
}

template <typename Integer>
int getNeighbours(GraphNode *N, bool Later, GraphNode **Nodes, Integer &Count) {
  return onDevice([&](Device &D) {
    std::vector<GraphNode *> Found;
    if (Error E = D.neighbours(N, Later, Found); failed(E))
      return E;
    store(Found, Nodes, Count);
    Count = static_cast<Integer>(Found.size());
    return Error::Success;
  });
}

template <typename Integer>
int getEdges(Graph *G, GraphNode **From, GraphNode **To, Integer &Count) {
  return onDevice([&](Device &D) {
    std::vector<GraphNode *> Earlier, Later;
    if (Error E = D.graphEdges(G, Earlier, Later); failed(E))
      return E;
    store(Earlier, From, Count);
    store(Later, To, Count);
    Count = static_cast<Integer>(Earlier.size());
    return Error::Success;
  });
}

int eventOf(GraphNode *N, NodeKind Kind, Event **E) {
  return onDevice([&](Device &D) {
    NodeWork W;
    Error Status = workOf(D, N, Kind, W);
    *E = W.Recorded;
    return Status;
  });
}

} // namespace

/// A launch with the parameters of such a node.
static int launchWork(void *Function, const int32_t *Grid, const int32_t *Block,
                      void **Parameters, int64_t Shared, int64_t Stream,
                      bool Together) {
  if (Shared < 0 || Shared > INT32_MAX)
    return result(Error::InvalidValue);
  FortranKernelNode P = {Function,
                         {Grid[0], Grid[1], Grid[2]},
                         {Block[0], Block[1], Block[2]},
                         static_cast<int32_t>(Shared),
                         Parameters,
                         nullptr};
  return withWork([&](NodeWork &W) { return kernelWork(W, P); },
                  [&](Device &, const NodeWork &W) {
                    const WarprtKernel &K = *W.Description;
                    if (Together && !(K.flags & WARPRT_KERNEL_COOPERATIVE))
                      return Error::InvalidDeviceFunction;
                    Queue *Q = queueFrom(Stream);
                    return launchTraced(K, Q, [&](LaunchShape &Shape) {
                      Shape = W.Shape;
                      return W.Code->launch(Shape, Q, W.Args, K);
                    });
                  });
}

WARPRT_EXPORT int warprt_cudaLaunchKernel(void *Function, const int32_t *Grid,
                                          const int32_t *Block,
                                          void **Parameters, int64_t Shared,
                                          int64_t Stream) {
  return launchWork(Function, Grid, Block, Parameters, Shared, Stream,
                    /*Together=*/false);
}

/// Of a kernel with attributes(grid_global).
WARPRT_EXPORT int
warprt_cudaLaunchCooperativeKernel(void *Function, const int32_t *Grid,
                                   const int32_t *Block, void **Parameters,
                                   int64_t Shared, int64_t Stream) {
  return launchWork(Function, Grid, Block, Parameters, Shared, Stream,
                    /*Together=*/true);
}

WARPRT_EXPORT int warprt_cudaGraphNodeGetType(GraphNode **N, int32_t *Type) {
  return onDevice([&](Device &D) {
    NodeKind Kind = NodeKind::Empty;
    Error E = D.nodeKind(*N, Kind);
    *Type = static_cast<int32_t>(Kind);
    return E;
  });
}

WARPRT_EXPORT int warprt_cudaGraphDestroyNode(GraphNode **N) {
  return onDevice([&](Device &D) { return D.destroyNode(*N); });
}

WARPRT_EXPORT int warprt_cudaGraphNodeFindInClone(GraphNode **Found,
                                                  GraphNode **Original,
                                                  Graph **Clone) {
  return onDevice(
      [&](Device &D) { return D.findInClone(*Original, *Clone, Found); });
}

WARPRT_EXPORT int warprt_cudaGraphMemsetNodeGetParams(GraphNode **N,
                                                      FortranMemset *P) {
  return onDevice([&](Device &D) {
    NodeWork W;
    if (Error E = workOf(D, *N, NodeKind::Fill, W); failed(E))
      return E;
    *P = {W.Dst, W.Pitch, W.Value, W.Unit, W.Width, W.Height};
    return Error::Success;
  });
}

WARPRT_EXPORT int warprt_cudaGraphHostNodeGetParams(GraphNode **N,
                                                    FortranHostNode *P) {
  return onDevice([&](Device &D) {
    NodeWork W;
    if (Error E = workOf(D, *N, NodeKind::Host, W); failed(E))
      return E;
    *P = {W.Function, W.Data};
    return Error::Success;
  });
}

WARPRT_EXPORT int warprt_cudaGraphEventRecordNodeGetEvent(GraphNode **N,
                                                          Event **E) {
  return eventOf(*N, NodeKind::RecordEvent, E);
}

WARPRT_EXPORT int warprt_cudaGraphEventWaitNodeGetEvent(GraphNode **N,
                                                        Event **E) {
  return eventOf(*N, NodeKind::WaitEvent, E);
}

WARPRT_EXPORT int warprt_cudaGraphNodeSetEnabled(GraphExec **Exec,
                                                 GraphNode **N,
                                                 int32_t Enabled) {
  return onDevice(
      [&](Device &D) { return setNodeEnabled(D, *Exec, *N, Enabled != 0); });
}

WARPRT_EXPORT int warprt_cudaGraphNodeGetEnabled(GraphExec **Exec,
                                                 GraphNode **N,
                                                 int32_t *Enabled) {
  return onDevice([&](Device &D) {
    bool Is = false;
    Error E = D.nodeEnabled(*Exec, *N, Is);
    *Enabled = Is;
    return E;
  });
}

/// Other data for a node, in a graph and in what is launched.
#define WARPRT_SET_NODE(Graphs, Execs, Parameters, Make)                       \
  WARPRT_EXPORT int warprt_##Graphs(GraphNode **N, WARPRT_PLAIN Parameters) {  \
    return withWork(                                                           \
        [&](NodeWork &W) { return Make; },                                     \
        [&](Device &D, const NodeWork &W) { return D.setNode(*N, W); });       \
  }                                                                            \
  WARPRT_EXPORT int warprt_##Execs(GraphExec **Exec, GraphNode **N,            \
                                   WARPRT_PLAIN Parameters) {                  \
    return withWork([&](NodeWork &W) { return Make; },                         \
                    [&](Device &D, const NodeWork &W) {                        \
                      return setExecNode(D, *Exec, *N, W);                     \
                    });                                                        \
  }
#define WARPRT_PLAIN(...) __VA_ARGS__
WARPRT_SET_NODE(cudaGraphMemsetNodeSetParams, cudaGraphExecMemsetNodeSetParams,
                (const FortranMemset *P), fillWork(W, *P))
WARPRT_SET_NODE(cudaGraphHostNodeSetParams, cudaGraphExecHostNodeSetParams,
                (const FortranHostNode *P), hostWork(W, *P))
WARPRT_SET_NODE(cudaGraphKernelNodeSetParams, cudaGraphExecKernelNodeSetParams,
                (const FortranKernelNode *P), kernelWork(W, *P))
WARPRT_SET_NODE(cudaGraphEventRecordNodeSetEvent,
                cudaGraphExecEventRecordNodeSetEvent, (Event * *E),
                eventWork(W, NodeKind::RecordEvent, *E))
WARPRT_SET_NODE(cudaGraphEventWaitNodeSetEvent,
                cudaGraphExecEventWaitNodeSetEvent, (Event * *E),
                eventWork(W, NodeKind::WaitEvent, *E))
WARPRT_SET_NODE(cudaGraphMemcpyNodeSetParams1D_i4,
                cudaGraphExecMemcpyNodeSetParams1D_i4,
                (const Descriptor *Dst, const Descriptor *Src, int32_t Count,
                 int Kind),
                copyWork(W, Dst, Src, Count, Kind))
WARPRT_SET_NODE(cudaGraphMemcpyNodeSetParams1D_i8,
                cudaGraphExecMemcpyNodeSetParams1D_i8,
                (const Descriptor *Dst, const Descriptor *Src, int64_t Count,
                 int Kind),
                copyWork(W, Dst, Src, Count, Kind))
#undef WARPRT_SET_NODE
#undef WARPRT_PLAIN

/// Adds a node whose parameters `Make` takes.
#define WARPRT_ADD_NODE(Name, Integer, Parameters, Make)                       \
  WARPRT_EXPORT int warprt_##Name(GraphNode **N, Graph **G,                    \
                                  GraphNode *const *After, Integer NumAfter,   \
                                  Parameters) {                                \
    NodeWork W;                                                                \
    if (Error Status = Make; failed(Status))                                   \
      return result(Status);                                                   \
    return addNode(After, NumAfter, [&](Device &D, NodeList List) {            \
      return D.addNode(*G, List, W, N);                                        \
    });                                                                        \
  }
/// Numbers of nodes of each integer kind.
#define WARPRT_BY_KIND(Suffix, Integer)                                        \
  WARPRT_EXPORT int warprt_cudaGraphGetNodes_##Suffix##_null(                  \
      Graph **G, void *, Integer *Count) {                                     \
    return getNodes(*G, false, nullptr, *Count);                               \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaGraphGetNodes_##Suffix(                         \
      Graph **G, GraphNode **Nodes, Integer *Count) {                          \
    return getNodes(*G, false, Nodes, *Count);                                 \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaGraphGetRootNodes_##Suffix##_null(              \
      Graph **G, void *, Integer *Count) {                                     \
    return getNodes(*G, true, nullptr, *Count);                                \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaGraphGetRootNodes_##Suffix(                     \
      Graph **G, GraphNode **Nodes, Integer *Count) {                          \
    return getNodes(*G, true, Nodes, *Count);                                  \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaGraphNodeGetDependencies_##Suffix##_null(       \
      GraphNode **N, void *, Integer *Count) {                                 \
    return getNeighbours(*N, false, nullptr, *Count);                          \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaGraphNodeGetDependencies_##Suffix(              \
      GraphNode **N, GraphNode **Nodes, Integer *Count) {                      \
    return getNeighbours(*N, false, Nodes, *Count);                            \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaGraphNodeGetDependentNodes_##Suffix##_null(     \
      GraphNode **N, void *, Integer *Count) {                                 \
    return getNeighbours(*N, true, nullptr, *Count);                           \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaGraphNodeGetDependentNodes_##Suffix(            \
      GraphNode **N, GraphNode **Nodes, Integer *Count) {                      \
    return getNeighbours(*N, true, Nodes, *Count);                             \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaGraphGetEdges_##Suffix##_null(                  \
      Graph **G, void *, void *, Integer *Count) {                             \
    return getEdges(*G, nullptr, nullptr, *Count);                             \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaGraphGetEdges_##Suffix(                         \
      Graph **G, GraphNode **From, GraphNode **To, Integer *Count) {           \
    return getEdges(*G, From, To, *Count);                                     \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaGraphAddEmptyNode_##Suffix(                     \
      GraphNode **N, Graph **G, GraphNode *const *After, Integer Count) {      \
    return addNode(After, Count, [&](Device &D, NodeList List) {               \
      return D.addNode(*G, List, NodeWork(), N);                               \
    });                                                                        \
  }                                                                            \
  WARPRT_ADD_NODE(cudaGraphAddMemsetNode_##Suffix, Integer,                    \
                  const FortranMemset *P, fillWork(W, *P))                     \
  WARPRT_ADD_NODE(cudaGraphAddHostNode_##Suffix, Integer,                      \
                  const FortranHostNode *P, hostWork(W, *P))                   \
  WARPRT_ADD_NODE(cudaGraphAddKernelNode_##Suffix, Integer,                    \
                  const FortranKernelNode *P, kernelWork(W, *P))               \
  WARPRT_ADD_NODE(cudaGraphAddEventRecordNode_##Suffix, Integer, Event **E,    \
                  eventWork(W, NodeKind::RecordEvent, *E))                     \
  WARPRT_ADD_NODE(cudaGraphAddEventWaitNode_##Suffix, Integer, Event **E,      \
                  eventWork(W, NodeKind::WaitEvent, *E))                       \
  WARPRT_EXPORT int warprt_cudaGraphAddChildGraphNode_##Suffix(                \
      GraphNode **N, Graph **G, GraphNode *const *After, Integer Count,        \
      Graph **Child) {                                                         \
    return addNode(After, Count, [&](Device &D, NodeList List) {               \
      return D.addChildNode(*G, List, *Child, N);                              \
    });                                                                        \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaGraphAddDependencies_##Suffix(                  \
      Graph **G, GraphNode *const *From, GraphNode *const *To,                 \
      Integer Count) {                                                         \
    return addNode(From, Count, [&](Device &D, NodeList List) {                \
      return D.addDependencies(*G, List, NodeList(To, List.size()));           \
    });                                                                        \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaGraphRemoveDependencies_##Suffix(               \
      Graph **G, GraphNode *const *From, GraphNode *const *To,                 \
      Integer Count) {                                                         \
    return addNode(From, Count, [&](Device &D, NodeList List) {                \
      return D.removeDependencies(*G, List, NodeList(To, List.size()));        \
    });                                                                        \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaGraphAddMemcpyNode1D_##Suffix##_i8(             \
      GraphNode **N, Graph **G, GraphNode *const *After, Integer NumAfter,     \
      const Descriptor *Dst, const Descriptor *Src, int64_t Count, int Kind) { \
    NodeWork W;                                                                \
    if (Error E = copyWork(W, Dst, Src, Count, Kind); failed(E))               \
      return result(E);                                                        \
    return addNode(After, NumAfter, [&](Device &D, NodeList List) {            \
      return D.addNode(*G, List, W, N);                                        \
    });                                                                        \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaGraphAddMemcpyNode1D_##Suffix##_i4(             \
      GraphNode **N, Graph **G, GraphNode *const *After, Integer NumAfter,     \
      const Descriptor *Dst, const Descriptor *Src, int32_t Count, int Kind) { \
    return warprt_cudaGraphAddMemcpyNode1D_##Suffix##_i8(                      \
        N, G, After, NumAfter, Dst, Src, Count, Kind);                         \
  }
WARPRT_BY_KIND(i4, int32_t)
WARPRT_BY_KIND(i8, int64_t)
#undef WARPRT_BY_KIND
#undef WARPRT_ADD_NODE
