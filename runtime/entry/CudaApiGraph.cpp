//===-- runtime/entry/CudaApiGraph.cpp - cudafor: graphs ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graphs are made by recording streams, or of nodes that are added one by one.
// cudafor's types for them have one pointer each.
//
//===----------------------------------------------------------------------===//
#include "core/Capture.h"
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

/// Adds a node by `Add(Device &, NodeList)`.
template <typename Body>
int addNode(GraphNode *const *After, int64_t Count, Body Add) {
  if (Count < 0)
    return result(Error::InvalidValue);
  return onDevice([&](Device &D) {
    return Add(D, NodeList(After, static_cast<size_t>(Count)));
  });
}

int addCopy(GraphNode **N, Graph *G, GraphNode *const *After, int64_t NumAfter,
            const Descriptor *DstD, const Descriptor *SrcD, int64_t Count,
            int GivenKind) {
  CopyKind Kind;
  if (!kindOf(&GivenKind, Kind))
    return result(Error::InvalidMemcpyDirection);
  Side Dst(*DstD), Src(*SrcD);
  size_t Unit = unitOf(Dst, Src), Bytes;
  if (Count <= 0 || !Unit || Dst.hasGaps() || Src.hasGaps() ||
      __builtin_mul_overflow(static_cast<size_t>(Count), Unit, &Bytes))
    return result(Error::InvalidValue);
  return addNode(After, NumAfter, [&](Device &D, NodeList List) {
    return D.addCopyNode(G, List, Dst.Address, Src.Address, Bytes, Kind, N);
  });
}

/// With `Nodes` as many as there is room for; their number in any case.
template <typename Integer>
int getNodes(Graph *G, bool RootsOnly, GraphNode **Nodes, Integer &Count) {
  return onDevice([&](Device &D) {
    std::vector<GraphNode *> Found;
    if (Error E = D.graphNodes(G, RootsOnly, Found); failed(E))
      return E;
    if (Nodes) {
      size_t Room = Count < 0 ? 0 : static_cast<size_t>(Count);
      Found.resize(std::min(Room, Found.size()));
      std::copy(Found.begin(), Found.end(), Nodes);
    }
    Count = static_cast<Integer>(Found.size());
    return Error::Success;
  });
}

} // namespace

WARPRT_EXPORT int warprt_cudaStreamBeginCapture(int64_t Stream, int Mode) {
  if (Mode < 0 || Mode > 2)
    return result(Error::InvalidValue);
  return onDevice([&](Device &D) {
    return beginCapture(D, queueFrom(Stream), static_cast<CaptureMode>(Mode));
  });
}

WARPRT_EXPORT int warprt_cudaStreamEndCapture(int64_t Stream, Graph **G) {
  return onDevice(
      [&](Device &D) { return endCapture(D, queueFrom(Stream), G); });
}

WARPRT_EXPORT int warprt_cudaStreamIsCapturing(int64_t Stream, int *Status) {
  return onDevice([&](Device &D) {
    CaptureStatus S = CaptureStatus::None;
    Error E = D.captureStatus(queueFrom(Stream), S);
    *Status = static_cast<int>(S);
    return E;
  });
}

WARPRT_EXPORT int warprt_cudaThreadExchangeStreamCaptureMode(int *Mode) {
  if (*Mode < 0 || *Mode > 2)
    return result(Error::InvalidValue);
  return onDevice([&](Device &D) {
    auto M = static_cast<CaptureMode>(*Mode);
    Error E = D.exchangeCaptureMode(M);
    *Mode = static_cast<int>(M);
    return E;
  });
}

WARPRT_EXPORT int warprt_cudaGraphCreate(Graph **G, int Flags) {
  if (Flags != 0)
    return result(Error::InvalidValue);
  return onDevice([&](Device &D) { return D.createGraph(G); });
}

WARPRT_EXPORT int warprt_cudaGraphDestroy(Graph **G) {
  return onDevice([&](Device &D) { return D.destroyGraph(*G); });
}

WARPRT_EXPORT int warprt_cudaGraphInstantiate_i8(GraphExec **Exec, Graph **G,
                                                 int64_t Flags) {
  return onDevice([&](Device &D) {
    return D.instantiateGraph(*G, static_cast<uint64_t>(Flags), Exec);
  });
}

