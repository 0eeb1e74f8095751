//===-- ModuleOrderTest.cpp - Tests of the module scanner -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What defines and uses modules, and what only looks like it.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Driver/ModuleOrder.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace warpfort;

namespace {

using Names = std::set<std::string>;

TEST(ModuleScan, FreeForm) {
  ModuleUse Modules = scanModules(R"(
! module comment
  MODULE First ! use nothing
    use, intrinsic :: iso_c_binding
    Use Second, only: x
    use :: third
    use,non_intrinsic :: fourth
    use fifth; use sixth
  contains
    module procedure p
    end procedure
    module subroutine s
  end module First
)",
                                  /*FixedForm=*/false);
  EXPECT_EQ(Modules.Defined, Names{"first"});
  EXPECT_EQ(Modules.Used,
            (Names{"second", "third", "fourth", "fifth", "sixth"}));
}

TEST(ModuleScan, ContinuationAndQuotes) {
  ModuleUse Modules = scanModules("use &\n"
                                  "  ! between\n"
                                  "  & a_module, &\n"
                                  "  only: b\n"
                                  "print *, 'x; use not_this'\n"
                                  "print *, \"it''s &\n"
                                  "  &; use nor_this\"\n"
                                  "print *, 'don''t; use me'; use real_one\n"
                                  "mod&\n"
                                  "&ule split\n",
                                  /*FixedForm=*/false);
  EXPECT_EQ(Modules.Used, (Names{"a_module", "real_one"}));
  EXPECT_EQ(Modules.Defined, Names{"split"});
}

TEST(ModuleScan, ConditionalLinesCountWithOpenMP) {
  llvm::StringRef Free = "  !$ use first\n!$use not_this\n!$omp use nor_this\n"
                         "!$ use, &\n!$ & non_intrinsic :: second\n";
  EXPECT_EQ(scanModules(Free, /*FixedForm=*/false, /*OpenMP=*/true).Used,
            (Names{"first", "second"}));
  EXPECT_TRUE(scanModules(Free, /*FixedForm=*/false).Used.empty());
  llvm::StringRef Fixed = "c$    use first\n!$10  use second\n*$    use thi\n"
                          "c$   &rd\nc$omp use not_this\nc$    x = 1\n";
  EXPECT_EQ(scanModules(Fixed, /*FixedForm=*/true, /*OpenMP=*/true).Used,
            (Names{"first", "second", "third"}));
  EXPECT_TRUE(scanModules(Fixed, /*FixedForm=*/true).Used.empty());
}

TEST(ModuleScan, VariablesNamedLikeKeywords) {
  ModuleUse Modules = scanModules("use = 3\n"
                                  "module = use + 1\n"
                                  "used = 2\n"
                                  "module_x = 1\n"
                                  "use%x = 3\n"
                                  "module procedure a, b\n",
                                  /*FixedForm=*/false);
  EXPECT_TRUE(Modules.Defined.empty());
  EXPECT_TRUE(Modules.Used.empty());
}

TEST(ModuleScan, FixedForm) {
  ModuleUse Modules = scanModules("C     use comment\n"
                                  "*     use comment\n"
                                  "      module m\n"
                                  "      use n\n"
                                  "      use lon\n"
                                  "     &gname\n"
                                  "\tuse tabbed\n"
                                  "!@cuf use cudafor\n"
                                  "      end\n",
                                  /*FixedForm=*/true);
  EXPECT_EQ(Modules.Defined, Names{"m"});
  EXPECT_EQ(Modules.Used, (Names{"n", "longname", "tabbed", "cudafor"}));
}

TEST(ModuleScan, Submodules) {
  ModuleUse Modules = scanModules("submodule (m) s\nend\n"
                                  "submodule ( m : s ) t\nend\n",
                                  /*FixedForm=*/false);
  EXPECT_EQ(Modules.Defined, (Names{"m:s", "m:t"}));
  EXPECT_EQ(Modules.Used, (Names{"m", "m:s"}));
}

TEST(ModuleScan, CUDASentinelAndCarriageReturns) {
  ModuleUse Modules =
      scanModules("!@cuf use cudafor\r\nuse m\r\n#define use x\r\n",
                  /*FixedForm=*/false);
  EXPECT_EQ(Modules.Used, (Names{"cudafor", "m"}));
}

ModuleUse source(Names Defined, Names Used) {
  return {std::move(Defined), std::move(Used)};
}

TEST(ModuleOrder, UsesComeAfterDefinitions) {
  auto Order = orderByModules(
      {source({}, {"b", "other"}), source({"a"}, {}), source({"b"}, {"a"})},
      {"main.f90", "a.f90", "b.f90"});
  ASSERT_TRUE(bool(Order));
  EXPECT_EQ(*Order, (std::vector<unsigned>{1, 2, 0}));
}

TEST(ModuleOrder, OrderGivenIsKeptOtherwise) {
  auto Order =
      orderByModules({source({"x"}, {"x"}), source({}, {}), source({}, {"x"})},
                     {"1", "2", "3"});
  ASSERT_TRUE(bool(Order));
  EXPECT_EQ(*Order, (std::vector<unsigned>{0, 1, 2}));
}

TEST(ModuleOrder, CirclesAreErrorsThatNameTheFiles) {
  auto Order = orderByModules(
      {source({}, {"a"}), source({"a"}, {"b"}), source({"b"}, {"a"})},
      {"main.f90", "a.f90", "b.f90"});
  ASSERT_FALSE(bool(Order));
  EXPECT_NE(toString(Order.takeError()).find("a.f90 -> b.f90 -> a.f90"),
            std::string::npos);
}

} // namespace
