//===-- HostCalls.cpp - Calls of constructs in host code ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See HostCalls.h.
///
//===----------------------------------------------------------------------===//
#include "HostCalls.h"
#include "Clauses.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace warpfort::c {

void HostCalls::refuse(SourceLocation Where, llvm::StringRef What) {
  DiagnosticsEngine &Diags = AST.getDiagnostics();
  Diags.Report(Where, Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0"))
      << What;
}

void HostCalls::noteRoutine(OpenACCRoutineDecl *Named) {
  const Expr *E = Named->getFunctionReference();
  const auto *Ref =
      E ? dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()) : nullptr;
  if (Ref)
    if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()))
      Lower.lowerRoutine(F);
}

void HostCalls::replaceConstructs(FunctionDecl *F) {
  if (F->hasAttr<OpenACCRoutineDeclAttr>()) {
    Lower.lowerRoutine(F);
    return;
  }
  // A directive that names the function is seen apart.
  if (!F->isThisDeclarationADefinition() || !F->hasBody() ||
      F->hasAttr<OpenACCRoutineAnnotAttr>())
    return;
  In = F;
  Count = 0;
  Stmt *Body = F->getBody();
  for (Stmt *&Child : Body->children())
    walk(Child);
  for (VarDecl *Array : LargeArrays.takeVector())
    moveToHeap(Array);
}

