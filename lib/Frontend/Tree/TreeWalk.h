//===-- TreeWalk.h - Visitors of Flang's parse tree -------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang's parser::Walk is a template of hundreds of functions that is made
/// anew for each class of visitors, ten seconds of compilation a class. Here
/// it is made once, in TreeWalk.cpp; a visitor is a table of the functions
/// that it has.
///
/// A visitor is a class in an unnamed namespace with functions
///
///     bool Pre(Node &);    false: not what is in the node, nor Post
///     void Post(Node &);
///
/// for the nodes it wants, as const references if it walks constant trees,
/// and maybe
///
///     bool Pre(const AnyStatement &);   before every statement, and before a
///     void Post(const AnyStatement &);  Pre of its own
///     bool isDone() const;              true: nothing else is visited
///
/// The nodes it can name are in VisitedNodes. The compiler reports a Pre or
/// Post for another one as a function that nobody uses, which is an error in
/// these libraries: add the node to the list. Where a walk may begin is
/// listed in TreeWalk.cpp; from elsewhere it does not link.
///
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_TREE_TREEWALK_H
#define WARPFORT_LIB_FRONTEND_TREE_TREEWALK_H

#include "flang/Parser/parse-tree.h"
#include <optional>
#include <type_traits>
#include <utility>

