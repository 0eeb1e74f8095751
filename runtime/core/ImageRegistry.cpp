//===-- runtime/core/ImageRegistry.cpp - Images, kernels, variables -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ImageRegistry.h. The kernel's `cache` field holds the record of what was
// resolved, so that a launch of a known kernel takes no lock.
//
//===----------------------------------------------------------------------===//
#include "core/ImageRegistry.h"
#include "core/AccData.h"
#include "core/AccDevice.h"
#include "core/Capture.h"
#include "core/Descriptor.h"
#include "core/DeviceOutput.h"
#include "core/Diagnostics.h"
#include "core/Runtime.h"
#include "start/CpuFeatures.h"
#include "warprt/Checksum.h"
#include <algorithm>
#include <cstring>

using namespace warprt;

struct ImageRegistry::KernelRecord {
  explicit KernelRecord(size_t Devices)
      : Loaded(new std::atomic<LoadedKernel *>[Devices]), Count(Devices) {
    for (size_t I = 0; I < Count; ++I)
      Loaded[I] = nullptr;
  }
  ~KernelRecord() {
    for (size_t I = 0; I < Count; ++I)
      delete Loaded[I].load();
  }
  std::unique_ptr<std::atomic<LoadedKernel *>[]> Loaded; // by device
  size_t Count;
};

namespace {
using CacheRef = std::atomic_ref<void *>;

/// What the program carries, for the message about missing code.
std::string codeOf(const WarprtImage &Image) {
  std::string List;
  for (uint64_t I = 0; I < Image.numCode; ++I) {
    const WarprtDeviceCode &C = Image.code[I];
    if (!List.empty())
      List += ", ";
    switch (C.kind) {
    case WARPRT_CODE_CPU:
      List += "CPU";
      break;
    case WARPRT_CODE_PTX:
      List += "PTX for cc" + std::to_string(C.arch);
      break;
    case WARPRT_CODE_CUBIN:
    case WARPRT_CODE_REGISTERED:
      List += "cubin for cc" + std::to_string(C.arch);
      break;
    default:
      List += "unknown kind " + std::to_string(C.kind);
    }
  }
  return List.empty() ? "none" : List;
}

bool isDamaged(const WarprtDeviceCode &Code) {
  return Code.kind != WARPRT_CODE_CPU && Code.kind != WARPRT_CODE_REGISTERED &&
         warprtChecksum(Code.data, Code.size) != Code.checksum;
}
/// Ends the program where this CPU lacks what its code for the CPU has.
void checkCpu(const WarprtDeviceCode &Code) {
  if (Code.kind != WARPRT_CODE_CPU)
    return;
  uint64_t Missing =
      start::missingFeatures(Code.checksum, start::FeatureUse::Common);
  if (!Missing)
    return;
  start::LineBuffer Line;
  start::describeMissing(Line, Missing, "");
  fatal("the program's device code for the CPU does not run on this machine: "
        "%s",
        Line.text());
}
} // namespace

ImageRegistry::Entry::~Entry() {
  // Kernels before the modules they are part of.
  for (auto &[K, Record] : Kernels)
    CacheRef(K->cache).store(nullptr, std::memory_order_release);
  Kernels.clear();
}

ImageRegistry &ImageRegistry::get() {
  // Never destroyed: images unregister while the process ends.
  static auto *The = new ImageRegistry;
  return *The;
}

