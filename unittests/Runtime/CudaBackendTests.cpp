//===-- unittests/Runtime/CudaBackendTests.cpp - The CUDA back end's error paths
//===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On the mock driver: every function's failure comes out as its error, code is
// chosen by architecture, and what the driver's compiler says is shown.
//
//===----------------------------------------------------------------------===//
#include "TestBackends.h"
#include "TestImage.h"
#include "backends/cuda/CudaBackend.h"
#include "backends/cuda/CudaDevice.h"
#include "core/Descriptor.h"
#include "core/Diagnostics.h"
#include "core/ImageRegistry.h"
#include "core/Runtime.h"
#include "warprt/DeviceLibrary.h"
#include <gtest/gtest.h>

using namespace warprt;
using namespace warprt::test;

namespace {

class CudaMock : public testing::Test {
protected:
  void SetUp() override {
    B = makeBackend("mock");
    ASSERT_TRUE(B);
    ASSERT_EQ(B->device(0, &D), Error::Success);
    ASSERT_EQ(D->makeCurrent(), Error::Success);
  }
  std::unique_ptr<Backend> B;
  Device *D = nullptr;
};

TEST(CudaBackend, SaysWhyItIsNotThere) {
  std::string Reason;
  EXPECT_FALSE(cuda::createBackend("/nowhere/libcuda.so", Reason));
  EXPECT_NE(Reason.find("cannot be loaded"), std::string::npos);
  // A library that is no driver.
  EXPECT_FALSE(cuda::createBackend("libm.so.6", Reason));
  EXPECT_NE(Reason.find("no function cuInit"), std::string::npos);
  mock().Reset();
  mock().Fail("cuInit", 803, 0);
  EXPECT_FALSE(cuda::createBackend(mockDriverPath(), Reason));
  EXPECT_NE(Reason.find("unsupported display driver"), std::string::npos);
  mock().Devices(0, 9, 0);
  EXPECT_FALSE(cuda::createBackend(mockDriverPath(), Reason));
  EXPECT_EQ(Reason, "no CUDA device is there");
  mock().Reset();
}

namespace {
/// For what only names one.
struct StubKernel final : Kernel {
  KernelProperties properties() const override { return {}; }
  Error setMaxDynamicShared(uint32_t) override { return Error::Success; }
  Error residentBlocks(const LaunchShape &, ResidentBlocks &) override {
    return Error::Success;
  }
  Error launch(const LaunchShape &, Queue *, void *const *,
               const WarprtKernel &) override {
    return Error::Success;
  }
};
} // namespace

TEST_F(CudaMock, PassesEveryFailureOn) {
  void *P = nullptr;
  int Host[4] = {};
  ASSERT_EQ(D->allocate(MemoryKind::Device, 64, &P), Error::Success);
  Queue *Q = nullptr;
  Event *E = nullptr;
  ASSERT_EQ(D->createQueue(0, 0, &Q), Error::Success);
  ASSERT_EQ(D->createEvent(0, &E), Error::Success);
  CopyShape Row, Rows{32, 8, 4, 2};
  Row.Width = 16;
  auto copy = [&](CopyKind K, bool Async, Queue *On) {
    bool To = K == CopyKind::HostToDevice || K == CopyKind::DeviceToDevice;
    bool From = K == CopyKind::DeviceToHost || K == CopyKind::DeviceToDevice;
    return D->copy(To ? P : Host, From ? P : Host, Row, K, On, Async);
  };
  struct Case {
    const char *Function;
    std::function<Error()> Call;
  };
  void *New = nullptr;
  size_t Free, Total, Size = 0;
  float Ms;
  unsigned Flags;
  int Priority, Greatest;
  Queue *NewQ = nullptr;
  Event *NewE = nullptr;
  Graph *G = nullptr;
  GraphExec *Exec = nullptr;
  GraphNode *Node = nullptr;
  std::vector<GraphNode *> Nodes;
  MemoryPool *Pool = nullptr;
  uint64_t Value = 0;
  PoolAccess Access = PoolAccess::None;
  IpcHandle Handle = {};
  Array *A = nullptr;
  ArrayShape Shape;
  Shape.Width = 16;
  ASSERT_EQ(D->createArray(Shape, &A), Error::Success);
  BoxCopy Box;
  Box.Dst.From = A;
  Box.Src.Address = reinterpret_cast<char *>(Host);
  Box.Width = Box.Src.Pitch = 16;
  CaptureStatus Status = CaptureStatus::None;
  CaptureMode Mode = CaptureMode::Global;
  bool Can;
  StubKernel Code;
  NodeWork Told;
  auto work = [&](NodeKind Kind) {
    NodeWork W;
    W.Kind = Kind;
    W.Dst = P;
    W.Box.Dst.Address = static_cast<char *>(P);
    W.Box.Src.Address = reinterpret_cast<char *>(Host);
    W.Box.Width = 16;
    W.Function = [](void *) {};
    W.Recorded = E;
    W.Code = &Code;
    return W;
  };
  const Case Cases[] = {
      {"cuMemAlloc_v2",
       [&] { return D->allocate(MemoryKind::Device, 8, &New); }},
      {"cuMemAllocManaged",
       [&] { return D->allocate(MemoryKind::Managed, 8, &New); }},
      {"cuMemHostAlloc",
       [&] { return D->allocate(MemoryKind::Pinned, 8, &New); }},
      {"cuMemAllocAsync", [&] { return D->allocateAsync(8, &New, Q); }},
      {"cuMemFree_v2", [&] { return D->release(MemoryKind::Device, P); }},
      {"cuMemFreeHost", [&] { return D->release(MemoryKind::Pinned, P); }},
      {"cuMemHostRegister_v2", [&] { return D->registerHost(Host, 16); }},
      {"cuMemHostUnregister", [&] { return D->unregisterHost(Host); }},
      {"cuMemGetInfo_v2", [&] { return D->memoryInfo(Free, Total); }},
      {"cuCtxSynchronize", [&] { return D->synchronize(); }},
      {"cuMemcpyHtoD_v2",
       [&] { return copy(CopyKind::HostToDevice, false, nullptr); }},
      {"cuMemcpyDtoH_v2",
       [&] { return copy(CopyKind::DeviceToHost, false, nullptr); }},
      {"cuMemcpyDtoD_v2",
       [&] { return copy(CopyKind::DeviceToDevice, false, nullptr); }},
      {"cuMemcpy", [&] { return copy(CopyKind::HostToHost, false, nullptr); }},
      {"cuMemcpyHtoDAsync_v2",
       [&] { return copy(CopyKind::HostToDevice, true, Q); }},
      {"cuMemcpyDtoHAsync_v2",
       [&] { return copy(CopyKind::DeviceToHost, true, Q); }},
      {"cuMemcpyDtoDAsync_v2",
       [&] { return copy(CopyKind::DeviceToDevice, true, nullptr); }},
      {"cuMemcpyAsync", [&] { return copy(CopyKind::Infer, true, Q); }},
      {"cuMemcpy2DUnaligned_v2",
       [&] {
         return D->copy(P, Host, Rows, CopyKind::HostToDevice, nullptr, false);
       }},
      {"cuMemcpy2DAsync_v2",
       [&] { return D->copy(P, Host, Rows, CopyKind::HostToDevice, Q, true); }},
      // Waiting for an asynchronous copy may fail, too.
      {"cuStreamSynchronize",
       [&] { return copy(CopyKind::HostToDevice, false, Q); }},
      {"cuArray3DCreate_v2",
       [&] {
         Array *Other = nullptr;
         return D->createArray(Shape, &Other);
       }},
      {"cuArray3DGetDescriptor_v2", [&] { return D->arrayShape(A, Shape); }},
      {"cuMemcpy3D_v2",
       [&] { return D->copyBox(Box, CopyKind::Infer, nullptr, false); }},
      {"cuMemcpy3DAsync_v2",
       [&] { return D->copyBox(Box, CopyKind::HostToDevice, Q, true); }},
      {"cuArrayDestroy", [&] { return D->destroyArray(A); }},
      {"cuMemsetD8Async", [&] { return D->fill(P, 0, 0, 1, 4, 1, Q, true); }},
      {"cuMemsetD16Async", [&] { return D->fill(P, 0, 0, 2, 4, 1, Q, true); }},
      {"cuMemsetD32Async", [&] { return D->fill(P, 0, 0, 4, 4, 1, Q, true); }},
      {"cuMemsetD2D8Async",
       [&] { return D->fill(P, 16, 0, 1, 4, 2, Q, true); }},
      {"cuMemsetD2D16Async",
       [&] { return D->fill(P, 16, 0, 2, 4, 2, Q, true); }},
      {"cuMemsetD2D32Async",
       [&] { return D->fill(P, 16, 0, 4, 4, 2, Q, true); }},
      {"cuMemPrefetchAsync", [&] { return D->prefetch(P, 8, false, Q); }},
      {"cuMemAdvise", [&] { return D->advise(P, 8, 1, -1); }},
      {"cuStreamAttachMemAsync", [&] { return D->attach(Q, P, 8, 4); }},
      {"cuStreamCreateWithPriority",
       [&] { return D->createQueue(0, 0, &NewQ); }},
      {"cuStreamDestroy_v2", [&] { return D->destroyQueue(Q); }},
      {"cuStreamSynchronize", [&] { return D->synchronizeQueue(Q); }},
      {"cuStreamQuery", [&] { return D->queryQueue(Q); }},
      {"cuStreamWaitEvent", [&] { return D->waitEvent(Q, E); }},
      {"cuStreamGetFlags", [&] { return D->queueFlags(Q, Flags, Priority); }},
      {"cuStreamGetPriority",
       [&] { return D->queueFlags(Q, Flags, Priority); }},
      {"cuCtxGetStreamPriorityRange",
       [&] { return D->priorityRange(Priority, Greatest); }},
      {"cuCtxGetLimit", [&] { return D->limit(0, Size); }},
      {"cuCtxSetLimit", [&] { return D->setLimit(0, Size); }},
      {"cuProfilerStart", [&] { return D->setProfiling(true); }},
      {"cuProfilerStop", [&] { return D->setProfiling(false); }},
      {"cuLaunchHostFunc",
       [&] { return D->hostCall(Q, [](void *) {}, nullptr); }},
      {"cuEventCreate", [&] { return D->createEvent(0, &NewE); }},
      {"cuEventDestroy_v2", [&] { return D->destroyEvent(E); }},
      {"cuEventRecord", [&] { return D->recordEvent(E, Q); }},
      {"cuEventSynchronize", [&] { return D->synchronizeEvent(E); }},
      {"cuEventQuery", [&] { return D->queryEvent(E); }},
      {"cuEventElapsedTime", [&] { return D->elapsed(E, E, Ms); }},
      {"cuMemFreeAsync", [&] { return D->releaseAsync(P, Q); }},
      {"cuStreamBeginCapture_v2",
       [&] { return D->beginCapture(Q, CaptureMode::Global); }},
      {"cuStreamEndCapture", [&] { return D->endCapture(Q, &G); }},
      {"cuStreamIsCapturing", [&] { return D->captureStatus(Q, Status); }},
      {"cuThreadExchangeStreamCaptureMode",
       [&] { return D->exchangeCaptureMode(Mode); }},
      {"cuGraphCreate", [&] { return D->createGraph(&G); }},
      {"cuGraphDestroy", [&] { return D->destroyGraph(G); }},
      {"cuGraphGetNodes", [&] { return D->graphNodes(G, false, Nodes); }},
      {"cuGraphGetRootNodes", [&] { return D->graphNodes(G, true, Nodes); }},
      {"cuGraphAddEmptyNode", [&] { return D->addNode(G, {}, {}, &Node); }},
      {"cuGraphAddKernelNode_v2",
       [&] { return D->addNode(G, {}, work(NodeKind::Kernel), &Node); }},
      {"cuGraphKernelNodeSetParams_v2",
       [&] { return D->setNode(Node, work(NodeKind::Kernel)); }},
      {"cuGraphExecKernelNodeSetParams_v2",
       [&] { return D->setExecNode(Exec, Node, work(NodeKind::Kernel)); }},
      {"cuGraphAddMemcpyNode",
       [&] { return D->addNode(G, {}, work(NodeKind::Copy), &Node); }},
      {"cuGraphMemcpyNodeSetParams",
       [&] { return D->setNode(Node, work(NodeKind::Copy)); }},
      {"cuGraphExecMemcpyNodeSetParams",
       [&] { return D->setExecNode(Exec, Node, work(NodeKind::Copy)); }},
      {"cuGraphAddMemsetNode",
       [&] { return D->addNode(G, {}, work(NodeKind::Fill), &Node); }},
      {"cuGraphMemsetNodeSetParams",
       [&] { return D->setNode(Node, work(NodeKind::Fill)); }},
      {"cuGraphExecMemsetNodeSetParams",
       [&] { return D->setExecNode(Exec, Node, work(NodeKind::Fill)); }},
      {"cuGraphAddHostNode",
       [&] { return D->addNode(G, {}, work(NodeKind::Host), &Node); }},
      {"cuGraphHostNodeSetParams",
       [&] { return D->setNode(Node, work(NodeKind::Host)); }},
      {"cuGraphExecHostNodeSetParams",
       [&] { return D->setExecNode(Exec, Node, work(NodeKind::Host)); }},
      {"cuGraphAddEventWaitNode",
       [&] { return D->addNode(G, {}, work(NodeKind::WaitEvent), &Node); }},
      {"cuGraphEventWaitNodeSetEvent",
       [&] { return D->setNode(Node, work(NodeKind::WaitEvent)); }},
      {"cuGraphExecEventWaitNodeSetEvent",
       [&] { return D->setExecNode(Exec, Node, work(NodeKind::WaitEvent)); }},
      {"cuGraphAddEventRecordNode",
       [&] { return D->addNode(G, {}, work(NodeKind::RecordEvent), &Node); }},
      {"cuGraphEventRecordNodeSetEvent",
       [&] { return D->setNode(Node, work(NodeKind::RecordEvent)); }},
      {"cuGraphExecEventRecordNodeSetEvent",
       [&] { return D->setExecNode(Exec, Node, work(NodeKind::RecordEvent)); }},
      {"cuGraphMemsetNodeGetParams", [&] { return D->nodeWork(Node, Told); }},
      {"cuGraphNodeGetType", [&] { return D->nodeKind(Node, Told.Kind); }},
      {"cuGraphRemoveDependencies",
       [&] { return D->removeDependencies(G, {}, {}); }},
      {"cuGraphGetEdges", [&] { return D->graphEdges(G, Nodes, Nodes); }},
      {"cuGraphNodeGetDependencies",
       [&] { return D->neighbours(Node, false, Nodes); }},
      {"cuGraphNodeGetDependentNodes",
       [&] { return D->neighbours(Node, true, Nodes); }},
      {"cuGraphDestroyNode", [&] { return D->destroyNode(Node); }},
      {"cuGraphClone", [&] { return D->cloneGraph(G, &G); }},
      {"cuGraphNodeFindInClone",
       [&] { return D->findInClone(Node, G, &Node); }},
      {"cuGraphNodeGetEnabled",
       [&] { return D->nodeEnabled(Exec, Node, Can); }},
      {"cuGraphNodeSetEnabled",
       [&] { return D->setNodeEnabled(Exec, Node, true); }},
      {"cuGraphExecUpdate_v2",
       [&] { return D->updateGraphExec(Exec, G, Priority); }},
      {"cuGraphUpload", [&] { return D->uploadGraph(Exec, Q); }},
      {"cuGraphAddChildGraphNode",
       [&] { return D->addChildNode(G, {}, G, &Node); }},
      {"cuGraphChildGraphNodeGetGraph",
       [&] { return D->childGraph(Node, &G); }},
      {"cuGraphAddMemAllocNode",
       [&] { return D->addAllocation(G, {}, 16, {}, &New, &Node); }},
      {"cuGraphAddMemFreeNode",
       [&] { return D->addNode(G, {}, work(NodeKind::Release), &Node); }},
      {"cuDeviceGetGraphMemAttribute",
       [&] { return D->graphMemory(GraphMemory::UsedHigh, Value); }},
      {"cuDeviceSetGraphMemAttribute",
       [&] { return D->resetGraphMemory(GraphMemory::UsedHigh); }},
      {"cuDeviceGraphMemTrim", [&] { return D->trimGraphMemory(); }},
      {"cuGraphAddDependencies", [&] { return D->addDependencies(G, {}, {}); }},
      {"cuDeviceGetDefaultMemPool", [&] { return D->defaultPool(&Pool); }},
      {"cuDeviceGetMemPool", [&] { return D->currentPool(&Pool); }},
      {"cuDeviceSetMemPool", [&] { return D->setCurrentPool(Pool); }},
      {"cuMemPoolCreate", [&] { return D->createPool(0, false, &Pool); }},
      {"cuMemPoolDestroy", [&] { return D->destroyPool(Pool); }},
      {"cuMemPoolTrimTo", [&] { return D->trimPool(Pool, 0); }},
      {"cuMemPoolGetAttribute",
       [&] {
         return D->poolAttribute(Pool, PoolAttribute::UsedCurrent, Value);
       }},
      {"cuMemPoolSetAttribute",
       [&] {
         return D->setPoolAttribute(Pool, PoolAttribute::ReleaseThreshold, 0);
       }},
      {"cuMemPoolGetAccess", [&] { return D->poolAccess(Pool, 0, Access); }},
      {"cuMemPoolSetAccess",
       [&] { return D->setPoolAccess(Pool, 0, PoolAccess::ReadWrite); }},
      {"cuMemAllocFromPoolAsync",
       [&] { return D->allocateFromPool(Pool, 8, &New, Q); }},
      {"cuIpcGetMemHandle", [&] { return D->exportMemory(P, Handle); }},
      {"cuIpcOpenMemHandle_v2",
       [&] { return D->importMemory(Handle, 1, &New); }},
      {"cuIpcCloseMemHandle", [&] { return D->closeMemory(New); }},
      {"cuIpcGetEventHandle", [&] { return D->exportEvent(E, Handle); }},
      {"cuIpcOpenEventHandle", [&] { return D->importEvent(Handle, &NewE); }},
      {"cuGraphInstantiateWithFlags",
       [&] { return D->instantiateGraph(G, 0, &Exec); }},
      {"cuGraphExecDestroy", [&] { return D->destroyGraphExec(Exec); }},
      {"cuGraphLaunch", [&] { return D->launchGraph(Exec, Q); }},
      {"cuDeviceCanAccessPeer", [&] { return D->canAccessPeer(0, Can); }},
      {"cuCtxEnablePeerAccess", [&] { return D->enablePeer(0); }},
      {"cuCtxDisablePeerAccess", [&] { return D->disablePeer(0); }},
      {"cuCtxGetCurrent", [&] { return D->makeCurrent(); }},
  };
  for (const Case &C : Cases) {
    mock().Fail(C.Function, 700, 0);
    EXPECT_EQ(C.Call(), Error::IllegalAddress) << C.Function;
  }
  EXPECT_EQ(D->release(MemoryKind::Device, P), Error::Success);
}

TEST_F(CudaMock, FreesMemoryOfPoolsWhenNothingUsesIt) {
  void *P = nullptr, *InPool = nullptr;
  ASSERT_EQ(D->allocate(MemoryKind::Device, 64, &P), Error::Success);
  ASSERT_EQ(D->allocateAsync(64, &InPool, nullptr), Error::Success);
  const int Before = mock().Calls("cuCtxSynchronize");
  EXPECT_EQ(D->release(MemoryKind::Device, P), Error::Success);
  EXPECT_EQ(mock().Calls("cuCtxSynchronize"), Before);
  EXPECT_EQ(D->release(MemoryKind::Device, InPool), Error::Success);
  EXPECT_EQ(mock().Calls("cuCtxSynchronize"), Before + 1);
  // The queue has the order.
  ASSERT_EQ(D->allocateAsync(64, &InPool, nullptr), Error::Success);
  EXPECT_EQ(D->releaseAsync(InPool, nullptr), Error::Success);
  EXPECT_EQ(mock().Calls("cuCtxSynchronize"), Before + 1);
}

TEST_F(CudaMock, NodesTellWhatTheyWereGiven) {
  Graph *G = nullptr;
  GraphNode *N = nullptr;
  void *P = nullptr;
  char Host[64] = {};
  ASSERT_EQ(D->createGraph(&G), Error::Success);
  ASSERT_EQ(D->allocate(MemoryKind::Device, 64, &P), Error::Success);
  NodeWork Given, Told;
  Given.Kind = NodeKind::Copy;
  Given.Direction = CopyKind::HostToDevice;
  Given.Box.Dst = {nullptr, static_cast<char *>(P), 16, 4, 2, 1, 0};
  Given.Box.Src = {nullptr, Host, 8, 2, 0, 0, 1};
  Given.Box.Width = 6;
  Given.Box.Height = 2;
  Given.Box.Depth = 1;
  ASSERT_EQ(D->addNode(G, {}, Given, &N), Error::Success);
  mock().NodeType(static_cast<int>(NodeKind::Copy));
  ASSERT_EQ(D->nodeWork(N, Told), Error::Success);
  EXPECT_EQ(Told.Direction, CopyKind::HostToDevice);
  EXPECT_EQ(Told.Box.Dst.Address, static_cast<char *>(P));
  EXPECT_EQ(Told.Box.Src.Address, Host);
  EXPECT_EQ(Told.Box.Dst.X, 2u);
  EXPECT_EQ(Told.Box.Dst.Rows, 4u);
  EXPECT_EQ(Told.Box.Src.Z, 1u);
  EXPECT_EQ(Told.Box.Src.Pitch, 8u);
  EXPECT_EQ(Told.Box.Width, 6u);
  // Where the driver is to find out itself, nothing is known of the direction.
  Given.Direction = CopyKind::Infer;
  ASSERT_EQ(D->addNode(G, {}, Given, &N), Error::Success);
  ASSERT_EQ(D->nodeWork(N, Told), Error::Success);
  EXPECT_EQ(Told.Direction, CopyKind::Infer);
  const std::pair<NodeKind, const char *> Functions[] = {
      {NodeKind::Kernel, "cuGraphKernelNodeGetParams_v2"},
      {NodeKind::Copy, "cuGraphMemcpyNodeGetParams"},
      {NodeKind::Allocate, "cuGraphMemAllocNodeGetParams"},
      {NodeKind::Release, "cuGraphMemFreeNodeGetParams"}};
  for (auto [Kind, Function] : Functions) {
    mock().NodeType(static_cast<int>(Kind));
    EXPECT_EQ(D->nodeWork(N, Told), Error::Success) << Function;
    mock().Fail(Function, 700, 0);
    EXPECT_EQ(D->nodeWork(N, Told), Error::IllegalAddress) << Function;
  }
  mock().NodeType(static_cast<int>(NodeKind::Fill));
  EXPECT_EQ(D->destroyGraph(G), Error::Success);
  EXPECT_EQ(D->release(MemoryKind::Device, P), Error::Success);
}

TEST_F(CudaMock, ValuesOfPoolsHaveTheDriversWidth) {
  MemoryPool *Pool = nullptr;
  ASSERT_EQ(D->createPool(1 << 20, true, &Pool), Error::Success);
  uint64_t Value = ~uint64_t(0);
  EXPECT_EQ(
      D->poolAttribute(Pool, PoolAttribute::ReuseAllowOpportunistic, Value),
      Error::Success);
  EXPECT_EQ(Value, 1u);
  EXPECT_EQ(
      D->setPoolAttribute(Pool, PoolAttribute::ReuseAllowOpportunistic, 0),
      Error::Success);
  EXPECT_EQ(
      D->poolAttribute(Pool, PoolAttribute::ReuseAllowOpportunistic, Value),
      Error::Success);
  EXPECT_EQ(Value, 0u);
  uint64_t Large = uint64_t(5) << 32;
  EXPECT_EQ(D->setPoolAttribute(Pool, PoolAttribute::ReleaseThreshold, Large),
            Error::Success);
  EXPECT_EQ(D->poolAttribute(Pool, PoolAttribute::ReleaseThreshold, Value),
            Error::Success);
  EXPECT_EQ(Value, Large);
  EXPECT_EQ(D->setPoolAccess(Pool, 7, PoolAccess::ReadWrite),
            Error::InvalidDevice);
}

TEST_F(CudaMock, InitializationFailureIsAnErrorOfTheDevice) {
  B = makeBackend("mock");
  mock().Fail("cuDevicePrimaryCtxRetain", 2, 0);
  EXPECT_EQ(B->device(0, &D), Error::MemoryAllocation);
  EXPECT_EQ(B->device(0, &D), Error::Success);
}

TEST(CudaCode, ChoosesByArchitecture) {
  TestImage I;
  auto add = [&](uint32_t Kind, uint32_t Arch) {
    I.addCode(Kind, Arch, "", 0);
  };
  add(WARPRT_CODE_CUBIN, 80);
  add(WARPRT_CODE_CUBIN, 86);
  add(WARPRT_CODE_CUBIN, 90);
  add(WARPRT_CODE_PTX, 70);
  add(WARPRT_CODE_PTX, 80);
  add(WARPRT_CODE_PTX, 120);
  const WarprtImage &Image = I.finish(false);
  auto chosen = [&](uint32_t Major, uint32_t Minor) -> std::string {
    const WarprtDeviceCode *C = cuda::selectCode(Image, Major, Minor);
    if (!C)
      return "none";
    return (C->kind == WARPRT_CODE_PTX ? "ptx" : "cubin") +
           std::to_string(C->arch);
  };
  EXPECT_EQ(chosen(8, 0), "cubin80");
  EXPECT_EQ(chosen(8, 6), "cubin86");
  EXPECT_EQ(chosen(8, 9), "cubin86");
  EXPECT_EQ(chosen(9, 0), "cubin90");
  EXPECT_EQ(chosen(7, 5), "ptx70");
  EXPECT_EQ(chosen(10, 0), "ptx80");
  EXPECT_EQ(chosen(12, 1), "ptx120");
  EXPECT_EQ(chosen(6, 1), "none");
}

class CudaImages : public testing::Test {
protected:
  void SetUp() override { useBackend(makeBackend("mock")); }
  void TearDown() override {
    warprt_unregister_image(&I.image());
    useBackend(nullptr);
  }
  void launch(WarprtKernel &K, int Threads = 32) {
    int Value = 0;
    void *Args[] = {&Value};
    warprt_launch_kernel(&K, 1, 1, 1, Threads, 1, 1, 0, nullptr, Args);
  }
  TestImage I;
};

TEST_F(CudaImages, LaunchesWithTheShape) {
  WarprtKernel &K = I.addKernel("k", nullptr, {4});
  static const char Cubin[] = "cubin", Ptx[] = "ptx";
  I.addCode(WARPRT_CODE_PTX, 80, Ptx, sizeof Ptx);
  I.addCode(WARPRT_CODE_CUBIN, 90, Cubin, sizeof Cubin);
  warprt_register_image(&I.finish(false));
  EXPECT_EQ(mock().Calls("cuModuleLoadDataEx"), 0);
  int Value = 0;
  void *Args[] = {&Value};
  warprt_launch_kernel(&K, 3, 4, 5, 32, 2, 1, 100, nullptr, Args);
  warprt_launch_kernel(&K, 3, 4, 5, 32, 2, 1, 100, nullptr, Args);
  EXPECT_EQ(takeLastError(), Error::Success);
  EXPECT_EQ(mock().Calls("cuModuleLoadDataEx"), 1);
  EXPECT_EQ(mock().Calls("cuLaunchKernel"), 2);
  EXPECT_EQ(mock().LastModule(), Cubin);
  unsigned L[7];
  mock().LastLaunch(L);
  EXPECT_EQ(L[1], 4u);
  EXPECT_EQ(L[4], 2u);
  EXPECT_EQ(L[6], 100u);
}

int findFunction(void **Function) {
  *Function = reinterpret_cast<void *>(uintptr_t(64));
  return 0;
}
int findNothing(void **) { return 209; }

TEST_F(CudaImages, RegisteredCodeIsThatOfNvidiasRuntime) {
  WarprtKernel &K = I.addKernel("k", nullptr, {4});
  I.addCode(WARPRT_CODE_REGISTERED, 90,
            reinterpret_cast<const void *>(findFunction), 0);
  warprt_register_image(&I.finish(false));
  launch(K);
  EXPECT_EQ(takeLastError(), Error::Success);
  EXPECT_EQ(mock().Calls("cuModuleLoadDataEx"), 0);
  EXPECT_EQ(mock().Calls("cuFuncGetModule"), 1);
  EXPECT_EQ(mock().Calls("cuLaunchKernel"), 1);
  warprt_unregister_image(&I.image());
  EXPECT_EQ(mock().Calls("cuModuleUnload"), 0);
}

TEST_F(CudaImages, RegisteredCodeThatIsNotThere) {
  WarprtKernel &K = I.addKernel("k", nullptr, {4});
  I.addCode(WARPRT_CODE_REGISTERED, 90,
            reinterpret_cast<const void *>(findNothing), 0);
  warprt_register_image(&I.finish(false));
  testing::internal::CaptureStderr();
  launch(K);
  EXPECT_EQ(takeLastError(), Error::NoKernelImageForDevice);
  EXPECT_NE(testing::internal::GetCapturedStderr().find(
                "loading the device code failed: cubin for cc90: "),
            std::string::npos);
}

/// Kernels of CUDA C: NVIDIA's runtime library has them for whatever GPU.
WarprtKernel &addKernelOfCudaC(TestImage &I, WarprtFindFunction Find) {
  WarprtKernel &K = I.addKernel("k", nullptr, {}, WARPRT_KERNEL_CUDA_C);
  I.addCode(WARPRT_CODE_REGISTERED, 0, reinterpret_cast<const void *>(Find), 0);
  I.finish(false);
  I.image().flags = WARPRT_IMAGE_CUDA_C;
  I.image().cudaKernels = "k.o";
  warprt_register_image(&I.image());
  return K;
}

TEST_F(CudaImages, KernelsOfCudaC) {
  WarprtKernel &K = addKernelOfCudaC(I, findFunction);
  const int32_t Right[] = {8, 4}, Unknown[] = {0, 0}, Wrong[] = {8, 8};
  warprt_check_arguments(&K, 2, Right);
  warprt_check_arguments(&K, 2, Unknown);
  launch(K);
  EXPECT_EQ(takeLastError(), Error::Success);
  EXPECT_EQ(mock().Calls("cuModuleLoadDataEx"), 0);
  EXPECT_EQ(mock().Calls("cuFuncGetModule"), 1);
  EXPECT_EQ(mock().Calls("cuFuncGetParamInfo"), 3);
  EXPECT_EQ(mock().Calls("cuLaunchKernel"), 1);
  EXPECT_EXIT(warprt_check_arguments(&K, 1, Right), testing::ExitedWithCode(1),
              "launch of kernel 'k': the call has 1 arguments, the kernel 2");
  EXPECT_EXIT(warprt_check_arguments(&K, 2, Wrong), testing::ExitedWithCode(1),
              "argument 2 has 8 bytes in the call and 4 in the kernel");
}

TEST_F(CudaImages, ParametersThatTheDriverDoesNotTell) {
  WarprtKernel &K = addKernelOfCudaC(I, findFunction);
  mock().FailAlways("cuFuncGetParamInfo", 801);
  const int32_t Sizes[] = {8};
  warprt_check_arguments(&K, 1, Sizes);
  launch(K);
  EXPECT_EQ(takeLastError(), Error::Success);
  EXPECT_EQ(mock().Calls("cuLaunchKernel"), 1);
}

TEST_F(CudaImages, KernelsOfCudaCWithoutCode) {
  WarprtKernel &K = addKernelOfCudaC(I, findNothing);
  testing::internal::CaptureStderr();
  launch(K);
  EXPECT_EQ(takeLastError(), Error::NoKernelImageForDevice);
  EXPECT_NE(testing::internal::GetCapturedStderr().find(
                "NVIDIA's run-time library has none for this GPU: "),
            std::string::npos);
}

TEST_F(CudaImages, KernelsOfCudaCOnTheCPU) {
  useBackend(makeBackend("cpu"));
  WarprtKernel &K = addKernelOfCudaC(I, findFunction);
  EXPECT_EXIT(launch(K), testing::ExitedWithCode(1),
              "kernel 'k' of CUDA C in 'k.o' runs on an NVIDIA GPU only");
}

/// Of the mock's 24 GB, unless the program has more already.
TEST_F(CudaImages, HeapOfAProgramThatAllocates) {
  WarprtKernel &K = I.addKernel("k", nullptr, {4});
  static const char Cubin[] = "cubin";
  I.addCode(WARPRT_CODE_CUBIN, 90, Cubin, sizeof Cubin);
  I.finish(false);
  I.image().flags = WARPRT_IMAGE_HEAP;
  warprt_register_image(&I.image());
  launch(K);
  launch(K);
  EXPECT_EQ(mock().Calls("cuCtxSetLimit"), 1);
  Device *D = nullptr;
  ASSERT_EQ(currentDevice(D), Error::Success);
  EXPECT_EQ(mock().LastLimit(), D->properties().TotalMemory / 64);
}

TEST_F(CudaImages, DamagedCodeIsNotLoaded) {
  WarprtKernel &K = I.addKernel("k", nullptr, {4});
  static char Cubin[] = "a cubin of some length";
  I.addCode(WARPRT_CODE_CUBIN, 90, Cubin, sizeof Cubin);
  warprt_register_image(&I.finish(false));
  Cubin[9] ^= 4;
  testing::internal::CaptureStderr();
  launch(K);
  launch(K);
  EXPECT_EQ(takeLastError(), Error::InvalidKernelImage);
  EXPECT_EQ(mock().Calls("cuModuleLoadDataEx"), 0);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "warprt: warning: the program's file is damaged: its device code "
            "is not what the compiler wrote; link it again\n");
}

