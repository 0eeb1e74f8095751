//===-- runtime/core/Runtime.cpp - The process's back end and devices -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Runtime.h.
//
//===----------------------------------------------------------------------===//
#include "core/Runtime.h"
#include "backends/cpu/Checker.h"
#include "backends/cpu/CpuBackend.h"
#include "backends/cuda/CudaBackend.h"
#include "core/AccDevice.h"
#include "core/DeviceOutput.h"
#include "core/Diagnostics.h"
#include "core/Environment.h"
#include "core/Leaks.h"
#include "core/Trace.h"
#include <atomic>
#include <map>
#include <mutex>
#include <pthread.h>

using namespace warprt;

namespace {

std::atomic<Backend *> Chosen{nullptr};
std::mutex ChoiceLock;
/// Threads that choose, or wait for the choice.
std::atomic<int> Choosing{0};
/// The process was forked by one that had chosen, or was about to.
std::atomic<bool> Inherited{false};
std::atomic<bool> DeviceUsed{false};
/// A file of the program with kernels of CUDA C that nothing was said about, or
/// null, and whether the CPU was chosen in the place of a GPU.
std::atomic<const char *> CudaKernels{nullptr};
std::atomic<bool> CpuForGpu{false};

thread_local int Ordinal = 0;
thread_local Queue *DefaultQueue = nullptr;

/// The device that the thread's last call found, and whose back end it is:
/// nothing is left to be done before it is used but to make it current.
struct FoundDevice {
  Backend *Of = nullptr;
  Device *D = nullptr;
};
thread_local FoundDevice ThreadDevice;

/// Errors of work that nobody waited for come out of one last wait.
void reportAtExit() {
  if (!DeviceUsed || deviceIsInherited())
    return;
  Device *D = nullptr;
  if (failed(currentDevice(D)))
    return;
  recordFailedWork(D->synchronize());
  finishDeviceOutput();
  reportLeaks(*D);
  finishTrace();
}

/// Devices that do not have the program's limits yet, by number.
std::atomic<uint64_t> LimitsPending{0};
/// Device code of the program allocates.
std::atomic<bool> UsesHeap{false};
/// The part of a GPU's memory that its heap gets then. CUDA's 8 MB are some 30
/// bytes for each thread that an H100 runs at a time.
constexpr size_t HeapDivisor = 64;

/// More than that is there where the program has set a limit before.
void enlargeHeap(Device &D) {
  size_t Now = 0, Wanted = D.properties().TotalMemory / HeapDivisor;
  if (!UsesHeap || D.properties().HostThreads ||
      failed(D.limit(LimitMallocHeapSize, Now)) || Wanted <= Now)
    return;
  // A kernel of somebody else's may use the heap already, whose size is fixed
  // then.
  (void)D.setLimit(LimitMallocHeapSize, Wanted);
}

uint64_t bitOf(int Ordinal) {
  return Ordinal < 64 ? uint64_t(1) << Ordinal : 0;
}

/// Gives a device that is current the limits of the program and of the
/// environment, once.
void setLimits(Device &D) {
  if (!(LimitsPending.fetch_and(~bitOf(D.ordinal())) & bitOf(D.ordinal())))
    return;
  const Environment &Env = Environment::get();
  auto Set = [&](int Which, uint64_t Bytes, const char *Name) {
    if (Bytes == 0)
      return;
    if (Error E = D.setLimit(Which, Bytes); failed(E))
      fatal("%s: the device does not take %llu bytes: %s", Name,
            static_cast<unsigned long long>(Bytes), describe(E).c_str());
  };
  if (!Env.DeviceHeap)
    enlargeHeap(D);
  Set(LimitStackSize, Env.DeviceStack, "NVCOMPILER_ACC_CUDA_STACKSIZE");
  Set(LimitMallocHeapSize, Env.DeviceHeap, "NVCOMPILER_ACC_CUDA_HEAPSIZE");
}

/// A child has neither its parent's threads nor, on a GPU, its context, and
/// what other threads had locked stays locked: it shall use nothing of them.
/// The choice's lock is not taken for a fork, since the driver forks, too.
void followForks() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    pthread_atfork(
        lockErrorsForFork, [] { unlockErrorsAfterFork(/*InChild=*/false); },
        [] {
          if (Chosen || Choosing > 0) {
            Inherited = true;
            forgetDeviceOutput();
          }
          unlockErrorsAfterFork(/*InChild=*/true);
        });
  });
}