bool ImageRegistry::add(const WarprtImage *Image, std::string &Message) {
  if (!Image) {
    Message = "a null device image was registered";
    return false;
  }
  if (Image->abiVersion != WARPRT_ABI_VERSION) {
    Message = "the program was compiled for version " +
              std::to_string(Image->abiVersion) +
              " of the runtime's interface, but the runtime has version " +
              std::to_string(WARPRT_ABI_VERSION) +
              "; compile it again or use the runtime it was built with";
    return false;
  }
  if (Image->structSize < sizeof(WarprtImage)) {
    Message = "the device image's description has " +
              std::to_string(Image->structSize) +
              " bytes where the runtime "
              "needs " +
              std::to_string(sizeof(WarprtImage));
    return false;
  }
  if (Image->flags & WARPRT_IMAGE_ACC_HOST)
    preferHostForAcc();
  if (Image->cudaKernels)
    noteCudaKernels(Image->cudaKernels);
  if (Image->flags & WARPRT_IMAGE_HEAP)
    noteHeapUse();
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  ++AddressAge;
  auto E = std::make_unique<Entry>();
  E->Image = Image;
  for (const WarprtVariable *V = Image->variablesBegin;
       V != Image->variablesEnd; ++V)
    if (V->host) {
      auto [I, New] = Variables.insert_or_assign(
          reinterpret_cast<uintptr_t>(V->host), VariableRef{V, E.get()});
      if (New && V->kind == WARPRT_VAR_ALLOCATABLE)
        Allocatables.push_back(V);
    }
  Entries.push_back(std::move(E));
  return true;
}

void ImageRegistry::remove(const WarprtImage *Image) {
  // What is loaded is the parent's, and its threads may have held the lock.
  if (deviceIsInherited())
    return;
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  auto I = std::find_if(Entries.begin(), Entries.end(),
                        [&](auto &E) { return E->Image == Image; });
  if (I == Entries.end())
    return;
  ++AddressAge;
  Entry &E = **I;
  int Before = currentOrdinal();
  for (size_t Ordinal = 0; Ordinal < E.Devices.size(); ++Ordinal) {
    OnDevice &Slot = E.Devices[Ordinal];
    if (!Slot.Code)
      continue;
    Device *D = nullptr;
    if (failed(setCurrentOrdinal(static_cast<int>(Ordinal))) ||
        failed(currentDevice(D)))
      continue;
    // What still runs may use the code; its failure is reported at exit.
    recordFailedWork(D->synchronize());
    printDeviceOutput();
    for (const WarprtVariable *V = Image->variablesBegin;
         V != Image->variablesEnd; ++V)
      if (V->kind == WARPRT_VAR_MANAGED && V->host)
        (void)D->unregisterHost(V->host);
  }
  // Where nothing was loaded no device may be chosen now: this runs at exit,
  // also when the choice itself ended the program.
  if (currentOrdinal() != Before)
    (void)setCurrentOrdinal(Before);
  std::erase_if(Allocatables, [&](const WarprtVariable *V) {
    return V >= Image->variablesBegin && V < Image->variablesEnd;
  });
  for (auto V = Variables.begin(); V != Variables.end();)
    V = V->second.Owner == &E ? Variables.erase(V) : std::next(V);
  Entries.erase(I);
}

void ImageRegistry::tellMissing(Entry &E, Device &D) {
  if (E.ToldMissing)
    return;
  E.ToldMissing = true;
  const DeviceProperties &P = D.properties();
  std::string Text = "no device code in this program runs on device " +
                     std::to_string(D.ordinal()) + " (" + P.Name + ", cc" +
                     std::to_string(P.ComputeMajor) +
                     std::to_string(P.ComputeMinor) +
                     "); the program carries: " + codeOf(*E.Image);
  if (E.Image->missingReason)
    Text += std::string("; ") + E.Image->missingReason;
  warn("%s", Text.c_str());
}