TEST_F(CudaImages, LoopsOfCoveringGridsHaveTheirOwnKernel) {
  WarprtKernel &K = I.addKernel("k", nullptr, {4}, WARPRT_KERNEL_LOOP);
  I.addCode(WARPRT_CODE_CUBIN, 90, "x", 1);
  I.addCovered("j", "missing", 0);
  I.addCovered("k", "covered", 0);
  I.addCovered("l", "missing", 0);
  warprt_register_image(&I.finish(false));
  int Value = 0;
  void *Args[] = {&Value};
  int64_t Trips[2] = {100, 10};
  int32_t Open[2] = {0, 0}, TwoBlocks[2] = {2, 0}, OneWarp[2] = {32, 0};
  warprt_launch_loops(&K, 2, Trips, Open, Open, nullptr, Args, 0, nullptr, "f",
                      1);
  EXPECT_TRUE(mock().LaunchedCovered());
  // 64 threads for 100 iterations.
  warprt_launch_loops(&K, 2, Trips, TwoBlocks, OneWarp, nullptr, Args, 0,
                      nullptr, "f", 1);
  EXPECT_FALSE(mock().LaunchedCovered());
  WarprtAccLaunch Nest = {};
  Nest.numLoops = 2;
  Nest.trips[0] = 100;
  Nest.trips[1] = 10;
  Nest.used = WARPDEV_ACC_GANG | WARPDEV_ACC_VECTOR;
  Nest.async = WARPRT_ACC_ASYNC_SYNC;
  Nest.tripsAreExact = 1;
  warprt_acc_launch(&K, &Nest, Args, "f", "p", 1);
  EXPECT_TRUE(mock().LaunchedCovered());
  // The device may have another value of the bound.
  Nest.tripsAreExact = 0;
  warprt_acc_launch(&K, &Nest, Args, "f", "p", 1);
  EXPECT_FALSE(mock().LaunchedCovered());
  Nest.tripsAreExact = 1;
  Nest.gangs[0] = 2;
  warprt_acc_launch(&K, &Nest, Args, "f", "p", 1);
  EXPECT_FALSE(mock().LaunchedCovered());
  EXPECT_EQ(takeLastError(), Error::Success);
  // An ordinary launch knows nothing of loops.
  launch(K);
  EXPECT_FALSE(mock().LaunchedCovered());
}

