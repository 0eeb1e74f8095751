//===-- runtime/backends/null/NullBackend.cpp - A back end for tests ------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See NullBackend.h.
//
//===----------------------------------------------------------------------===//
#include "backends/null/NullBackend.h"
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>

using namespace warprt;
using namespace warprt::null;

namespace {

class NullDevice;

class NullKernel final : public Kernel {
public:
  NullKernel(const Options &O, int Ordinal, std::string Name)
      : O(O), Ordinal(Ordinal), Name(std::move(Name)) {}
  KernelProperties properties() const override { return {}; }
  Error setMaxDynamicShared(uint32_t) override { return Error::Success; }
  Error residentBlocks(const LaunchShape &, ResidentBlocks &Result) override {
    Result = {4, 8};
    return Error::Success;
  }
  Error launch(const LaunchShape &Shape, Queue *Q, void *const *Args,
               const WarprtKernel &K) override {
    Launch L{Ordinal, Name, Shape, Q, {}};
    for (uint32_t I = 0; I < K.numParams; ++I) {
      auto *Bytes = static_cast<const char *>(Args[I]);
      L.Args.emplace_back(Bytes, Bytes + K.paramSizes[I]);
    }
    if (O.Launches)
      O.Launches->push_back(L);
    return O.Run ? O.Run(L) : Error::Success;
  }

private:
  const Options &O;
  int Ordinal;
  std::string Name;
};

/// Symbols exist as soon as somebody asks for them, with room for anything.
class NullModule final : public Module {
public:
  NullModule(const Options &O, int Ordinal) : O(O), Ordinal(Ordinal) {}
  Error kernel(const char *Name, std::unique_ptr<Kernel> &Result) override {
    Result = std::make_unique<NullKernel>(O, Ordinal, Name);
    return Error::Success;
  }
  Error symbol(const char *Name, void *&Address, size_t &Size) override {
    std::vector<char> &S = Symbols[Name];
    S.resize(4096);
    Address = S.data();
    Size = S.size();
    return Error::Success;
  }

private:
  const Options &O;
  int Ordinal;
  std::map<std::string, std::vector<char>> Symbols;
};

class NullDevice final : public Device {
public:
  NullDevice(const Options &O, int Ordinal) : O(O), Ordinal(Ordinal) {
    Properties.Name = "null";
    Properties.ComputeMajor = O.ComputeMajor;
    Properties.ComputeMinor = O.ComputeMinor;
    Properties.SharedPerBlockOptIn = 227 * 1024;
  }
  ~NullDevice() override {
    for (void *P : Live)
      std::free(P);
  }

  int ordinal() const override { return Ordinal; }
  const DeviceProperties &properties() const override { return Properties; }
  Error makeCurrent() override { return Error::Success; }
  Error memoryInfo(size_t &Free, size_t &Total) override {
    Free = Total = size_t(1) << 30;
    return Error::Success;
  }
  Error synchronize() override {
    Error E = Error::Success;
    if (O.Pending)
      std::swap(E, *O.Pending);
    return E;
  }
  Error reset() override { return Error::Success; }

  Error allocate(MemoryKind, size_t Bytes, void **Result) override {
    *Result = std::malloc(Bytes ? Bytes : 1);
    Live.insert(*Result);
    return Error::Success;
  }
  Error release(MemoryKind, void *Address) override {
    if (!Live.erase(Address))
      return Error::InvalidValue;
    std::free(Address);
    return Error::Success;
  }
  Error registerHost(void *, size_t) override { return Error::Success; }
  Error unregisterHost(void *) override { return Error::Success; }
  PointerInfo pointerInfo(const void *Address) override {
    PointerInfo Info;
    Info.HostAddress = Info.DeviceAddress = const_cast<void *>(Address);
    return Info;
  }
  Error copy(void *Dst, const void *Src, const CopyShape &S, CopyKind, Queue *,
             bool) override {
    for (size_t R = 0; R < S.Height; ++R)
      std::memmove(static_cast<char *>(Dst) + R * S.DstPitch,
                   static_cast<const char *>(Src) + R * S.SrcPitch, S.Width);
    return Error::Success;
  }
  Error fill(void *Dst, size_t Pitch, uint32_t Value, unsigned Unit,
             size_t Width, size_t Height, Queue *, bool) override {
    for (size_t R = 0; R < Height; ++R)
      for (size_t I = 0; I < Width; ++I)
        std::memcpy(static_cast<char *>(Dst) + R * Pitch + I * Unit, &Value,
                    Unit);
    return Error::Success;
  }
  Error prefetch(const void *, size_t, bool, Queue *) override {
    return Error::Success;
  }

