//===-- runtime/core/DeviceOutput.cpp - PRINT and STOP of kernels ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See DeviceOutput.h. One buffer a device, shared by all code loaded there. It
// is memory of the host, so that it can be read after a kernel trapped.
//
//===----------------------------------------------------------------------===//
#include "core/DeviceOutput.h"
#include "core/Diagnostics.h"
#include "core/Environment.h"
#include "core/Runtime.h"
#include "warprt/DeviceOutput.h"
#include <algorithm>
#include <cstring>
#include <mutex>
#include <vector>

using namespace warprt;

std::atomic<bool> warprt::detail::AnyDeviceOutput{false};

namespace {

template <typename T> T acquire(T &Word) {
  return std::atomic_ref<T>(Word).load(std::memory_order_acquire);
}
template <typename T> void release(T &Word, T Value) {
  std::atomic_ref<T>(Word).store(Value, std::memory_order_release);
}

/// What the code of one device prints.
class Buffer {
public:
  Error create(Device &D);
  int ordinal() const { return Ordinal; }
  WarprtOutput *record() const { return Out; }

  /// Hands each complete statement to `Print`.
  template <typename Function> void read(Function Print);
  bool stopped() const {
    return acquire(Out->stopState) == WARPRT_OUTPUT_COMPLETE;
  }
  const uint64_t *stop() const { return Out->stop; }
  bool anyLost() const { return acquire(Out->anyLost) != 0; }
  /// 0 where the device cannot tell any more.
  uint64_t countLost() const;

private:
  void collect(uint64_t Number, std::vector<uint64_t> *Words);

  int Ordinal = 0;
  WarprtOutput *Out = nullptr;
};

/// All buffers; never destroyed, since device code may print while the process
/// ends.
struct Outputs {
  std::recursive_mutex Lock;
  std::vector<Buffer> Buffers;
  OutputReplay Replay;
  bool Printing = false;
  bool SaidLost = false;
};

Outputs &outputs() {
  static auto *The = new Outputs;
  return *The;
}

Error Buffer::create(Device &D) {
  Ordinal = D.ordinal();
  uint64_t Chunks = std::max<uint64_t>(8, Environment::get().PrintBuffer /
                                              sizeof(WarprtOutputChunk));
  Chunks = (Chunks + 7) / 8 * 8; // states are read eight at a time
  size_t StatesAt = (sizeof(WarprtOutput) + 63) / 64 * 64;
  size_t ChunksAt = StatesAt + (Chunks + 63) / 64 * 64;
  size_t Bytes = ChunksAt + Chunks * sizeof(WarprtOutputChunk);
  void *Memory = nullptr, *Counters = nullptr;
  if (Error E = D.allocate(MemoryKind::Pinned, Bytes, &Memory); failed(E))
    return E;
  size_t CounterBytes = WARPRT_OUTPUT_NUM_COUNTERS * sizeof(uint64_t);
  Error E = D.allocate(MemoryKind::Device, CounterBytes, &Counters);
  if (!failed(E))
    E = D.fill(Counters, CounterBytes, 0, 1, CounterBytes, 1, nullptr,
               /*Async=*/false);
  if (failed(E)) {
    (void)D.release(MemoryKind::Pinned, Memory);
    if (Counters)
      (void)D.release(MemoryKind::Device, Counters);
    return E;
  }
  std::memset(Memory, 0, ChunksAt);
  auto *Base = static_cast<char *>(Memory);
  Out = static_cast<WarprtOutput *>(Memory);
  Out->numChunks = Chunks;
  Out->counters = static_cast<uint64_t *>(Counters);
  Out->states = reinterpret_cast<uint8_t *>(Base + StatesAt);
  Out->chunks = reinterpret_cast<WarprtOutputChunk *>(Base + ChunksAt);
  Out->trap = D.kernelTrap();
  return Error::Success;
}

/// The words of a statement whose first chunk is `Number`; marks its chunks.
void Buffer::collect(uint64_t Number, std::vector<uint64_t> *Words) {
  for (uint64_t Next = Number + 1; Next != 0;) {
    WarprtOutputChunk &C = Out->chunks[Next - 1];
    if (Words)
      Words->insert(Words->end(), C.data, C.data + C.used);
    Out->states[Next - 1] = WARPRT_OUTPUT_DONE;
    Next = C.next;
  }
}

template <typename Function> void Buffer::read(Function Print) {
  uint64_t Size = Out->numChunks;
  // In the order in which the statements began. Those that are not complete,
  // of kernels that still run, hold up nobody.
  uint64_t First = Out->released % Size;
  for (uint64_t I = 0; I < Size;) {
    uint64_t At = (First + I) % Size;
    if (At % 8 == 0 && Size - I >= 8 &&
        acquire(*reinterpret_cast<uint64_t *>(Out->states + At)) == 0) {
      I += 8;
      continue;
    }
    ++I;
    uint8_t State = acquire(Out->states[At]);
    if (State == WARPRT_OUTPUT_DROPPED)
      collect(At, nullptr);
    if (State != WARPRT_OUTPUT_COMPLETE)
      continue;
    std::vector<uint64_t> Words;
    collect(At, &Words);
    Print(Words);
  }
  uint64_t Released = Out->released;
  while (Out->states[Released % Size] == WARPRT_OUTPUT_DONE) {
    Out->states[Released % Size] = WARPRT_OUTPUT_FREE;
    ++Released;
  }
  release(Out->released, Released);
}

uint64_t Buffer::countLost() const {
  Device *D = nullptr;
  if (failed(backend().device(Ordinal, &D)) || failed(D->makeCurrent()))
    return 0;
  uint64_t Lost = 0;
  CopyShape Shape;
  Shape.Width = sizeof Lost;
  if (failed(D->copy(&Lost, Out->counters + WARPRT_OUTPUT_LOST, Shape,
                     CopyKind::DeviceToHost, nullptr, /*Async=*/false)))
    return 0;
  return Lost;
}

void sayLost(Outputs &All) {
  if (All.SaidLost)
    return;
  bool Any = false;
  uint64_t Lost = 0;
  for (const Buffer &B : All.Buffers)
    if (B.anyLost()) {
      Any = true;
      Lost += B.countLost();
    }
  if (!Any)
    return;
  All.SaidLost = true;
  if (All.Replay.Flush)
    All.Replay.Flush();
  std::string Number = Lost ? std::to_string(Lost) : "an unknown number of";
  warn("the output of %s print or write statement%s in device code was lost: "
       "the buffer of %llu bytes was full; WARPFORT_PRINT_BUFFER=BYTES sets "
       "its size",
       Number.c_str(), Lost == 1 ? "" : "s",
       static_cast<unsigned long long>(Environment::get().PrintBuffer));
}

/// Lock held. What is printed may call the runtime again: not twice.
void readAll(Outputs &All) {
  if (All.Printing)
    return;
  All.Printing = true;
  for (Buffer &B : All.Buffers)
    B.read([&](const std::vector<uint64_t> &Words) {
      if (All.Replay.Statement)
        All.Replay.Statement(Words.data(), Words.size());
    });
  All.Printing = false;
}

} // namespace