TEST_F(CudaImages, WideDescriptorsHaveNoCoveredKernel) {
  WarprtKernel &K = I.addKernel("k", nullptr, {4, 72}, WARPRT_KERNEL_LOOP);
  I.addCode(WARPRT_CODE_CUBIN, 90, "x", 1);
  I.addCovered("k", "covered", 0, 1, /*Narrow=*/2);
  warprt_register_image(&I.finish(false));
  int Value = 0;
  DescriptorStorage Array = {};
  Descriptor &D = Array.get();
  D.rank = 2;
  auto LaunchesCovered = [&](int64_t Extent, int64_t Stride) {
    D.dim[0] = {1, 10, 4};
    D.dim[1] = {1, Extent, Stride};
    void *Args[] = {&Value, &D};
    int64_t Trips = 64;
    int32_t Open = 0;
    warprt_launch_loops(&K, 1, &Trips, &Open, &Open, nullptr, Args, 0, nullptr,
                        "f", 1);
    return mock().LaunchedCovered() != 0;
  };
  EXPECT_TRUE(LaunchesCovered(10, 40));
  EXPECT_TRUE(LaunchesCovered(INT32_MAX, INT32_MAX));
  EXPECT_FALSE(LaunchesCovered(10, int64_t(INT32_MAX) + 1));
  EXPECT_FALSE(LaunchesCovered(int64_t(INT32_MAX) + 1, 4));
  EXPECT_FALSE(LaunchesCovered(10, -40));
  EXPECT_FALSE(LaunchesCovered(-1, 40));
  EXPECT_TRUE(LaunchesCovered(0, 0));
}