  Error advise(const void *, size_t, int, int) override {
    return Error::Success;
  }
  Error attach(Queue *, void *, size_t, unsigned) override {
    return Error::Success;
  }
  Error createQueue(unsigned, int, Queue **Result) override {
    *Result = reinterpret_cast<Queue *>(++Handles << 4);
    return Error::Success;
  }
  Error destroyQueue(Queue *) override { return Error::Success; }
  Error synchronizeQueue(Queue *) override { return synchronize(); }
  Error queryQueue(Queue *) override { return Error::Success; }
  Error waitEvent(Queue *, Event *) override { return Error::Success; }
  Error hostCall(Queue *, HostFunction Function, void *Data) override {
    Function(Data);
    return Error::Success;
  }
  Error queueFlags(Queue *, unsigned &Flags, int &Priority) override {
    Flags = 0;
    Priority = 0;
    return Error::Success;
  }
  Error limit(int, size_t &Value) override {
    Value = 0;
    return Error::Success;
  }
  Error setLimit(int, size_t) override { return Error::Success; }
  Error priorityRange(int &Least, int &Greatest) override {
    Least = Greatest = 0;
    return Error::Success;
  }
  Error createEvent(unsigned, Event **Result) override {
    *Result = reinterpret_cast<Event *>(++Handles << 4);
    return Error::Success;
  }
  Error destroyEvent(Event *) override { return Error::Success; }
  Error recordEvent(Event *, Queue *) override { return Error::Success; }
  Error synchronizeEvent(Event *) override { return synchronize(); }
  Error queryEvent(Event *) override { return Error::Success; }
  Error elapsed(Event *, Event *, float &Milliseconds) override {
    Milliseconds = 0;
    return Error::Success;
  }
  Error canAccessPeer(int, bool &Can) override {
    Can = true;
    return Error::Success;
  }
  Error enablePeer(int) override { return Error::Success; }
  Error disablePeer(int) override { return Error::Success; }

  const WarprtDeviceCode *selectCode(const WarprtImage &Image) override {
    for (uint64_t I = 0; I < Image.numCode; ++I)
      if (Image.code[I].kind == O.CodeKind)
        return &Image.code[I];
    return nullptr;
  }
  Error loadModule(const WarprtDeviceCode &, const char *,
                   std::unique_ptr<Module> &Result, std::string &) override {
    if (O.Loads)
      ++*O.Loads;
    Result = std::make_unique<NullModule>(O, Ordinal);
    return Error::Success;
  }

private:
  const Options &O;
  int Ordinal;
  DeviceProperties Properties;
  std::set<void *> Live;
  uintptr_t Handles = 0;
};

class NullBackend final : public Backend {
public:
  explicit NullBackend(const Options &Given) : O(Given) {
    for (int I = 0; I < O.Devices; ++I)
      Devices.push_back(std::make_unique<NullDevice>(O, I));
  }
  const char *name() const override { return "null"; }
  int deviceCount() override { return O.Devices; }
  Error device(int Ordinal, Device **Result) override {
    if (Ordinal < 0 || Ordinal >= O.Devices)
      return Error::InvalidDevice;
    *Result = Devices[static_cast<size_t>(Ordinal)].get();
    return Error::Success;
  }
  int driverVersion() const override { return 0; }
  int runtimeVersion() const override { return 0; }

private:
  const Options O;
  std::vector<std::unique_ptr<NullDevice>> Devices;
};

} // namespace

std::unique_ptr<Backend> null::createBackend(const Options &O) {
  return std::make_unique<NullBackend>(O);
}
