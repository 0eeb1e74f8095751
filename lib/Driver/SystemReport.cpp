//===-- SystemReport.cpp - What is found where ----------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `warpfort-info`: the installation, the linker, the CPU, the CUDA toolkit, the
// NVIDIA driver with its devices, and the libraries that programs load. Looks
// where the compiler and the runtime look; the driver and libraries are loaded
// as the runtime loads them.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Driver/SystemReport.h"
#include "HostLink.h"
#include "warpfort/Driver/InstallPaths.h"
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Support/Targets.h"
#include "warpfort/Target/Embed/CpuNeeds.h"
#include "warpfort/Target/NVPTX/NVPTXCodeGen.h"
#include "warprt/CpuFeatures.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"
#include <dlfcn.h>
#include <link.h>

using namespace llvm;

namespace warpfort {

namespace {

/// The report, a line for each thing that is looked for.
class SystemReport {
public:
  SystemReport(raw_ostream &OS, const InstallPaths &Paths)
      : OS(OS), Paths(Paths) {}
  /// Whether programs can be compiled and linked.
  bool print();

private:
  void title(StringRef Text) { OS << "\n" << Text << "\n"; }
  void line(StringRef Name, const Twine &Text) {
    OS << "  " << left_justify(Name, 22) << Text << "\n";
  }
  void path(StringRef Name, const std::string &Path, bool Needed);
  void printInstallation();
  void printCPU();
  void printToolkit();
  void printDriver();
  void printDevice(void *Driver, int Ordinal);
  void printLibraries();
  void printEnvironment();