TEST_F(CudaImages, LoopsWithALeadGetThreadsMore) {
  WarprtKernel &K = I.addKernel("k", nullptr, {4}, WARPRT_KERNEL_LOOP);
  WarprtKernel &Other = I.addKernel("a", nullptr, {4}, WARPRT_KERNEL_LOOP);
  I.addCode(WARPRT_CODE_CUBIN, 90, "x", 1);
  I.addCovered("k", "covered", 3);
  warprt_register_image(&I.finish(false));
  int Value = 0;
  void *Args[] = {&Value};
  int64_t Trips = 64;
  int32_t Open = 0, OneWarp = 32;
  auto Blocks = [&](WarprtKernel &Of) {
    warprt_launch_loops(&Of, 1, &Trips, &Open, &OneWarp, nullptr, Args, 0,
                        nullptr, "f", 1);
    unsigned L[7];
    mock().LastLaunch(L);
    return L[0];
  };
  EXPECT_EQ(Blocks(K), 3u);
  EXPECT_TRUE(mock().LaunchedCovered());
  EXPECT_EQ(Blocks(Other), 2u);
  EXPECT_FALSE(mock().LaunchedCovered());
  // Nobody asks the driver for versions that there are not.
  EXPECT_EQ(mock().Calls("cuModuleGetFunction"), 3);
}

