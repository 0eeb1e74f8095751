//===-- SharedTemplates.h - Templates that are made once --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Nodes of Flang's parse tree and its expressions own each other through
/// common::Indirection, so a file that destroys one node, or copies one
/// expression, would contain the code that does so for nearly all of them:
/// hundreds of kilobytes, and tens of seconds of compilation. The members of
/// Indirection and the functions on expressions that are named here are defined
/// in SharedTemplates.cpp, for all the files of the front end. The precompiled
/// header of these libraries includes this file first; callers need not name
/// it.
///
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_TREE_SHAREDTEMPLATES_H
#define WARPFORT_LIB_FRONTEND_TREE_SHAREDTEMPLATES_H

#include "flang/Common/indirection.h"
#include "flang/Evaluate/type.h"

/// What nodes of the parse tree own: X(CLASS).
// clang-format off
#define WARPFORT_OWNED_NODES(X)                                                \
  X(AcImpliedDo) X(AccEndCombinedDirective) X(AccessStmt) X(AllocatableStmt)   \
  X(AllocateStmt) X(ArithmeticIfStmt) X(ArrayElement) X(AssignStmt)            \
  X(AssignedGotoStmt) X(AssignmentStmt) X(AssociateConstruct)                  \
  X(AsynchronousStmt) X(BackspaceStmt) X(BasedPointerStmt) X(BindStmt)         \
  X(BlockConstruct) X(BlockData) X(CUDAAttributesStmt)                         \
  X(CUFKernelDoConstruct) X(CallStmt) X(CaseConstruct) X(ChangeTeamConstruct)  \
  X(CharLiteralConstantSubstring) X(CloseStmt) X(CodimensionStmt)              \
  X(CoindexedNamedObject) X(CommonStmt) X(CompilerDirective)                   \
  X(ComputedGotoStmt) X(ConcurrentHeader) X(ContiguousStmt)                    \
  X(CriticalConstruct) X(CycleStmt) X(DataImpliedDo) X(DataStmt)               \
  X(DataStmtValue) X(DeallocateStmt) X(DerivedTypeDef) X(Designator)           \
  X(DimensionStmt) X(DoConstruct) X(EndDoStmt) X(EndfileStmt) X(EntryStmt)     \
  X(EnumDef) X(EquivalenceStmt) X(EventPostStmt) X(EventWaitStmt) X(ExitStmt)  \
  X(Expr) X(ExternalStmt) X(FlushStmt) X(ForallConstruct) X(ForallStmt)        \
  X(FormTeamStmt) X(FormatStmt) X(FunctionReference) X(FunctionSubprogram)     \
  X(GenericSpec) X(GenericStmt) X(GotoStmt) X(IfConstruct) X(IfStmt)           \
  X(ImplicitStmt) X(ImportStmt) X(InputImpliedDo) X(InquireStmt)               \
  X(IntentStmt) X(InterfaceBlock) X(IntrinsicStmt) X(LabelDoStmt) X(LockStmt)  \
  X(MainProgram) X(Module) X(NamelistStmt) X(NotifyWaitStmt) X(NullifyStmt)    \
  X(OldParameterStmt) X(OmpClause) X(OmpDirectiveSpecification)                \
  X(OpenACCConstruct)                                                          \
  X(OpenACCDeclarativeConstruct) X(OpenACCRoutineConstruct)                    \
  X(OpenMPConstruct) X(OpenMPDeclarativeConstruct) X(OpenMPInvalidDirective)   \
  X(OpenMPMisplacedEndDirective) X(OpenStmt) X(OptionalStmt)                   \
  X(OutputImpliedDo) X(ParameterStmt) X(PauseStmt) X(PointerAssignmentStmt)    \
  X(PointerStmt) X(PrintStmt) X(ProcedureDeclarationStmt) X(ProtectedStmt)     \
  X(ReadStmt) X(ReturnStmt) X(RewindStmt) X(SaveStmt)                          \
  X(SelectRankConstruct) X(SelectTypeConstruct)                                \
  X(SeparateModuleSubprogram) X(SpecificationPart) X(StmtFunctionStmt)         \
  X(StopStmt) X(StructureComponent) X(StructureDef) X(Submodule)               \
  X(SubroutineSubprogram) X(SubstringInquiry) X(SyncAllStmt)                   \
  X(SyncImagesStmt) X(SyncMemoryStmt) X(SyncTeamStmt) X(TargetStmt)            \
  X(TypeDeclarationStmt) X(Union) X(UnlockStmt) X(UseStmt) X(ValueStmt)        \
  X(Variable) X(VolatileStmt) X(WaitStmt) X(WhereConstruct) X(WhereStmt)       \
  X(WriteStmt)
// clang-format on

/// What expressions own: X(CLASS).
#define WARPFORT_OWNED_OF_KIND(X, CATEGORY, KIND)                              \
  X(Expr<evaluate::Type<common::TypeCategory::CATEGORY, KIND>>)                \
  X(ArrayConstructorValues<                                                    \
      evaluate::Type<common::TypeCategory::CATEGORY, KIND>>)
