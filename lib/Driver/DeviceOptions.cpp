//===-- DeviceOptions.cpp - Options of device code ------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates the options that say for what device code is made, how it is
// linked, and which files of kernels are written. GPUOptions.cpp has the table
// of what -gpu= takes.
//
//===----------------------------------------------------------------------===//
#include "Translator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/Arg.h"

using namespace llvm;
using namespace llvm::opt;

namespace warpfort {

void Translator::translateTarget(const Arg &A) {
  DeviceOptions &Device = Result.Device;
  Device.TargetGiven = true;
  Device.TargetCPU = Device.TargetGPU = false;
  for (StringRef Value : A.getValues()) {
    // nvfortran's names: native is the host.
    if (Value == "cpu" || Value == "multicore" || Value == "native")
      Device.TargetCPU = true;
    else if (Value == "gpu")
      Device.TargetGPU = true;
    else
      error("unknown value in '" + A.getAsString(Args) +
            "'; use cpu, gpu, or cpu,gpu");
  }
  if (!Device.TargetGPU)
    Device.OpenACCOnHost =
        none_of(A.getValues(), [](StringRef Value) { return Value == "cpu"; });
}

/// -acc=<list>, -stdpar=<list> and -ta=<list>. What follows `tesla:` are values
/// of -gpu=.
void Translator::translateOpenACC(const Arg &A) {
  DeviceOptions &Device = Result.Device;
  bool IsTa = A.getOption().matches(OPT_ta_EQ);
  bool CPU = false, GPU = false;
  SmallVector<StringRef> DeviceValues;
  std::string Spelling = "-gpu=";
  for (StringRef Value : A.getValues()) {
    auto [Name, Rest] = Value.split(':');
    if (Name == "host" || Name == "multicore") {
      CPU = true;
    } else if (Name == "gpu" ||
               (IsTa && (Name == "tesla" || Name == "nvidia"))) {
      GPU = true;
      if (!Rest.empty())
        DeviceValues.push_back(Rest);
      if (IsTa)
        Spelling = ("-ta=" + Name + (Rest.empty() ? "," : ":")).str();
    } else if (!IsTa &&
               (Value == "strict" || Value == "verystrict" || Value == "sync" ||
                Value == "nosync" || Value == "legacy" || Value == "autopar" ||
                Value == "noautopar" || Value == "wait" || Value == "nowait" ||
                Value == "routineseq" || Value == "noroutineseq" ||
                Value == "required" || Value == "norequired" ||
                Value == "nocuda")) {
      if (Result.Verbose)
        printNote(Diag, "'-acc=" + Value + "' is ignored: it changes nothing");
    } else if (IsTa && GPU) {
      // -ta=tesla:cc90,rdc: what the comma separates belongs to tesla.
      DeviceValues.push_back(Value);
    } else {
      error("unknown value in '" + A.getAsString(Args) + "'; use " +
            (IsTa ? "tesla, multicore or host" : "gpu, multicore or host"));
    }
  }
  if (CPU || GPU) {
    Device.TargetGiven = GPU && !CPU ? Device.TargetGiven : true;
    Device.TargetCPU = true;
    Device.TargetGPU = GPU;
    Device.OpenACCOnHost = CPU && !GPU;
  }
  if (!addDeviceOptions(DeviceValues, Spelling, Result.Verbose, Device, Diag))
    Failed = true;
}

/// One thread would take longer for more of them than any launch.
static constexpr unsigned MostNestedThreads = 1 << 20;
static constexpr unsigned MostCoarsening = 1024;

void Translator::translateNestedLaunches() {
  NestedLaunchOptions &Nested = Result.Device.NestedLaunches;
  auto Number = [&](OptSpecifier Option, unsigned Least, unsigned Most,
                    unsigned &Value) {
    const Arg *A = Args.getLastArg(Option);
    if (A && (StringRef(A->getValue()).getAsInteger(10, Value) ||
              Value < Least || Value > Most))
      error("the value of '" + A->getAsString(Args) + "' must be a number " +
            (Least ? "from " + std::to_string(Least) + " " : std::string()) +
            "up to " + Twine(Most));
  };
  Number(OPT_fnested_threshold_EQ, 0, MostNestedThreads, Nested.Threshold);
  Number(OPT_fnested_coarsen_EQ, 1, MostCoarsening, Nested.Coarsening);
  if (const Arg *A = Args.getLastArg(OPT_fnested_aggregate_EQ)) {
    auto Unit = StringSwitch<std::optional<LaunchUnit>>(A->getValue())
                    .Case("block", LaunchUnit::Block)
                    .Case("warp", LaunchUnit::Warp)
                    .Case("none", LaunchUnit::Thread)
                    .Default(std::nullopt);
    if (!Unit)
      error("unknown value in '" + A->getAsString(Args) +
            "'; use block, warp or none");
    Nested.Aggregation = Unit.value_or(LaunchUnit::Thread);
  }
}

void Translator::translateDevice() {
  DeviceOptions &Device = Result.Device;
  Device.CPULoopThreads = Args.hasArg(OPT_fcpu_loop_threads);
  translateNestedLaunches();
  // What no directive names has to be wherever it is used.
  Device.Managed = Result.Compile.StandardParallelism;
  for (const Arg *A :
       Args.filtered(OPT_gpu_EQ, OPT_cuda_EQ, OPT_Mcuda_EQ, OPT_target_EQ,
                     OPT_acc_EQ, OPT_ta_EQ, OPT_stdpar_EQ)) {
    if (A->getOption().matches(OPT_acc_EQ) ||
        A->getOption().matches(OPT_ta_EQ) ||
        A->getOption().matches(OPT_stdpar_EQ)) {
      translateOpenACC(*A);
      continue;
    }
    if (A->getOption().matches(OPT_target_EQ)) {
      translateTarget(*A);
      continue;
    }
    SmallVector<StringRef> Values(A->getValues().begin(), A->getValues().end());
    if (!addDeviceOptions(Values, A->getSpelling(), Result.Verbose, Device,
                          Diag))
      Failed = true;
  }
  if (Device.Check && !Device.TargetCPU)
    error("'-gpu=check' checks device code on the CPU, and '-target=gpu' makes "
          "none for it");
  if (Device.Check && Device.OpenACCOnHost)
    error("'-gpu=check' checks device memory, and '-acc=multicore' and "
          "'-acc=host' have none");
  if (!Device.TargetGPU &&
      (Device.Native || !Device.ComputeCapabilities.empty()))
    printWarning(Diag, "a compute capability is named, but no GPU code is "
                       "made");
  Result.Compile.Managed = Device.Managed;
  Result.Compile.LineInfo = Device.LineInfo;
  Result.Compile.Check = Device.Check;
  Result.Compile.TripCounts = Device.TripCounts;
  Result.Compile.ComputeCapabilities = Device.ComputeCapabilities;
  Result.Compile.SaveStages = Device.Keep;
  Result.Compile.FuseDevice = Device.Fuse.value_or(Result.Compile.FuseDevice);
}

/// -ptx, -cubin, -fatbin and --kernel=: kernels for other hosts.
void Translator::translateKernels() {
  CompileOptions &Compile = Result.Compile;
  std::vector<std::string> Given;
  for (const Arg *A :
       Args.filtered(OPT_ptx, OPT_cubin, OPT_fatbin, OPT_c, OPT_S, OPT_dlink))
    if (!is_contained(Given, A->getSpelling()))
      Given.push_back(A->getSpelling().str());
  for (StringRef Name : Args.getAllArgValues(OPT_kernel_EQ))
    Compile.Kernels.push_back(Name.lower());
  bool WritesKernels = Args.hasArg(OPT_ptx, OPT_cubin, OPT_fatbin);
  Compile.OtherHosts = WritesKernels || !Compile.Kernels.empty();
  if (!Compile.OtherHosts)
    return;
  // What is called one is a kernel in any file.
  Compile.CUDA |= !Compile.Kernels.empty();
  if (WritesKernels) {
    if (Given.size() > 1)
      error("'" + Given[0] + "' and '" + Given[1] + "' contradict each other");
    if (Args.hasArg(OPT_emit_llvm) && !Args.hasArg(OPT_ptx))
      error("'-emit-llvm' goes with -ptx, not with '" + Given[0] + "'");
    if (!Result.Device.TargetGPU)
      error("'" + Given[0] +
            "' writes code for GPUs; for the CPU use -c "
            "-target=cpu --kernel=<name>");
    Result.KernelFileFormat = Args.hasArg(OPT_cubin)    ? KernelFileKind::Cubin
                              : Args.hasArg(OPT_fatbin) ? KernelFileKind::Fatbin
                              : Args.hasArg(OPT_emit_llvm)
                                  ? KernelFileKind::LLVMText
                                  : KernelFileKind::PTX;
    return;
  }
  bool IsObject = Result.Action == Invocation::CompileOnly &&
                  Compile.Kind == OutputKind::Object;
  bool IsCPU = Result.Device.TargetCPU && !Result.Device.TargetGPU;
  if (IsObject && IsCPU) {
    Result.Action = Invocation::KernelFile;
    Result.KernelFileFormat = KernelFileKind::CPUObject;
  } else if (IsObject || Result.Action == Invocation::Link) {
    error("'--kernel=' needs -ptx, -cubin or -fatbin, or -c -target=cpu");
  }
}

} // namespace warpfort