Error ImageRegistry::load(Entry &E, Device &D, Module *&Result) {
  if (E.Devices.empty())
    E.Devices.resize(static_cast<size_t>(backend().deviceCount()));
  OnDevice &Slot = E.Devices[static_cast<size_t>(D.ordinal())];
  if (!Slot.Tried) {
    Slot.Tried = true;
    const WarprtDeviceCode *Code = D.selectCode(*E.Image);
    if (!Code) {
      if (!(E.Image->flags & WARPRT_IMAGE_CUDA_C))
        tellMissing(E, D);
      Slot.Status = Error::NoKernelImageForDevice;
    } else if (isDamaged(*Code)) {
      // The driver might read anything in it as code.
      warn("the program's file is damaged: its device code is not what the "
           "compiler wrote; link it again");
      Slot.Status = Error::InvalidKernelImage;
    } else {
      checkCpu(*Code);
      std::string Log;
      ++AddressAge;
      Slot.Status = D.loadModule(*Code, "device program", Slot.Code, Log);
      if (failed(Slot.Status) && !Log.empty())
        warn("loading the device code failed: %s", Log.c_str());
      if (!failed(Slot.Status)) {
        Slot.Status = bind(E, Slot, D);
        if (failed(Slot.Status)) {
          Slot.Mirrors.clear();
          Slot.Code.reset();
        }
      }
    }
  }
  Result = Slot.Code.get();
  return Slot.Status;
}

Error ImageRegistry::bind(Entry &E, OnDevice &Slot, Device &D) {
  for (const WarprtVariable *V = E.Image->variablesBegin;
       V != E.Image->variablesEnd; ++V)
    if (Error Err = bindVariable(*V, Slot, D); failed(Err)) {
      warn("device variable '%s' cannot be set up: %s",
           std::string(sourceName(V->name)).c_str(), describe(Err).c_str());
      return Err;
    }
  if (!(E.Image->flags & WARPRT_IMAGE_OUTPUT))
    return Error::Success;
  if (Error Err = bindDeviceOutput(*Slot.Code, D); failed(Err)) {
    warn("what device code prints cannot be set up: %s", describe(Err).c_str());
    return Err;
  }
  return Error::Success;
}

Error ImageRegistry::refresh(DescriptorMirror &Mirror, Device &D) {
  auto *Host = static_cast<const char *>(Mirror.Variable->host);
  size_t Bytes = Mirror.Last.size();
  std::vector<char> Now;
  if (Mirror.Variable->kind == WARPRT_VAR_LINK) {
    void *There = accPartPointer(Host, Mirror.Variable->size);
    if (!std::memcmp(Mirror.Last.data(), &There, sizeof There))
      return Error::Success;
    Now.resize(sizeof There);
    std::memcpy(Now.data(), &There, sizeof There);
  } else {
    // Ordinary memory is the device's where OpenACC has it present.
    Descriptor Header;
    std::memcpy(&Header, Host, offsetof(Descriptor, dim));
    if (Header.base_addr && allocatorOf(Header) == Allocator::Default)
      if (void *There = accDevicePointer(Header.base_addr))
        Header.base_addr = There;
    constexpr size_t Base = sizeof Header.base_addr;
    if (!std::memcmp(Mirror.Last.data(), &Header.base_addr, Base) &&
        !std::memcmp(Mirror.Last.data() + Base, Host + Base, Bytes - Base))
      return Error::Success;
    Now.assign(Host, Host + Bytes);
    std::memcpy(Now.data(), &Header.base_addr, Base);
  }
  CopyShape Shape;
  Shape.Width = Bytes;
  Queue *Q = nullptr;
  OwnWork Own(D);
  // The default stream would wait for queues that record.
  if (anyCapture())
    if (Error E = D.createQueue(QueueNonBlocking, 0, &Q); failed(E))
      return E;
  Error E = D.copy(Mirror.Address, Now.data(), Shape, CopyKind::HostToDevice, Q,
                   /*Async=*/false);
  if (Q)
    (void)D.destroyQueue(Q);
  if (!failed(E))
    Mirror.Last = std::move(Now);
  return E;
}

Error ImageRegistry::refreshDescriptors(const LoadedKernel &K, Device &D) {
  if (!K.Mirrors || K.Mirrors->empty())
    return Error::Success;
  std::lock_guard<std::recursive_mutex> First(presentLock());
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  for (DescriptorMirror &Mirror : *K.Mirrors)
    if (Error E = refresh(Mirror, D); failed(E))
      return E;
  return Error::Success;
}