#define WARPFORT_OWNED_INTEGER(X, S, K) WARPFORT_OWNED_OF_KIND(X, Integer, K)
#define WARPFORT_OWNED_REAL(X, S, K) WARPFORT_OWNED_OF_KIND(X, Real, K)
#define WARPFORT_OWNED_COMPLEX(X, S, K) WARPFORT_OWNED_OF_KIND(X, Complex, K)
#define WARPFORT_OWNED_CHARACTER(X, S, K)                                      \
  WARPFORT_OWNED_OF_KIND(X, Character, K)
#define WARPFORT_OWNED_LOGICAL(X, S, K) WARPFORT_OWNED_OF_KIND(X, Logical, K)
#define WARPFORT_OWNED_UNSIGNED(X, S, K) WARPFORT_OWNED_OF_KIND(X, Unsigned, K)
#define WARPFORT_OWNED_EXPRESSIONS(X)                                          \
  EXPAND_FOR_EACH_INTEGER_KIND(WARPFORT_OWNED_INTEGER, X, )                    \
  EXPAND_FOR_EACH_REAL_KIND(WARPFORT_OWNED_REAL, X, )                          \
  EXPAND_FOR_EACH_COMPLEX_KIND(WARPFORT_OWNED_COMPLEX, X, )                    \
  EXPAND_FOR_EACH_CHARACTER_KIND(WARPFORT_OWNED_CHARACTER, X, )                \
  EXPAND_FOR_EACH_LOGICAL_KIND(WARPFORT_OWNED_LOGICAL, X, )                    \
  EXPAND_FOR_EACH_UNSIGNED_KIND(WARPFORT_OWNED_UNSIGNED, X, )                  \
  X(ArrayConstructorValues<evaluate::SomeDerived>)                             \
  X(Expr<evaluate::SomeInteger>)                                               \
  X(Expr<evaluate::SomeReal>)                                                  \
  X(Expr<evaluate::SomeComplex>)                                               \
  X(Expr<evaluate::SomeCharacter>)                                             \
  X(Expr<evaluate::SomeLogical>)                                               \
  X(Expr<evaluate::SomeUnsigned>)                                              \
  X(Expr<evaluate::SomeDerived>)                                               \
  X(Expr<evaluate::SomeType>)

/// What nodes of the parse tree own besides; their declarations are below.
#define WARPFORT_OTHER_NODES(X)                                                \
  X(OmpTraitPropertyExtension) X(ScalarIntExpr) X(ScalarLogicalVariable)

// A specialization must be declared before its first use, which is in the
// headers that are included below.
namespace Fortran::parser {
#define WARPFORT_NODE(NAME) struct NAME;
WARPFORT_OWNED_NODES(WARPFORT_NODE)
#undef WARPFORT_NODE
inline namespace traits {
struct OmpTraitPropertyExtension;
}
template <typename A> struct Scalar;
template <typename A> struct Integer;
template <typename A> struct Logical;
using ScalarIntExpr = Scalar<Integer<common::Indirection<Expr>>>;
using ScalarLogicalVariable = Scalar<Logical<Variable>>;
} // namespace Fortran::parser

namespace Fortran::evaluate {
template <typename RESULT> class ArrayConstructorValues;
} // namespace Fortran::evaluate

namespace Fortran {

#define WARPFORT_NODE(NAME)                                                    \
  template <> common::Indirection<parser::NAME>::~Indirection();
WARPFORT_OWNED_NODES(WARPFORT_NODE)
WARPFORT_OTHER_NODES(WARPFORT_NODE)
#undef WARPFORT_NODE

#define WARPFORT_EXPRESSION(...)                                               \
  template <>                                                                  \
  common::Indirection<evaluate::__VA_ARGS__, true>::Indirection(               \
      const Indirection &);                                                    \
  template <>                                                                  \
  common::Indirection<evaluate::__VA_ARGS__, true>::~Indirection();            \
  template <>                                                                  \
  common::Indirection<evaluate::__VA_ARGS__, true> &                           \
  common::Indirection<evaluate::__VA_ARGS__, true>::operator=(                 \
      const Indirection &);
WARPFORT_OWNED_EXPRESSIONS(WARPFORT_EXPRESSION)
#undef WARPFORT_EXPRESSION

} // namespace Fortran

#include "flang/Evaluate/expression.h"
#include "flang/Evaluate/tools.h"
#include "flang/Parser/parse-tree.h"

namespace Fortran::evaluate {

/// Functions on expressions: X(RESULT, NAME, parameters).
#define WARPFORT_EXPRESSION_FUNCTIONS(X)                                       \
  X(bool, IsVariable, const Expr<SomeType> &)                                  \
  X(SymbolVector, GetSymbolVector, const Expr<SomeType> &)                     \
  X(const Symbol *, GetFirstSymbol, const Expr<SomeType> &)                    \
  X(const Symbol *, GetLastSymbol, const Expr<SomeType> &)                     \
  X(const Symbol *, UnwrapWholeSymbolDataRef, const Expr<SomeType> &)          \
  X(const Symbol *, UnwrapWholeSymbolOrComponentDataRef,                       \
    const Expr<SomeType> &)                                                    \
  X(std::optional<DataRef>, ExtractDataRef, const Expr<SomeType> &, bool, bool)

#define WARPFORT_FUNCTION(RESULT, NAME, ...)                                   \
  extern template RESULT NAME(__VA_ARGS__);
WARPFORT_EXPRESSION_FUNCTIONS(WARPFORT_FUNCTION)
#undef WARPFORT_FUNCTION

} // namespace Fortran::evaluate

#endif