WARPRT_EXPORT int warprt_cudaGraphInstantiate_i4(GraphExec **Exec, Graph **G,
                                                 int32_t Flags) {
  return warprt_cudaGraphInstantiate_i8(Exec, G, Flags);
}

/// The call as it was before CUDA 12. The node and the text are about graphs
/// that are wrong, which those of recordings are not.
WARPRT_EXPORT int warprt_cudaGraphInstantiate_log_i8(GraphExec **Exec,
                                                     Graph **G,
                                                     void **ErrorNode,
                                                     char *Log, int64_t Bytes) {
  *ErrorNode = nullptr;
  if (Log && Bytes > 0)
    *Log = '\0';
  return warprt_cudaGraphInstantiate_i8(Exec, G, 0);
}

WARPRT_EXPORT int warprt_cudaGraphInstantiate_log_i4(GraphExec **Exec,
                                                     Graph **G,
                                                     void **ErrorNode,
                                                     char *Log, int32_t Bytes) {
  return warprt_cudaGraphInstantiate_log_i8(Exec, G, ErrorNode, Log, Bytes);
}

WARPRT_EXPORT int warprt_cudaGraphExecDestroy(GraphExec **Exec) {
  return onDevice([&](Device &D) { return D.destroyGraphExec(*Exec); });
}

WARPRT_EXPORT int warprt_cudaGraphLaunch_i8(GraphExec **Exec, int64_t Stream) {
  return onDevice(
      [&](Device &D) { return D.launchGraph(*Exec, queueFrom(Stream)); });
}

WARPRT_EXPORT int warprt_cudaGraphLaunch_i4(GraphExec **Exec, int32_t Stream) {
  return warprt_cudaGraphLaunch_i8(Exec, Stream);
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
  WARPRT_EXPORT int warprt_cudaGraphAddEmptyNode_##Suffix(                     \
      GraphNode **N, Graph **G, GraphNode *const *After, Integer Count) {      \
    return addNode(After, Count, [&](Device &D, NodeList List) {               \
      return D.addEmptyNode(*G, List, N);                                      \
    });                                                                        \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaGraphAddMemsetNode_##Suffix(                    \
      GraphNode **N, Graph **G, GraphNode *const *After, Integer Count,        \
      const FortranMemset *P) {                                                \
    if (P->ElementSize != 1 && P->ElementSize != 2 && P->ElementSize != 4)     \
      return result(Error::InvalidValue);                                      \
    return addNode(After, Count, [&](Device &D, NodeList List) {               \
      return D.addFillNode(*G, List, P->Dst, P->Pitch, P->Value,               \
                           P->ElementSize, P->Width, P->Height, N);            \
    });                                                                        \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaGraphAddHostNode_##Suffix(                      \
      GraphNode **N, Graph **G, GraphNode *const *After, Integer Count,        \
      const FortranHostNode *P) {                                              \
    return addNode(After, Count, [&](Device &D, NodeList List) {               \
      return D.addHostNode(*G, List, P->Function, P->Data, N);                 \
    });                                                                        \
  }                                                                            \
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
  WARPRT_EXPORT int warprt_cudaGraphAddMemcpyNode1D_##Suffix##_i4(             \
      GraphNode **N, Graph **G, GraphNode *const *After, Integer NumAfter,     \
      const Descriptor *Dst, const Descriptor *Src, int32_t Count, int Kind) { \
    return addCopy(N, *G, After, NumAfter, Dst, Src, Count, Kind);             \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaGraphAddMemcpyNode1D_##Suffix##_i8(             \
      GraphNode **N, Graph **G, GraphNode *const *After, Integer NumAfter,     \
      const Descriptor *Dst, const Descriptor *Src, int64_t Count, int Kind) { \
    return addCopy(N, *G, After, NumAfter, Dst, Src, Count, Kind);             \
  }
WARPRT_BY_KIND(i4, int32_t)
WARPRT_BY_KIND(i8, int64_t)
#undef WARPRT_BY_KIND