std::string HostCalls::nextSymbol() {
  return Lower.symbolOf(In) + "$acc" + std::to_string(++Count);
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

Expr *HostCalls::reference(const VarDecl *Var, SourceLocation At) {
  auto *Mutable = const_cast<VarDecl *>(Var);
  Mutable->markUsed(AST);
  return DeclRefExpr::Create(AST, NestedNameSpecifierLoc(), SourceLocation(),
                             Mutable, /*RefersToEnclosingVariableOrCapture=*/
                             false, At, Var->getType(), VK_LValue);
}

Expr *HostCalls::valueOf(const VarDecl *Var, SourceLocation At) {
  return ImplicitCastExpr::Create(AST, Var->getType().getUnqualifiedType(),
                                  CK_LValueToRValue, reference(Var, At),
                                  nullptr, VK_PRValue, FPOptionsOverride());
}

Expr *HostCalls::toPointer(Expr *E, QualType T) {
  return ImplicitCastExpr::Create(AST, T, CK_BitCast, E, nullptr, VK_PRValue,
                                  FPOptionsOverride());
}

Expr *HostCalls::argument(const Capture &C, const VarDecl *Var,
                          SourceLocation At) {
  if (C.ByValue)
    return toPointer(valueOf(Var, At), AST.VoidPtrTy);
  Expr *Address = UnaryOperator::Create(
      AST, reference(Var, At), UO_AddrOf, AST.getPointerType(Var->getType()),
      VK_PRValue, OK_Ordinary, At, /*CanOverflow=*/false, FPOptionsOverride());
  return toPointer(Address, AST.VoidPtrTy);
}

Expr *HostCalls::sizeOf(QualType T, SourceLocation At) {
  return new (AST)
      UnaryExprOrTypeTraitExpr(UETT_SizeOf, AST.getTrivialTypeSourceInfo(T, At),
                               AST.getSizeType(), At, At);
}

/// What dimensions of variable length have, as the declarations of \p Captures
/// found them: after all other arguments.
void HostCalls::addExtents(llvm::ArrayRef<Capture> Captures, SourceLocation At,
                           llvm::SmallVectorImpl<Expr *> &Args) {
  for (const Capture &C : Captures)
    for (const VariableArrayType *Dim : variableDims(C.Var->getType(), AST)) {
      Expr *Extent = BinaryOperator::Create(
          AST, sizeOf(QualType(Dim, 0), At), sizeOf(Dim->getElementType(), At),
          BO_Div, AST.getSizeType(), VK_PRValue, OK_Ordinary, At,
          FPOptionsOverride());
      Args.push_back(ImplicitCastExpr::Create(
          AST, AST.VoidPtrTy, CK_IntegralToPointer, Extent, nullptr, VK_PRValue,
          FPOptionsOverride()));
    }
}

FunctionDecl *HostCalls::function(llvm::StringRef Symbol, QualType Result,
                                  llvm::ArrayRef<QualType> Types,
                                  StorageClass Storage, SourceLocation At) {
  FunctionProtoType::ExtProtoInfo Info;
  QualType T = AST.getFunctionType(Result, Types, Info);
  TranslationUnitDecl *Unit = AST.getTranslationUnitDecl();
  auto *F = FunctionDecl::Create(AST, Unit, At, At,
                                 DeclarationName(&AST.Idents.get(Symbol)), T,
                                 AST.getTrivialTypeSourceInfo(T), Storage);
  llvm::SmallVector<ParmVarDecl *> Parameters;
  for (QualType Type : Types)
    Parameters.push_back(ParmVarDecl::Create(AST, F, At, At, nullptr, Type,
                                             AST.getTrivialTypeSourceInfo(Type),
                                             SC_None, nullptr));
  F->setParams(Parameters);
  F->setImplicit();
  F->markUsed(AST);
  return F;
}

Expr *HostCalls::callee(FunctionDecl *F, SourceLocation At) {
  Expr *Name =
      DeclRefExpr::Create(AST, NestedNameSpecifierLoc(), SourceLocation(), F,
                          false, At, F->getType(), VK_PRValue);
  return ImplicitCastExpr::Create(AST, AST.getPointerType(F->getType()),
                                  CK_FunctionToPointerDecay, Name, nullptr,
                                  VK_PRValue, FPOptionsOverride());
}

Expr *HostCalls::callExpr(llvm::StringRef Symbol, QualType Result,
                          llvm::ArrayRef<Expr *> Args, SourceLocation At) {
  llvm::SmallVector<QualType> Types(Args.size(), AST.VoidPtrTy);
  FunctionDecl *F = function(Symbol, Result, Types, SC_Extern, At);
  return CallExpr::Create(AST, callee(F, At), Args, Result, VK_PRValue, At,
                          FPOptionsOverride());
}

/// Makes \p Array a reference to memory that the end of its scope gives back:
/// expressions that name it stay as they are.
void HostCalls::moveToHeap(VarDecl *Array) {
  SourceLocation At = Array->getLocation();
  QualType T = Array->getType(), Bytes = AST.getSizeType();
  FunctionDecl *Allocate =
                   function("malloc", AST.VoidPtrTy, {Bytes}, SC_Extern, At),
               *Free =
                   function("free", AST.VoidTy, {AST.VoidPtrTy}, SC_Extern, At);
  Expr *Memory =
      CallExpr::Create(AST, callee(Allocate, At), {sizeOf(T, At)},
                       AST.VoidPtrTy, VK_PRValue, At, FPOptionsOverride());
  Array->setInit(UnaryOperator::Create(
      AST, toPointer(Memory, AST.getPointerType(T)), UO_Deref, T, VK_LValue,
      OK_Ordinary, At, /*CanOverflow=*/false, FPOptionsOverride()));
  Array->setType(AST.getLValueReferenceType(T));
  Array->addAttr(CleanupAttr::CreateImplicit(AST, Free));
}

Stmt *HostCalls::call(llvm::StringRef Symbol, llvm::ArrayRef<Expr *> Args,
                      SourceLocation At) {
  return callExpr(Symbol, AST.VoidTy, Args, At);
}

VarDecl *HostCalls::variable(llvm::StringRef Like, QualType T, Expr *Init,
                             SourceLocation At) {
  IdentifierInfo &Name = AST.Idents.get((Like + "$").str());
  VarDecl *New = VarDecl::Create(AST, In, At, At, &Name, T,
                                 AST.getTrivialTypeSourceInfo(T), SC_Auto);
  if (Init)
    New->setInit(Init);
  New->setImplicit();
  New->markUsed(AST);
  return New;
}

//===----------------------------------------------------------------------===//
// Constructs
//===----------------------------------------------------------------------===//

/// A statement of \p S by which control flow leaves it, or may, but for jumps
/// to labels; null if there is none.
static const Stmt *findLeaving(const Stmt *S, bool InLoop, bool InSwitch) {
  if (!S || isa<Expr>(S))
    return nullptr;
  bool Leaves = isa<ReturnStmt>(S) ||
                (isa<BreakStmt>(S) && !InLoop && !InSwitch) ||
                (isa<ContinueStmt>(S) && !InLoop);
  if (Leaves)
    return S;
  InLoop |= isa<ForStmt, WhileStmt, DoStmt>(S);
  InSwitch |= isa<SwitchStmt>(S);
  for (const Stmt *Child : S->children())
    if (const Stmt *Found = findLeaving(Child, InLoop, InSwitch))
      return Found;
  return nullptr;
}

bool HostCalls::refuseLeaving(const Stmt *Body, llvm::StringRef Construct) {
  const Stmt *Found = findLeaving(Body, false, false);
  const Stmt *Jump = Body && !Found ? findJumpOut(Body) : nullptr;
  if (!Found && !Jump)
    return false;
  refuse((Found ? Found : Jump)->getBeginLoc(),
         ((Jump ? "'goto' that leaves the " : "a statement that leaves the ") +
          Construct + " is not supported")
             .str());
  return true;
}

void HostCalls::walk(Stmt *&S) {
  if (!S)
    return;
  auto *Construct = dyn_cast<OpenACCConstructStmt>(S);
  if (const auto *Declarations = dyn_cast<DeclStmt>(S);
      Declarations && Declarations->isSingleDecl())
    if (auto *D = const_cast<OpenACCDeclareDecl *>(
            dyn_cast<OpenACCDeclareDecl>(Declarations->getSingleDecl()))) {
      S = replaceDeclare(D);
      return;
    }
  if (!Construct) {
    for (Stmt *&Child : S->children())
      walk(Child);
    return;
  }
  if (auto *Data = dyn_cast<OpenACCDataConstruct>(Construct)) {
    S = replaceData(Data);
  } else if (auto *HostData = dyn_cast<OpenACCHostDataConstruct>(Construct)) {
    S = replaceHostData(HostData);
  } else if (auto *Loop = dyn_cast<OpenACCLoopConstruct>(Construct)) {
    // Outside of constructs and routines it says nothing.
    S = Loop->getLoop();
    walk(S);
  } else if (auto *Atomic = dyn_cast<OpenACCAtomicConstruct>(Construct)) {
    S = Atomic->getAssociatedStmt();
  } else if (isa<OpenACCCacheConstruct>(Construct)) {
    S = new (AST) NullStmt(Construct->getBeginLoc());
  } else {
    S = replace(Construct);
  }
}

/// Whether \p S calls a function.
static bool hasCall(const Stmt *S) {
  return S && (isa<CallExpr>(S) || llvm::any_of(S->children(), hasCall));
}

/// Whether \p S reads a member, an element or what a pointer points to.
static bool readsMemory(const Stmt *S) {
  if (!S)
    return false;
  const auto *Deref = dyn_cast<UnaryOperator>(S);
  return isa<MemberExpr, ArraySubscriptExpr>(S) ||
         (Deref && Deref->getOpcode() == UO_Deref) ||
         llvm::any_of(S->children(), readsMemory);
}

/// Whether \p E is a pointer that a call gives, or that is read from memory.
static bool isFoundPointer(const Expr *E) {
  const auto *Cast = dyn_cast<CastExpr>(E->IgnoreParens());
  bool IsArray = Cast && Cast->getCastKind() == CK_ArrayToPointerDecay;
  return E->getType()->isPointerType() && !IsArray &&
         (hasCall(E) || readsMemory(E));
}

/// Has the host compute what \p S, of a clause or directive, needs calls for,
/// or all numbers of \p Which, and pointers on the way to these: the values of
/// new variables, which \p Declarations gets, stand there then.
void HostCalls::hoistCalls(Stmt *&S,
                           llvm::SmallVectorImpl<Decl *> &Declarations,
                           Hoisted Which) {
  auto *E = dyn_cast_or_null<Expr>(S);
  if (!E || !(hasCall(E) || (Which == Hoisted::Memory && readsMemory(E)) ||
              (Which == Hoisted::Variables && !variablesIn(E).empty())))
    return;
  QualType T = E->getType().getUnqualifiedType();
  if (E->isPRValue() && (T->isIntegralOrEnumerationType() ||
                         T->isRealFloatingType() || isFoundPointer(E))) {
    SourceLocation At = E->getExprLoc();
    VarDecl *Known = variable("value", T, E, At);
    // As messages show it.
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    E->IgnoreImpCasts()->printPretty(OS, nullptr, AST.getPrintingPolicy());
    Known->setDeclName(&AST.Idents.get(Text));
    Declarations.push_back(Known);
    S = valueOf(Known, At);
    return;
  }
  for (Stmt *&Child : E->children())
    hoistCalls(Child, Declarations, Which);
}

/// The same of what a clause names: the last pointer on the way to the data,
/// which may have to be attached, stays where it is.
void HostCalls::hoistFromNamed(Stmt *&S,
                               llvm::SmallVectorImpl<Decl *> &Declarations,
                               Hoisted Which) {
  if (!S)
    return;
  auto *Base = const_cast<Expr *>(sectionBase(cast<Expr>(S)));
  bool IsNamed = Base || isa<ImplicitCastExpr, ParenExpr>(S);
  for (Stmt *&Child : S->children())
    if (IsNamed && (!Base || Child == Base))
      hoistFromNamed(Child, Declarations, Which);
    else
      hoistCalls(Child, Declarations, Which);
}

/// The end of a data construct wants the values of its beginning. (Variables
/// are kept as they are, and the run-time library keeps what pointers point
/// to.) Constructs inside of it use the sections of no_create, too.
void HostCalls::hoistCalls(Clauses List,
                           llvm::SmallVectorImpl<Decl *> &Declarations,
                           bool IsOfData) {
  for (const OpenACCClause *Clause : List) {
    Hoisted Which = !IsOfData                            ? Hoisted::Calls
                    : isa<OpenACCNoCreateClause>(Clause) ? Hoisted::Variables
                                                         : Hoisted::Memory;
    for (Stmt *&Child : const_cast<OpenACCClause *>(Clause)->children())
      if (isa<OpenACCClauseWithVarList>(Clause))
        hoistFromNamed(Child, Declarations, Which);
      else
        hoistCalls(Child, Declarations, Which);
  }
}

/// \p S where \p Declarations are known.
Stmt *HostCalls::withDeclarations(llvm::ArrayRef<Decl *> Declarations, Stmt *S,
                                  SourceLocation At) {
  if (Declarations.empty())
    return S;
  llvm::SmallVector<Stmt *> Parts;
  for (Decl *D : Declarations)
    Parts.push_back(new (AST) DeclStmt(DeclGroupRef(D), At, At));
  Parts.push_back(S);
  return CompoundStmt::Create(AST, Parts, FPOptionsOverride(), At, At);
}

/// Declared variables and tables of constants are known by name. A compute
/// construct uses sections that clauses no_create around name.
llvm::SmallVector<Capture> HostCalls::captures(Stmt *S, Clauses List,
                                               bool ClausesOnly) {
  llvm::SmallVector<Capture> Result = findCaptures(S, List, ClausesOnly);
  for (size_t I = 0, Used = ClausesOnly ? 0 : Result.size(); I < Used; ++I)
    for (const Expr *Named : Lower.noCreateAround(Result[I].Var))
      for (const VarDecl *Var : variablesIn(Named))
        if (llvm::none_of(Result,
                          [&](const Capture &C) { return C.Var == Var; }))
          Result.push_back({Var, Var->getType()->isPointerType()});
  llvm::SmallPtrSet<const VarDecl *, 8> InClauses;
  for (const Capture &C : findCaptures(S, List, /*ClausesOnly=*/true))
    InClauses.insert(C.Var);
  llvm::erase_if(Result, [&](const Capture &C) {
    return Lower.isDeclared(C.Var) ||
           (!InClauses.count(C.Var) && Lower.isTableOfConstruct(C.Var));
  });
  if (!StackArrays)
    for (const Capture &C : Result)
      if (C.Var->getType()->isVariableArrayType())
        LargeArrays.insert(const_cast<VarDecl *>(C.Var));
  return Result;
}

Stmt *HostCalls::replace(OpenACCConstructStmt *S) {
  SourceLocation At = S->getBeginLoc();
  // Those of the construct's own class.
  Stmt::child_range Parts = static_cast<Stmt *>(S)->children();
  for (const Stmt *Body : Parts)
    if (refuseLeaving(Body, "compute construct"))
      return S;
  llvm::SmallVector<Decl *> Known;
  hoistCalls(S->clauses(), Known);
  if (isa<OpenACCWaitConstruct>(S))
    for (Stmt *&Child : Parts)
      hoistCalls(Child, Known, Hoisted::Calls);
  llvm::SmallVector<Capture> Captures = captures(S, S->clauses(), false);
  std::string Symbol = nextSymbol();
  if (!Lower.lowerConstruct(S, Captures, In, Symbol, 0))
    return S;
  llvm::SmallVector<Expr *> Args;
  for (const Capture &C : Captures)
    Args.push_back(argument(C, C.Var, At));
  addExtents(Captures, At, Args);
  return withDeclarations(Known, call(Symbol, Args, At), At);
}

/// Objects that clauses name as a whole.
static llvm::DenseSet<const VarDecl *> wholeObjects(Clauses List) {
  llvm::DenseSet<const VarDecl *> Objects;
  for (const OpenACCClause *Clause : List)
    if (const auto *Names = dyn_cast<OpenACCClauseWithVarList>(Clause))
      for (const Expr *E : Names->getVarList())
        if (const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()))
          if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
            Objects.insert(Var->getCanonicalDecl());
  return Objects;
}