/// Once a process.
void explainFork() {
  static std::atomic<bool> Said{false};
  if (!Said.exchange(true))
    warn("this process was forked by one that had used the device already: it "
         "cannot use the device, as with CUDA");
}

void warnOfCudaKernels() {
  if (!CpuForGpu)
    return;
  if (const char *File = CudaKernels.exchange(nullptr))
    warn("this program runs on the CPU, but kernels of CUDA C in '%s' run on "
         "an NVIDIA GPU only: their launches fail, and what they compute is "
         "missing",
         File);
}

std::unique_ptr<Backend> createCpuBackend(const Environment &Env) {
  if (cpu::isCheckedProgram()) {
    if (!cpu::Checker::begin(Env.Checks, Env.Threads))
      warn("nothing is checked: the system does not give 9 TB of addresses "
           "(ulimit -v "
           "sets how much a program may have)");
    else // guards the memory in its own way
      return cpu::createBackend(Env.Threads);
  }
  return cpu::createBackend(
      Env.Threads, Env.CpuGuard ? cpu::GuardedMemory::create() : nullptr);
}

std::unique_ptr<Backend> choose() {
  const Environment &Env = Environment::get();
  if (Env.ChecksGiven && !cpu::isCheckedProgram())
    warn("WARPFORT_CHECK has no effect: the program was not linked with "
         "-gpu=check");
  // Constructs on the host's memory may stand beside kernels on a GPU.
  bool WantsHost =
      Env.Device == DeviceChoice::Automatic && hostIsWantedForAcc();
  CpuForGpu = !WantsHost;
  if (Env.Device == DeviceChoice::Cpu || WantsHost ||
      (Env.Device == DeviceChoice::Automatic && cpu::isCheckedProgram()))
    return createCpuBackend(Env);
  std::string Reason;
  if (std::unique_ptr<Backend> Cuda =
          cuda::createBackend(Env.CudaDriver.c_str(), Reason)) {
    CpuForGpu = false;
    return Cuda;
  }
  if (Env.Device == DeviceChoice::Cuda)
    fatal("WARPFORT_DEVICE is 'cuda', but %s", Reason.c_str());
  if (Env.AccType == AccDeviceType::Nvidia)
    fatal("ACC_DEVICE_TYPE is 'nvidia', but %s", Reason.c_str());
  return createCpuBackend(Env);
}

} // namespace

Backend &warprt::backend() {
  if (Backend *B = Chosen.load(std::memory_order_acquire))
    return *B;
  followForks();
  ++Choosing;
  std::unique_lock<std::mutex> Guard(ChoiceLock);
  Backend *B = Chosen.load(std::memory_order_acquire);
  if (!B) {
    // Lives until the process ends: its threads and the driver may be in use
    // by other threads until then.
    B = traced(choose()).release();
    const Environment &Env = Environment::get();
    if (Env.DeviceHeap || Env.DeviceStack || UsesHeap)
      LimitsPending = ~uint64_t(0);
    setExitReport(reportAtExit);
    Chosen.store(B, std::memory_order_release);
    warnOfCudaKernels();
  }
  Guard.unlock();
  --Choosing;
  return *B;
}

void warprt::noteCudaKernels(const char *File) {
  CudaKernels = File;
  if (Chosen.load(std::memory_order_acquire))
    warnOfCudaKernels();
}

void warprt::noteHeapUse() {
  if (!UsesHeap.exchange(true))
    LimitsPending = ~uint64_t(0);
}

bool warprt::deviceIsInherited() {
  return Inherited.load(std::memory_order_relaxed);
}

Error warprt::refuseInherited() {
  if (!deviceIsInherited())
    return Error::Success;
  explainFork();
  return Error::InitializationError;
}

