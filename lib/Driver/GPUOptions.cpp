//===-- GPUOptions.cpp - Values of -gpu=, -cuda= and -Mcuda= --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of -gpu=, -cuda= and the older -Mcuda= are options of their own,
// and are treated as those: translated, ignored, or refused with a reason.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Driver/Invocation.h"
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Support/Misspellings.h"
#include "warpfort/Target/NVPTX/NVPTXCodeGen.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warpfort {

namespace {

enum class Treatment { Translated, Ignored, Refused };

struct DeviceValue {
  StringLiteral Name;
  Treatment How;
  StringLiteral Reason; // or what it does; docs/options.md shows both
  void (*Apply)(DeviceOptions &) = nullptr;
};

} // namespace

static constexpr StringLiteral Anyway = "this is so anyway";
static constexpr StringLiteral Optimizer = "the optimiser decides";
static constexpr StringLiteral Planner = "the planner of loops decides";
static constexpr StringLiteral WholeProgram =
    "device code is optimised as a whole program anyway";
static void setManaged(DeviceOptions &Options) { Options.Managed = true; }
static void compareNoTrips(DeviceOptions &Options) {
  Options.TripCounts.Compare = TripComparison::None;
}
static void setSeparate(DeviceOptions &Options) { Options.Managed = false; }

