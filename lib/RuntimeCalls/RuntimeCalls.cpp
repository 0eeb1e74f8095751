//===-- RuntimeCalls.cpp - Runtime entry points as FIR functions ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Builds calls of the runtime at FIR level.
///
//===----------------------------------------------------------------------===//
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/IR/Attributes.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MD5.h"
#include <cstddef>

using namespace mlir;

namespace warpfort {

Type getAbiPointerType(MLIRContext *Context) {
  return fir::LLVMPointerType::get(Context, IntegerType::get(Context, 8));
}

func::FuncOp getOrDeclareFunction(fir::FirOpBuilder &Builder, Location Loc,
                                  llvm::StringRef Name, FunctionType Type) {
  if (auto Existing = Builder.getNamedFunction(Name))
    return Existing;
  auto Fn = Builder.createFunction(Loc, Name, Type);
  Fn.setPrivate();
  return Fn;
}

fir::CallOp callRuntime(fir::FirOpBuilder &Builder, Location Loc,
                        func::FuncOp Fn, llvm::ArrayRef<Value> Args) {
  llvm::SmallVector<Value> Converted;
  for (auto [Arg, Type] : llvm::zip_equal(Args, Fn.getArgumentTypes()))
    Converted.push_back(Builder.createConvert(Loc, Type, Arg));
  return fir::CallOp::create(Builder, Loc, Fn, Converted);
}

/// Address of element \p Index of the array at \p Array.
static Value createElementAddress(fir::FirOpBuilder &Builder, Location Loc,
                                  Value Array, Type ElementType,
                                  int64_t Index) {
  Value Position =
      Builder.createIntegerConstant(Loc, Builder.getIndexType(), Index);
  return fir::CoordinateOp::create(Builder, Loc,
                                   Builder.getRefType(ElementType), Array,
                                   ValueRange{Position});
}

/// Stores values, but for null ones, to the array at \p Array; returns its
/// address.
static Value storeValues(fir::FirOpBuilder &Builder, Location Loc, Value Array,
                         Type ElementType, llvm::ArrayRef<Value> Values) {
  for (auto [Index, V] : llvm::enumerate(Values))
    if (V)
      fir::StoreOp::create(
          Builder, Loc, Builder.createConvert(Loc, ElementType, V),
          createElementAddress(Builder, Loc, Array, ElementType, Index));
  return Builder.createConvert(Loc, getAbiPointerType(Builder.getContext()),
                               Array);
}

Value createValueArray(fir::FirOpBuilder &Builder, Location Loc,
                       Type ElementType, llvm::ArrayRef<Value> Values) {
  if (Values.empty())
    return Builder.createNullConstant(Loc,
                                      getAbiPointerType(Builder.getContext()));
  auto ArrayType = fir::SequenceType::get({static_cast<int64_t>(Values.size())},
                                          ElementType);
  return storeValues(Builder, Loc, Builder.createTemporary(Loc, ArrayType),
                     ElementType, Values);
}

Value createArgumentArray(fir::FirOpBuilder &Builder, Location Loc,
                          llvm::ArrayRef<Value> Values,
                          llvm::ArrayRef<bool> InPlace) {
  Type Pointer = getAbiPointerType(Builder.getContext());
  llvm::SmallVector<Value> Addresses;
  for (auto [Index, V] : llvm::enumerate(Values)) {
    if (!InPlace.empty() && InPlace[Index]) {
      Addresses.push_back(Builder.createConvert(Loc, Pointer, V));
      continue;
    }
    // FIR has no references to references.
    Value Stored = fir::isa_ref_type(V.getType())
                       ? Builder.createConvert(Loc, Pointer, V)
                       : V;
    Value Slot = Builder.createTemporary(Loc, Stored.getType());
    fir::StoreOp::create(Builder, Loc, Stored, Slot);
    Addresses.push_back(Builder.createConvert(Loc, Pointer, Slot));
  }
  return createValueArray(Builder, Loc, Pointer, Addresses);
}

/// The structs that all calls of a function fill in, one after the other; those
/// of one call have the numbers from 0.
static Value accDataSlot(fir::FirOpBuilder &Builder, Location Loc, Type Type,
                         unsigned Number) {
  for (auto Slot : Builder.getAllocaBlock()->getOps<fir::AllocaOp>())
    if (AccDataSlotAttr.isOn(Slot) && Number-- == 0)
      return Slot;
  // The numbers below have theirs.
  Value Slot = Builder.createTemporary(Loc, Type);
  AccDataSlotAttr.set(Slot.getDefiningOp());
  return Slot;
}

/// Whether \p V is a number that is known here, or the address of a global if
/// \p MayBeAddress: that of device data is not the same everywhere.
static bool isConstant(Value V, bool MayBeAddress) {
  Operation *Op = V.getDefiningOp();
  if (isa_and_nonnull<fir::ConvertOp>(Op))
    return isConstant(Op->getOperand(0), MayBeAddress);
  return isa_and_nonnull<arith::ConstantOp, fir::ZeroOp>(Op) ||
         (MayBeAddress && isa_and_nonnull<fir::AddrOfOp>(Op));
}

/// \p V, a constant, computed again where \p Builder is.
static Value copyConstant(fir::FirOpBuilder &Builder, Value V) {
  Operation *Op = V.getDefiningOp();
  IRMapping Map;
  for (Value Operand : Op->getOperands())
    Map.map(Operand, copyConstant(Builder, Operand));
  return Builder.clone(*Op, Map)->getResult(0);
}

/// Says which constant \p V is.
static void nameConstant(llvm::raw_ostream &OS, Value V) {
  Operation *Op = V.getDefiningOp();
  if (auto Address = dyn_cast<fir::AddrOfOp>(Op))
    OS << Address.getSymbol();
  else if (auto Constant = dyn_cast<arith::ConstantOp>(Op))
    OS << Constant.getValue();
  OS << Op->getResult(0).getType();
  for (Value Operand : Op->getOperands())
    nameConstant(OS, Operand);
}

/// A global with those of \p Words that are constants; one for equal ones.
static fir::GlobalOp constantWords(fir::FirOpBuilder &Builder, Location Loc,
                                   Type Struct, llvm::ArrayRef<Value> Words) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (Value Word : Words) {
    if (Word)
      nameConstant(OS, Word);
    OS << '\n';
  }
  std::string Name =
      "warpfort.acc.data." +
      llvm::toHex(llvm::MD5::hash(llvm::arrayRefFromStringRef(Text)),
                  /*LowerCase=*/true);
  // Only this function makes such names: the table of a builder has them all,
  // and the module's operations need not be searched for one that is new.
  SymbolTable *Symbols = Builder.getMLIRSymbolTable();
  if (auto Existing = Symbols ? Symbols->lookup<fir::GlobalOp>(Name)
                              : Builder.getNamedGlobal(Name))
    return Existing;
  auto Guard = OpBuilder::InsertionGuard(Builder);
  Builder.setInsertionPointToEnd(Builder.getModule().getBody());
  auto Global = fir::GlobalOp::create(Builder, Loc, Name, /*isConstant=*/true,
                                      /*isTarget=*/false, Struct, Attribute(),
                                      Builder.createInternalLinkage());
  if (Symbols)
    Symbols->insert(Global);
  Builder.createBlock(&Global.getRegion());
  Type I64 = Builder.getI64Type();
  Value All = fir::ZeroOp::create(Builder, Loc, Struct);
  for (auto [Index, Word] : llvm::enumerate(Words)) {
    if (!Word)
      continue;
    Value Copy = Builder.createConvert(Loc, I64, copyConstant(Builder, Word));
    auto Where = Builder.getArrayAttr(
        Builder.getIntegerAttr(Builder.getIndexType(), Index));
    All = fir::InsertValueOp::create(Builder, Loc, Struct, All, Copy, Where);
  }
  fir::HasValueOp::create(Builder, Loc, All);
  return Global;
}