void ImageRegistry::prepare(Device &D) {
  std::lock_guard<std::recursive_mutex> First(presentLock());
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  for (auto &E : Entries) {
    Module *M = nullptr;
    if (failed(load(*E, D, M)))
      continue;
    for (DescriptorMirror &Mirror :
         E->Devices[static_cast<size_t>(D.ordinal())].Mirrors)
      (void)refresh(Mirror, D);
  }
}

Error ImageRegistry::bindVariable(const WarprtVariable &V, OnDevice &Slot,
                                  Device &D) {
  if (V.kind == WARPRT_VAR_DEVICE || V.kind == WARPRT_VAR_CONSTANT)
    return Error::Success;
  void *Address = nullptr;
  size_t Size = 0;
  Error Found = Slot.Code->symbol(V.name, Address, Size);
  // The device linker drops what no kernel uses.
  if (Found == Error::InvalidSymbol || Found == Error::SymbolNotFound)
    return Error::Success;
  if (failed(Found))
    return Found;
  CopyShape Shape;
  if (V.kind == WARPRT_VAR_LINK) {
    if (Size < sizeof(void *))
      return Error::InvalidSymbol;
    // Null in the image.
    Slot.Mirrors.push_back(
        {&V, Address, std::vector<char>(sizeof(void *), '\0')});
    return Error::Success;
  }
  if (V.kind != WARPRT_VAR_MANAGED) {
    Shape.Width = std::min<size_t>(V.size, Size);
    const char *Host = static_cast<const char *>(V.host);
    Slot.Mirrors.push_back({&V, Address, {Host, Host + Shape.Width}});
    return D.copy(Address, V.host, Shape, CopyKind::HostToDevice, nullptr,
                  /*Async=*/false);
  }
  // A second device finds the memory registered by the first.
  Error Registered = D.registerHost(V.host, V.size);
  if (failed(Registered) && Registered != Error::HostMemoryAlreadyRegistered)
    return Registered;
  void *Seen = D.pointerInfo(V.host).DeviceAddress;
  if (!Seen)
    return Error::InvalidValue;
  if (Size < sizeof(void *))
    return Error::InvalidSymbol;
  Shape.Width = sizeof(void *);
  return D.copy(Address, &Seen, Shape, CopyKind::HostToDevice, nullptr,
                /*Async=*/false);
}

ImageRegistry::Entry *ImageRegistry::ownerOf(const WarprtKernel &K) {
  for (auto &E : Entries)
    if (!std::less<const WarprtKernel *>()(&K, E->Image->kernelsBegin) &&
        std::less<const WarprtKernel *>()(&K, E->Image->kernelsEnd))
      return E.get();
  return nullptr;
}

bool ImageRegistry::isKernel(const void *Address) {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  for (auto &E : Entries)
    for (WarprtKernel *K = E->Image->kernelsBegin; K != E->Image->kernelsEnd;
         ++K)
      if (K == Address)
        return true;
  return false;
}

WarprtKernel *ImageRegistry::find(const char *Name) {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  for (auto &E : Entries)
    for (WarprtKernel *K = E->Image->kernelsBegin; K != E->Image->kernelsEnd;
         ++K)
      if (std::string(K->name) == Name)
        return K;
  return nullptr;
}

