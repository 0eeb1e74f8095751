//===-- runtime/backends/cuda/CudaBackend.cpp - Kernels on NVIDIA GPUs ----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CudaBackend.h.
//
//===----------------------------------------------------------------------===//
#include "backends/cuda/CudaBackend.h"
#include "backends/cuda/CudaDevice.h"
#include <atomic>
#include <mutex>
#include <vector>

using namespace warprt;
using namespace warprt::cuda;

namespace {

/// The version of CUDA's run-time interface that the runtime offers.
constexpr int InterfaceVersion = 12000;

class CudaBackend final : public Backend {
public:
  static std::unique_ptr<CudaBackend> create(const char *Library,
                                             std::string &Reason) {
    auto B = std::make_unique<CudaBackend>();
    if (!B->Api.load(Library, Reason))
      return nullptr;
    if (Error E = toError(B->Api.cuInit(0)); failed(E)) {
      Reason =
          std::string("the CUDA driver cannot be initialized: ") + errorText(E);
      return nullptr;
    }
    int Count = 0;
    if (Error E = toError(B->Api.cuDeviceGetCount(&Count));
        failed(E) || Count == 0) {
      Reason = "no CUDA device is there";
      return nullptr;
    }
    (void)toError(B->Api.cuDriverGetVersion(&B->Version));
    B->Devices.resize(static_cast<size_t>(Count));
    return B;
  }

  const char *name() const override { return "cuda"; }
  int deviceCount() override { return static_cast<int>(Devices.size()); }

  Error device(int Ordinal, Device **Result) override {
    if (Ordinal < 0 || Ordinal >= deviceCount())
      return Error::InvalidDevice;
    Slot &S = Devices[static_cast<size_t>(Ordinal)];
    Device *Known = S.Ready.load(std::memory_order_acquire);
    if (!Known) {
      std::lock_guard<std::mutex> Guard(Lock);
      Known = S.Ready.load(std::memory_order_acquire);
      if (!Known) {
        auto New = std::make_unique<CudaDevice>(Api, Ordinal);
        if (Error E = New->initialize(); failed(E))
          return E;
        S.Owned = std::move(New);
        Known = S.Owned.get();
        S.Ready.store(Known, std::memory_order_release);
      }
    }
    *Result = Known;
    return Error::Success;
  }

  int driverVersion() const override { return Version; }
  int runtimeVersion() const override { return InterfaceVersion; }

private:
  struct Slot {
    Slot() = default;
    Slot(Slot &&) noexcept {} // only empty ones move, before the first use
    std::unique_ptr<CudaDevice> Owned;
    std::atomic<Device *> Ready{nullptr};
  };

  Driver Api;
  int Version = 0;
  std::mutex Lock;
  std::vector<Slot> Devices;
};

} // namespace

std::unique_ptr<Backend> cuda::createBackend(const char *DriverLibrary,
                                             std::string &Reason) {
  return CudaBackend::create(DriverLibrary, Reason);
}
