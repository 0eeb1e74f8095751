//===-- ACCRoutines.cpp - Procedures with acc routine ---------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes device procedures of routines, as attributes(host,device) does, and
/// the second form of those that have a level of parallelism. See Routines.h.
///
//===----------------------------------------------------------------------===//
#include "Transforms/Common/FortranRuntime.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "Transforms/OpenACC/Facts/Routines.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/IR/Values.h"
#include "warpfort/Support/UserErrors.h"
#include "warpfort/Transforms/CUF/Passes.h"
#include "warpfort/Transforms/Common/AccMessages.h"
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIRAttr.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_ACCBINDDEVICECALLSPASS
#define GEN_PASS_DEF_ACCROUTINESPASS
#include "warpfort/Transforms/OpenACC/Passes.h.inc"

namespace openacc {

/// Of the form of a procedure whose constructs are sequential.
static constexpr llvm::StringLiteral SequentialSuffix = "_acc_seq";

std::string getTeamName(llvm::StringRef Symbol) {
  return (Symbol + WARPDEV_ACC_TEAM_SUFFIX).str();
}

func::FuncOp getCallee(fir::CallOp Call) {
  auto Callee = Call.getCallee();
  if (!Callee)
    return {};
  return Call->getParentOfType<ModuleOp>().lookupSymbol<func::FuncOp>(
      Callee->getRootReference());
}

/// The same, where all calls of a module are looked at.
static func::FuncOp getCallee(fir::CallOp Call, const SymbolTable &Symbols) {
  auto Callee = Call.getCallee();
  return Callee ? Symbols.lookup<func::FuncOp>(Callee->getRootReference())
                : func::FuncOp();
}

/// The attribute of an array of attributes that belongs to a device type.
static Attribute forType(ArrayAttr Values, ArrayAttr Types,
                         acc::DeviceType Type) {
  if (!Values || !Types)
    return {};
  for (auto [Value, For] : llvm::zip(Values, Types))
    if (cast<acc::DeviceTypeAttr>(For).getValue() == Type)
      return Value;
  return {};
}

/// A string is the name that the linker sees; device code has Flang's own names
/// for Fortran's external procedures.
static std::string externalName(llvm::StringRef Text) {
  if (!Text.ends_with("_"))
    return Text.str();
  return fir::NameUniquer::doProcedure({}, {}, Text.drop_back());
}

std::optional<Routine> getRoutine(func::FuncOp Function) {
  auto Info = Function->getAttrOfType<acc::RoutineInfoAttr>(
      acc::getRoutineInfoAttrName());
  if (!Info || Info.getAccRoutines().empty())
    return std::nullopt;
  auto Module = Function->getParentOfType<ModuleOp>();
  Routine Result;
  for (SymbolRefAttr Name : Info.getAccRoutines()) {
    auto Op = Module.lookupSymbol<acc::RoutineOp>(Name.getRootReference());
    if (!Op)
      continue;
    Result.NoHost |= Op.getNohost();
    Result.Implicit |= Op.getImplicitAttr() != nullptr;
    for (acc::DeviceType Type : {acc::DeviceType::Nvidia, acc::DeviceType::Star,
                                 acc::DeviceType::None}) {
      unsigned Levels = 0;
      if (Op.hasGang(Type) || Op.getGangDimValue(Type))
        Levels = WARPDEV_ACC_GANG | WARPDEV_ACC_WORKER | WARPDEV_ACC_VECTOR;
      else if (Op.hasWorker(Type))
        Levels = WARPDEV_ACC_WORKER | WARPDEV_ACC_VECTOR;
      else if (Op.hasVector(Type))
        Levels = WARPDEV_ACC_VECTOR;
      if (Levels || Op.hasSeq(Type)) {
        Result.Levels = Levels;
        break;
      }
    }
    for (acc::DeviceType Type : {acc::DeviceType::Nvidia, acc::DeviceType::Star,
                                 acc::DeviceType::None}) {
      if (auto Id = forType(Op.getBindIdNameAttr(),
                            Op.getBindIdNameDeviceTypeAttr(), Type))
        Result.Bind = cast<SymbolRefAttr>(Id).getRootReference().str();
      else if (auto Text = forType(Op.getBindStrNameAttr(),
                                   Op.getBindStrNameDeviceTypeAttr(), Type))
        Result.Bind = externalName(cast<StringAttr>(Text));
      else
        continue;
      break;
    }
  }
  return Result;
}

/// Whether the program has the procedure that is called: none of a library.
static bool isUsers(fir::CallOp Call, func::FuncOp Callee) {
  auto Attrs = Call.getProcedureAttrs();
  return Callee.getSymName().starts_with("_Q") ||
         (Attrs &&
          bitEnumContainsAny(*Attrs, fir::FortranProcedureFlagsEnum::bind_c));
}

namespace {

/// See addImplicitRoutines. A procedure that has compute constructs, which are
/// DO CONCURRENT of -stdpar, or that calls one of these, stays as it is for the
/// host; the device gets a copy where these constructs are sequential. The host
/// has that copy too, for constructs that it executes itself.
class ImplicitRoutines {
public:
  explicit ImplicitRoutines(ModuleOp Module)
      : Module(Module), Symbols(Module),
        Builder(OpBuilder::atBlockEnd(Module.getBody())) {}
  void run();

private:
  func::FuncOp implicitCallee(fir::CallOp Call) const;
  void findConstructs();
  func::FuncOp makeSequential(func::FuncOp Function);
  void makeRoutine(func::FuncOp Function);

