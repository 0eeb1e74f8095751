//===-- runtime/backends/cuda/CudaModule.cpp - Device code on a GPU -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses among the code an image carries, loads it, and launches kernels. What
// the driver's compiler says about PTX goes to the caller as the log.
//
// Code that NVIDIA's runtime library has registered is loaded by that library,
// once for both: its variables are those of CUDA C, too.
//
//===----------------------------------------------------------------------===//
#include "backends/cuda/CudaDevice.h"
#include <ISO_Fortran_binding.h>
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

using namespace warprt;
using namespace warprt::cuda;

namespace {

constexpr size_t LogBytes = 8192;

/// Threads on a multiprocessor that hide the time of its loads: no thread takes
/// several rows where that would leave less.
constexpr uint64_t BusyThreads = 896;

/// A version of a kernel: see WarprtCoveredKernel.
struct CoveredVersion {
  CUfunction Function = nullptr; // null if there is none
  uint32_t Rows = 1;
  uint32_t MaxThreads = 0; // of a block
  uint64_t Narrow = 0;
};

/// Whether the extents and strides of the descriptors that \p Mask picks of the
/// arguments are from 0 to INT32_MAX.
bool areNarrow(uint64_t Mask, void *const *Args) {
  for (; Mask; Mask &= Mask - 1) {
    auto *D = static_cast<const CFI_cdesc_t *>(Args[__builtin_ctzll(Mask)]);
    for (int I = 0; I < D->rank; ++I)
      if ((static_cast<uint64_t>(D->dim[I].extent) |
           static_cast<uint64_t>(D->dim[I].sm)) > INT32_MAX)
        return false;
  }
  return true;
}

class CudaKernel final : public Kernel {
public:
  CudaKernel(const Driver &Api, CUfunction Function, uint32_t Multiprocessors)
      : Api(Api), Function(Function), Multiprocessors(Multiprocessors) {}

  /// Adds the version that \p Known describes, and is \p Version.
  void addVersion(const WarprtCoveredKernel &Known, CUfunction Version) {
    (Known.rows > 1 ? WithRows : Covered) = {
        Version, std::max(Known.rows, 1u),
        attribute(Version, FunctionMaxThreadsPerBlock, /*Default=*/0),
        Known.narrow};
    Lead = Known.lead;
  }

  KernelProperties properties() const override {
    auto read = [&](FunctionAttribute A, int Default) {
      return attribute(Function, A, Default);
    };
    KernelProperties P;
    P.Lead = Lead;
    P.StaticShared = read(FunctionSharedSize, 0);
    P.MaxThreadsPerBlock =
        read(FunctionMaxThreadsPerBlock, WARPRT_MAX_BLOCK_THREADS);
    P.Registers = read(FunctionNumRegs, 0);
    if (Covered.Function)
      P.CoveringRegisters = static_cast<uint32_t>(
          attribute(Covered.Function, FunctionNumRegs, 0));
    P.LocalBytes = read(FunctionLocalSize, 0);
    P.ConstantBytes = read(FunctionConstSize, 0);
    P.PtxVersion = read(FunctionPtxVersion, 0);
    P.BinaryVersion = read(FunctionBinaryVersion, 0);
    return P;
  }

  Error setMaxDynamicShared(uint32_t Bytes) override {
    return toError(Api.cuFuncSetAttribute(Function, FunctionMaxDynamicShared,
                                          static_cast<int>(Bytes)));
  }

  Error setAttribute(KernelAttribute Which, int Value) override {
    return toError(Api.cuFuncSetAttribute(
        Function, static_cast<FunctionAttribute>(Which), Value));
  }

  Error residentBlocks(const LaunchShape &S, ResidentBlocks &Result) override {
    uint32_t Threads = S.Block[0] * S.Block[1] * S.Block[2];
    int OnOne = 0;
    Error E = toError(Api.cuOccupancyMaxActiveBlocksPerMultiprocessor(
        &OnOne, Function, static_cast<int>(Threads), S.DynamicShared));
    Result.Natural = static_cast<uint32_t>(OnOne) * Multiprocessors;
    Result.Most = Result.Natural;
    return E;
  }

  Error largestCluster(const LaunchShape &S, uint32_t &Blocks) override {
    LaunchConfig C = config(S, nullptr);
    int Value = 0;
    Error E =
        toError(Api.cuOccupancyMaxPotentialClusterSize(&Value, Function, &C));
    Blocks = static_cast<uint32_t>(Value);
    return E;
  }