static const DeviceValue Values[] = {
    // Translated. ccXY, maxregcount:N and cudaX.Y are handled by code.
    {"ccnative", Treatment::Translated,
     "native code for the GPUs of this machine",
     [](DeviceOptions &O) { O.Native = true; }},
    {"ccall", Treatment::Translated,
     "native code for every compute capability from 7.5 on",
     [](DeviceOptions &O) {
       append_range(O.ComputeCapabilities, knownComputeCapabilities());
     }},
    {"ccall-major", Treatment::Translated,
     "native code for compute capability 7.5 and each x.0",
     [](DeviceOptions &O) {
       for (unsigned Arch : knownComputeCapabilities())
         if (Arch % 10 == 0 || Arch == 75)
           O.ComputeCapabilities.push_back(Arch);
     }},
    {"rdc", Treatment::Translated,
     "device code may call device code of other objects (default)",
     [](DeviceOptions &O) { O.RDC = true; }},
    {"nordc", Treatment::Translated,
     "each object's device code is complete by itself",
     [](DeviceOptions &O) { O.RDC = false; }},
    {"generate_rdc", Treatment::Translated, "same as rdc",
     [](DeviceOptions &O) { O.RDC = true; }},
    {"ptxinfo", Treatment::Translated,
     "print registers, spills and shared memory of each kernel",
     [](DeviceOptions &O) { O.PtxInfo = true; }},
    {"keep", Treatment::Translated,
     "keep every form of the device code beside the output",
     [](DeviceOptions &O) { O.Keep = true; }},
    {"keepptx", Treatment::Translated, "same as keep",
     [](DeviceOptions &O) { O.Keep = true; }},
    {"keepbin", Treatment::Translated, "same as keep",
     [](DeviceOptions &O) { O.Keep = true; }},
    {"keepgpu", Treatment::Translated, "same as keep",
     [](DeviceOptions &O) { O.Keep = true; }},
    {"fastmath", Treatment::Translated,
     "approximate functions and divisions in device code",
     [](DeviceOptions &O) { O.FastMath = true; }},
    {"nofastmath", Treatment::Translated,
     "precise functions and divisions (default)",
     [](DeviceOptions &O) { O.FastMath = false; }},
    {"fma", Treatment::Translated,
     "device code may fuse a multiplication and an addition (default)",
     [](DeviceOptions &O) { O.Fuse = true; }},
    {"nofma", Treatment::Translated, "device code does not",
     [](DeviceOptions &O) { O.Fuse = false; }},
    {"lineinfo", Treatment::Translated,
     "line tables in device code, for profilers; -g has them, too",
     [](DeviceOptions &O) { O.LineInfo = true; }},
    {"debug", Treatment::Translated, "same as lineinfo",
     [](DeviceOptions &O) { O.LineInfo = true; }},
    {"check", Treatment::Translated,
     "device code runs on the CPU, and its accesses to memory are checked",
     [](DeviceOptions &O) {
       O.Check = O.LineInfo = O.TargetCPU = O.TargetGiven = true;
       O.TargetGPU = false;
     }},
    {"emu", Treatment::Translated, "with -Mcuda only: same as -target=cpu",
     [](DeviceOptions &O) {
       O.TargetCPU = O.TargetGiven = true;
       O.TargetGPU = false;
     }},
    {"tripcount:device", Treatment::Translated,
     "bounds of loops in compute constructs have the device's values of what "
     "data clauses name (default)",
     [](DeviceOptions &O) { O.TripCounts.OnHost = false; }},
    {"tripcount:host", Treatment::Translated,
     "they have the host's values, where these are known before the launch",
     [](DeviceOptions &O) { O.TripCounts.OnHost = true; }},
    {"tripcount:check", Treatment::Translated,
     "kernels compare both trip counts, and a difference ends the program",
     [](DeviceOptions &O) { O.TripCounts.Compare = TripComparison::Check; }},
    {"tripcount:warn", Treatment::Translated,
     "kernels compare both trip counts, and print differences",
     [](DeviceOptions &O) { O.TripCounts.Compare = TripComparison::Warn; }},
    {"tripcount:nocheck", Treatment::Translated,
     "kernels do not compare trip counts (default)", compareNoTrips},
    {"tripcount:nowarn", Treatment::Translated, "same as tripcount:nocheck",
     compareNoTrips},
    // All data that is allocated is managed; that is as much as unified memory
    // means where the host's own memory is no device memory.
    {"managed", Treatment::Translated,
     "allocatable variables and components are managed", setManaged},
    {"mem:managed", Treatment::Translated, "same as managed", setManaged},
    {"unified", Treatment::Translated, "same as managed", setManaged},
    {"mem:unified", Treatment::Translated, "same as managed", setManaged},
    {"nomanaged", Treatment::Translated,
     "allocatables are managed only if they say so (default)", setSeparate},
    {"nounified", Treatment::Translated, "same as nomanaged", setSeparate},
    {"mem:separate", Treatment::Translated, "same as nomanaged", setSeparate},
    // Ignored.
    {"nodebug", Treatment::Ignored, Anyway},
    {"nolineinfo", Treatment::Ignored, Anyway},
    {"noflushz", Treatment::Ignored, Anyway},
    {"tesla", Treatment::Ignored, Anyway},
    {"L1", Treatment::Ignored, Optimizer},
    {"noL1", Treatment::Ignored, Optimizer},
    {"llvm", Treatment::Ignored, "code generation uses LLVM anyway"},
    {"nvvm", Treatment::Ignored, "code generation uses LLVM anyway"},
    {"nollvm", Treatment::Ignored, "code generation uses LLVM anyway"},
    {"flushz", Treatment::Ignored, "denormal numbers stay what they are"},
    {"unroll", Treatment::Ignored, Optimizer},
    {"nounroll", Treatment::Ignored, Optimizer},
    {"loadcache:L1", Treatment::Ignored, Optimizer},
    {"loadcache:L2", Treatment::Ignored, Optimizer},
    {"safecache", Treatment::Ignored, Optimizer},
    {"redundant", Treatment::Ignored, Planner},
    {"noredundant", Treatment::Ignored, Planner},
    {"wait", Treatment::Ignored, Anyway},
    {"noimplicitsections", Treatment::Ignored, Anyway},
    {"nostacklimit", Treatment::Ignored, Anyway},
    {"deepcopy", Treatment::Ignored,
     "records that are used whole are copied with what they lead to anyway"},
    {"beta", Treatment::Ignored, "nothing depends on it"},
    {"lto", Treatment::Ignored, WholeProgram},
    {"nolto", Treatment::Ignored, WholeProgram},
    {"interceptdeallocations", Treatment::Ignored,
     "memory is freed as what it was allocated as anyway"},
    {"nointerceptdeallocations", Treatment::Ignored,
     "memory is freed as what it was allocated as anyway"},
    {"charstring", Treatment::Ignored, Anyway},
    {"madconst", Treatment::Ignored, Optimizer},
    // Refused.
    {"pinned", Treatment::Refused,
     "memory is not made pinned implicitly; give the variables the attribute "
     "`pinned`"},
    {"mem:separate:pinnedalloc", Treatment::Refused,
     "memory is not made pinned implicitly; give the variables the attribute "
     "`pinned`"},
    {"autocompare", Treatment::Refused,
     "results of the CPU and the GPU are not compared"},
    {"implicitsections", Treatment::Refused,
     "an element in a data clause is that element; name the section, as a(:n)"},
    {"nvlamath", Treatment::Refused,
     "LAPACK runs on the host; call cuSOLVER by module cusolverDn"},
    {"zeroinit", Treatment::Refused,
     "device variables are not set to zero by an option; initialise them"},
    {"stacklimit", Treatment::Refused,
     "set the stack size with cudaDeviceSetLimit"},
};

