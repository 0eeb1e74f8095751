//===-- runtime/entry/CudaApiGraph.cpp - cudafor: graphs ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graphs are made by recording streams, or of nodes that are added one by one
// (CudaApiNodes.cpp). cudafor's types for them have one pointer each.
//
//===----------------------------------------------------------------------===//
#include "core/Capture.h"
#include "core/GraphTrace.h"
#include "entry/CudaApiObjects.h"

using namespace warprt;

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
    return instantiateGraph(D, *G, static_cast<uint64_t>(Flags), Exec);
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
  return onDevice([&](Device &D) { return destroyGraphExec(D, *Exec); });
}

WARPRT_EXPORT int warprt_cudaGraphLaunch_i8(GraphExec **Exec, int64_t Stream) {
  return onDevice([&](Device &D) {
    return launchGraph(D, *Exec, queueFrom(Stream), launchPlace());
  });
}

WARPRT_EXPORT int warprt_cudaGraphLaunch_i4(GraphExec **Exec, int32_t Stream) {
  return warprt_cudaGraphLaunch_i8(Exec, Stream);
}

WARPRT_EXPORT int warprt_cudaGraphClone(Graph **Clone, Graph **G) {
  return onDevice([&](Device &D) { return D.cloneGraph(*G, Clone); });
}

/// Layout of type(cudaGraphExecUpdateResultInfo).
struct FortranUpdate {
  int32_t Result;
  GraphNode *ErrorNode, *ErrorFromNode;
};

WARPRT_EXPORT int warprt_cudaGraphExecUpdate(GraphExec **Exec, Graph **G,
                                             FortranUpdate *Info) {
  *Info = {};
  return onDevice(
      [&](Device &D) { return updateGraphExec(D, *Exec, *G, Info->Result); });
}

/// The call as it was before CUDA 12.
WARPRT_EXPORT int warprt_cudaGraphExecUpdate_node(GraphExec **Exec, Graph **G,
                                                  void **ErrorNode,
                                                  int32_t *Outcome) {
  *ErrorNode = nullptr;
  *Outcome = 0;
  return onDevice(
      [&](Device &D) { return updateGraphExec(D, *Exec, *G, *Outcome); });
}

WARPRT_EXPORT int warprt_cudaGraphUpload_i8(GraphExec **Exec, int64_t Stream) {
  return onDevice(
      [&](Device &D) { return D.uploadGraph(*Exec, queueFrom(Stream)); });
}

WARPRT_EXPORT int warprt_cudaGraphUpload_i4(GraphExec **Exec, int32_t Stream) {
  return warprt_cudaGraphUpload_i8(Exec, Stream);
}