/// Objects that are named as a whole are themselves, and what sizes and
/// conditions depend on keeps its value until the end.
const VarDecl *HostCalls::keep(const Capture &C,
                               const llvm::DenseSet<const VarDecl *> &Whole,
                               SourceLocation At,
                               llvm::SmallVectorImpl<Decl *> &Copies) {
  const VarDecl *Var = C.Var;
  if (!Var->getType()->isScalarType() || (!C.ByValue && Whole.count(Var)))
    return Var;
  VarDecl *Copy = variable(Var->getName(), Var->getType().getUnqualifiedType(),
                           valueOf(Var, At), At);
  Copies.push_back(Copy);
  return Copy;
}

/// Calls \p Symbol with what is in the array that it gets the address of.
FunctionDecl *HostCalls::exitFunction(llvm::StringRef Symbol, unsigned Count,
                                      SourceLocation At) {
  QualType Pointers = AST.getPointerType(AST.VoidPtrTy);
  FunctionDecl *F =
      function((Symbol + "$exit").str(), AST.VoidTy, {Pointers}, SC_Static, At);
  llvm::SmallVector<Expr *> Args;
  for (unsigned I = 0; I < Count; ++I) {
    Expr *Index = IntegerLiteral::Create(
        AST, llvm::APInt(AST.getTypeSize(AST.IntTy), I), AST.IntTy, At);
    Expr *Element =
        new (AST) ArraySubscriptExpr(valueOf(F->getParamDecl(0), At), Index,
                                     AST.VoidPtrTy, VK_LValue, OK_Ordinary, At);
    Args.push_back(ImplicitCastExpr::Create(AST, AST.VoidPtrTy,
                                            CK_LValueToRValue, Element, nullptr,
                                            VK_PRValue, FPOptionsOverride()));
  }
  F->setBody(CompoundStmt::Create(AST, {call(Symbol, Args, At)},
                                  FPOptionsOverride(), At, At));
  Functions.push_back(F);
  return F;
}

