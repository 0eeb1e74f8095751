//===-- OptionTable.cpp - The option table --------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Includes the tables generated from Options.td.
//
//===----------------------------------------------------------------------===//
#include "OptionTable.h"

using namespace llvm;
using namespace llvm::opt;

namespace warpfort {

#define OPTTABLE_STR_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

static constexpr OptTable::Info InfoTable[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

WarpfortOptTable::WarpfortOptTable()
    : GenericOptTable(OptionStrTable, OptionPrefixesTable, InfoTable) {}

} // namespace warpfort