void warprt::setOutputReplay(const OutputReplay &Replay) {
  Outputs &All = outputs();
  std::lock_guard<std::recursive_mutex> Guard(All.Lock);
  All.Replay = Replay;
}

void warprt::detail::printDeviceOutput() {
  Outputs &All = outputs();
  uint64_t Stop[WARPRT_OUTPUT_STOP_WORDS];
  void (*End)(const uint64_t *) = nullptr;
  {
    std::lock_guard<std::recursive_mutex> Guard(All.Lock);
    if (All.Printing)
      return;
    auto Stopped = std::find_if(All.Buffers.begin(), All.Buffers.end(),
                                [](const Buffer &B) { return B.stopped(); });
    readAll(All);
    if (Stopped == All.Buffers.end())
      return;
    std::memcpy(Stop, Stopped->stop(), sizeof Stop);
    sayLost(All);
    // The program ends here, once; nothing is left to print.
    AnyDeviceOutput = false;
    End = All.Replay.Stop;
  }
  silenceErrors();
  if (End)
    End(Stop);
  fatal("device code stopped the program");
}

void warprt::finishDeviceOutput() {
  if (!detail::AnyDeviceOutput)
    return;
  detail::printDeviceOutput();
  Outputs &All = outputs();
  std::lock_guard<std::recursive_mutex> Guard(All.Lock);
  sayLost(All);
  if (All.Replay.Flush)
    All.Replay.Flush();
}

Error warprt::bindDeviceOutput(Module &M, Device &D) {
  void *Address = nullptr;
  size_t Size = 0;
  Error Found = M.symbol(WARPDEV_OUTPUT_VARIABLE, Address, Size);
  if (Found == Error::InvalidSymbol || Found == Error::SymbolNotFound)
    return Error::Success;
  if (failed(Found))
    return Found;
  Outputs &All = outputs();
  std::lock_guard<std::recursive_mutex> Guard(All.Lock);
  auto Known =
      std::find_if(All.Buffers.begin(), All.Buffers.end(),
                   [&](Buffer &B) { return B.ordinal() == D.ordinal(); });
  if (Known == All.Buffers.end()) {
    Buffer New;
    if (Error E = New.create(D); failed(E))
      return E;
    Known = All.Buffers.insert(Known, New);
    detail::AnyDeviceOutput.store(true, std::memory_order_release);
    setErrorHook(printDeviceOutput);
  }
  void *Record = Known->record();
  CopyShape Shape;
  Shape.Width = sizeof Record;
  return D.copy(Address, &Record, Shape, CopyKind::HostToDevice, nullptr,
                /*Async=*/false);
}

void warprt::resetDeviceOutputForTesting() {
  Outputs &All = outputs();
  std::lock_guard<std::recursive_mutex> Guard(All.Lock);
  All.Buffers.clear();
  All.SaidLost = false;
  detail::AnyDeviceOutput = false;
}