TEST_F(CudaImages, ThreadsTakeRowsWhereEnoughAreLeft) {
  WarprtKernel &K = I.addKernel("k", nullptr, {4}, WARPRT_KERNEL_LOOP);
  I.addCode(WARPRT_CODE_CUBIN, 90, "x", 1);
  I.addCovered("k", "covered", 0);
  I.addCovered("k", "rows", 0, 2);
  I.addCovered("l", "missing", 0, 2);
  warprt_register_image(&I.finish(false));
  int Value = 0;
  void *Args[] = {&Value};
  constexpr int64_t Fill = 896 / 128 * 132; // blocks of 128 threads
  auto Rows = [&](int64_t NumRows, int32_t BlockRows) {
    int64_t Trips[2] = {128, NumRows};
    int32_t Open[2] = {0, 0}, Block[2] = {128, BlockRows};
    warprt_launch_loops(&K, 2, Trips, Open, Block, nullptr, Args, 0, nullptr,
                        "f", 1);
    unsigned L[7];
    mock().LastLaunch(L);
    return L[1];
  };
  EXPECT_EQ(Rows(2 * Fill, 1), Fill);
  EXPECT_TRUE(mock().LaunchedRows());
  EXPECT_EQ(Rows(2 * Fill + 1, 1), Fill + 1);
  EXPECT_TRUE(mock().LaunchedRows());
  EXPECT_EQ(Rows(2 * Fill - 1, 1), 2 * Fill - 1);
  EXPECT_TRUE(mock().LaunchedCovered());
  EXPECT_EQ(Rows(2 * Fill, 4), Fill / 4);
  EXPECT_TRUE(mock().LaunchedRows());
  EXPECT_EQ(Rows(1, 1), 1u);
  EXPECT_TRUE(mock().LaunchedCovered());
}

