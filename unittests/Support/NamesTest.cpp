//===-- NamesTest.cpp - Tests of demangling -------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of Flang symbols.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Support/Names.h"
#include "gtest/gtest.h"

using warpfort::demangleName;

TEST(Names, ScopesAreSeparated) {
  EXPECT_EQ(demangleName("_QMmPsaxpy"), "m::saxpy");
  EXPECT_EQ(demangleName("_QPfoo"), "foo");
  EXPECT_EQ(demangleName("_QMa_bSc2Pd_3"), "a_b::c2::d_3");
  EXPECT_EQ(demangleName("_QMmFouterPinner"), "m::outer::inner");
  EXPECT_EQ(demangleName("_QMmEvariable"), "m::variable");
  EXPECT_EQ(demangleName("_QQmain"), "main program");
  EXPECT_EQ(demangleName("_QFPinner"), "inner");
  EXPECT_EQ(demangleName("_QFPouter_kernel_loop_2$covered"),
            "outer_kernel_loop_2");
}

TEST(Names, ExternalProceduresLoseTheirUnderscore) {
  EXPECT_EQ(demangleName("foo_"), "foo");
  EXPECT_EQ(demangleName("foo_bar_"), "foo_bar");
  EXPECT_EQ(demangleName("foo__"), "foo__");
  EXPECT_EQ(demangleName("_start_"), "_start_");
}

TEST(Names, PrivateComponentsAreNamedAsInTheSource) {
  EXPECT_EQ(warpfort::componentName("_QMmTt.x"), "x");
  EXPECT_EQ(warpfort::componentName("x_1"), "x_1");
  EXPECT_EQ(warpfort::componentKey("_QMmTt", "_QMmTt.x"),
            warpfort::componentKey("_QMmTt", "x"));
}

TEST(Names, OtherNamesStay) {
  for (const char *Name : {"", "_", "_Q", "_QQclX68656C6C6F", "main",
                           "_FortranAioBegin", "_Q1", "__nv_sin"})
    EXPECT_EQ(demangleName(Name), Name);
}
