//===-- Declare.cpp - Global variables of declare directives --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In a function, the directive is a data construct that lasts until the end of
/// the block that it stands in. A global variable of it is a fir.global with
/// Flang's attribute, by whose name device code of any file or language finds
/// it. The host's variable is Clang's, from which the device's takes its
/// initial value when both are LLVM IR.
///
//===----------------------------------------------------------------------===//
#include "Clauses.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "clang/AST/Attr.h"

using namespace mlir;

namespace warpfort::c {

/// Whether values of type \p T have addresses in them.
static bool hasPointers(clang::QualType T, const clang::ASTContext &AST) {
  T = AST.getBaseElementType(T);
  if (const auto *Record = T->getAsRecordDecl())
    return llvm::any_of(Record->fields(), [&](const clang::FieldDecl *Field) {
      return hasPointers(Field->getType(), AST);
    });
  return T->isPointerType();
}

bool Lowering::isConstant(const clang::VarDecl *Var) const {
  return Var->hasGlobalStorage() && Var->getAnyInitializer() && isReadOnly(Var);
}

/// Whether the device may have what \p Var is initialized with.
bool Lowering::isConstantTable(const clang::VarDecl *Var) const {
  return isConstant(Var) && !Var->isStaticLocal() && !isDeclared(Var) &&
         !hasPointers(Var->getType(), AST);
}

static std::optional<acc::DataClause>
declareClause(const clang::OpenACCClause *Clause) {
  using D = acc::DataClause;
  if (isa<clang::OpenACCCreateClause>(Clause))
    return D::acc_create;
  if (isa<clang::OpenACCCopyInClause>(Clause))
    return D::acc_copyin;
  if (isa<clang::OpenACCDeviceResidentClause>(Clause))
    return D::acc_declare_device_resident;
  if (isa<clang::OpenACCLinkClause>(Clause))
    return D::acc_declare_link;
  return std::nullopt;
}

void Lowering::declareGlobals(const clang::OpenACCDeclareDecl *Directive) {
  for (const clang::OpenACCClause *Clause : Directive->clauses()) {
    std::optional<acc::DataClause> Kind = declareClause(Clause);
    if (!Kind) {
      error(Clause->getBeginLoc(), "this clause of the directive 'declare' is "
                                   "not supported for global variables");
      continue;
    }
    for (const Expr *E :
         cast<clang::OpenACCClauseWithVarList>(Clause)->getVarList()) {
      const clang::VarDecl *Var = variableOf(E);
      if (!Var || !Var->hasGlobalStorage())
        error(E->getExprLoc(), "'" + sectionName(E) +
                                   "' in the directive 'declare', which is no "
                                   "global variable, is not supported");
      else
        declareGlobal(Var, *Kind, E->getExprLoc());
    }
  }
}

/// The definition of \p Var, also a tentative one, `double a[10];`, behind the
/// declaration that \p Var is.
static const clang::VarDecl *definitionOf(const clang::VarDecl *Var,
                                          clang::ASTContext &AST) {
  if (const clang::VarDecl *Definition = Var->getDefinition(AST))
    return Definition;
  for (const clang::VarDecl *D : Var->redecls())
    if (const clang::VarDecl *Acting = D->getActingDefinition())
      return Acting;
  return Var;
}

void Lowering::declareGlobal(const clang::VarDecl *Var, acc::DataClause Kind,
                             clang::SourceLocation Where) {
  QualType T = Var->getType();
  const Expr *Init = Var->getAnyInitializer();
  bool IsNull =
      Init && T->isPointerType() &&
      Init->isNullPointerConstant(AST, Expr::NPC_ValueDependentIsNotNull);
  if (T->isIncompleteType() || (hasPointers(T, AST) && Init && !IsNull)) {
    error(Where, "the variable '" + Var->getName() +
                     "', whose size is unknown or whose value is an address, "
                     "is not supported in the directive 'declare'");
    return;
  }
  // A pointer that is linked is one on the device, which data directives
  // attach.
  if (T->isPointerType() && Kind == acc::DataClause::acc_declare_link)
    Kind = acc::DataClause::acc_create;
  Type Memory = memoryType(T, Where);
  if (!Memory || !Globals.insert({Var->getCanonicalDecl(), {}}).second)
    return;
  std::string Symbol = symbolOf(Var);
  Globals[Var->getCanonicalDecl()] = {Symbol, Memory};
  OpBuilder At(Module.getContext());
  At.setInsertionPointToStart(Module.getBody());
  auto Global = fir::GlobalOp::create(At, locate(Where), Symbol, Memory,
                                      ArrayRef<NamedAttribute>{});
  Global->setAttr(
      acc::getDeclareAttrName(),
      acc::DeclareAttr::get(B.getContext(),
                            acc::DataClauseAttr::get(B.getContext(), Kind)));
  if (Var->hasDefinition(AST) == clang::VarDecl::DeclarationOnly)
    return;
  Block *Body = At.createBlock(&Global.getRegion());
  At.setInsertionPointToStart(Body);
  fir::HasValueOp::create(At, Global.getLoc(),
                          fir::ZeroOp::create(At, Global.getLoc(), Memory));
  addHostVariable(Var, Symbol);
}

/// Notes that Clang's code has \p Var, and the host code of constructs its
/// address.
void Lowering::addHostVariable(const clang::VarDecl *Var, StringRef Symbol) {
  HostVariables.push_back({Var->getNameAsString(), Symbol.str()});
  // Clang drops what nothing on the host uses.
  const_cast<clang::VarDecl *>(definitionOf(Var, AST))
      ->addAttr(clang::UsedAttr::CreateImplicit(AST));
}

bool Lowering::declareLocals(const clang::OpenACCDeclareDecl *Directive) {
  bool Fits = true;
  for (const clang::OpenACCClause *Clause : Directive->clauses()) {
    const auto *Names = dyn_cast<clang::OpenACCClauseWithVarList>(Clause);
    if (!Names || isa<clang::OpenACCLinkClause>(Clause)) {
      error(Clause->getBeginLoc(), "this clause of the directive 'declare' is "
                                   "not supported in a function");
      Fits = false;
      continue;
    }
    for (const Expr *E : Names->getVarList()) {
      const clang::VarDecl *Var = sectionVariable(E);
      if (!Var || Var->hasGlobalStorage()) {
        error(E->getExprLoc(), "'" + sectionName(E) +
                                   "' in the directive 'declare' of a "
                                   "function, which is no local variable of "
                                   "it, is not supported");
        Fits = false;
        continue;
      }
      DeclaredLocals[Var] = isa<clang::OpenACCDevicePtrClause>(Clause);
    }
  }
  return Fits;
}

/// Whether a compute construct takes \p Var for a constant, and not for data: a
/// small table, so that loops over it may be unrolled and nothing is copied.
bool Lowering::isTableOfConstruct(const clang::VarDecl *Var) const {
  constexpr int64_t MaxBytes = 1 << 16;
  QualType T = Var->getType();
  return isConstantTable(Var) && (T->isArrayType() || T->isRecordType()) &&
         !outerData(Var) && AST.getTypeSizeInChars(T).getQuantity() <= MaxBytes;
}

/// Makes the constant of a table, which gets its value when device code is LLVM
/// IR, as that of variables of declare directives.
void Lowering::addTable(const clang::VarDecl *Var,
                        clang::SourceLocation Where) {
  Type Memory = memoryType(Var->getType(), Where);
  if (!Memory || !Tables.insert({Var->getCanonicalDecl(), {}}).second)
    return;
  std::string Symbol = symbolOf(Var);
  Tables[Var->getCanonicalDecl()] = {Symbol, Memory};
  B.createGlobalConstant(
      locate(Where), Memory, Symbol,
      [&](fir::FirOpBuilder &Inside) {
        fir::HasValueOp::create(Inside, Here,
                                fir::ZeroOp::create(Inside, Here, Memory));
      },
      B.createInternalLinkage());
  addHostVariable(Var, Symbol);
}

/// The variable in the function in work.
const Variable *Lowering::findGlobal(const clang::VarDecl *Var) {
  const clang::VarDecl *Name = Var->getCanonicalDecl();
  DeclaredGlobal Known =
      Globals.count(Name) ? Globals.lookup(Name) : Tables.lookup(Name);
  if (!Known.Memory)
    return nullptr;
  OpBuilder::InsertionGuard Guard(B);
  B.setInsertionPointToStart(&Function.front());
  if (Operation *Defining = Scope.getDefiningOp())
    B.setInsertionPointAfter(Defining);
  Value Address =
      fir::AddrOfOp::create(B, Here, fir::ReferenceType::get(Known.Memory),
                            SymbolRefAttr::get(B.getContext(), Known.Symbol));
  Variable V = declare(Var, Address, Known.Memory, false);
  return &(Variables[Var->getCanonicalDecl()] = V);
}

} // namespace warpfort::c