/// Declarations, in the scope of which the directive's data lives.
Stmt *HostCalls::replaceDeclare(OpenACCDeclareDecl *D) {
  SourceLocation At = D->getBeginLoc();
  Stmt *Nothing = new (AST) NullStmt(At);
  if (!Lower.declareLocals(D))
    return Nothing;
  llvm::SmallVector<Decl *> Declarations;
  hoistCalls(D->clauses(), Declarations, /*IsOfData=*/true);
  llvm::SmallVector<Capture> Captures = captures(nullptr, D->clauses(), true);
  std::string Begin = nextSymbol(), End = nextSymbol();
  if (!Lower.lowerDeclare(D, Captures, In, Begin, 1) ||
      !Lower.lowerDeclare(D, Captures, In, End, 2))
    return Nothing;
  llvm::DenseSet<const VarDecl *> Whole = wholeObjects(D->clauses());
  llvm::SmallVector<Expr *> BeginArgs, EndArgs;
  for (const Capture &C : Captures) {
    const VarDecl *Var = keep(C, Whole, At, Declarations);
    BeginArgs.push_back(argument(C, Var, At));
    EndArgs.push_back(argument(C, Var, At));
  }
  addExtents(Captures, At, BeginArgs);
  addExtents(Captures, At, EndArgs);
  QualType Array =
      AST.getConstantArrayType(AST.VoidPtrTy, llvm::APInt(64, EndArgs.size()),
                               nullptr, ArraySizeModifier::Normal, 0);
  auto *Values = new (AST) InitListExpr(AST, At, EndArgs, At);
  Values->setType(Array);
  VarDecl *Arguments = variable("arguments", Array, Values, At);
  Arguments->addAttr(
      CleanupAttr::CreateImplicit(AST, exitFunction(End, EndArgs.size(), At)));
  Expr *Zero = IntegerLiteral::Create(
      AST, llvm::APInt(AST.getTypeSize(AST.IntTy), 0), AST.IntTy, At);
  Expr *Enter = BinaryOperator::Create(
      AST, callExpr(Begin, AST.VoidTy, BeginArgs, At), Zero, BO_Comma,
      AST.IntTy, VK_PRValue, OK_Ordinary, At, FPOptionsOverride());
  Declarations.push_back(variable("enter", AST.IntTy, Enter, At));
  Declarations.push_back(Arguments);
  return new (AST) DeclStmt(
      DeclGroupRef::Create(AST, Declarations.data(), Declarations.size()), At,
      At);
}