  Error activeClusters(const LaunchShape &S, const uint32_t *Cluster,
                       uint32_t &Count) override {
    LaunchAttribute Extents = {};
    Extents.Id = LaunchClusterExtents;
    if (Cluster)
      std::copy_n(Cluster, 3, Extents.Value);
    LaunchConfig C = config(S, Cluster ? &Extents : nullptr);
    int Value = 0;
    Error E = toError(Api.cuOccupancyMaxActiveClusters(&Value, Function, &C));
    Count = static_cast<uint32_t>(Value);
    return E;
  }

  Error launch(const LaunchShape &S, Queue *Q, void *const *Args,
               const WarprtKernel &Description) override {
    if (Description.flags & WARPRT_KERNEL_COOPERATIVE)
      return toError(Api.cuLaunchCooperativeKernel(
          Function, S.Grid[0], S.Grid[1], S.Grid[2], S.Block[0], S.Block[1],
          S.Block[2], S.DynamicShared, reinterpret_cast<CUstream>(Q),
          const_cast<void **>(Args)));
    // The shape of clusters is part of the kernel's code.
    const CoveredVersion *Version = versionFor(S, Args);
    uint32_t Rows = Version ? Version->Rows : 1;
    return toError(Api.cuLaunchKernel(
        Version ? Version->Function : Function, S.Grid[0],
        (S.Grid[1] - 1) / Rows + 1, S.Grid[2], S.Block[0], S.Block[1],
        S.Block[2], S.DynamicShared, reinterpret_cast<CUstream>(Q),
        const_cast<void **>(Args), nullptr));
  }

  /// The driver has no count of parameters, but an error behind the last.
  Error parameterSizes(std::vector<uint32_t> &Sizes) const override {
    size_t Offset = 0, Bytes = 0;
    for (;;) {
      Error E = toError(
          Api.cuFuncGetParamInfo(Function, Sizes.size(), &Offset, &Bytes));
      if (failed(E))
        return E == Error::InvalidValue ? Error::Success : E;
      Sizes.push_back(static_cast<uint32_t>(Bytes));
    }
  }

  void *cudaFunction() const override { return Function; }
  bool isFunction(const void *Other) const override {
    return Other == Function ||
           (Other && (Other == Covered.Function || Other == WithRows.Function));
  }

private:
  /// The version for a launch of the shape \p S; null for the kernel itself.
  /// All of them have the same descriptors.
  const CoveredVersion *versionFor(const LaunchShape &S,
                                   void *const *Args) const {
    if (!S.CoversLoops || S.DynamicShared != 0 ||
        !areNarrow(Covered.Narrow, Args))
      return nullptr;
    uint64_t Block = uint64_t(S.Block[0]) * S.Block[1] * S.Block[2];
    uint64_t Blocks =
        uint64_t(S.Grid[0]) * (S.Grid[1] / WithRows.Rows) * S.Grid[2];
    if (WithRows.Function && Block <= WithRows.MaxThreads &&
        Blocks * Block >= BusyThreads * Multiprocessors)
      return &WithRows;
    return Covered.Function && Block <= Covered.MaxThreads ? &Covered : nullptr;
  }

  static LaunchConfig config(const LaunchShape &S, LaunchAttribute *A) {
    LaunchConfig C = {};
    std::copy_n(S.Grid, 3, C.Grid);
    std::copy_n(S.Block, 3, C.Block);
    C.SharedBytes = S.DynamicShared;
    C.Attributes = A;
    C.NumAttributes = A != nullptr;
    return C;
  }

  uint32_t attribute(CUfunction Of, FunctionAttribute A, int Default) const {
    int Value = 0;
    return static_cast<uint32_t>(
        Api.cuFuncGetAttribute(&Value, A, Of) == 0 ? Value : Default);
  }

  const Driver &Api;
  CUfunction Function;
  CoveredVersion Covered, WithRows;
  uint32_t Lead = 0; // of the versions
  uint32_t Multiprocessors;
};

class CudaModule final : public Module {
public:
  CudaModule(const Driver &Api, CUmodule Handle, const WarprtDeviceCode &Code,
             uint32_t Multiprocessors)
      : Api(Api), Handle(Handle), Code(Code), Multiprocessors(Multiprocessors) {
  }
  // The context may be gone when the process ends; nothing depends on it.
  ~CudaModule() override {
    if (Code.kind != WARPRT_CODE_REGISTERED)
      (void)toError(Api.cuModuleUnload(Handle));
  }

