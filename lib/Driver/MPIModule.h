//===-- MPIModule.h - Module mpi for the MPI that is found ---- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An MPI is installed with the module files of one other compiler, but its
// mpif.h is source. Where a folder of -I has one, the driver compiles modules
// mpi and mpi_f08 from it, once, into the user's cache.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_DRIVER_MPIMODULE_H
#define WARPFORT_LIB_DRIVER_MPIMODULE_H

#include "warpfort/Driver/InstallPaths.h"
#include "warpfort/Pipeline/Compile.h"
#include "warpfort/Support/TempFiles.h"
#include "llvm/Support/Error.h"

namespace warpfort {

/// If a folder of \p Options has an mpif.h, puts one with modules mpi and
/// mpi_f08, and with an mpif.h that can be compiled, before it. The folder is
/// \p Temporary where the user's cache cannot be written.
llvm::Error addMPIModule(CompileOptions &Options, const InstallPaths &Paths,
                         TempFolder &Temporary, llvm::raw_ostream &Diag);

} // namespace warpfort
#endif // WARPFORT_LIB_DRIVER_MPIMODULE_H