Error warprt::currentDevice(Device *&Result) {
  if (Error E = refuseInherited(); failed(E))
    return E;
  if (ThreadDevice.D &&
      ThreadDevice.Of == Chosen.load(std::memory_order_relaxed)) {
    Error E = ThreadDevice.D->makeCurrent();
    if (!failed(E))
      Result = ThreadDevice.D;
    return E;
  }
  Backend &B = backend();
  Device *D = nullptr;
  if (Error E = B.device(Ordinal, &D); failed(E))
    return E;
  if (Error E = D->makeCurrent(); failed(E))
    return E;
  if (LimitsPending.load(std::memory_order_relaxed) & bitOf(Ordinal))
    setLimits(*D);
  if (!DeviceUsed.load(std::memory_order_relaxed))
    DeviceUsed = true;
  ThreadDevice = {&B, D};
  Result = D;
  return Error::Success;
}

Device *warprt::currentDeviceOrRecord(const char *What) {
  Device *D = nullptr;
  if (Error E = currentDevice(D); failed(E)) {
    recordError(E, What);
    return nullptr;
  }
  return D;
}

int warprt::currentOrdinal() { return Ordinal; }

Error warprt::setCurrentOrdinal(int NewOrdinal) {
  if (Error E = refuseInherited(); failed(E))
    return E;
  if (NewOrdinal < 0 || NewOrdinal >= backend().deviceCount())
    return Error::InvalidDevice;
  Ordinal = NewOrdinal;
  ThreadDevice = {};
  return Error::Success;
}

Queue *warprt::defaultQueue() { return DefaultQueue; }
void warprt::setDefaultQueue(Queue *Q) { DefaultQueue = Q; }

namespace {
/// Queues of variables, by the first byte of their memory.
struct VariableQueues {
  struct Range {
    size_t Bytes;
    Queue *Q;
  };
  std::mutex Lock;
  std::map<uintptr_t, Range> Ranges;
  /// Most programs never set one and shall not pay for asking.
  std::atomic<bool> Any{false};

  static VariableQueues &get() {
    static VariableQueues All;
    return All;
  }
};
} // namespace

Queue *warprt::queueFor(const void *Address) {
  VariableQueues &V = VariableQueues::get();
  if (!V.Any.load(std::memory_order_acquire))
    return defaultQueue();
  std::lock_guard<std::mutex> Guard(V.Lock);
  auto Key = reinterpret_cast<uintptr_t>(Address);
  auto It = V.Ranges.upper_bound(Key);
  if (It == V.Ranges.begin())
    return defaultQueue();
  --It;
  return Key - It->first < It->second.Bytes ? It->second.Q : defaultQueue();
}

void warprt::setQueueFor(const void *Address, size_t Bytes, Queue *Q) {
  VariableQueues &V = VariableQueues::get();
  std::lock_guard<std::mutex> Guard(V.Lock);
  auto Key = reinterpret_cast<uintptr_t>(Address);
  if (Q && Bytes)
    V.Ranges[Key] = {Bytes, Q};
  else
    V.Ranges.erase(Key);
  V.Any.store(!V.Ranges.empty(), std::memory_order_release);
}

void warprt::forgetQueue(Queue *Q) {
  VariableQueues &V = VariableQueues::get();
  std::lock_guard<std::mutex> Guard(V.Lock);
  std::erase_if(V.Ranges, [&](const auto &R) { return R.second.Q == Q; });
  V.Any.store(!V.Ranges.empty(), std::memory_order_release);
}

const char *warprt::reasonToKeepHostOut() {
  if (Environment::get().CpuGuard)
    return "WARPFORT_CPU_GUARD is 1";
  return cpu::isCheckedProgram() ? "the program was linked with -gpu=check"
                                 : nullptr;
}

bool warprt::anyDeviceUsed() { return DeviceUsed; }

static std::atomic<bool> HasNonBlockingQueues{false};
void warprt::noteNonBlockingQueue() { HasNonBlockingQueues = true; }
bool warprt::anyNonBlockingQueue() {
  return HasNonBlockingQueues.load(std::memory_order_relaxed);
}

void warprt::replaceBackendForTesting(std::unique_ptr<Backend> Replacement) {
  followForks();
  std::lock_guard<std::mutex> Guard(ChoiceLock);
  delete Chosen.exchange(Replacement.release());
  Inherited = false;
  Ordinal = 0;
  ThreadDevice = {};
  DefaultQueue = nullptr;
  VariableQueues::get().Ranges.clear();
  VariableQueues::get().Any = false;
  DeviceUsed = false;
  resetDeviceOutputForTesting();
}