Value createAccData(fir::FirOpBuilder &Builder, Location Loc,
                    const AccDataWords &Data, unsigned Number) {
  constexpr size_t WordBytes = sizeof(int64_t);
  static_assert(sizeof(WarprtAccData) == 12 * WordBytes, "twelve words");
  Type I64 = Builder.getI64Type();
  llvm::SmallVector<Value> Words(sizeof(WarprtAccData) / WordBytes);
  Words[offsetof(WarprtAccData, flags) / WordBytes] = Data.Flags;
  Words[offsetof(WarprtAccData, async) / WordBytes] = Data.Async;
  Words[offsetof(WarprtAccData, name) / WordBytes] = Data.Name;
  Words[offsetof(WarprtAccData, file) / WordBytes] = Data.File;
  Words[offsetof(WarprtAccData, function) / WordBytes] = Data.Function;
  Words[offsetof(WarprtAccData, line) / WordBytes] = Data.Line;
  Words[offsetof(WarprtAccData, base) / WordBytes] = Data.Base;
  Words[offsetof(WarprtAccData, elementBytes) / WordBytes] = Data.ElementBytes;
  Words[offsetof(WarprtAccData, rank) / WordBytes] = Data.Rank;
  Words[offsetof(WarprtAccData, section) / WordBytes] = Data.Section;
  Words[offsetof(WarprtAccData, descriptor) / WordBytes] = Data.Descriptor;
  Words[offsetof(WarprtAccData, descriptorAddress) / WordBytes] =
      Data.DescriptorAddress;
  auto Struct =
      fir::SequenceType::get({static_cast<int64_t>(Words.size())}, I64);
  Value Slot = accDataSlot(Builder, Loc, Struct, Number);
  // Most words are constants, and copied at once: many stores in a row take
  // LLVM time that grows with their square.
  llvm::SmallVector<Value> Constants(Words.size());
  const Value Names[] = {Data.Name, Data.File, Data.Function};
  for (auto [Index, Word] : llvm::enumerate(Words))
    if (Word && isConstant(Word, llvm::is_contained(Names, Word)))
      std::swap(Word, Constants[Index]);
  fir::GlobalOp Global = constantWords(Builder, Loc, Struct, Constants);
  Value From = fir::AddrOfOp::create(Builder, Loc, Global.resultType(),
                                     Global.getSymbol());
  fir::CopyOp::create(Builder, Loc, From, Slot, /*noOverlap=*/true);
  return storeValues(Builder, Loc, Slot, I64, Words);
}