  Error kernel(const char *Name, std::unique_ptr<Kernel> &Result) override {
    CUfunction Function = nullptr;
    if (Error E = toError(Api.cuModuleGetFunction(&Function, Handle, Name));
        failed(E))
      return E;
    auto Made = std::make_unique<CudaKernel>(Api, Function, Multiprocessors);
    const WarprtCoveredKernel *End = Code.covered + Code.numCovered;
    for (auto *Known = coveredKernel(Name);
         Known != End && std::strcmp(Known->kernel, Name) == 0; ++Known) {
      CUfunction Version = nullptr;
      if (Error E = toError(
              Api.cuModuleGetFunction(&Version, Handle, Known->covered));
          failed(E))
        return E;
      Made->addVersion(*Known, Version);
    }
    Result = std::move(Made);
    return Error::Success;
  }

  Error symbol(const char *Name, void *&Address, size_t &Size) override {
    CUdeviceptr P = 0;
    if (Error E = toError(Api.cuModuleGetGlobal_v2(&P, &Size, Handle, Name));
        failed(E))
      return E;
    Address = reinterpret_cast<void *>(P);
    return Error::Success;
  }

private:
  /// The first version of the kernel in the table, or what is behind it there.
  const WarprtCoveredKernel *coveredKernel(const char *Name) const {
    return std::lower_bound(
        Code.covered, Code.covered + Code.numCovered, Name,
        [](const WarprtCoveredKernel &K, const char *Wanted) {
          return std::strcmp(K.kernel, Wanted) < 0;
        });
  }

  const Driver &Api;
  CUmodule Handle;
  const WarprtDeviceCode &Code; // of an image that outlives its modules
  uint32_t Multiprocessors;
};

} // namespace

const WarprtDeviceCode *cuda::selectCode(const WarprtImage &Image,
                                         uint32_t Major, uint32_t Minor) {
  const WarprtDeviceCode *Cubin = nullptr, *Ptx = nullptr;
  uint32_t Arch = Major * 10 + Minor;
  for (uint64_t I = 0; I < Image.numCode; ++I) {
    const WarprtDeviceCode &C = Image.code[I];
    if (C.kind == WARPRT_CODE_REGISTERED && C.arch == 0)
      return &C;
    bool IsCubin =
        C.kind == WARPRT_CODE_CUBIN || C.kind == WARPRT_CODE_REGISTERED;
    if (IsCubin && C.arch / 10 == Major && C.arch % 10 <= Minor &&
        (!Cubin || C.arch > Cubin->arch))
      Cubin = &C;
    if (C.kind == WARPRT_CODE_PTX && C.arch <= Arch &&
        (!Ptx || C.arch > Ptx->arch))
      Ptx = &C;
  }
  return Cubin ? Cubin : Ptx;
}

/// The module that NVIDIA's runtime library has made of \p Code.
static Error findModule(const Driver &Api, const WarprtDeviceCode &Code,
                        CUmodule &Handle) {
  auto Find = reinterpret_cast<WarprtFindFunction>(
      reinterpret_cast<uintptr_t>(Code.data));
  void *Function = nullptr;
  if (int Status = Find(&Function))
    return static_cast<Error>(Status);
  return toError(
      Api.cuFuncGetModule(&Handle, static_cast<CUfunction>(Function)));
}

Error cuda::loadModule(const Driver &Api, const WarprtDeviceCode &Code,
                       uint32_t Multiprocessors,
                       std::unique_ptr<Module> &Result, std::string &Log) {
  std::vector<char> Errors(LogBytes, 0), Infos(LogBytes, 0);
  JitOption Options[] = {JitErrorLog, JitErrorLogSize, JitInfoLog,
                         JitInfoLogSize};
  void *Values[] = {Errors.data(), reinterpret_cast<void *>(LogBytes),
                    Infos.data(), reinterpret_cast<void *>(LogBytes)};
  CUmodule Handle = nullptr;
  Error E = Code.kind == WARPRT_CODE_REGISTERED
                ? findModule(Api, Code, Handle)
                : toError(Api.cuModuleLoadDataEx(&Handle, Code.data, 4, Options,
                                                 Values));
  if (failed(E)) {
    Log = Code.arch == 0
              ? "NVIDIA's run-time library has none for this GPU: "
              : std::string(Code.kind == WARPRT_CODE_PTX ? "PTX" : "cubin") +
                    " for cc" + std::to_string(Code.arch) + ": ";
    Log += errorText(E);
    Errors.back() = '\0';
    if (Errors.front())
      Log += std::string("\n") + Errors.data();
    return E;
  }
  Result = std::make_unique<CudaModule>(Api, Handle, Code, Multiprocessors);
  return Error::Success;
}