  raw_ostream &OS;
  const InstallPaths &Paths;
  bool Complete = true;
};

/// What of the driver's interface is needed here; 0 is success.
template <typename Function> Function *driverFunction(void *D, const char *N) {
  return reinterpret_cast<Function *>(dlsym(D, N));
}

} // namespace

void SystemReport::path(StringRef Name, const std::string &Path, bool Needed) {
  bool Found = !Path.empty() && sys::fs::exists(Path);
  if (Found)
    line(Name, Path);
  else
    line(Name, Path.empty() ? Twine("not found") : Twine("MISSING: ") + Path);
  Complete &= Found || !Needed;
}

void SystemReport::printInstallation() {
  title("Installation");
  path("compiler", Paths.Program, true);
  path("modules", Paths.ModuleDir, true);
  path("runtime, static", Paths.StaticRuntime, true);
  path("runtime, shared", Paths.SharedRuntime, false);
  path("Fortran's part", Paths.FortranSupport, true);
  path("check at start", Paths.StartCheck, true);
  path("entries before MPI", Paths.MPIEntries, true);
  path("procedures of modules", Paths.ModuleLibrary, true);
  path("device library", Paths.DeviceLibrary, true);
  path("Flang's runtime", Paths.FlangRuntime, true);
  path("CMake toolchain file", Paths.CMakeDir + "/warpfort.cmake", false);
  Expected<std::string> Linker = findHostLinker();
  if (Linker) {
    line("linker", *Linker);
  } else {
    line("linker", "MISSING: " + toString(Linker.takeError()));
    Complete = false;
  }
}

void SystemReport::printCPU() {
  title("CPU");
  line("name", resolveHostCPU("native"));
  line("threads",
       Twine(heavyweight_hardware_concurrency().compute_thread_count()) +
           " cores, " + Twine(hardware_concurrency().compute_thread_count()) +
           " threads");
  std::string Level = "x86-64 (-tp=px)";
  uint64_t Own = cpuFeatures("native");
  for (StringRef Name : {"x86-64-v2", "x86-64-v3", "x86-64-v4"})
    if (uint64_t Needed = cpuFeatures(Name); (Own & Needed) == Needed)
      Level = Name.str();
  line("level", Level);
  std::string Features;
#define FEATURE(NUMBER, NAME, ...)                                             \
  if (Own >> NUMBER & 1)                                                       \
    Features += (Features.empty() ? "" : " ") + std::string(NAME);
  WARPRT_CPU_FEATURES(FEATURE)
#undef FEATURE
  line("extensions", Features.empty() ? "none" : Features);
}

void SystemReport::printToolkit() {
  title("CUDA toolkit (optional)");
  CUDAToolkit Toolkit = findCUDAToolkit("");
  if (Toolkit.Root.empty() && Toolkit.Ptxas.empty()) {
    line("toolkit", "not found; looked in " + Toolkit.LookedIn);
    line("", "GPU code is PTX without libdevice's functions");
    return;
  }
  line("toolkit", Toolkit.Root);
  path("ptxas", Toolkit.Ptxas, false);
  path("libdevice", Toolkit.Libdevice, false);
  path("nvlink", Toolkit.Nvlink, false);
}

void SystemReport::printDevice(void *Driver, int Ordinal) {
  auto *GetDevice = driverFunction<int(int *, int)>(Driver, "cuDeviceGet");
  auto *GetName =
      driverFunction<int(char *, int, int)>(Driver, "cuDeviceGetName");
  auto *GetMemory =
      driverFunction<int(size_t *, int)>(Driver, "cuDeviceTotalMem_v2");
  auto *GetAttribute =
      driverFunction<int(int *, int, int)>(Driver, "cuDeviceGetAttribute");
  constexpr int CapabilityMajor = 75, CapabilityMinor = 76;
  int Handle = 0, Major = 0, Minor = 0;
  char Name[256] = "?";
  size_t Bytes = 0;
  if (!GetDevice || !GetName || !GetMemory || !GetAttribute ||
      GetDevice(&Handle, Ordinal) || GetName(Name, sizeof Name, Handle) ||
      GetMemory(&Bytes, Handle) ||
      GetAttribute(&Major, CapabilityMajor, Handle) ||
      GetAttribute(&Minor, CapabilityMinor, Handle)) {
    line("device " + std::to_string(Ordinal),
         "the driver does not describe it");
    return;
  }
  line("device " + std::to_string(Ordinal),
       formatv("{0}, compute capability {1}.{2} (-gpu=cc{1}{2}), {3:f1} GiB",
               Name, Major, Minor, double(Bytes) / (1 << 30))
           .str());
}

void SystemReport::printDriver() {
  title("NVIDIA driver (optional)");
  std::string File =
      sys::Process::GetEnv("WARPFORT_CUDA_DRIVER").value_or("libcuda.so.1");
  void *Driver = dlopen(File.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Driver) {
    const char *Why = dlerror();
    line("driver", Twine("not found: ") + (Why ? Why : File.c_str()));
    line("", "programs run their kernels on the CPU");
    return;
  }
  auto *Init = driverFunction<int(unsigned)>(Driver, "cuInit");
  auto *GetVersion = driverFunction<int(int *)>(Driver, "cuDriverGetVersion");
  auto *GetCount = driverFunction<int(int *)>(Driver, "cuDeviceGetCount");
  int Version = 0, Count = 0;
  if (!Init || !GetVersion || !GetCount || GetVersion(&Version)) {
    line("driver", File + ": no CUDA driver");
    return;
  }
  line("driver", formatv("{0}, for CUDA {1}.{2}", File, Version / 1000,
                         Version % 1000 / 10)
                     .str());
  int Status = Init(0);
  if (Status || GetCount(&Count) || !Count) {
    line("devices", Status ? "none: the driver does not start (error " +
                                 std::to_string(Status) + ")"
                           : std::string("none"));
    return;
  }
  for (int Ordinal = 0; Ordinal < Count; ++Ordinal)
    printDevice(Driver, Ordinal);
}

/// The file that a library of this name is loaded from, or nothing.
static std::string loadedFrom(const std::string &Name) {
  void *Handle = dlopen(Name.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (!Handle)
    return "";
  link_map *Map = nullptr;
  if (dlinfo(Handle, RTLD_DI_LINKMAP, &Map) || !Map || !*Map->l_name)
    return Name;
  return Map->l_name;
}

void SystemReport::printLibraries() {
  title("Libraries that programs load (optional)");
  struct Library {
    StringRef Name;
    SmallVector<std::string, 4> Files;
    bool IsCUDA;
  };
  const Library Libraries[] = {
      {"cuBLAS",
       {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11"},
       true},
      {"cuFFT", {"libcufft.so.12", "libcufft.so.11", "libcufft.so.10"}, true},
      {"cuSOLVER", {"libcusolver.so.12", "libcusolver.so.11"}, true},
      {"cuRAND", {"libcurand.so.10"}, true},
      {"BLAS (CPU)", {"libopenblas.so.0", "libblas.so.3"}, false},
      {"LAPACK (CPU)", {"libopenblas.so.0", "liblapack.so.3"}, false},
      {"FFTW (CPU)", {"libfftw3.so.3"}, false},
      {"FFTW, single (CPU)", {"libfftw3f.so.3"}, false}};
  std::string Toolkit = findCUDAToolkit("").Root;
  std::vector<std::string> Folders;
  if (auto Given = sys::Process::GetEnv("WARPFORT_CUDA_LIBRARIES"))
    Folders.push_back(*Given + "/");
  if (!Toolkit.empty())
    Folders.push_back(Toolkit + "/lib64/");
  Folders.push_back("");
  Folders.push_back("/usr/local/cuda/lib64/");
  for (const Library &L : Libraries) {
    std::string Found;
    for (const std::string &File : L.Files)
      for (const std::string &Folder : Folders)
        if (Found.empty() && (L.IsCUDA || Folder.empty()))
          Found = loadedFrom(Folder + File);
    line(L.Name, Found.empty() ? "not found" : Found);
  }
}

void SystemReport::printEnvironment() {
  bool Any = false;
  for (char **Entry = environ; *Entry; ++Entry) {
    StringRef Text = *Entry;
    if (!Text.starts_with("WARPFORT_") &&
        !Text.starts_with("NVCOMPILER_ACC_") && !Text.starts_with("PGI_ACC_") &&
        !Text.starts_with("ACC_") && !Text.starts_with("CUDA_"))
      continue;
    if (!Any)
      title("Environment");
    Any = true;
    auto [Name, Value] = Text.split('=');
    line(Name, Value);
  }
}

bool SystemReport::print() {
  OS << "warpfort " WARPFORT_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
  printInstallation();
  printCPU();
  printToolkit();
  printDriver();
  printLibraries();
  printEnvironment();
  if (!Complete)
    OS << "\nThe installation is incomplete.\n";
  return Complete;
}

int systemReportMain(int argc, char **argv) {
  StringRef Argument = argc > 1 ? argv[1] : "";
  if (Argument == "-h" || Argument == "-help" || Argument == "--help") {
    outs() << "USAGE: warpfort-info\n\nPrints what Warpfort and its programs "
              "find on this machine: the installation,\nthe CPU, the CUDA "
              "toolkit, the NVIDIA driver and its devices, libraries.\n";
    return 0;
  }
  if (!Argument.empty()) {
    printError(errs(), "warpfort-info takes no '" + Argument + "'");
    return 2;
  }
  initializeTargets();
  InstallPaths Paths = findInstallPaths(argv[0]);
  // This program stands beside the compiler.
  SmallString<128> Compiler(sys::path::parent_path(Paths.Program));
  sys::path::append(Compiler, "warpfort");
  Paths.Program = Compiler.str().str();
  return SystemReport(outs(), Paths).print() ? 0 : 1;
}

} // namespace warpfort