Error ImageRegistry::kernel(WarprtKernel &K, Device &D, LoadedKernel *&Result) {
  auto Ordinal = static_cast<size_t>(D.ordinal());
  void *Cached = CacheRef(K.cache).load(std::memory_order_acquire);
  if (auto *Record = static_cast<KernelRecord *>(Cached))
    if ((Result = Record->Loaded[Ordinal].load(std::memory_order_acquire)))
      return Error::Success;

  std::lock_guard<std::recursive_mutex> Guard(Lock);
  Entry *E = ownerOf(K);
  if (!E)
    fatal("kernel '%s': the program has no device code for it, as another "
          "linker has made it: link it by warpfort, or add the object that "
          "'warpfort -dlink' makes of its objects",
          K.displayName);
  OwnWork Own(D);
  Module *M = nullptr;
  if (Error Err = load(*E, D, M); failed(Err)) {
    if ((K.flags & WARPRT_KERNEL_CUDA_C) &&
        Err == Error::NoKernelImageForDevice && D.properties().HostThreads)
      fatal(
          "kernel '%s' of CUDA C in '%s' runs on an NVIDIA GPU only, and this "
          "program runs on the CPU",
          K.displayName, E->Image->cudaKernels);
    return Err;
  }
  std::unique_ptr<KernelRecord> &Record = E->Kernels[&K];
  if (!Record)
    Record = std::make_unique<KernelRecord>(E->Devices.size());
  Result = Record->Loaded[Ordinal].load(std::memory_order_acquire);
  if (!Result) {
    auto New = std::make_unique<LoadedKernel>();
    if (Error Err = M->kernel(K.name, New->Code); failed(Err)) {
      if (E->Kernels[&K]->Count == 0)
        E->Kernels.erase(&K);
      return Err == Error::SymbolNotFound ? Error::InvalidDeviceFunction : Err;
    }
    New->Properties = New->Code->properties();
    New->Mirrors = &E->Devices[Ordinal].Mirrors;
    if (std::vector<uint32_t> Sizes; (K.flags & WARPRT_KERNEL_CUDA_C) &&
                                     !failed(New->Code->parameterSizes(Sizes)))
      New->ParameterSizes = std::move(Sizes);
    const DeviceProperties &P = D.properties();
    uint32_t Static = New->Properties.StaticShared;
    New->MaxDynamicShared =
        P.SharedPerBlock > Static ? P.SharedPerBlock - Static : 0;
    Result = New.release();
    Record->Loaded[Ordinal].store(Result, std::memory_order_release);
  }
  CacheRef(K.cache).store(Record.get(), std::memory_order_release);
  return Error::Success;
}

const WarprtKernel *ImageRegistry::kernelOf(const NodeWork &W, Device &D) {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  for (auto &E : Entries)
    for (auto &[K, Record] : E->Kernels) {
      LoadedKernel *L = Record->Loaded[static_cast<size_t>(D.ordinal())].load();
      if (L && (&L->Code->own() == W.Code ||
                (W.CudaFunction && L->Code->isFunction(W.CudaFunction))))
        return K;
    }
  return nullptr;
}

ImageRegistry::VariableRef ImageRegistry::lookUp(const void *Host) {
  auto At = reinterpret_cast<uintptr_t>(Host);
  auto I = Variables.upper_bound(At);
  if (I == Variables.begin())
    return {};
  const VariableRef &Ref = std::prev(I)->second;
  uint64_t Size = std::max<uint64_t>(1, Ref.Variable->size);
  return At - std::prev(I)->first < Size ? Ref : VariableRef();
}

const WarprtVariable *ImageRegistry::variable(const void *Host) {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  return lookUp(Host).Variable;
}

namespace {
/// An address that a thread has looked up: programs hand the same few variables
/// to one call after the other.
struct KnownAddress {
  const void *Host = nullptr;
  const Device *On = nullptr;
  uint64_t Age = 0;
  void *Address = nullptr;
};

/// Where the thread keeps that of a variable. These are mostly multiples of 16
/// bytes, and larger, apart.
KnownAddress &knownAt(const void *Host) {
  constexpr size_t Most = 16;
  static thread_local KnownAddress Known[Most];
  auto At = reinterpret_cast<uintptr_t>(Host);
  return Known[((At >> 4) ^ (At >> 8)) % Most];
}
} // namespace