namespace warpfort {

/// What is common to the statements.
struct AnyStatement {
  Fortran::parser::CharBlock Source;
  std::optional<Fortran::parser::Label> Label;
  /// Not the statement of an IF, WHERE or FORALL statement.
  bool IsWhole;
  /// ENTRY.
  bool IsEntry;
};

namespace treewalk {

namespace parser = Fortran::parser;
template <typename... Nodes> struct NodeList {};

using VisitedNodes = NodeList<
    Fortran::common::CUDADataAttr, parser::AcImpliedDo,
    parser::AccAtomicCapture, parser::AccAtomicRead, parser::AccAtomicUpdate,
    parser::AccAtomicWrite, parser::AccBeginBlockDirective,
    parser::AccBeginCombinedDirective, parser::AccBeginLoopDirective,
    parser::AccClause, parser::AccClause::Firstprivate,
    parser::AccClause::Private, parser::AccClause::UseDevice,
    parser::AccClauseList, parser::AccDeviceTypeExpr, parser::AccObject,
    parser::AllocatableStmt, parser::AllocateObject, parser::AllocateStmt,
    parser::AltReturnSpec, parser::ArithmeticIfStmt, parser::ArrayConstructor,
    parser::AssignedGotoStmt, parser::AssignmentStmt,
    parser::AssociateConstruct, parser::Block, parser::BlockConstruct,
    parser::CUDAAttributesStmt, parser::CUFKernelDoConstruct,
    parser::CUFKernelDoConstruct::Directive, parser::CallStmt,
    parser::CaseConstruct, parser::CompilerDirective, parser::ComputedGotoStmt,
    parser::ConcurrentControl, parser::ContiguousStmt,
    parser::DataComponentDefStmt, parser::DataImpliedDo, parser::DataStmt,
    parser::DeallocateStmt, parser::DerivedTypeDef, parser::Designator,
    parser::DimensionStmt, parser::DimensionStmt::Declaration,
    parser::DoConstruct, parser::EntityDecl, parser::EntryStmt,
    parser::ExecutableConstruct, parser::ExecutionPart,
    parser::ExecutionPartConstruct, parser::Expr, parser::Expr::DefinedBinary,
    parser::Expr::DefinedUnary, parser::ExternalStmt, parser::FunctionReference,
    parser::FunctionStmt, parser::FunctionSubprogram, parser::GenericStmt,
    parser::GotoStmt, parser::IfConstruct, parser::IfStmt,
    parser::InputImpliedDo, parser::InterfaceBlock, parser::InterfaceBody,
    parser::InterfaceBody::Function, parser::InterfaceBody::Subroutine,
    parser::InternalSubprogram, parser::InternalSubprogramPart, parser::Keyword,
    parser::LocalitySpec::Local, parser::LogicalExpr,
    parser::LoopControl::Bounds, parser::MainProgram, parser::Module,
    parser::ModuleStmt, parser::ModuleSubprogramPart, parser::Name,
    parser::NamedConstantDef, parser::ObjectDecl, parser::OmpClause,
    parser::OmpDirectiveName, parser::OmpEndDirective,
    parser::OmpEndLoopDirective, parser::OmpEndSectionsDirective,
    parser::OmpReductionSpecifier, parser::OpenACCAtomicConstruct,
    parser::OpenACCBlockConstruct, parser::OpenACCCacheConstruct,
    parser::OpenACCCombinedConstruct, parser::OpenACCConstruct,
    parser::OpenACCDeclarativeConstruct, parser::OpenACCLoopConstruct,
    parser::OpenACCRoutineConstruct, parser::OpenACCStandaloneConstruct,
    parser::OpenACCStandaloneDeclarativeConstruct, parser::OpenACCWaitConstruct,
    parser::OpenMPConstruct, parser::OutputImpliedDo,
    parser::PointerAssignmentStmt, parser::PointerDecl, parser::PointerObject,
    parser::PointerStmt, parser::ProcedureDeclarationStmt, parser::ProgramUnit,
    parser::Selector, parser::SeparateModuleSubprogram,
    parser::SpecificationPart, parser::Statement<parser::ActionStmt>,
    parser::StructureConstructor, parser::Submodule, parser::SubroutineStmt,
    parser::SubroutineSubprogram, parser::TypeDeclarationStmt,
    parser::UnlabeledStatement<parser::ActionStmt>, parser::UseStmt,
    parser::Variable, parser::WhereConstruct, parser::WhereStmt>;

/// Becomes a reference to \p T and to nothing else, as a node of the tree
/// does in a call: constructors of nodes take almost everything.
template <typename T> struct Exactly {
  template <typename U, typename = std::enable_if_t<
                            std::is_same_v<std::remove_const_t<U>, T>>>
  operator U &() const;
};

template <typename V, typename T, typename = void>
struct HasPre : std::false_type {};
template <typename V, typename T>
struct HasPre<V, T,
              std::void_t<decltype(std::declval<V &>().Pre(
                  std::declval<Exactly<T> &>()))>> : std::true_type {};

template <typename V, typename T, typename = void>
struct HasPost : std::false_type {};
template <typename V, typename T>
struct HasPost<V, T,
               std::void_t<decltype(std::declval<V &>().Post(
                   std::declval<Exactly<T> &>()))>> : std::true_type {};

template <typename V, typename = void> struct HasDone : std::false_type {};
template <typename V>
struct HasDone<V, std::void_t<decltype(std::declval<V &>().isDone())>>
    : std::true_type {};

/// A visitor's functions for one kind of node; null: it has none.
struct Functions {
  bool (*Pre)(void *Visitor, void *Node) = nullptr;
  void (*Post)(void *Visitor, void *Node) = nullptr;
};

/// \p T is constant if the tree is.
template <typename V, typename T> constexpr Functions functionsFor() {
  using Node = std::remove_const_t<T>;
  Functions F;
  if constexpr (HasPre<V, Node>::value)
    F.Pre = [](void *Visitor, void *X) -> bool {
      return static_cast<V *>(Visitor)->Pre(*static_cast<T *>(X));
    };
  if constexpr (HasPost<V, Node>::value)
    F.Post = [](void *Visitor, void *X) {
      static_cast<V *>(Visitor)->Post(*static_cast<T *>(X));
    };
  return F;
}

template <typename V, bool IsConst, typename List> struct Table;
template <typename V, bool IsConst, typename... Nodes>
struct Table<V, IsConst, NodeList<Nodes...>> {
  static constexpr Functions Entries[] = {
      functionsFor<V, std::conditional_t<IsConst, const Nodes, Nodes>>()...};
};

/// A visitor without its type. Refers to it.
struct AnyVisitor {
  void *Visitor;
  const Functions *OfNodes; ///< In the order of VisitedNodes.
  Functions OfStatements;
  bool (*IsDone)(void *Visitor);
};

template <typename V> bool isDone(void *Visitor) {
  return static_cast<V *>(Visitor)->isDone();
}

template <typename V, bool IsConst> AnyVisitor anyVisitor(V &Visitor) {
  AnyVisitor Result{&Visitor, Table<V, IsConst, VisitedNodes>::Entries,
                    functionsFor<V, const AnyStatement>(), nullptr};
  if constexpr (HasDone<V>::value)
    Result.IsDone = isDone<V>;
  return Result;
}

/// Defined in TreeWalk.cpp, for the nodes that are listed there.
template <typename Node> void walkFrom(Node &Start, const AnyVisitor &Visitor);

} // namespace treewalk

/// Visits \p Start and what is in it, in the order of the text.
template <typename Node, typename V> void walk(Node &Start, V &Visitor) {
  constexpr bool IsConst = std::is_const_v<Node>;
  treewalk::walkFrom(const_cast<std::remove_const_t<Node> &>(Start),
                     treewalk::anyVisitor<V, IsConst>(Visitor));
}

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_TREE_TREEWALK_H