Stmt *HostCalls::replaceData(OpenACCDataConstruct *S) {
  SourceLocation At = S->getBeginLoc();
  llvm::SmallVector<Decl *> Copies;
  hoistCalls(S->clauses(), Copies, /*IsOfData=*/true);
  Lower.enterDataConstruct(S->clauses());
  for (Stmt *&Child : S->children())
    walk(Child);
  Lower.leaveDataConstruct();
  Stmt *Body = S->getStructuredBlock();
  if (refuseLeaving(Body, "data construct"))
    return S;
  llvm::SmallVector<Capture> Captures = captures(S, S->clauses(), true);
  std::string Begin = nextSymbol(), End = nextSymbol();
  if (!Lower.lowerConstruct(S, Captures, In, Begin, 1) ||
      !Lower.lowerConstruct(S, Captures, In, End, 2))
    return S;
  llvm::DenseSet<const VarDecl *> Whole = wholeObjects(S->clauses());
  llvm::SmallVector<Stmt *> Parts;
  llvm::SmallVector<Expr *> BeginArgs, EndArgs;
  for (const Capture &C : Captures) {
    const VarDecl *Var = keep(C, Whole, At, Copies);
    BeginArgs.push_back(argument(C, Var, At));
    EndArgs.push_back(argument(C, Var, At));
  }
  for (Decl *Copy : Copies)
    Parts.push_back(new (AST) DeclStmt(DeclGroupRef(Copy), At, At));
  addExtents(Captures, At, BeginArgs);
  addExtents(Captures, At, EndArgs);
  Parts.push_back(call(Begin, BeginArgs, At));
  Parts.push_back(Body);
  Parts.push_back(call(End, EndArgs, Body->getEndLoc()));
  return CompoundStmt::Create(AST, Parts, FPOptionsOverride(), At,
                              Body->getEndLoc());
}