Error ImageRegistry::deviceAddress(const void *Host, Device &D, void *&Result) {
  uint64_t Age = AddressAge.load(std::memory_order_acquire);
  KnownAddress &K = knownAt(Host);
  if (K.Host == Host && K.On == &D && K.Age == Age) {
    Result = K.Address;
    return Error::Success;
  }
  Error E = findAddress(Host, D, Result);
  // Where that has loaded the image, the address is of a later age.
  if (!failed(E))
    K = {Host, &D, Age, Result};
  return E;
}

Error ImageRegistry::findAddress(const void *Host, Device &D, void *&Result) {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  VariableRef Ref = lookUp(Host);
  if (!Ref.Variable)
    return Error::InvalidSymbol;
  Module *M = nullptr;
  if (Error E = load(*Ref.Owner, D, M); failed(E))
    return E;
  if (Ref.Variable->kind == WARPRT_VAR_MANAGED) {
    // Storage is the host's own and has the same address on the device.
    Result = const_cast<void *>(Host);
    return Error::Success;
  }
  void *Address = nullptr;
  size_t Size = 0;
  if (Error E = M->symbol(Ref.Variable->name, Address, Size); failed(E))
    return Error::InvalidSymbol;
  auto Offset = static_cast<const char *>(Host) -
                static_cast<const char *>(Ref.Variable->host);
  Result = static_cast<char *>(Address) + Offset;
  return Error::Success;
}

std::string_view warprt::sourceName(std::string_view Symbol) {
  // Each part is in lower case, behind a letter for what it is.
  auto IsLetterForPart = [](char C) { return C >= 'A' && C <= 'Z'; };
  if (Symbol.starts_with("_Q"))
    while (std::any_of(Symbol.begin(), Symbol.end(), IsLetterForPart))
      Symbol.remove_prefix(1);
  return Symbol;
}

/// Whether a symbol of the device program is a module's variable of that name.
static bool isModuleVariable(std::string_view Symbol, std::string_view Name) {
  if (!Symbol.starts_with("_QM"))
    return false;
  Symbol = sourceName(Symbol);
  return std::equal(Symbol.begin(), Symbol.end(), Name.begin(), Name.end(),
                    [](char A, char B) {
                      return A == (B >= 'A' && B <= 'Z' ? B - 'A' + 'a' : B);
                    });
}

Error ImageRegistry::symbol(const std::string &Name, Device &D, void *&Result,
                            size_t &Size) {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  const WarprtVariable *Found = nullptr;
  for (auto &E : Entries)
    for (const WarprtVariable *V = E->Image->variablesBegin;
         V != E->Image->variablesEnd; ++V) {
      if (V->kind > WARPRT_VAR_MANAGED)
        continue;
      if (V->name != Name && !isModuleVariable(V->name, Name))
        continue;
      if (Found && Found->host != V->host)
        return Error::InvalidSymbol;
      Found = V;
    }
  if (Found) {
    Size = Found->size;
    return deviceAddress(Found->host, D, Result);
  }
  // What CUDA C defines is not registered.
  for (auto &E : Entries) {
    Module *M = nullptr;
    if (!failed(load(*E, D, M)) &&
        !failed(M->symbol(Name.c_str(), Result, Size)))
      return Error::Success;
  }
  return Error::InvalidSymbol;
}

Error ImageRegistry::syncDescriptor(const void *Host, Device &D) {
  std::lock_guard<std::recursive_mutex> First(presentLock());
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  VariableRef Ref = lookUp(Host);
  if (!Ref.Variable || Ref.Variable->kind != WARPRT_VAR_DESCRIPTOR)
    return Error::Success;
  Module *M = nullptr;
  if (Error E = load(*Ref.Owner, D, M); failed(E))
    return E;
  for (DescriptorMirror &Mirror :
       Ref.Owner->Devices[static_cast<size_t>(D.ordinal())].Mirrors)
    if (Mirror.Variable == Ref.Variable)
      return refresh(Mirror, D);
  return Error::Success;
}