TEST_F(CudaImages, LoopsRunWithTheLargestGrid) {
  WarprtKernel &K = I.addKernel("k", nullptr, {4}, WARPRT_KERNEL_LOOP);
  I.addCode(WARPRT_CODE_CUBIN, 90, "x", 1);
  I.addCovered("k", "covered", 0);
  warprt_register_image(&I.finish(false));
  int Value = 0;
  void *Args[] = {&Value};
  int64_t Trips[2] = {1, 70000};
  int32_t Tall[2] = {1, 70000}, One[2] = {1, 1};
  warprt_launch_loops(&K, 2, Trips, Tall, One, nullptr, Args, 0, nullptr, "f",
                      1);
  unsigned L[7];
  mock().LastLaunch(L);
  EXPECT_EQ(L[1], 65535u);
  // Not every iteration has a thread of its own.
  EXPECT_FALSE(mock().LaunchedCovered());
}

TEST_F(CudaImages, LoopsThatCannotBeLaunchedEndTheProgram) {
  WarprtKernel &K = I.addKernel("k", nullptr, {4}, WARPRT_KERNEL_LOOP);
  I.addCode(WARPRT_CODE_CUBIN, 90, "x", 1);
  warprt_register_image(&I.finish(false));
  int Value = 0;
  void *Args[] = {&Value};
  int64_t Trips = 100;
  int32_t Open = 0, Huge = 2000;
  auto launch = [&](int32_t &Block, int Code) {
    if (Code)
      mock().Fail("cuLaunchKernel", Code, 0);
    warprt_launch_loops(&K, 1, &Trips, &Open, &Block, nullptr, Args, 0, nullptr,
                        "a.cuf", 3);
  };
  EXPECT_EXIT(launch(Huge, 0), testing::ExitedWithCode(1),
              "a.cuf:3: error: launch of kernel loop 'k': invalid "
              "configuration argument");
  EXPECT_EXIT(launch(Open, 701), testing::ExitedWithCode(1),
              "a.cuf:3: error: launch of kernel loop 'k': .*[(]"
              "cudaErrorLaunchOutOfResources, 701[)]");
}

