//===-- runtime/core/ImageRegistry.h - Images, kernels, device variables *- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Images of the executable and of shared libraries come and go; registering one
// only notes it. The code is loaded on a device when one of its kernels or
// variables is first used there.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_IMAGEREGISTRY_H
#define WARPRT_CORE_IMAGEREGISTRY_H

#include "hal/Device.h"
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warprt {

/// The device's copy of the host's descriptor of an allocatable or pointer of a
/// module.
struct DescriptorMirror {
  const WarprtVariable *Variable;
  void *Address;          // on the device
  std::vector<char> Last; // what was copied there
};

/// A kernel on one device.
struct LoadedKernel {
  /// Those of its device program.
  std::vector<DescriptorMirror> *Mirrors = nullptr;
  std::unique_ptr<Kernel> Code;
  KernelProperties Properties;
  /// Bytes of each parameter of a kernel of CUDA C, if the driver says so.
  std::optional<std::vector<uint32_t>> ParameterSizes;
  /// As cudaFuncSetAttribute left it; the default limit includes static
  /// shared memory.
  std::atomic<uint32_t> MaxDynamicShared{0};
  bool OptedIn = false;
};

/// A variable's name as the program has it, for messages: "a" of _QMmEa and
/// _QFEa; names of C as they are. It lies in \p Symbol.
std::string_view sourceName(std::string_view Symbol);

class ImageRegistry {
public:
  static ImageRegistry &get();

  /// False and a message when the image cannot be used with this runtime.
  bool add(const WarprtImage *Image, std::string &Message);
  /// Waits for work that may use it, then forgets it.
  void remove(const WarprtImage *Image);

  /// The kernel on a device, loaded if need be.
  Error kernel(WarprtKernel &K, Device &D, LoadedKernel *&Result);
  /// Copies the descriptors that the host has changed since the last launch,
  /// in whatever way: through a dummy argument, MOVE_ALLOC, ....
  Error refreshDescriptors(const LoadedKernel &K, Device &D);
  /// Does what the first launches would do, as far as it concerns all kernels.
  /// Errors come out of the launches.
  void prepare(Device &D);
  /// A kernel by its symbol, for tests and tools; null if there is none.
  WarprtKernel *find(const char *Name);
  bool isKernel(const void *Address);
  /// The kernel of an operation of a graph; null if it is no kernel of ours.
  const WarprtKernel *kernelOf(const NodeWork &W, Device &D);

  /// The device's address for a host address inside a registered variable.
  /// InvalidSymbol where no variable is registered there.
  Error deviceAddress(const void *Host, Device &D, void *&Result);
  /// Device data by the name of a symbol of the device program, or of the one
  /// module variable that is called so. InvalidSymbol where there is none.
  Error symbol(const std::string &Name, Device &D, void *&Result, size_t &Size);
  /// Copies the descriptor of a module's allocatable to its device symbol;
  /// does nothing for an address that is no such descriptor.
  Error syncDescriptor(const void *Host, Device &D);
  /// The variable that holds `Host`; null if there is none.
  const WarprtVariable *variable(const void *Host);
  /// Changes when images come or go: what was known of their variables may be
  /// wrong.
  uint64_t age() const { return AddressAge.load(std::memory_order_acquire); }
  /// Allocatables of OpenACC's declare directives.
  const std::vector<const WarprtVariable *> &declaredAllocatables() const {
    return Allocatables;
  }

private:
  struct OnDevice {
    bool Tried = false;
    Error Status = Error::Success;
    std::unique_ptr<Module> Code;
    std::vector<DescriptorMirror> Mirrors;
  };
  struct KernelRecord;
  struct Entry {
    const WarprtImage *Image = nullptr;
    bool ToldMissing = false;
    std::vector<OnDevice> Devices;
    std::unordered_map<WarprtKernel *, std::unique_ptr<KernelRecord>> Kernels;
    ~Entry();
  };
  struct VariableRef {
    const WarprtVariable *Variable = nullptr;
    Entry *Owner = nullptr;
  };

  Error load(Entry &E, Device &D, Module *&Result);
  Error bind(Entry &E, OnDevice &Slot, Device &D);
  Error bindVariable(const WarprtVariable &V, OnDevice &Slot, Device &D);
  Error refresh(DescriptorMirror &Mirror, Device &D);
  Entry *ownerOf(const WarprtKernel &K);
  VariableRef lookUp(const void *Host);
  /// As deviceAddress(), whatever was found before.
  Error findAddress(const void *Host, Device &D, void *&Result);
  void tellMissing(Entry &E, Device &D);

  /// Of what was found before; it changes when images come and go.
  std::atomic<uint64_t> AddressAge{1};
  std::recursive_mutex Lock;
  std::vector<std::unique_ptr<Entry>> Entries;
  std::map<uintptr_t, VariableRef> Variables; // by address of the host object
  std::vector<const WarprtVariable *> Allocatables;
};

} // namespace warprt

#endif // WARPRT_CORE_IMAGEREGISTRY_H
