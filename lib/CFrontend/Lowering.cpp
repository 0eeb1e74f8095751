//===-- Lowering.cpp - Types, variables and functions of C ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See Lowering.h.
///
//===----------------------------------------------------------------------===//
#include "Lowering.h"
#include "warpfort/IR/Attributes.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/Dialect/Support/FIRContext.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;

namespace warpfort::c {

Lowering::Lowering(ModuleOp Module, clang::ASTContext &AST)
    : Module(Module), AST(AST),
      B(Module.getOperation(), fir::getKindMapping(Module)),
      Here(UnknownLoc::get(Module.getContext())) {
  B.setFastMathFlags(arith::FastMathFlags::contract);
}

Location Lowering::locate(clang::SourceLocation Where) {
  const clang::SourceManager &Sources = AST.getSourceManager();
  clang::PresumedLoc P = Sources.getPresumedLoc(Sources.getExpansionLoc(Where));
  if (P.isInvalid())
    return Here;
  return FileLineColLoc::get(B.getContext(), P.getFilename(), P.getLine(),
                             P.getColumn());
}

void Lowering::report(clang::DiagnosticsEngine::Level Level,
                      clang::SourceLocation Where, const Twine &What) {
  clang::DiagnosticsEngine &Diags = AST.getDiagnostics();
  unsigned Id = Diags.getCustomDiagID(Level, "%0");
  Diags.Report(AST.getSourceManager().getExpansionLoc(Where), Id) << What.str();
}

void Lowering::error(clang::SourceLocation Where, const Twine &What) {
  Failed = true;
  report(clang::DiagnosticsEngine::Error, Where, What);
}

void Lowering::warning(clang::SourceLocation Where, const Twine &What) {
  report(clang::DiagnosticsEngine::Warning, Where, What);
}

Value Lowering::undefined(Type T) { return fir::UndefOp::create(B, Here, T); }

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

SmallVector<const clang::VariableArrayType *>
variableDims(clang::QualType T, const clang::ASTContext &AST) {
  if (T->isPointerType())
    T = T->getPointeeType();
  SmallVector<const clang::VariableArrayType *> Dims;
  for (; const auto *Array = AST.getAsArrayType(T); T = Array->getElementType())
    if (const auto *Variable = dyn_cast<clang::VariableArrayType>(Array))
      Dims.push_back(Variable);
  return Dims;
}

uint64_t Lowering::sizeOf(QualType T, clang::SourceLocation Where) {
  if (T->isVoidType() || T->isFunctionType())
    return 1;
  if (T->isVariableArrayType()) {
    error(Where, "an address behind a whole array of the variable-length type "
                 "'" +
                     T.getAsString() + "' is not supported in device code");
    return 1;
  }
  return AST.getTypeSizeInChars(T).getQuantity();
}

Type Lowering::memoryType(QualType T, clang::SourceLocation Where) {
  T = T.getCanonicalType().getUnqualifiedType();
  auto Refuse = [&](const Twine &What) -> Type {
    error(Where, What + " is not supported in device code");
    return {};
  };
  if (const auto *Enum = T->getAs<clang::EnumType>())
    T = Enum->getDecl()
            ->getDefinitionOrSelf()
            ->getIntegerType()
            .getCanonicalType();
  if (T->isPointerType())
    return B.getI64Type();
  if (T->isConstantArrayType() || T->isVariableArrayType())
    return arrayType(T, /*IsPointee=*/false, Where);
  if (T->isAtomicType())
    return Refuse("the type '" + T.getAsString() + "'");
  if (T->isRecordType()) {
    uint64_t Size = sizeOf(T, Where);
    uint64_t Align =
        std::min<uint64_t>(8, AST.getTypeAlignInChars(T).getQuantity());
    return fir::SequenceType::get({static_cast<int64_t>(Size / Align)},
                                  B.getIntegerType(8 * Align));
  }
  if (const auto *Complex = T->getAs<clang::ComplexType>()) {
    QualType Part = Complex->getElementType();
    if (Part->isRealFloatingType())
      if (Type Real = memoryType(Part, Where))
        return ComplexType::get(Real);
    return Refuse("the type '" + T.getAsString() + "'");
  }
  if (const auto *Builtin = T->getAs<clang::BuiltinType>()) {
    if (Builtin->getKind() == clang::BuiltinType::Float)
      return B.getF32Type();
    if (Builtin->getKind() == clang::BuiltinType::Double)
      return B.getF64Type();
    if (Builtin->isInteger() && AST.getTypeSize(T) <= 64)
      return B.getIntegerType(AST.getTypeSize(T));
  }
  return Refuse("the type '" + T.getAsString() + "'");
}

Type Lowering::arrayType(QualType T, bool IsPointee,
                         clang::SourceLocation Where) {
  fir::SequenceType::Shape Shape;
  if (IsPointee)
    Shape.push_back(fir::SequenceType::getUnknownExtent());
  T = T.getCanonicalType();
  while (T->isConstantArrayType() || T->isVariableArrayType()) {
    const clang::ArrayType *Array = AST.getAsArrayType(T);
    const auto *Constant = dyn_cast<clang::ConstantArrayType>(Array);
    Shape.push_back(Constant ? Constant->getSize().getZExtValue()
                             : fir::SequenceType::getUnknownExtent());
    T = Array->getElementType();
  }
  if (T->isVoidType() || T->isFunctionType())
    T = AST.CharTy;
  Type Element = memoryType(T, Where);
  if (!Element)
    return {};
  if (auto Words = dyn_cast<fir::SequenceType>(Element)) {
    Shape.push_back(Words.getShape().front());
    Element = Words.getEleTy();
  }
  std::reverse(Shape.begin(), Shape.end());
  return fir::SequenceType::get(Shape, Element);
}

/// The type of the values that a parameter or result has.
Type Lowering::signless(Type T) {
  auto Integer = dyn_cast<IntegerType>(T);
  return Integer ? B.getIntegerType(Integer.getWidth()) : T;
}

/// Of parameters and results.
Type Lowering::argumentType(QualType T, clang::SourceLocation Where) {
  if (T->isPointerType()) {
    QualType Pointee = T->getPointeeType();
    if (Pointee->isFunctionType()) {
      error(Where, "function pointers are not supported in device code");
      return {};
    }
    if (Pointee->isIncompleteType())
      Pointee = AST.CharTy;
    Type Array = arrayType(Pointee, /*IsPointee=*/true, Where);
    return Array ? fir::ReferenceType::get(Array) : Type();
  }
  Type Memory = memoryType(T, Where);
  if (T->isRecordType())
    return Memory ? fir::ReferenceType::get(Memory) : Type();
  // Callers of C extend what is narrower than int by its sign.
  if (auto Integer = dyn_cast_or_null<IntegerType>(Memory);
      Integer && Integer.getWidth() < 32 &&
      T->isUnsignedIntegerOrEnumerationType())
    return IntegerType::get(B.getContext(), Integer.getWidth(),
                            IntegerType::Unsigned);
  return Memory;
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// Flang's names have no capital letters.
std::string Lowering::uniqueName(StringRef Of) {
  std::string Name = "_QF" + StringRef(FunctionName).lower() + "E" + Of.lower();
  std::string Unique = Name;
  for (unsigned N = 2; !Names.insert(Unique).second; ++N)
    Unique = Name + "_" + std::to_string(N);
  return Unique;
}

/// A pointer may point to any array, or to what another points to, unless it is
/// `restrict`; the dependence test and alias tags ask for these attributes.
static fir::FortranVariableFlagsAttr aliasing(const clang::VarDecl *Var,
                                              MLIRContext *Context) {
  using Flags = fir::FortranVariableFlagsEnum;
  clang::QualType T = Var->getType();
  if (T->isPointerType() && !T.isRestrictQualified())
    return fir::FortranVariableFlagsAttr::get(Context, Flags::pointer);
  if (T->isArrayType() || T->isRecordType())
    return fir::FortranVariableFlagsAttr::get(Context, Flags::target);
  return {};
}

/// The variable \p Name of type \p Memory at \p Address. \p Extents are those
/// of variable dimensions, in C's order.
Variable Lowering::declareAt(Value Address, Type Memory, StringRef Name,
                             fir::FortranVariableFlagsAttr Flags,
                             unsigned ArgumentNumber, ArrayRef<Value> Extents) {
  Variable V;
  V.UniqueName = uniqueName(Name);
  V.ArgumentNumber = ArgumentNumber;
  if (auto Array = dyn_cast<fir::SequenceType>(Memory)) {
    V.Rank = Array.getDimension();
    SmallVector<Value> Pairs;
    for (int64_t Extent : Array.getShape()) {
      Pairs.push_back(B.createIntegerConstant(Here, B.getIndexType(), 0));
      if (Extent != fir::SequenceType::getUnknownExtent()) {
        Pairs.push_back(
            B.createIntegerConstant(Here, B.getIndexType(), Extent));
      } else if (Extents.empty()) {
        Pairs.push_back(fir::AssumedSizeExtentOp::create(B, Here));
      } else {
        Pairs.push_back(
            B.createConvert(Here, B.getIndexType(), Extents.back()));
        Extents = Extents.drop_back();
      }
    }
    V.Shape = fir::ShapeShiftOp::create(
        B, Here, fir::ShapeShiftType::get(B.getContext(), V.Rank), Pairs);
  }
  // Of a scalar that is a pointer, `pointer` says nothing.
  bool IsTarget =
      Flags && Flags.getFlags() == fir::FortranVariableFlagsEnum::target;
  auto Declared = hlfir::DeclareOp::create(
      B, Here, Address, V.UniqueName, V.Shape, ValueRange{},
      ArgumentNumber ? Scope : Value(), Value(), 0,
      V.Rank || IsTarget ? Flags : fir::FortranVariableFlagsAttr(), {},
      ArgumentNumber);
  V.Base = Declared.getBase();
  return V;
}

Variable Lowering::declare(const clang::VarDecl *Var, Value Address,
                           Type Memory, bool IsArgument,
                           ArrayRef<Value> Extents) {
  return declareAt(
      Address, Memory, Var->getName(), aliasing(Var, B.getContext()),
      IsArgument ? cast<BlockArgument>(Address).getArgNumber() + 1 : 0,
      Extents);
}

/// Memory of the host that is no variable of its own.
Variable Lowering::declarePart(Value Address, Type Memory) {
  return declareAt(Address, Memory, "part",
                   fir::FortranVariableFlagsAttr::get(
                       B.getContext(), fir::FortranVariableFlagsEnum::target),
                   0);
}

/// The variable as a construct's body sees it that a data clause names.
Variable Lowering::redeclare(const Variable &Of, Value AccVar) {
  Variable V = Of;
  Value Address = AccVar;
  if (isa<fir::BaseBoxType>(Address.getType()))
    Address = fir::BoxAddrOp::create(B, Here, Address);
  auto Before = Of.Base.getDefiningOp<hlfir::DeclareOp>();
  V.Base = hlfir::DeclareOp::create(B, Here, Address, V.UniqueName, V.Shape,
                                    ValueRange{}, Value(), Value(), 0,
                                    Before.getFortranAttrsAttr(), {}, 0)
               .getBase();
  return V;
}

void Lowering::declareLocal(const clang::VarDecl *Var) {
  QualType T = Var->getType();
  Variables[Var->getCanonicalDecl()] =
      variableDims(T, AST).empty() || T->isPointerType()
          ? makeLocal(T, Var->getName(), Var->getLocation(),
                      aliasing(Var, B.getContext()))
          : makeVariableArray(Var);
}

/// A variable that is private to the loop or construct in work.
Variable Lowering::makeLocal(QualType T, StringRef Name,
                             clang::SourceLocation Where,
                             fir::FortranVariableFlagsAttr Flags) {
  Type Memory = memoryType(T, Where);
  if (!Memory)
    Memory = B.getI32Type();
  if (!Flags && T->isRecordType())
    Flags = fir::FortranVariableFlagsAttr::get(
        B.getContext(), fir::FortranVariableFlagsEnum::target);
  Variable V;
  {
    OpBuilder::InsertionGuard Guard(B);
    B.setInsertionPointToStart(&Function.front());
    if (Operation *Defining = Scope.getDefiningOp())
      B.setInsertionPointAfter(Defining);
    Value Address = fir::AllocaOp::create(B, Here, Memory);
    V = declareAt(Address, Memory, Name, Flags, 0);
  }
  auto MakePrivate = [&](auto Op) {
    OpBuilder::InsertionGuard Guard(B);
    B.setInsertionPoint(Op);
    acc::PrivateOp Entry = privateEntry(V, Name, /*Implicit=*/true);
    Op.addPrivatization(B.getContext(), Entry,
                        privateRecipe(Entry.getAccVar().getType()));
    B.setInsertionPointToStart(&Op.getRegion().front());
    V = redeclare(V, Entry.getAccVar());
  };
  if (auto Loop = dyn_cast_or_null<acc::LoopOp>(Owner))
    MakePrivate(Loop);
  else if (auto Parallel = dyn_cast_or_null<acc::ParallelOp>(Owner))
    MakePrivate(Parallel);
  else if (auto Serial = dyn_cast_or_null<acc::SerialOp>(Owner))
    MakePrivate(Serial);
  return V;
}

/// An array in the device's heap, which the end of the loop, construct or
/// function in work gives back, as the next one in the same place does.
Variable Lowering::makeVariableArray(const clang::VarDecl *Var) {
  Type I64 = B.getI64Type(),
       Pointer = fir::LLVMPointerType::get(B.getContext(), B.getI8Type());
  clang::SourceLocation Where = Var->getLocation();
  Value Slot = makeLocal(AST.LongTy, Var->getName(), Where).Base;
  Type Memory = memoryType(Var->getType(), Where);
  if (!Memory)
    return makeLocal(AST.IntTy, Var->getName(), Where);
  {
    OpBuilder::InsertionGuard Guard(B);
    B.setInsertionPointToStart(HeapArraysBegin);
    if (Operation *Defining = Slot.getDefiningOp();
        Defining->getBlock() == HeapArraysBegin)
      B.setInsertionPointAfter(Defining);
    storeTo(constant(I64, 0), Slot);
  }
  auto Array = cast<fir::SequenceType>(Memory);
  Value Bytes = constant(I64, 1);
  auto Times = [&](Value By) {
    Bytes = arith::MulIOp::create(B, Here, Bytes, By);
  };
  SmallVector<Value> Extents;
  for (const clang::VariableArrayType *Dim :
       variableDims(Var->getType(), AST)) {
    Extents.push_back(integer64(Dim->getSizeExpr()));
    Times(Extents.back());
  }
  for (int64_t Extent : Array.getShape())
    if (Extent != fir::SequenceType::getUnknownExtent())
      Times(constant(I64, Extent));
  QualType Element = AST.getBaseElementType(Var->getType());
  if (!Element->isRecordType()) // whose words are a dimension
    Times(constant(I64, sizeOf(Element, Where)));
  else
    Times(constant(I64, Array.getEleTy().getIntOrFloatBitWidth() / 8));
  freeHeapArray(Slot);
  Value Address = callNamed("malloc", {Bytes}, Pointer);
  storeTo(B.createConvert(Here, I64, Address), Slot);
  HeapArrays.push_back(Slot);
  return declareAt(
      B.createConvert(Here, fir::ReferenceType::get(Memory), Address), Memory,
      Var->getName(), aliasing(Var, B.getContext()), 0, Extents);
}

/// Gives back what \p Body, of a function, loop or construct, has in the heap.
void Lowering::withHeapArrays(llvm::function_ref<void()> Body) {
  llvm::SaveAndRestore Begin(HeapArraysBegin, B.getInsertionBlock());
  auto Around = std::move(HeapArrays);
  HeapArrays.clear();
  Body();
  for (Value Slot : HeapArrays)
    freeHeapArray(Slot);
  HeapArrays = std::move(Around);
}

void Lowering::freeHeapArray(Value Slot) {
  Value Old = B.createConvert(
      Here, fir::LLVMPointerType::get(B.getContext(), B.getI8Type()),
      loadOf(Slot));
  callNamed("free", {Old}, Type());
}

const Variable *Lowering::find(const clang::VarDecl *Var,
                               clang::SourceLocation Where) {
  auto Found = Variables.find(Var->getCanonicalDecl());
  if (Found != Variables.end())
    return &Found->second;
  // A table of constants needs no directive.
  if (isConstantTable(Var))
    addTable(Var, Where);
  if (const Variable *Declared = findGlobal(Var))
    return Declared;
  error(Where, "the variable '" + Var->getName() +
                   "' with static storage is not supported in an acc routine "
                   "without the directive 'declare'");
  declareLocal(Var);
  return &Variables[Var->getCanonicalDecl()];
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// What belongs to one file keeps out of the way of others' with the same name.
std::string Lowering::symbolOf(const clang::NamedDecl *D) {
  std::string Name = D->getNameAsString();
  // Callers of Clang's pass them otherwise.
  if (const auto *F = dyn_cast<clang::FunctionDecl>(D);
      F && passesStructures(F))
    Name += StructuresSuffix;
  if (D->isExternallyVisible())
    return Name;
  const clang::SourceManager &Sources = AST.getSourceManager();
  llvm::StringRef File = Sources.getBufferName(
      Sources.getLocForStartOfFile(Sources.getMainFileID()));
  llvm::SmallString<256> Path(File);
  llvm::sys::fs::make_absolute(Path);
  return Name + "$" + llvm::utohexstr(llvm::xxh3_64bits(Path), true, 8);
}

func::FuncOp Lowering::begin(StringRef Symbol, StringRef SourceName,
                             FunctionType T, clang::SourceLocation Where) {
  OpBuilder At(Module.getContext());
  At.setInsertionPointToEnd(Module.getBody());
  auto Op = func::FuncOp::create(At, locate(Where), Symbol, T);
  SourceNameAttr.set(Op, SourceName);
  beginBody(Op, SourceName);
  return Op;
}

void Lowering::beginBody(func::FuncOp Op, StringRef SourceName) {
  Function = Op;
  FunctionName = SourceName;
  Here = Op.getLoc();
  Variables.clear();
  PrivateSections.clear();
  Names.clear();
  InConstruct = InBlocks = false;
  BodyInWork = nullptr;
  Owner = nullptr;
  BreakTo = ContinueTo = ReturnTo = nullptr;
  Result = {};
  B.setInsertionPointToStart(Function.addEntryBlock());
  Scope = fir::DummyScopeOp::create(B, Here,
                                    fir::DummyScopeType::get(B.getContext()));
}

/// A function with the variables of \p Captures; the builder is in its body.
func::FuncOp Lowering::beginConstruct(ArrayRef<Capture> Captures,
                                      const clang::FunctionDecl *In,
                                      StringRef Symbol, unsigned Outputs,
                                      clang::SourceLocation Where) {
  SmallVector<Type> Inputs(Outputs, fir::ReferenceType::get(B.getI64Type()));
  SmallVector<Type> Memories;
  for (const Capture &C : Captures) {
    QualType T = C.Var->getType();
    Type Memory;
    if (C.ByValue) {
      QualType Pointee = T->getPointeeType();
      if (Pointee->isIncompleteType())
        Pointee = AST.CharTy;
      Memory = arrayType(Pointee, /*IsPointee=*/true, Where);
    } else {
      Memory = memoryType(T, Where);
    }
    if (!Memory)
      return {};
    Memories.push_back(Memory);
    Inputs.push_back(fir::ReferenceType::get(Memory));
  }
  unsigned Next = Inputs.size();
  for (const Capture &C : Captures)
    Inputs.append(variableDims(C.Var->getType(), AST).size(), B.getI64Type());
  func::FuncOp F =
      begin(Symbol, In->getName(), B.getFunctionType(Inputs, {}), Where);
  for (auto [Argument, Memory, C] :
       llvm::zip_first(F.getArguments().slice(Outputs, Captures.size()),
                       Memories, Captures)) {
    F.setArgAttr(Argument.getArgNumber(), "fir.bindc_name",
                 B.getStringAttr(C.Var->getName()));
    // The construct may keep the address, and others may point there.
    F.setArgAttr(Argument.getArgNumber(), fir::getTargetAttrName(),
                 B.getUnitAttr());
    SmallVector<Value> Extents;
    for (size_t I = variableDims(C.Var->getType(), AST).size(); I > 0; --I)
      Extents.push_back(F.getArgument(Next++));
    fir::FortranVariableFlagsAttr Flags = aliasing(C.Var, B.getContext());
    if (!C.ByValue &&
        (C.Var->hasGlobalStorage() || takesAddress(C.Var, In->getBody())))
      Flags = fir::FortranVariableFlagsAttr::get(
          B.getContext(), fir::FortranVariableFlagsEnum::target);
    Variables[C.Var->getCanonicalDecl()] =
        declareAt(Argument, Memory, C.Var->getName(), Flags,
                  Argument.getArgNumber() + 1, Extents);
  }
  return F;
}

func::FuncOp Lowering::lowerConstruct(clang::OpenACCConstructStmt *Construct,
                                      ArrayRef<Capture> Captures,
                                      const clang::FunctionDecl *In,
                                      StringRef Symbol, int Part,
                                      unsigned Outputs) {
  func::FuncOp F =
      beginConstruct(Captures, In, Symbol, Outputs, Construct->getBeginLoc());
  if (!F)
    return {};
  construct(Construct, Part);
  func::ReturnOp::create(B, Here);
  return F;
}

func::FuncOp Lowering::lowerDeclare(const clang::OpenACCDeclareDecl *Directive,
                                    ArrayRef<Capture> Captures,
                                    const clang::FunctionDecl *In,
                                    StringRef Symbol, int Part) {
  func::FuncOp F =
      beginConstruct(Captures, In, Symbol, 0, Directive->getBeginLoc());
  if (!F)
    return {};
  dataConstruct(Directive->clauses(), Part);
  func::ReturnOp::create(B, Here);
  return F;
}

static bool hasNamed(const clang::OpenACCClause *Clause) {
  return isa<clang::OpenACCSeqClause, clang::OpenACCGangClause,
             clang::OpenACCWorkerClause, clang::OpenACCVectorClause>(Clause);
}

/// The function that a directive names; null if it stands before one.
static const clang::FunctionDecl *
namedFunction(const clang::OpenACCRoutineDecl *Named) {
  const clang::Expr *E = Named->getFunctionReference();
  const auto *Ref =
      E ? dyn_cast<clang::DeclRefExpr>(E->IgnoreParenImpCasts()) : nullptr;
  return Ref ? dyn_cast<clang::FunctionDecl>(Ref->getDecl()) : nullptr;
}

std::optional<SmallVector<const clang::OpenACCClause *>>
routineClauses(const clang::FunctionDecl *F, const clang::ASTContext &AST) {
  std::optional<SmallVector<const clang::OpenACCClause *>> Found;
  auto Add = [&](auto &&List) {
    if (Found)
      return;
    Found.emplace();
    for (const clang::OpenACCClause *Clause : List)
      Found->push_back(Clause);
  };
  for (const clang::FunctionDecl *D : F->redecls())
    for (const auto *A : D->specific_attrs<clang::OpenACCRoutineDeclAttr>())
      Add(A->Clauses);
  for (const clang::Decl *D : AST.getTranslationUnitDecl()->decls())
    if (const auto *Named = dyn_cast<clang::OpenACCRoutineDecl>(D))
      if (const clang::FunctionDecl *Of = namedFunction(Named);
          Of && Of->getCanonicalDecl() == F->getCanonicalDecl())
        Add(Named->clauses());
  return Found;
}

const clang::OpenACCRoutineDecl *routineAfter(const clang::FunctionDecl *F,
                                              clang::SourceLocation Use,
                                              const clang::ASTContext &AST) {
  const clang::OpenACCRoutineDecl *First = nullptr;
  for (const clang::Decl *D : AST.getTranslationUnitDecl()->decls())
    if (const auto *Named = dyn_cast<clang::OpenACCRoutineDecl>(D);
        Named && !First)
      if (const clang::FunctionDecl *Of = namedFunction(Named);
          Of && Of->getCanonicalDecl() == F->getCanonicalDecl())
        First = Named;
  return First && AST.getSourceManager().isBeforeInTranslationUnit(
                      Use, First->getBeginLoc())
             ? First
             : nullptr;
}

/// The declaration of \p F that has its parameters: `int f();` has none, and
/// that of a library function that the program defines itself may have others.
static const clang::FunctionDecl *withParameters(const clang::FunctionDecl *F) {
  const clang::FunctionDecl *Definition = nullptr;
  if (F->hasBody(Definition))
    return Definition;
  for (const clang::FunctionDecl *D : F->redecls())
    if (D->hasPrototype())
      return D;
  return F;
}

/// The types of arguments and results; false after an error. The memory of a
/// result that is a structure is the first argument.
bool Lowering::signatureOf(const clang::FunctionDecl *F,
                           clang::SourceLocation Where,
                           SmallVectorImpl<Type> &Inputs,
                           SmallVectorImpl<Type> &Results) {
  const clang::FunctionDecl *Shape = withParameters(F);
  if (QualType T = Shape->getReturnType(); T->isRecordType()) {
    Inputs.push_back(argumentType(T, Where));
    if (!Inputs.back())
      return false;
  }
  for (const clang::ParmVarDecl *P : Shape->parameters()) {
    Type T = argumentType(P->getType(), Where);
    if (!T)
      return false;
    Inputs.push_back(T);
  }
  if (Shape->isVariadic()) {
    error(Where, "the call of the function '" + F->getName() +
                     "' with a variable number of arguments is not supported "
                     "in device code");
    return false;
  }
  if (!Shape->getReturnType()->isVoidType() &&
      Inputs.size() == Shape->getNumParams()) {
    Type T = Shape->getReturnType()->isPointerType()
                 ? B.getI64Type()
                 : argumentType(Shape->getReturnType(), Where);
    if (!T)
      return false;
    Results.push_back(T);
  }
  return true;
}

/// What a function of another file gets the address of as a constant it reads.
static void noteIntents(func::FuncOp Op, const clang::FunctionDecl *F) {
  if (F->getNumParams() != Op.getNumArguments())
    return;
  SmallVector<StringRef> Intents;
  for (const clang::ParmVarDecl *P : F->parameters()) {
    clang::QualType T = P->getType();
    bool IsRead = T->isPointerType() && T->getPointeeType().isConstQualified();
    Intents.push_back(IsRead ? "in" : "");
  }
  if (llvm::is_contained(Intents, "in"))
    IntentsAttr.set(Op, Builder(Op.getContext()).getStrArrayAttr(Intents));
}

func::FuncOp Lowering::functionOf(const clang::FunctionDecl *F,
                                  clang::SourceLocation Where) {
  F = F->getCanonicalDecl();
  if (auto Known = Functions.find(F); Known != Functions.end())
    return Known->second;
  SmallVector<Type> Inputs, Results;
  if (!signatureOf(F, Where, Inputs, Results))
    return Functions[F] = {};
  OpBuilder At(Module.getContext());
  At.setInsertionPointToEnd(Module.getBody());
  const clang::FunctionDecl *Definition = nullptr;
  F->hasBody(Definition);
  Location Loc = locate((Definition ? Definition : F)->getLocation());
  auto Clauses = routineClauses(F, AST);
  auto Op = func::FuncOp::create(At, Loc, symbolOf(F),
                                 B.getFunctionType(Inputs, Results));
  Op.setPrivate();
  SourceNameAttr.set(Op, F->getName());
  Op->setAttr("fir.proc_attrs",
              fir::FortranProcedureFlagsEnumAttr::get(
                  B.getContext(), fir::FortranProcedureFlagsEnum::bind_c));
  Op->setAttr("fir.bindc_name", B.getStringAttr(Op.getSymName()));
  Functions[F] = Op;
  if (Definition)
    Bodies.insert(Definition);
  else
    noteIntents(Op, F);
  if (Clauses)
    addRoutine(Op, F, *Clauses);
  return Op;
}

/// The operation for the routine directives of \p F, which is \p Op.
void Lowering::addRoutine(func::FuncOp Op, const clang::FunctionDecl *F,
                          Clauses List) {
  OpBuilder Start(Module.getBodyRegion());
  OperationState State(Op.getLoc(), acc::RoutineOp::getOperationName());
  OperationName Operation = State.name;
  std::string Name = "acc_routine_" + std::to_string(RoutineCount++);
  State.addAttribute(acc::RoutineOp::getSymNameAttrName(Operation),
                     B.getStringAttr(Name));
  State.addAttribute(acc::RoutineOp::getFuncNameAttrName(Operation),
                     FlatSymbolRefAttr::get(Op));
  Attribute None =
      acc::DeviceTypeAttr::get(B.getContext(), acc::DeviceType::None);
  auto Level = [&](StringAttr Attr) {
    State.addAttribute(Attr, B.getArrayAttr({None}));
  };
  bool HasLevel = false;
  for (const clang::OpenACCClause *Clause : clausesThatApply(List)) {
    if (isa<clang::OpenACCSeqClause>(Clause)) {
      Level(acc::RoutineOp::getSeqAttrName(Operation));
    } else if (const auto *Gang = dyn_cast<clang::OpenACCGangClause>(Clause)) {
      if (Gang->getNumExprs())
        error(Clause->getBeginLoc(),
              "an argument of the 'gang' clause of the 'routine' directive is "
              "not supported");
      Level(acc::RoutineOp::getGangAttrName(Operation));
    } else if (isa<clang::OpenACCWorkerClause>(Clause)) {
      Level(acc::RoutineOp::getWorkerAttrName(Operation));
    } else if (isa<clang::OpenACCVectorClause>(Clause)) {
      Level(acc::RoutineOp::getVectorAttrName(Operation));
    } else if (isa<clang::OpenACCNoHostClause>(Clause)) {
      // The host's version is Clang's: nothing is left to leave out.
    } else if (const auto *Bind = dyn_cast<clang::OpenACCBindClause>(Clause)) {
      std::string Other = Bind->isStringArgument()
                              ? Bind->getStringArgument()->getString().str()
                              : Bind->getIdentifierArgument()->getName().str();
      if (passesStructures(F))
        Other += StructuresSuffix;
      State.addAttribute(acc::RoutineOp::getBindStrNameAttrName(Operation),
                         B.getArrayAttr({B.getStringAttr(Other)}));
      State.addAttribute(
          acc::RoutineOp::getBindStrNameDeviceTypeAttrName(Operation),
          B.getArrayAttr({None}));
    } else {
      error(Clause->getBeginLoc(),
            "this clause of the 'routine' directive is not supported");
    }
    HasLevel |= hasNamed(Clause);
  }
  if (!HasLevel)
    Level(acc::RoutineOp::getSeqAttrName(Operation));
  Start.create(State);
  Op->setAttr(
      acc::getRoutineInfoAttrName(),
      acc::RoutineInfoAttr::get(
          B.getContext(), {FlatSymbolRefAttr::get(B.getContext(), Name)}));
}

void Lowering::lowerRoutine(const clang::FunctionDecl *F) {
  functionOf(F, F->getLocation());
}

void Lowering::lowerParameter(const clang::FunctionDecl *F,
                              const clang::ParmVarDecl *P, Value Argument) {
  Function.setArgAttr(cast<BlockArgument>(Argument).getArgNumber(),
                      "fir.bindc_name", B.getStringAttr(P->getName()));
  bool Changes = mayChange(P, F->getBody());
  SmallVector<Value> Extents;
  for (const clang::VariableArrayType *Dim : variableDims(P->getType(), AST)) {
    if (Changes || !Dim->getSizeExpr()) {
      error(P->getLocation(), "the parameter '" + P->getName() +
                                  "', which points to variable-length arrays "
                                  "and is assigned, is not supported in device "
                                  "code");
      Changes = false;
      Extents.push_back(constant(B.getI64Type(), 1));
    } else {
      Extents.push_back(integer64(Dim->getSizeExpr()));
    }
  }
  if (P->getType()->isPointerType() && !Changes) {
    Variables[P] = declare(P, Argument, fir::unwrapRefType(Argument.getType()),
                           true, Extents);
    return;
  }
  Value Address = fir::AllocaOp::create(
      B, Here, memoryType(P->getType(), P->getLocation()));
  if (P->getType()->isRecordType())
    copyMemory(B.createConvert(Here, B.getI64Type(), Address),
               B.createConvert(Here, B.getI64Type(), Argument), P->getType());
  else
    storeTo(
        B.createConvert(Here, fir::unwrapRefType(Address.getType()), Argument),
        Address);
  Variables[P] =
      declare(P, Address, fir::unwrapRefType(Address.getType()), false);
}

void Lowering::lowerBody(const clang::FunctionDecl *F) {
  func::FuncOp Op = Functions[F->getCanonicalDecl()];
  if (!Op)
    return;
  if (F->isExternallyVisible() && !passesStructures(F))
    HostFunctions.push_back(Op.getSymName().str());
  Op.setPublic();
  beginBody(Op, F->getNameAsString());
  // Those that dimensions of others may depend on come first.
  bool GivesStructure = F->getReturnType()->isRecordType();
  for (bool HasDims : {false, true})
    for (auto [P, Argument] :
         llvm::zip(F->parameters(),
                   Op.getArguments().drop_front(GivesStructure ? 1 : 0)))
      if (variableDims(P->getType(), AST).empty() != HasDims)
        lowerParameter(F, P, Argument);
  if (GivesStructure)
    Result = B.createConvert(Here, B.getI64Type(), Op.getArgument(0));
  else if (Op.getNumResults())
    Result = fir::AllocaOp::create(B, Here, signless(Op.getResultTypes()[0]));
  ReturnTo = newBlock();
  InBlocks = true;
  BodyInWork = F->getBody();
  withHeapArrays([&] {
    statement(F->getBody());
    branch(ReturnTo);
    Function.getBody().push_back(ReturnTo);
    B.setInsertionPointToStart(ReturnTo);
    Here = locate(F->getBody()->getEndLoc());
  });
  if (Op.getNumResults())
    func::ReturnOp::create(B, Here,
                           ValueRange{B.createConvert(
                               Here, Op.getResultTypes()[0], loadOf(Result))});
  else
    func::ReturnOp::create(B, Here);
}

void Lowering::finish() {
  for (size_t I = 0; I < Bodies.size(); ++I)
    lowerBody(Bodies[I]);
}

} // namespace warpfort::c