TEST_F(CudaImages, CooperativeLaunchesMustFit) {
  WarprtKernel &K = I.addKernel("k", nullptr, {4}, WARPRT_KERNEL_COOPERATIVE);
  I.addCode(WARPRT_CODE_CUBIN, 90, "x", 1);
  warprt_register_image(&I.finish(false));
  int Value = 0;
  void *Args[] = {&Value};
  warprt_launch_kernel(&K, -1, 1, 1, 512, 1, 1, 0, nullptr, Args);
  EXPECT_EQ(takeLastError(), Error::Success);
  EXPECT_EQ(mock().Calls("cuLaunchCooperativeKernel"), 1);
  EXPECT_EQ(mock().Calls("cuLaunchKernel"), 0);
  unsigned L[7];
  mock().LastLaunch(L);
  EXPECT_EQ(L[0] % 4, 0u); // as many as each multiprocessor holds
  warprt_launch_kernel(&K, static_cast<int>(L[0]) + 1, 1, 1, 512, 1, 1, 0,
                       nullptr, Args);
  EXPECT_EQ(takeLastError(), Error::CooperativeLaunchTooLarge);
  EXPECT_EQ(mock().Calls("cuLaunchCooperativeKernel"), 1);
}

TEST_F(CudaImages, ShowsWhatTheJitSays) {
  WarprtKernel &K = I.addKernel("k", nullptr, {4});
  I.addCode(WARPRT_CODE_PTX, 80, "bad", 4);
  warprt_register_image(&I.finish(false));
  mock().Fail("cuModuleLoadDataEx", 218, 0);
  mock().JitLog("ptxas fatal : unresolved extern");
  testing::internal::CaptureStderr();
  launch(K);
  launch(K); // said once
  std::string Text = testing::internal::GetCapturedStderr();
  EXPECT_EQ(takeLastError(), Error::InvalidPtx);
  EXPECT_NE(Text.find("PTX for cc80"), std::string::npos) << Text;
  EXPECT_NE(Text.find("unresolved extern"), std::string::npos) << Text;
  EXPECT_EQ(Text.find("unresolved extern"), Text.rfind("unresolved extern"));
}

