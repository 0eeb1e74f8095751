# ===-- cuda_case.py - A procedure with device data, and what tests it -----===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""A case of CUDA Fortran: data on the device, arrays and components of records
there and on the host."""

import dataclasses

from .case import Case
from .cuda import Launches
from .expressions import Expressions
from .procedures import Procedures
from .statements import Statements
from .text import Lines
from .values import INTEGER4, Scope, Variable, random_record


class CudaCase(Case):
    """A case whose procedure has device copies of its arguments: `d` and the
    argument's name. A permutation or map is there on the device only."""

    def generate(self):
        rng = self.rng
        self.variables = [v for v in self.variables if v.kind != "atomic"]
        self.on_device = []
        for v in self.variables:
            v.passing = "explicit"
            v.place = "host"
            if v.rank and (v.kind != "data" or rng.random() < 0.8):
                copy = dataclasses.replace(v, name="d" + v.name)
                copy.place = rng.choice(("device",) * 5 + ("managed",))
                copy.passing = rng.choice(("explicit", "allocatable",
                                           "module"))
                self.on_device.append((copy, v))
        self.make_device_records()
        hidden = {v for _, v in self.on_device}
        for v in self.extents:
            v.place = "host"
        scope = Scope([v for v in self.variables if v not in hidden] +
                      [d for d, _ in self.on_device] + self.extents)
        statements = Statements(rng, Expressions(rng), self.names)
        procedures = Procedures(rng, self.names, self.moved_dummy,
                                self.pool, cuda=True)
        procedures.functions(statements.expressions, rng.choice((0, 1, 2)))
        launches = Launches(statements, procedures, scope, self.pool,
                            self.kernel_dummy, self.kernel_record)
        statements_ = Lines()
        launches.body(statements_, rng.randint(3, 8))
        body = Lines()
        for copy, v in self.on_device:
            if copy.passing == "allocatable" or \
                    copy.record and copy.record.allocatable:
                body.add(f"allocate({copy.reference}"
                         f"{self.dimensions(copy)})")
            body.add(f"{copy.reference} = {v.name}")
        body.extend(statements_)
        for copy, v in self.on_device:
            if copy.kind == "data":
                body.add(f"{v.name} = {copy.reference}")
        procedures.lines.extend(launches.kernels)
        self.pool += [Variable("waited", INTEGER4)]
        module = Lines()
        self.module(module, body, procedures)
        test = Lines()
        self.test(test)
        return module, test

    def make_device_records(self):
        """Some device data become components: of records on the device, or
        allocatable ones of records of the host."""
        rng = self.rng
        copies = [copy for copy, _ in self.on_device]
        for number in range(1, rng.choice((0, 1, 1, 2)) + 1):
            record = random_record(rng, f"r{number}", f"rec{number}",
                                   rng.random() < 0.4)
            record.passing = rng.choice(("explicit", "module"))
            if not record.allocatable:
                record.place = rng.choice(("device", "device", "managed"))
            for v in rng.sample(copies, min(len(copies),
                                            rng.choice((1, 2, 3)))):
                copies.remove(v)
                if not record.allocatable:
                    v.place = record.place
                record.take(v)
            if record.components:
                self.records.append(record)

    def record_types(self, out):
        """Host and device have types of their own."""

    def dummy_records(self):
        return []

    def device_record_types(self, out):
        for record in self.records:
            with out.nested(f"type {record.type}", "end type"):
                for v in record.components:
                    if not record.allocatable:
                        out.add(f"{v.type.name} :: "
                                f"{v.name}{self.dimensions(v)}")
                        continue
                    shape = f"({', '.join(':' * v.rank)})"
                    head = f"{v.type.name}, allocatable"
                    out.device(f"{head}, {v.place} :: {v.name}{shape}")
                    out.host(f"{head} :: {v.name}{shape}")

    def declare_device_record(self, out, record):
        head = f"type({record.type})"
        name = f"{record.name}{record.shape}"
        if record.allocatable:
            out.add(f"{head} :: {name}")
            return
        out.device(f"{head}, {record.place} :: {name}")
        out.host(f"{head} :: {name}")

    def kernel_record(self, out, record):
        out.add(f"type({record.type}) :: {record.name}{record.shape}")

    def kernel_dummy(self, out, variable):
        shape = self.dimensions(variable)
        out.add(f"{variable.type.name} :: {variable.name}{shape}")

    def declare_device(self, out, copy):
        shape = self.dimensions(copy)
        extra = ""
        if copy.passing == "allocatable":
            shape = f"({', '.join(':' * copy.rank)})"
            extra = ", allocatable"
        name = copy.type.name
        out.device(f"{name}{extra}, {copy.place} :: {copy.name}{shape}")
        out.host(f"{name}{extra} :: {copy.name}{shape}")

    def declarations(self, out, in_module):
        if in_module:
            out.device("use cudafor")
            out.add("implicit none")
            self.device_record_types(out)
        for record in self.records:
            if (record.passing == "module") == in_module:
                self.declare_device_record(out, record)
        for copy, _ in self.on_device:
            if (copy.passing == "module") == in_module and not copy.record:
                self.declare_device(out, copy)
