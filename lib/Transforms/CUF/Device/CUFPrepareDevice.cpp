//===-- CUFPrepareDevice.cpp - Device module towards LLVM -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What FIR's code generation does not know about device code:
///
///  - shared memory: a static variable becomes a global of address space 3 of
///    its own (so static and dynamic ones mix freely); assumed-size ones all
///    begin at the start of the dynamic shared memory, automatic ones follow
///    one another there (CUDA Fortran guide, "Shared data"). COMMON blocks with
///    the shared attribute are one variable each. The kernel's first thread
///    gives initial values to the components that have some;
///  - `warpsize`, which Flang leaves uninitialised;
///  - the result of atomiccas: the old value, where Flang takes the flag that
///    tells whether the exchange took place;
///  - parameters of kernels that are descriptors (those of pointers and
///    allocatables, too), derived types, complex numbers or characters of
///    constant length: passed as a block of bytes (byval), so that the launch
///    can copy them whatever the host's calling convention says. Those that are
///    characters: an address and a length;
///  - data attributes of dummy arguments: for descriptors of such data Flang's
///    code generation calls a function of the host's.
///
//===----------------------------------------------------------------------===//
#include "DeviceLocals.h"
#include "KernelDummies.h"
#include "Transforms/Common/DeviceRecords.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/IR/Values.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "warpfort/Support/UserErrors.h"
#include "warpfort/Transforms/CUF/Passes.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/CodeGen/TypeConverter.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Support/DataLayout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_CUFPREPAREDEVICEPASS
#include "warpfort/Transforms/CUF/Passes.h.inc"