/// cc90, sm_90, compute_90; with -Mcuda also cc9.0. Returns 0 for others.
static unsigned parseComputeCapability(StringRef Value) {
  if (!Value.consume_front("cc") && !Value.consume_front("sm_") &&
      !Value.consume_front("compute_"))
    return 0;
  // `cc80+`: and newer ones, which the driver compiles for anyway.
  Value.consume_back("+");
  // `cc90a`, `cc100f`: with instructions that no other GPU has, of which we
  // make none.
  bool IsParticular = Value.consume_back("a") || Value.consume_back("f");
  std::string Digits = Value.str();
  llvm::erase(Digits, '.');
  unsigned Number;
  if (Digits.size() < 2 || StringRef(Digits).getAsInteger(10, Number) ||
      (IsParticular && Number < 90))
    return 0;
  return Number;
}

static NearestName nearestValue(StringRef Value) {
  NearestName Nearest(Value);
  for (const DeviceValue &Known : Values)
    Nearest.consider(Known.Name);
  for (unsigned Number : knownComputeCapabilities())
    Nearest.consider("cc" + std::to_string(Number));
  return Nearest;
}

namespace {

/// One value of an option. The functions return whether it is good, or nothing
/// where it is not of their kind.
class DeviceValueParser {
public:
  DeviceValueParser(StringRef Value, StringRef Option, bool Verbose,
                    DeviceOptions &Options, raw_ostream &Diag)
      : Value(Value), Option(Option), IsMcuda(Option == "-Mcuda="),
        IsOld(IsMcuda || Option.starts_with("-ta=")), Verbose(Verbose),
        Options(Options), Diag(Diag) {}

  bool parse();

private:
  std::optional<bool> addKnown();
  std::optional<bool> addComputeCapability();
  std::optional<bool> addRegisterCount();
  std::optional<bool> addCUDAVersion();
  std::string spelled() const { return ("'" + Option + Value + "'").str(); }
  bool ignoreOldGPU() const {
    printWarning(Diag, spelled() + " is ignored: GPUs older than compute "
                                   "capability 7.5 are not supported");
    return true;
  }

  StringRef Value, Option;
  bool IsMcuda;
  bool IsOld; ///< the option is one of old Makefiles
  bool Verbose;
  DeviceOptions &Options;
  raw_ostream &Diag;
};

} // namespace