/// Names of other variables for those of \p Names.
class Renaming {
public:
  Renaming(llvm::DenseMap<const VarDecl *, Expr *> &Names) : Names(Names) {}
  void run(Stmt *&S) {
    if (!S)
      return;
    if (auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
        if (auto New = Names.find(Var->getCanonicalDecl());
            New != Names.end()) {
          S = New->second;
          return;
        }
    for (Stmt *&Child : S->children())
      run(Child);
    if (auto *Construct = dyn_cast<OpenACCConstructStmt>(S))
      for (const OpenACCClause *Clause : Construct->clauses())
        for (Stmt *&Child : const_cast<OpenACCClause *>(Clause)->children())
          run(Child);
  }

private:
  llvm::DenseMap<const VarDecl *, Expr *> &Names;
};

/// In the body, what the clause names is a variable with the device's address,
/// or what that points to.
Stmt *HostCalls::replaceHostData(OpenACCHostDataConstruct *S) {
  SourceLocation At = S->getBeginLoc();
  Stmt *Body = S->getStructuredBlock();
  llvm::SmallVector<Stmt *> Parts;
  llvm::SmallVector<Expr *> Args;
  llvm::DenseMap<const VarDecl *, Expr *> Names;
  for (const OpenACCClause *Clause : S->clauses())
    if (const auto *Use = dyn_cast<OpenACCUseDeviceClause>(Clause))
      for (const Expr *E : Use->getVarList()) {
        const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
        const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
        if (!Var)
          continue; // refused when it is lowered
        QualType T = Var->getType().getUnqualifiedType();
        bool IsPointer = T->isPointerType();
        VarDecl *New = variable(
            Var->getName(), IsPointer ? T : AST.getPointerType(Var->getType()),
            nullptr, At);
        Parts.push_back(new (AST) DeclStmt(DeclGroupRef(New), At, At));
        Args.push_back(argument({New, /*ByValue=*/false}, New, At));
        Names[Var->getCanonicalDecl()] =
            IsPointer
                ? reference(New, At)
                : UnaryOperator::Create(AST, valueOf(New, At), UO_Deref,
                                        Var->getType(), VK_LValue, OK_Ordinary,
                                        At, false, FPOptionsOverride());
      }
  llvm::SmallVector<Decl *> Known;
  hoistCalls(S->clauses(), Known);
  llvm::SmallVector<Capture> Captures = captures(S, S->clauses(), true);
  std::string Symbol = nextSymbol();
  if (!Lower.lowerConstruct(S, Captures, In, Symbol, 0, Args.size()))
    return S;
  for (const Capture &C : Captures)
    Args.push_back(argument(C, C.Var, At));
  addExtents(Captures, At, Args);
  Renaming(Names).run(Body);
  walk(Body);
  Parts.push_back(call(Symbol, Args, At));
  Parts.push_back(Body);
  return withDeclarations(Known,
                          CompoundStmt::Create(AST, Parts, FPOptionsOverride(),
                                               At, Body->getEndLoc()),
                          At);
}

} // namespace warpfort::c