  ModuleOp Module;
  SymbolTable Symbols;
  OpBuilder Builder;
  llvm::SmallVector<Operation *> Work;
  llvm::DenseSet<Operation *> WithConstructs;
  llvm::DenseMap<Operation *, func::FuncOp> Sequential;
};

func::FuncOp ImplicitRoutines::implicitCallee(fir::CallOp Call) const {
  func::FuncOp Callee = getCallee(Call, Symbols);
  if (!Callee || Callee.isExternal() || !isUsers(Call, Callee) ||
      isDeviceProcedure(Callee) || getRoutine(Callee))
    return {};
  return Callee;
}

void ImplicitRoutines::findConstructs() {
  llvm::DenseMap<Operation *, llvm::SmallVector<func::FuncOp>> Callers;
  llvm::SmallVector<func::FuncOp> Found;
  for (auto Function : Module.getOps<func::FuncOp>()) {
    if (getRoutine(Function))
      Work.push_back(Function);
    Function.walk([&](Operation *Op) {
      if (isa<ACC_COMPUTE_CONSTRUCT_OPS>(Op)) {
        Work.push_back(Op);
        Found.push_back(Function);
      } else if (auto Call = dyn_cast<fir::CallOp>(Op)) {
        if (func::FuncOp Callee = implicitCallee(Call))
          Callers[Callee].push_back(Function);
      }
    });
  }
  while (!Found.empty()) {
    func::FuncOp Function = Found.pop_back_val();
    if (WithConstructs.insert(Function).second)
      llvm::append_range(Found, Callers[Function]);
  }
}

func::FuncOp ImplicitRoutines::makeSequential(func::FuncOp Function) {
  func::FuncOp &Copy = Sequential[Function];
  if (Copy)
    return Copy;
  Copy = cast<func::FuncOp>(Builder.clone(*Function));
  Copy.setSymName((Function.getSymName() + SequentialSuffix).str());
  Symbols.insert(Copy);
  Copy->removeAttr("fir.bindc_name");
  Copy.walk([](Operation *Op) {
    llvm::TypeSwitch<Operation *, void>(Op)
        .Case<acc::ParallelOp, acc::KernelsOp, acc::SerialOp>([](auto C) {
          OpBuilder At(C);
          C.getIfCondMutable().assign(arith::ConstantIntOp::create(
              At, C.getLoc(), /*value=*/0, /*width=*/1));
        });
  });
  makeRoutine(Copy);
  return Copy;
}

void ImplicitRoutines::makeRoutine(func::FuncOp Function) {
  MLIRContext *Context = Module.getContext();
  auto Seq = Builder.getArrayAttr(
      {acc::DeviceTypeAttr::get(Context, acc::DeviceType::None)});
  std::string Name = ("acc_implicit_routine_" + Function.getSymName()).str();
  acc::RoutineOp::create(
      Builder, Function.getLoc(), Name, SymbolRefAttr::get(Function),
      /*bindIdName=*/nullptr, /*bindStrName=*/nullptr,
      /*bindIdNameDeviceType=*/nullptr, /*bindStrNameDeviceType=*/nullptr,
      /*worker=*/nullptr, /*vector=*/nullptr, Seq, /*nohost=*/false,
      /*implicit=*/true, /*gang=*/nullptr, /*gangDim=*/nullptr,
      /*gangDimDeviceType=*/nullptr);
  Function->setAttr(
      acc::getRoutineInfoAttrName(),
      acc::RoutineInfoAttr::get(Context, {SymbolRefAttr::get(Context, Name)}));
  Work.push_back(Function);
}

void ImplicitRoutines::run() {
  findConstructs();
  while (!Work.empty()) {
    Work.pop_back_val()->walk([&](fir::CallOp Call) {
      func::FuncOp Callee = implicitCallee(Call);
      if (!Callee)
        return;
      if (WithConstructs.contains(Callee))
        Call.setCalleeAttr(SymbolRefAttr::get(makeSequential(Callee)));
      else
        makeRoutine(Callee);
    });
  }
}

} // namespace

void addImplicitRoutines(ModuleOp Module) { ImplicitRoutines(Module).run(); }

unsigned teamLevels(fir::CallOp Call, unsigned Active) {
  func::FuncOp Callee = getCallee(Call);
  std::optional<Routine> R = Callee ? getRoutine(Callee) : std::nullopt;
  if (!R || (R->Levels & Active))
    return 0;
  return R->Levels;
}

/// Whether a procedure may be one of another language.
static bool mayBeForeign(func::FuncOp Function) {
  return Function.isExternal() && !Function.getSymName().starts_with("_Q");
}

bool isProgramCall(fir::CallOp Call) {
  auto Callee = Call.getCallee();
  if (!Callee)
    return false;
  llvm::StringRef Name = Callee->getRootReference();
  func::FuncOp Function = getCallee(Call);
  return (Function && getRoutine(Function)) || Name == "malloc" ||
         Name == "free" || Name == WARPDEV_PRINTF;
}

bool endsProgram(fir::CallOp Call) {
  auto Callee = Call.getCallee();
  if (!Callee)
    return false;
  llvm::StringRef Name = Callee->getRootReference();
  return Name == "_FortranAStopStatement" ||
         Name == "_FortranAStopStatementText" ||
         Name == "_FortranAReportFatalUserError";
}

fir::SaveResultOp savedResult(fir::CallOp Call) {
  return Call.getNumResults() && Call.getResult(0).hasOneUse()
             ? dyn_cast<fir::SaveResultOp>(*Call.getResult(0).user_begin())
             : fir::SaveResultOp();
}

bool isRepeatable(fir::CallOp Call) {
  auto Callee = Call.getCallee();
  if (!Callee)
    return false;
  // The library's functions of values; not the program's that are bind(c).
  func::FuncOp Function = getCallee(Call);
  bool IsProgram = Function && getRoutine(Function);
  bool OnlyValues = llvm::all_of(Call.getArgs(), [](Value Arg) {
    return fir::isa_trivial(Arg.getType()) || isa<IndexType>(Arg.getType()) ||
           isLiteralText(withoutConversions(Arg).getDefiningOp());
  });
  llvm::StringRef Name = Callee->getRootReference();
  if (Name == "_FortranAIsContiguous" || Name == "_FortranAIsContiguousUpTo")
    return true;
  // Whichever thread comes first ends the program.
  if (endsProgram(Call))
    return true;
  // Memory is one thread's, whose address the others get, and so is what it
  // prints.
  if (!Name.starts_with("_Q") && !Name.starts_with("_FortranAio") &&
      !IsProgram && OnlyValues && Call.getNumResults() > 0 && Name != "malloc")
    return true;
  auto Attrs = Call.getProcedureAttrs();
  return Attrs && Call.getNumResults() > 0 &&
         bitEnumContainsAny(*Attrs, fir::FortranProcedureFlagsEnum::pure);
}

} // namespace openacc