std::optional<bool> DeviceValueParser::addKnown() {
  // stacklimit:32 has the reason of stacklimit.
  StringRef Name = Value.starts_with("stacklimit:") ? "stacklimit" : Value;
  const DeviceValue *Known =
      find_if(Values, [&](const DeviceValue &V) { return V.Name == Name; });
  if (Known == std::end(Values))
    return std::nullopt;
  switch (Known->How) {
  case Treatment::Translated:
    Known->Apply(Options);
    return true;
  case Treatment::Ignored:
    if (Verbose)
      printNote(Diag, spelled() + " is ignored: " + Known->Reason);
    return true;
  case Treatment::Refused:
    printError(Diag, spelled() + " is not supported: " + Known->Reason);
    return false;
  }
  llvm_unreachable("a value is treated in one of these ways");
}

std::optional<bool> DeviceValueParser::addComputeCapability() {
  // Also cc2x and cc3x, which were all of a generation.
  bool IsGeneration =
      is_contained({"fermi", "kepler", "maxwell", "pascal", "volta"},
                   Value.rtrim('+')) ||
      (Value.size() == 4 && Value.starts_with("cc") && Value.ends_with("x"));
  if (IsOld && IsGeneration)
    return ignoreOldGPU();
  unsigned Number = parseComputeCapability(Value);
  if (!Number)
    return std::nullopt;
  ArrayRef<unsigned> All = knownComputeCapabilities();
  // GPUs that nobody has any more.
  if (Number < All.front() && IsOld)
    return ignoreOldGPU();
  if (Number < All.front()) {
    printError(Diag, spelled() + " is not supported: GPUs older than compute "
                                 "capability 7.5 are not");
    return false;
  }
  if (!is_contained(All, Number)) {
    printError(Diag, spelled() + ": there is no such compute capability");
    return false;
  }
  Options.ComputeCapabilities.push_back(Number);
  return true;
}

std::optional<bool> DeviceValueParser::addRegisterCount() {
  StringRef Rest = Value;
  if (!Rest.consume_front("maxregcount:") &&
      !Rest.consume_front("maxregcount="))
    return std::nullopt;
  unsigned Count;
  if (Rest.getAsInteger(10, Count) || Count < 16 || Count > 255) {
    printError(Diag, spelled() + ": the number must be from 16 to 255");
    return false;
  }
  Options.MaxRegisters = Count;
  return true;
}

std::optional<bool> DeviceValueParser::addCUDAVersion() {
  StringRef Rest = Value;
  if (!Rest.consume_front("cuda") && !IsMcuda)
    return std::nullopt;
  auto [Major, Minor] = Rest.split('.');
  unsigned Ignored, Release = 0;
  if (IsOld && !Major.getAsInteger(10, Release) && Release < 11) {
    printWarning(Diag, spelled() + " is ignored: CUDA releases before 11 are "
                                   "not supported");
    return true;
  }
  if (Major.getAsInteger(10, Ignored) || Minor.getAsInteger(10, Ignored))
    return std::nullopt;
  Options.CUDAVersion = Rest.str();
  return true;
}

bool DeviceValueParser::parse() {
  if (Value == "emu" && !IsMcuda) {
    printError(Diag, spelled() + " is not an option; use -target=cpu");
    return false;
  }
  for (auto Add :
       {&DeviceValueParser::addKnown, &DeviceValueParser::addComputeCapability,
        &DeviceValueParser::addRegisterCount,
        &DeviceValueParser::addCUDAVersion})
    if (std::optional<bool> Good = (this->*Add)())
      return *Good;
  printError(Diag,
             "unknown value in " + spelled() + nearestValue(Value).hint());
  return false;
}

bool addDeviceOptions(ArrayRef<StringRef> List, StringRef Option, bool Verbose,
                      DeviceOptions &Options, raw_ostream &Diag) {
  bool Good = true;
  for (StringRef Value : List)
    Good &= DeviceValueParser(Value, Option, Verbose, Options, Diag).parse();
  sort(Options.ComputeCapabilities);
  Options.ComputeCapabilities.erase(llvm::unique(Options.ComputeCapabilities),
                                    Options.ComputeCapabilities.end());
  return Good;
}

} // namespace warpfort