namespace {

constexpr llvm::StringLiteral DynamicSharedName = "warprt_dynamic_shared";
constexpr unsigned SharedAddressSpace = 3;

class CUFPrepareDevice
    : public impl::CUFPrepareDevicePassBase<CUFPrepareDevice> {
public:
  void runOnOperation() override;

private:
  LogicalResult lowerShared(func::FuncOp Function,
                            fir::LLVMTypeConverter &Types,
                            const DataLayout &Layout);
  LogicalResult passByValue(func::FuncOp Kernel, fir::LLVMTypeConverter &Types,
                            const DataLayout &Layout);
  LogicalResult correctCompareAndSwap(func::FuncOp Function);
  void lowerSharedBlock(fir::GlobalOp Block, fir::LLVMTypeConverter &Types);
  LLVM::GlobalOp staticShared(Location Loc, llvm::StringRef Name, Type T,
                              uint64_t Align);
  LLVM::GlobalOp dynamicShared(Location Loc);
  Value sharedAddress(OpBuilder &Builder, Location Loc, LLVM::GlobalOp Global);
  Value dynamicAddress(fir::FirOpBuilder &Builder, cuf::SharedMemoryOp Op,
                       uint64_t ElementBytes, Value &Offset);
};

LLVM::GlobalOp CUFPrepareDevice::staticShared(Location Loc, llvm::StringRef Of,
                                              Type T, uint64_t Align) {
  OpBuilder Builder = OpBuilder::atBlockBegin(getOperation().getBody());
  std::string Name = ("warprt.shared." + Of).str();
  for (unsigned N = 0; getOperation().lookupSymbol(Name); ++N)
    Name = ("warprt.shared." + Of + "." + Twine(N)).str();
  auto Global = LLVM::GlobalOp::create(Builder, Loc, T, /*isConstant=*/false,
                                       LLVM::Linkage::Internal, Name,
                                       Attribute(), Align, SharedAddressSpace);
  Block *Init = Builder.createBlock(&Global.getInitializerRegion());
  Builder.setInsertionPointToStart(Init);
  Value Undefined = LLVM::UndefOp::create(Builder, Loc, T);
  LLVM::ReturnOp::create(Builder, Loc, Undefined);
  return Global;
}

/// All procedures see one variable.
void CUFPrepareDevice::lowerSharedBlock(fir::GlobalOp Block,
                                        fir::LLVMTypeConverter &Types) {
  constexpr uint64_t BlockAlign = 16;
  llvm::SmallVector<fir::AddrOfOp> Users;
  getOperation().walk([&](fir::AddrOfOp Op) {
    if (Op.getSymbol().getRootReference() == Block.getSymName())
      Users.push_back(Op);
  });
  auto Shared = staticShared(Block.getLoc(), Block.getSymName(),
                             Types.convertType(Block.getType()), BlockAlign);
  auto SharedPointer =
      LLVM::LLVMPointerType::get(&getContext(), SharedAddressSpace);
  auto Pointer = LLVM::LLVMPointerType::get(&getContext());
  for (fir::AddrOfOp Op : Users) {
    OpBuilder Builder(Op);
    Location Loc = Op.getLoc();
    Value Address = LLVM::AddressOfOp::create(Builder, Loc, SharedPointer,
                                              Shared.getSymName());
    Address = LLVM::AddrSpaceCastOp::create(Builder, Loc, Pointer, Address);
    Op.getResult().replaceAllUsesWith(
        fir::ConvertOp::create(Builder, Loc, Op.getType(), Address));
    Op.erase();
  }
  Block.erase();
}

LLVM::GlobalOp CUFPrepareDevice::dynamicShared(Location Loc) {
  if (auto Global =
          getOperation().lookupSymbol<LLVM::GlobalOp>(DynamicSharedName))
    return Global;
  OpBuilder Builder = OpBuilder::atBlockBegin(getOperation().getBody());
  return LLVM::GlobalOp::create(
      Builder, Loc, LLVM::LLVMArrayType::get(Builder.getI8Type(), 0),
      /*isConstant=*/false, LLVM::Linkage::External, DynamicSharedName,
      Attribute(), /*alignment=*/16, SharedAddressSpace);
}

/// Bytes of an automatic array, which keep the next one aligned to 16.
static Value automaticBytes(fir::FirOpBuilder &Builder, cuf::SharedMemoryOp Op,
                            uint64_t ElementBytes) {
  Location Loc = Op.getLoc();
  Type I64 = Builder.getI64Type();
  Value Bytes = Builder.createIntegerConstant(Loc, I64, ElementBytes);
  for (int64_t Extent : cast<fir::SequenceType>(Op.getInType()).getShape())
    if (Extent != fir::SequenceType::getUnknownExtent())
      Bytes = arith::MulIOp::create(
          Builder, Loc, Bytes, Builder.createIntegerConstant(Loc, I64, Extent));
  for (Value Extent : Op.getShape())
    Bytes = arith::MulIOp::create(Builder, Loc, Bytes,
                                  Builder.createConvert(Loc, I64, Extent));
  return arith::AndIOp::create(
      Builder, Loc,
      arith::AddIOp::create(Builder, Loc, Bytes,
                            Builder.createIntegerConstant(Loc, I64, 15)),
      Builder.createIntegerConstant(Loc, I64, -16));
}

/// The address of shared memory, for all spaces.
Value CUFPrepareDevice::sharedAddress(OpBuilder &Builder, Location Loc,
                                      LLVM::GlobalOp Global) {
  auto SharedPointer =
      LLVM::LLVMPointerType::get(&getContext(), SharedAddressSpace);
  Value Address = LLVM::AddressOfOp::create(Builder, Loc, SharedPointer,
                                            Global.getSymName());
  return LLVM::AddrSpaceCastOp::create(
      Builder, Loc, LLVM::LLVMPointerType::get(&getContext()), Address);
}

/// The address of an array in dynamic shared memory. \p Offset is where the
/// next automatic one begins there; null: at its begin.
Value CUFPrepareDevice::dynamicAddress(fir::FirOpBuilder &Builder,
                                       cuf::SharedMemoryOp Op,
                                       uint64_t ElementBytes, Value &Offset) {
  Location Loc = Op.getLoc();
  Value Address = sharedAddress(Builder, Loc, dynamicShared(Loc));
  if (LaunchSizedAttr.isOn(Op) ||
      (!Op.getShape().empty() &&
       Op.getShape().back().getDefiningOp<fir::AssumedSizeExtentOp>()))
    return Address;
  if (Offset)
    Address = LLVM::GEPOp::create(Builder, Loc, Address.getType(),
                                  Builder.getI8Type(), Address,
                                  llvm::ArrayRef<LLVM::GEPArg>{Offset});
  Value Bytes = automaticBytes(Builder, Op, ElementBytes);
  Offset = Offset
               ? arith::AddIOp::create(Builder, Loc, Offset, Bytes).getResult()
               : Bytes;
  return Address;
}

/// Whether \p User, which has the address of a variable or its descriptor,
/// gives initial values to the variable.
static bool givesInitialValues(Operation *User) {
  if (auto Copy = dyn_cast<fir::CopyOp>(User)) {
    auto From = Copy.getSource().getDefiningOp<fir::AddrOfOp>();
    return From && From.getSymbol().getRootReference().getValue().ends_with(
                       ".DerivedInit");
  }
  auto Call = dyn_cast<fir::CallOp>(User);
  return Call && Call.getCallee() &&
         Call.getCallee()->getRootReference() == WARPDEV_INITIALIZE;
}

/// The operation that gives initial values to a variable; null if none does.
static Operation *initializationOf(Value Variable) {
  for (Operation *User : Variable.getUsers()) {
    if (givesInitialValues(User))
      return User;
    if (isa<fir::DeclareOp, fir::ConvertOp, fir::VolatileCastOp, fir::EmboxOp>(
            User))
      if (Operation *Found = initializationOf(User->getResult(0)))
        return Found;
  }
  return nullptr;
}

/// Lets the first thread give initial values to shared variables, before any
/// goes on behind the last of them.
static void initializeOnce(llvm::SmallVector<Operation *> All) {
  llvm::sort(All,
             [](Operation *A, Operation *B) { return A->isBeforeInBlock(B); });
  for (Operation *Op : All) {
    OpBuilder Builder(Op);
    Location Loc = Op->getLoc();
    Type I32 = Builder.getI32Type();
    Value Index = NVVM::ThreadIdXOp::create(Builder, Loc, I32);
    for (Value Other :
         {NVVM::ThreadIdYOp::create(Builder, Loc, I32).getResult(),
          NVVM::ThreadIdZOp::create(Builder, Loc, I32).getResult()})
      Index = arith::OrIOp::create(Builder, Loc, Index, Other);
    Value Zero = arith::ConstantIntOp::create(Builder, Loc, I32, 0);
    Value IsFirst = arith::CmpIOp::create(
        Builder, Loc, arith::CmpIPredicate::eq, Index, Zero);
    auto If = fir::IfOp::create(Builder, Loc, IsFirst, /*withElse=*/false);
    Op->moveBefore(If.getThenRegion().front().getTerminator());
    if (Op == All.back()) {
      Builder.setInsertionPointAfter(If);
      NVVM::Barrier0Op::create(Builder, Loc);
    }
  }
}

LogicalResult CUFPrepareDevice::lowerShared(func::FuncOp Function,
                                            fir::LLVMTypeConverter &Types,
                                            const DataLayout &Layout) {
  llvm::SmallVector<cuf::SharedMemoryOp> Ops;
  Function.walk([&](cuf::SharedMemoryOp Op) { Ops.push_back(Op); });
  Value Offset;
  llvm::SmallVector<Operation *> Initializations;
  for (cuf::SharedMemoryOp Op : Ops) {
    OpBuilder Plain(Op);
    fir::FirOpBuilder Builder(Plain, getOperation());
    Builder.setInsertionPoint(Op);
    Location Loc = Op.getLoc();
    Type T = Op.getInType();
    if (factsOfRecord(T).HasAllocatable)
      return emitUserError(Op,
                           "shared variable of a derived type with allocatable "
                           "components is not supported");
    if (Operation *Initialization = initializationOf(Op.getPtr())) {
      // Elsewhere, some threads may be missing at a barrier.
      if (!isKernel(Function) ||
          Initialization->getBlock() != &Function.front())
        return emitUserError(
            Op, "shared variable of a derived type with pointers or initial "
                "values is supported among the declarations of a kernel only, "
                "whose threads all wait for these");
      Initializations.push_back(Initialization);
    }
    auto Sequence = dyn_cast<fir::SequenceType>(T);
    Value Address;
    if (Sequence &&
        (Sequence.hasDynamicExtents() || LaunchSizedAttr.isOn(Op))) {
      Type Element = Types.convertType(Sequence.getEleTy());
      Address = dynamicAddress(
          Builder, Op, Layout.getTypeSize(Element).getFixedValue(), Offset);
    } else {
      Type Converted = Types.convertType(T);
      uint64_t Align =
          std::max<uint64_t>(16, Layout.getTypeABIAlignment(Converted));
      Address = sharedAddress(
          Builder, Loc,
          staticShared(Loc, Op.getUniqName().value_or(""), Converted, Align));
    }
    Op.getPtr().replaceAllUsesWith(
        Builder.createConvert(Loc, Op.getPtr().getType(), Address));
    Op.erase();
  }
  initializeOnce(Initializations);
  return success();
}

static void setByValue(func::FuncOp Kernel, unsigned Index, Type Bytes,
                       const DataLayout &Layout) {
  OpBuilder Builder(Kernel.getContext());
  Kernel.setArgAttr(Index, LLVM::LLVMDialect::getByValAttrName(),
                    TypeAttr::get(Bytes));
  Kernel.setArgAttr(
      Index, LLVM::LLVMDialect::getAlignAttrName(),
      Builder.getI64IntegerAttr(Layout.getTypeABIAlignment(Bytes)));
}

/// The parameters of a kernel that are characters with VALUE become the address
/// of their bytes. The checker has refused lengths that are not constant.
static LogicalResult passTextByValue(func::FuncOp Kernel,
                                     fir::LLVMTypeConverter &Types,
                                     const DataLayout &Layout) {
  // Other kernels have no such parameters.
  if (KernelLoopAttr.isOn(Kernel) || AccKernelAttr.isOn(Kernel))
    return success();
  llvm::SmallVector<Type> Inputs(Kernel.getArgumentTypes());
  for (BlockArgument Text : Kernel.getArguments()) {
    unsigned Index = Text.getArgNumber();
    auto Box = dyn_cast<fir::BoxCharType>(Text.getType());
    if (!Box || Kernel.getArgAttr(Index, cuf::getDataAttrName()))
      continue;
    llvm::SmallVector<Operation *> Dead;
    Type T = fir::CharacterType::getSingleton(
        Kernel.getContext(),
        cast<fir::CharacterType>(Box.getEleTy()).getFKind());
    llvm::SmallVector<fir::ConvertOp> Addresses;
    bool IsKnown = true;
    for (Operation *User : Text.getUsers()) {
      auto Unbox = dyn_cast<fir::UnboxCharOp>(User);
      IsKnown &= Unbox && Unbox.getResult(1).use_empty();
      if (!IsKnown)
        break;
      Dead.push_back(Unbox);
      for (Operation *Use : Unbox.getResult(0).getUsers())
        if (auto Convert = dyn_cast<fir::ConvertOp>(Use))
          Addresses.push_back(Convert);
        else
          IsKnown = false;
    }
    if (!Addresses.empty())
      T = fir::unwrapRefType(Addresses.front().getType());
    for (fir::ConvertOp Address : Addresses)
      IsKnown &= Address.getType() == fir::ReferenceType::get(T);
    if (!IsKnown || fir::hasDynamicSize(T))
      return Kernel.emitError("internal: unexpected use of a character "
                              "argument with the VALUE attribute");
    Inputs[Index] = fir::ReferenceType::get(T);
    Text.setType(Inputs[Index]);
    for (fir::ConvertOp Address : Addresses) {
      Address.replaceAllUsesWith(Value(Text));
      Address.erase();
    }
    for (Operation *Op : Dead)
      Op->erase();
    setByValue(Kernel, Index, Types.convertType(T), Layout);
  }
  Kernel.setType(FunctionType::get(Kernel.getContext(), Inputs, {}));
  return success();
}

/// Makes an address and a length of every character parameter, as the launch
/// does.
static void splitCharacters(func::FuncOp Kernel) {
  Location Loc = Kernel.getLoc();
  OpBuilder Builder(Kernel.getContext());
  for (unsigned Index = Kernel.getNumArguments(); Index-- > 0;) {
    BlockArgument Text = Kernel.getArgument(Index);
    auto T = dyn_cast<fir::BoxCharType>(Text.getType());
    if (!T)
      continue;
    auto Characters = fir::CharacterType::getUnknownLen(
        Kernel.getContext(), cast<fir::CharacterType>(T.getEleTy()).getFKind());
    (void)Kernel.insertArgument(Index + 1, fir::ReferenceType::get(Characters),
                                {}, Loc);
    (void)Kernel.insertArgument(Index + 2, Builder.getI64Type(), {}, Loc);
    Builder.setInsertionPointToStart(&Kernel.getBody().front());
    Value Length = fir::ConvertOp::create(Builder, Loc, Builder.getIndexType(),
                                          Kernel.getArgument(Index + 2));
    Value Whole = fir::EmboxCharOp::create(
        Builder, Loc, T, Kernel.getArgument(Index + 1), Length);
    Text.replaceAllUsesWith(Whole);
    (void)Kernel.eraseArgument(Index);
  }
}

/// Whether the launch passed a descriptor: one of zeros stands for an argument
/// that is absent.
static Value isDescriptorThere(fir::FirOpBuilder &Builder, Location Loc,
                               Value Address) {
  Type I32 = Builder.getI32Type();
  Value Words = Builder.createConvert(
      Loc, Builder.getRefType(Builder.getVarLenSeqTy(I32)), Address);
  Value Version = fir::LoadOp::create(
      Builder, Loc,
      fir::CoordinateOp::create(
          Builder, Loc, Builder.getRefType(I32), Words,
          Builder.createIntegerConstant(Loc, Builder.getIndexType(),
                                        DescriptorVersionWord)));
  return arith::CmpIOp::create(Builder, Loc, arith::CmpIPredicate::ne, Version,
                               Builder.createIntegerConstant(Loc, I32, 0));
}

LogicalResult CUFPrepareDevice::passByValue(func::FuncOp Kernel,
                                            fir::LLVMTypeConverter &Types,
                                            const DataLayout &Layout) {
  if (failed(passTextByValue(Kernel, Types, Layout)))
    return failure();
  splitCharacters(Kernel);
  OpBuilder Plain(&getContext());
  fir::FirOpBuilder Builder(Plain, getOperation());
  Location Loc = Kernel.getLoc();
  Block &Entry = Kernel.getBody().front();
  llvm::SmallVector<Type> Inputs(Kernel.getArgumentTypes());
  for (auto [Index, Arg] : llvm::enumerate(Entry.getArguments())) {
    Type T = Arg.getType();
    Type InMemory = typeCopiedAtLaunch(Kernel, Index);
    bool ByReference = bool(InMemory);
    if (!ByReference)
      InMemory = T;
    auto Box = dyn_cast<fir::BaseBoxType>(InMemory);
    if (!ByReference && !Box &&
        !isa<fir::RecordType, ComplexType, fir::CharacterType>(T))
      continue;
    setByValue(Kernel, Index,
               Box ? Types.convertBoxTypeAsStruct(Box)
                   : Types.convertType(InMemory),
               Layout);
    Builder.setInsertionPointToStart(&Entry);
    Value Whole = Arg;
    llvm::SmallPtrSet<Operation *, 4> Own;
    if (!ByReference) {
      Inputs[Index] = Builder.getRefType(T);
      Arg.setType(Inputs[Index]);
      Whole = fir::LoadOp::create(Builder, Loc, Arg);
    }
    if (Box && Kernel.getArgAttr(Index, fir::getOptionalAttrName())) {
      Value Present = isDescriptorThere(Builder, Loc, Arg);
      Value Absent = fir::AbsentOp::create(Builder, Loc, T);
      Whole = arith::SelectOp::create(Builder, Loc, Present, Whole, Absent);
    }
    for (Operation &Op : Entry) {
      if (&Op == &*Builder.getInsertionPoint())
        break;
      Own.insert(&Op);
    }
    if (Whole != Arg)
      Arg.replaceAllUsesExcept(Whole, Own);
  }
  Kernel.setType(FunctionType::get(&getContext(), Inputs, {}));
  return success();
}

LogicalResult CUFPrepareDevice::correctCompareAndSwap(func::FuncOp Function) {
  llvm::SmallVector<LLVM::ExtractValueOp> Flags;
  Function.walk([&](LLVM::ExtractValueOp Op) {
    if (Op.getContainer().getDefiningOp<LLVM::AtomicCmpXchgOp>() &&
        Op.getPosition() == llvm::ArrayRef<int64_t>{1})
      Flags.push_back(Op);
  });
  for (LLVM::ExtractValueOp Flag : Flags) {
    Location Loc = Flag.getLoc();
    OpBuilder Builder(Flag);
    Value Old = LLVM::ExtractValueOp::create(Builder, Loc, Flag.getContainer(),
                                             llvm::ArrayRef<int64_t>{0});
    for (Operation *User : llvm::make_early_inc_range(Flag->getUsers())) {
      auto Convert = dyn_cast<fir::ConvertOp>(User);
      if (!Convert)
        return User->emitError(
            "internal: unexpected use of the result of atomiccas");
      Type T = Convert.getType();
      Builder.setInsertionPoint(Convert);
      Value Result = Old;
      if (isa<FloatType>(T) && !isa<FloatType>(Old.getType()))
        Result = arith::BitcastOp::create(Builder, Loc, T, Old);
      else if (T != Old.getType())
        Result = fir::ConvertOp::create(Builder, Loc, T, Old);
      Convert.replaceAllUsesWith(Result);
      Convert.erase();
    }
    Flag.erase();
  }
  return success();
}

/// FIR's code generation would take what has a data attribute for host code
/// that handles device data, and put descriptors into managed memory.
static void dropDataAttributes(func::FuncOp Function) {
  for (unsigned Index = 0; Index < Function.getNumArguments(); ++Index)
    Function.removeArgAttr(Index, cuf::getDataAttrName());
  Function.walk([](fir::DeclareOp Declare) { Declare.removeDataAttrAttr(); });
}

/// The address of an internal procedure that uses variables of the one around
/// it is code that is written at run time.
static LogicalResult checkProcedureArguments(func::FuncOp Function) {
  WalkResult Result = Function.walk([](fir::EmboxProcOp Op) {
    if (!Op.getHost())
      return WalkResult::advance();
    emitUserError(Op,
                  "an internal procedure that uses variables of the procedure "
                  "around it may not be an argument in device code");
    return WalkResult::interrupt();
  });
  return failure(Result.wasInterrupted());
}

/// Code generation passes complex numbers in a way that CUDA C does not have:
/// the device link has to know which functions have them.
static void markComplexValues(func::FuncOp Function) {
  auto IsComplex = [](Type T) { return isa<ComplexType>(T); };
  if (Function.getSymName().starts_with("_Q") ||
      (llvm::none_of(Function.getArgumentTypes(), IsComplex) &&
       llvm::none_of(Function.getResultTypes(), IsComplex)))
    return;
  std::string Place;
  if (auto Loc = Function.getLoc()->findInstanceOf<FileLineColLoc>())
    Place =
        (Loc.getFilename().strref() + ":" + llvm::Twine(Loc.getLine())).str();
  Builder B(Function.getContext());
  Function->setAttr("passthrough", B.getArrayAttr(B.getStrArrayAttr(
                                       {bitcode::ComplexValuesAttr, Place})));
}

/// Whether an address is of a VOLATILE variable, or of a part of one.
static bool isVolatilePlace(Value Address) {
  for (Value V = Address, From;; V = From) {
    if (fir::isa_volatile_type(V.getType()))
      return true;
    if (!(stepBack(V, From) & PartSteps))
      return false;
  }
}

/// Components, and the characters of texts, have addresses that do not say that
/// they are of VOLATILE data.
static void accessVolatile(Operation *Op) {
  auto Cast = [&](Value Address, Type T) -> Value {
    if (isa<fir::BaseBoxType>(T) || fir::isa_volatile_type(Address.getType()) ||
        !isVolatilePlace(Address))
      return Address;
    OpBuilder Builder(Op);
    return fir::VolatileCastOp::create(
        Builder, Op->getLoc(),
        fir::updateTypeWithVolatility(Address.getType(), true), Address);
  };
  if (auto Load = dyn_cast<fir::LoadOp>(Op))
    Load.getMemrefMutable().assign(Cast(Load.getMemref(), Load.getType()));
  else if (auto Store = dyn_cast<fir::StoreOp>(Op))
    Store.getMemrefMutable().assign(
        Cast(Store.getMemref(), Store.getValue().getType()));
  else if (auto Move = dyn_cast<LLVM::MemmoveOp>(Op))
    Move.setIsVolatile(Move.getIsVolatile() || isVolatilePlace(Move.getSrc()) ||
                       isVolatilePlace(Move.getDst()));
}

static bool isVolatileData(fir::DeclareOp Declare) {
  std::optional<fir::FortranVariableFlagsEnum> Flags =
      Declare.getFortranAttrs();
  return Flags &&
         bitEnumContainsAny(*Flags,
                            fir::FortranVariableFlagsEnum::fortran_volatile) &&
         isa<fir::CharacterType, fir::RecordType>(
             fir::getFortranElementType(Declare.getType()));
}

/// Flang's run-time library accesses VOLATILE texts and records as it does
/// others.
static void markVolatileData(func::FuncOp Function) {
  WalkResult Result = Function.walk([](fir::DeclareOp Declare) {
    return isVolatileData(Declare) ? WalkResult::interrupt()
                                   : WalkResult::advance();
  });
  if (!Result.wasInterrupted())
    return;
  Builder B(Function.getContext());
  SmallVector<Attribute> All{B.getStringAttr(bitcode::VolatileDataAttr)};
  if (auto Others = Function->getAttrOfType<ArrayAttr>("passthrough"))
    append_range(All, Others);
  Function->setAttr("passthrough", B.getArrayAttr(All));
}

void CUFPrepareDevice::runOnOperation() {
  ModuleOp Module = getOperation();
  std::optional<DataLayout> Layout =
      fir::support::getOrSetMLIRDataLayout(Module, /*allowDefaultLayout=*/true);
  fir::LLVMTypeConverter Types(Module, /*applyTBAA=*/false,
                               /*forceUnifiedTBAATree=*/false, *Layout);
  for (auto Global : llvm::make_early_inc_range(Module.getOps<fir::GlobalOp>()))
    if (Global.getDataAttr() == cuf::DataAttribute::Shared)
      lowerSharedBlock(Global, Types);
  for (auto Function :
       llvm::make_early_inc_range(Module.getOps<func::FuncOp>())) {
    if (Function.isExternal()) {
      markComplexValues(Function);
      continue;
    }
    lowerDeviceLocals(Function);
    markVolatileData(Function);
    Function.walk(accessVolatile);
    if (failed(lowerShared(Function, Types, *Layout)) ||
        failed(correctCompareAndSwap(Function)) ||
        failed(checkProcedureArguments(Function)))
      return signalPassFailure();
    if (isKernel(Function))
      markUnaliasedDummies(Function);
    if (isKernel(Function) && failed(passByValue(Function, Types, *Layout)))
      return signalPassFailure();
    dropDataAttributes(Function);
    Function.walk([&](fir::AllocaOp Alloca) {
      if (Alloca.getBindcName() != "__builtin_warpsize")
        return;
      OpBuilder Builder(&getContext());
      Builder.setInsertionPointAfter(Alloca);
      Value Size = arith::ConstantOp::create(Builder, Alloca.getLoc(),
                                             Builder.getI32IntegerAttr(32));
      fir::StoreOp::create(Builder, Alloca.getLoc(), Size, Alloca);
    });
  }
}

} // namespace

} // namespace warpfort