Value createKernelHandle(fir::FirOpBuilder &Builder, Location Loc,
                         llvm::StringRef Kernel) {
  std::string Name = (KernelHandlePrefix + Kernel).str();
  Type Opaque = Builder.getI8Type();
  if (!Builder.getNamedGlobal(Name)) {
    auto Guard = OpBuilder::InsertionGuard(Builder);
    Builder.setInsertionPointToEnd(Builder.getModule().getBody());
    auto Handle = fir::GlobalOp::create(Builder, Loc, Name, Opaque,
                                        llvm::ArrayRef<NamedAttribute>{});
    if (SymbolTable *Symbols = Builder.getMLIRSymbolTable())
      Symbols->insert(Handle);
  }
  return Builder.createConvert(
      Loc, getAbiPointerType(Builder.getContext()),
      fir::AddrOfOp::create(Builder, Loc, Builder.getRefType(Opaque),
                            SymbolRefAttr::get(Builder.getContext(), Name)));
}

Value createStreamArgument(fir::FirOpBuilder &Builder, Location Loc,
                           Value Stream) {
  Type Pointer = getAbiPointerType(Builder.getContext());
  if (!Stream)
    return Builder.createNullConstant(Loc, Pointer);
  Type Element = fir::unwrapRefType(Stream.getType());
  if (Element != Builder.getI64Type()) {
    Value Handle = fir::LoadOp::create(Builder, Loc, Stream);
    Stream = Builder.createTemporary(Loc, Builder.getI64Type());
    fir::StoreOp::create(
        Builder, Loc, Builder.createConvert(Loc, Builder.getI64Type(), Handle),
        Stream);
  }
  return Builder.createConvert(Loc, Pointer, Stream);
}

} // namespace warpfort