TEST_F(CudaImages, SaysWhatIsMissing) {
  WarprtKernel &K = I.addKernel("k", nullptr, {4});
  I.addCode(WARPRT_CODE_CUBIN, 80, "x", 1);
  I.finish(true);
  I.image().missingReason = "libdevice was not found";
  warprt_register_image(&I.image());
  testing::internal::CaptureStderr();
  launch(K);
  launch(K);
  std::string Text = testing::internal::GetCapturedStderr();
  EXPECT_EQ(takeLastError(), Error::NoKernelImageForDevice);
  EXPECT_EQ(Text, "warprt: warning: no device code in this program runs on "
                  "device 0 (Mock GPU, cc90); the program carries: cubin for "
                  "cc80, CPU; libdevice was not found\n");
}

TEST_F(CudaImages, LaunchFailuresAreKept) {
  WarprtKernel &K = I.addKernel("k", nullptr, {4});
  WarprtKernel &Missing = I.addKernel("missing", nullptr, {4});
  I.addCode(WARPRT_CODE_CUBIN, 90, "x", 1);
  warprt_register_image(&I.finish(false));
  mock().Fail("cuLaunchKernel", 701, 0);
  launch(K);
  EXPECT_EQ(peekLastError(), Error::LaunchOutOfResources);
  EXPECT_EQ(takeLastError(), Error::LaunchOutOfResources);
  EXPECT_EQ(takeLastError(), Error::Success);
  launch(Missing);
  EXPECT_EQ(takeLastError(), Error::InvalidDeviceFunction);
  // The grid never reaches the driver.
  int Before = mock().Calls("cuLaunchKernel");
  launch(K, 2048);
  EXPECT_EQ(takeLastError(), Error::InvalidConfiguration);
  EXPECT_EQ(mock().Calls("cuLaunchKernel"), Before);
}

TEST_F(CudaImages, SeveralDevicesLoadTheirOwnModules) {
  mock().Devices(2, 9, 0);
  std::string Reason;
  useBackend(cuda::createBackend(mockDriverPath(), Reason));
  WarprtKernel &K = I.addKernel("k", nullptr, {4});
  I.addCode(WARPRT_CODE_CUBIN, 90, "x", 1);
  warprt_register_image(&I.finish(false));
  launch(K);
  EXPECT_EQ(setCurrentOrdinal(1), Error::Success);
  launch(K);
  EXPECT_EQ(takeLastError(), Error::Success);
  EXPECT_EQ(mock().Calls("cuModuleLoadDataEx"), 2);
  EXPECT_EQ(mock().Calls("cuDevicePrimaryCtxRetain"), 2);
}

TEST_F(CudaImages, ManagedAndDescriptorVariablesAreBound) {
  WarprtKernel &K = I.addKernel("k", nullptr, {4});
  static int Managed = 5;
  static char Descriptor[48] = "descriptor";
  I.addVariable("managed", &Managed, nullptr, sizeof Managed,
                WARPRT_VAR_MANAGED);
  I.addVariable("desc", Descriptor, nullptr, sizeof Descriptor,
                WARPRT_VAR_DESCRIPTOR);
  I.addVariable("missing", &Descriptor[1], nullptr, 8, WARPRT_VAR_DEVICE);
  I.addCode(WARPRT_CODE_CUBIN, 90, "x", 1);
  warprt_register_image(&I.finish(false));
  launch(K);
  EXPECT_EQ(takeLastError(), Error::Success);
  EXPECT_EQ(mock().Calls("cuMemHostRegister_v2"), 1);
  Device *D = nullptr;
  ASSERT_EQ(currentDevice(D), Error::Success);
  void *P = nullptr;
  ASSERT_EQ(ImageRegistry::get().deviceAddress(Descriptor, *D, P),
            Error::Success);
  EXPECT_STREQ(static_cast<char *>(P), "descriptor");
  // The driver is asked once for as long as the image is there.
  int Asked = mock().Calls("cuModuleGetGlobal_v2");
  void *Again = nullptr;
  ASSERT_EQ(ImageRegistry::get().deviceAddress(Descriptor, *D, Again),
            Error::Success);
  EXPECT_EQ(Again, P);
  EXPECT_EQ(mock().Calls("cuModuleGetGlobal_v2"), Asked);
  ASSERT_EQ(ImageRegistry::get().deviceAddress(&Managed, *D, P),
            Error::Success);
  EXPECT_EQ(P, &Managed);
  warprt_unregister_image(&I.image());
  EXPECT_EQ(mock().Calls("cuMemHostUnregister"), 1);
  EXPECT_EQ(ImageRegistry::get().deviceAddress(Descriptor, *D, P),
            Error::InvalidSymbol);
}

} // namespace