namespace {

using namespace openacc;

class ACCRoutines : public impl::ACCRoutinesPassBase<ACCRoutines> {
public:
  void runOnOperation() override;

private:
  void makeDeviceProcedure(func::FuncOp Function, const Routine &R);
  LogicalResult checkCall(fir::CallOp Call, func::FuncOp Callee);
};

std::string sourceName(llvm::StringRef Symbol) {
  auto [Kind, Parts] = fir::NameUniquer::deconstruct(Symbol);
  return Kind == fir::NameUniquer::NameKind::NOT_UNIQUED ? Symbol.str()
                                                         : Parts.name;
}

/// The routine that a saved variable is local to; null for other variables.
static func::FuncOp ownerOf(fir::GlobalOp Global) {
  auto [Kind, Parts] = fir::NameUniquer::deconstruct(Global.getSymName());
  if (Kind != fir::NameUniquer::NameKind::VARIABLE || Parts.procs.empty() ||
      Parts.blockId != 0)
    return {};
  llvm::SmallVector<llvm::StringRef> Modules(Parts.modules.begin(),
                                             Parts.modules.end()),
      Procedures(Parts.procs.begin(), std::prev(Parts.procs.end()));
  auto Owner = Global->getParentOfType<ModuleOp>().lookupSymbol<func::FuncOp>(
      fir::NameUniquer::doProcedure(Modules, Procedures, Parts.procs.back()));
  return Owner && getRoutine(Owner) ? Owner : func::FuncOp();
}

/// What the checker lets a routine have as saved variables never changes.
static void makeTablesConstant(func::FuncOp Function) {
  auto Module = Function->getParentOfType<ModuleOp>();
  Function.walk([&](fir::AddrOfOp Address) {
    auto Global = Module.lookupSymbol<fir::GlobalOp>(
        Address.getSymbol().getRootReference());
    if (Global && !Global.getDataAttr() && ownerOf(Global))
      Global.setConstant(true);
  });
}

void ACCRoutines::makeDeviceProcedure(func::FuncOp Function, const Routine &R) {
  OpBuilder Builder(Function);
  if (R.Implicit)
    addAccMessage(Function, Function.getLoc(),
                  "Generating implicit acc routine seq");
  if (!Function.isExternal())
    addAccMessage(Function, Function.getLoc(),
                  std::string("Generating acc routine ") +
                      (R.Levels & WARPDEV_ACC_GANG     ? "gang"
                       : R.Levels & WARPDEV_ACC_WORKER ? "worker"
                       : R.Levels                      ? "vector"
                                                       : "seq"));
  if (!Function.isExternal() && R.Levels)
    addAccMessage(Function, Function.getLoc(), "Generating Tesla code");
  bool IsDevice = isDeviceProcedure(Function);
  if (!IsDevice)
    Function->setAttr(
        cuf::getProcAttrName(),
        cuf::ProcAttributeAttr::get(&getContext(),
                                    R.NoHost ? cuf::ProcAttribute::Device
                                             : cuf::ProcAttribute::HostDevice));
  if (!R.Levels)
    return;
  if (mayBeForeign(Function))
    ForeignLevelsAttr.set(Function);
  std::string Name = getTeamName(Function.getSymName());
  if (Function->getParentOfType<ModuleOp>().lookupSymbol(Name))
    return;
  Builder.setInsertionPointAfter(Function);
  auto Team = cast<func::FuncOp>(Builder.clone(*Function));
  Team.setSymName(Name);
  Team->removeAttr(acc::getRoutineInfoAttrName());
  Team->removeAttr("fir.bindc_name");
  ForeignLevelsAttr.remove(Team);
  RoutineLevelsAttr.set(Team, R.Levels);
  TeamOfAttr.set(Team, Function.getSymName());
  Team->setAttr(
      cuf::getProcAttrName(),
      cuf::ProcAttributeAttr::get(&getContext(), cuf::ProcAttribute::Device));
}

/// Calls in compute regions and routines are of routines; calls elsewhere are
/// not of nohost ones.
LogicalResult ACCRoutines::checkCall(fir::CallOp Call, func::FuncOp Callee) {
  if (!Callee)
    return success();
  auto Parent = Call->getParentOfType<func::FuncOp>();
  bool InConstruct = false;
  for (Operation *Op = Call->getParentOp(); Op; Op = Op->getParentOp())
    InConstruct |= isa<ACC_COMPUTE_CONSTRUCT_OPS>(Op);
  std::optional<Routine> R = getRoutine(Callee);
  if (InConstruct || getRoutine(Parent)) {
    if (!isUsers(Call, Callee) || R || isDeviceProcedure(Callee))
      return success();
    return emitUserError(Call,
                         "procedures called in a compute region must have acc "
                         "routine information: ")
           << sourceName(Callee.getSymName());
  }
  if (R && R->NoHost && !isDeviceProcedure(Parent))
    return emitUserError(Call, "'")
           << sourceName(Callee.getSymName())
           << "' is an acc routine with nohost and cannot "
              "be called in host code";
  return success();
}

/// Whether arguments or results of these types may be each other's. The bounds
/// of arrays are the caller's and the procedure's own.
static bool areAlike(Type A, Type B) {
  if (A == B || !fir::isa_ref_type(A) || !fir::isa_ref_type(B))
    return A == B;
  auto Element = [](Type T) {
    return fir::unwrapSequenceType(fir::unwrapRefType(T));
  };
  return Element(A) == Element(B) ||
         (fir::isa_char(Element(A)) && fir::isa_char(Element(B)));
}

static bool areAlike(FunctionType A, FunctionType B) {
  auto Match = [](TypeRange Of, TypeRange With) {
    return Of.size() == With.size() &&
           llvm::all_of(llvm::zip(Of, With), [](const auto &Pair) {
             return areAlike(std::get<0>(Pair), std::get<1>(Pair));
           });
  };
  return Match(A.getInputs(), B.getInputs()) &&
         Match(A.getResults(), B.getResults());
}

void ACCRoutines::runOnOperation() {
  ModuleOp Module = getOperation();
  bool Failed = false;
  llvm::SmallVector<fir::CallOp> Calls;
  for (auto Function : Module.getOps<func::FuncOp>())
    Function.walk([&](fir::CallOp Call) { Calls.push_back(Call); });
  SymbolTable Symbols(Module);
  for (fir::CallOp Call : Calls) {
    func::FuncOp Callee = getCallee(Call, Symbols);
    Failed |= failed(checkCall(Call, Callee));
    if (!Callee)
      continue;
    std::optional<Routine> R = getRoutine(Callee);
    if (!R || R->Bind.empty())
      continue;
    BindAttr.set(Call, R->Bind);
    if (auto Known = Symbols.lookup<func::FuncOp>(R->Bind)) {
      if (areAlike(Known.getFunctionType(), Callee.getFunctionType()))
        continue;
      Failed = true;
      emitUserError(Call, "the BIND clause of '")
          << sourceName(Callee.getSymName()) << "' names '"
          << sourceName(R->Bind)
          << "', whose arguments or result are of other types";
    } else {
      OpBuilder Builder = OpBuilder::atBlockEnd(Module.getBody());
      auto Bound = func::FuncOp::create(Builder, Call.getLoc(), R->Bind,
                                        Callee.getFunctionType());
      Bound.setPrivate();
      Bound->setAttr(cuf::getProcAttrName(),
                     cuf::ProcAttributeAttr::get(&getContext(),
                                                 cuf::ProcAttribute::Device));
      Symbols.insert(Bound);
    }
  }
  llvm::SmallVector<std::pair<func::FuncOp, Routine>> Routines;
  for (auto Function : Module.getOps<func::FuncOp>())
    if (auto R = getRoutine(Function))
      Routines.push_back({Function, *R});
  for (auto &[Function, R] : Routines)
    makeTablesConstant(Function);
  for (auto &[Function, R] : Routines)
    makeDeviceProcedure(Function, R);
  for (auto &[Function, R] : Routines) {
    auto Bound = R.Bind.empty() || !R.Levels
                     ? func::FuncOp()
                     : Module.lookupSymbol<func::FuncOp>(R.Bind);
    if (Bound && Bound.isExternal())
      makeDeviceProcedure(Bound, R);
  }
  if (Failed)
    signalPassFailure();
}

void bindDeviceCalls(ModuleOp Host, ModuleOp Device) {
  llvm::SmallVector<StringAttr> Bound;
  Host.walk([&](fir::CallOp Call) {
    if (auto Name = BindAttr.get(Call)) {
      Bound.push_back(Name.getAttr());
      BindAttr.remove(Call);
    }
  });
  if (!Bound.empty()) {
    SymbolTableCollection Tables;
    SymbolUserMap Users(Tables, Host);
    for (StringAttr Name : Bound)
      if (auto Function = Host.lookupSymbol<func::FuncOp>(Name);
          Function && Function.isExternal() && Users.useEmpty(Function))
        Function.erase();
  }
  SymbolTable Symbols(Device);
  Device.walk([&](fir::CallOp Call) {
    if (auto Bound = BindAttr.get(Call)) {
      Call.setCalleeAttr(SymbolRefAttr::get(Bound.getAttr()));
      BindAttr.remove(Call);
    }
    // Only the link knows whether the procedure may be called like this.
    func::FuncOp Callee = getCallee(Call, Symbols);
    if (!Callee || !ForeignLevelsAttr.isOn(Callee))
      return;
    std::string Alone = (Callee.getSymName() + WARPDEV_ACC_ALONE_SUFFIX).str();
    if (!Symbols.lookup(Alone)) {
      OpBuilder Builder = OpBuilder::atBlockEnd(Device.getBody());
      auto Declared = func::FuncOp::create(Builder, Callee.getLoc(), Alone,
                                           Callee.getFunctionType());
      Declared.setPrivate();
      Declared->setAttrs(Callee->getAttrs());
      Declared.setSymName(Alone);
      ForeignLevelsAttr.remove(Declared);
      AloneOfAttr.set(Declared, Callee.getSymName());
      Symbols.insert(Declared);
    }
    Call.setCalleeAttr(SymbolRefAttr::get(Call.getContext(), Alone));
  });
}

class ACCBindDeviceCalls
    : public impl::ACCBindDeviceCallsPassBase<ACCBindDeviceCalls> {
public:
  void runOnOperation() override {
    ModuleOp Host = getOperation(), Device = findDeviceModule(Host);
    if (!Device)
      return;
    // Walks of the host's module are not to see the device's.
    Device->remove();
    bindDeviceCalls(Host, Device);
    Host.push_back(Device);
  }
};

} // namespace
} // namespace warpfort
