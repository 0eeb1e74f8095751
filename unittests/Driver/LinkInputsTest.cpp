//===-- LinkInputsTest.cpp - Tests of archive resolution ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which members a link takes, and which the host linker is handed.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Driver/LinkInputs.h"
#include "TestObjects.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace warpfort;

namespace {

class LinkInputsTest : public ObjectTest {
protected:
  Expected<LinkInputs> resolve(std::vector<LinkItem> Items) {
    return resolveLinkInputs(Items, {Folder.str().str()}, Temps);
  }
  static LinkItem file(std::string Path) {
    return {LinkItem::File, std::move(Path)};
  }
  /// The device code taken, as "a.o b.o".
  std::string sources(const LinkInputs &Inputs) {
    std::vector<std::string> Names;
    for (const DeviceImage &Image : Inputs.Images)
      Names.push_back(sys::path::filename(Image.Source).str());
    return join(Names, " ");
  }
  TempFiles Temps;
};

class DamagedInputs : public LinkInputsTest {
protected:
  void SetUp() override {
    LinkInputsTest::SetUp();
    std::string F = makeObject("f.o", "define void @f() { ret void }",
                               "define void @df() { ret void }");
    std::string G = makeObject("g.o", "@g = global i32 0",
                               "define void @dg() { ret void }");
    Main = makeObject(
        "main.o",
        "declare void @f() define void @main() { call void @f() ret void }",
        "declare void @df() define ptx_kernel void @k() { call void @df() "
        "ret void }");
    Library = makeArchive("libx.a", {F, G});
  }
  std::string contents(StringRef Path) {
    return cantFail(errorOrToExpected(MemoryBuffer::getFile(Path)))
        ->getBuffer()
        .str();
  }
  /// Resolves \p Items after each change of the file; a failure must name it.
  void expectNoCrash(const std::string &Path, std::vector<LinkItem> Items) {
    std::string Good = contents(Path);
    auto Try = [&](StringRef Changed, size_t At) {
      ASSERT_FALSE(bool(writeFile(Path, Changed)));
      auto Inputs = resolve(Items);
      if (Inputs)
        return;
      std::string Message = toString(Inputs.takeError());
      EXPECT_NE(Message.find(sys::path::filename(Path)), std::string::npos)
          << Message << ", byte " << At;
    };
    for (size_t At = 0; At < Good.size(); At += 5) {
      std::string Changed = Good;
      Changed[At] ^= 1 << At % 8;
      Try(Changed, At);
    }
    for (size_t Length = 8; Length < Good.size(); Length += 120)
      Try(StringRef(Good).take_front(Length), Length);
    ASSERT_FALSE(bool(writeFile(Path, Good)));
    EXPECT_TRUE(bool(resolve(Items)));
  }
  std::string Main, Library;
};

TEST_F(DamagedInputs, Objects) {
  expectNoCrash(Main, {file(Main), file(Library)});
}

TEST_F(DamagedInputs, Archives) {
  expectNoCrash(Library, {file(Main), file(Library)});
}

TEST_F(LinkInputsTest, HostNeedTakesAMember) {
  std::string Main = makeObject(
      "main.o",
      "declare void @f() define void @main() { call void @f() ret void }");
  std::string F = makeObject("f.o", "define void @f() { ret void }",
                             "define void @df() { ret void }");
  std::string G = makeObject("g.o", "define void @g() { ret void }",
                             "define void @dg() { ret void }");
  std::string Lib = makeArchive("libx.a", {G, F});
  auto Inputs = resolve({file(Main), file(Lib)});
  ASSERT_TRUE(bool(Inputs));
  EXPECT_EQ(sources(*Inputs), "libx.a(f.o)");
  // main.o, the member as a file, the archive.
  ASSERT_EQ(Inputs->HostWords.size(), 3u);
  EXPECT_EQ(Inputs->HostWords[0], Main);
  EXPECT_EQ(sys::path::extension(Inputs->HostWords[1]), ".o");
  EXPECT_EQ(Inputs->HostWords[2], Lib);
  EXPECT_TRUE(Inputs->Undefined.empty());
}

TEST_F(LinkInputsTest, LibraryBeforeTheNeedIsNotSearchedAgain) {
  std::string Main = makeObject(
      "main.o",
      "declare void @f() define void @main() { call void @f() ret void }");
  std::string F = makeObject("f.o", "define void @f() { ret void }",
                             "define void @df() { ret void }");
  std::string Lib = makeArchive("libx.a", {F});
  auto Inputs = resolve({file(Lib), file(Main)});
  ASSERT_TRUE(bool(Inputs));
  EXPECT_EQ(sources(*Inputs), "");
  EXPECT_TRUE(Inputs->Undefined.contains("f"));
}

TEST_F(LinkInputsTest, DeviceNeedTakesMembersAndTheirNeeds) {
  std::string Main =
      makeObject("main.o", "define void @main() { ret void }",
                 "declare void @one() define ptx_kernel void @k() "
                 "{ call void @one() ret void }");
  std::string One =
      makeObject("one.o",
                 "declare void @host_two() define void @host_one() "
                 "{ call void @host_two() ret void }",
                 "declare void @three() define void @one() { call void "
                 "@three() ret void }");
  std::string Two = makeObject("two.o", "define void @host_two() { ret void }",
                               "define void @two() { ret void }");
  std::string Three = makeObject("three.o", "@x = global i32 0",
                                 "define void @three() { ret void }");
  std::string Four = makeObject("four.o", "@y = global i32 0",
                                "define void @four() { ret void }");
  std::string A = makeArchive("liba.a", {Three, Four});
  makeArchive("libb.a", {Two, One});
  auto Inputs = resolve({file(Main), file(A), {LinkItem::Library, "b"}});
  ASSERT_TRUE(bool(Inputs));
  std::vector<std::string> Taken;
  for (const DeviceImage &Image : Inputs->Images)
    Taken.push_back(sys::path::filename(Image.Source).str());
  llvm::sort(Taken);
  EXPECT_EQ(Taken, (std::vector<std::string>{"liba.a(three.o)", "libb.a(one.o)",
                                             "libb.a(two.o)", "main.o"}));
  // main.o, three members, two archives.
  EXPECT_EQ(Inputs->HostWords.size(), 6u);
  EXPECT_EQ(Inputs->HostWords.back(), "-lb");
}

TEST_F(LinkInputsTest, WholeArchiveIsLeftToTheLinker) {
  std::string F = makeObject("f.o", "define void @f() { ret void }",
                             "define void @df() { ret void }");
  std::string Lib = makeArchive("libx.a", {F});
  auto Inputs = resolve({{LinkItem::Flag, "-Wl,--whole-archive"},
                         file(Lib),
                         {LinkItem::Flag, "-Wl,--no-whole-archive"}});
  ASSERT_TRUE(bool(Inputs));
  EXPECT_EQ(sources(*Inputs), "libx.a(f.o)");
  EXPECT_EQ(Inputs->HostWords.size(), 3u);
}

TEST_F(LinkInputsTest, SameArchiveTwiceIsTakenOnce) {
  std::string Main = makeObject(
      "main.o",
      "declare void @f() define void @main() { call void @f() ret void }");
  std::string F = makeObject("f.o", "define void @f() { ret void }",
                             "define void @df() { ret void }");
  std::string Lib = makeArchive("libx.a", {F});
  auto Inputs = resolve({file(Main), file(Lib), {LinkItem::Library, "x"}});
  ASSERT_TRUE(bool(Inputs));
  EXPECT_EQ(sources(*Inputs), "libx.a(f.o)");
}

TEST_F(LinkInputsTest, ModulesComeBeforeTheLibrariesThatServeThem) {
  std::string Main =
      makeObject("main.o", "declare void @user() define void @main() { call "
                           "void @user() ret void }");
  std::string User = makeObject("user.o", "declare void @ours() define void "
                                          "@user() { call void @ours() ret "
                                          "void }");
  std::string Ours = makeObject("ours.o", "declare void @mpi() define void "
                                          "@ours() { call void @mpi() ret "
                                          "void }");
  std::string Users = makeArchive("libuser.a", {User});
  std::string Modules = makeArchive("libmodules.a", {Ours});
  std::string Server = makeArchive(
      "libmpi.a", {makeObject("mpi.o", "define void @mpi() { ret void }")});
  auto Inputs = resolve(
      {file(Main), file(Users), file(Server), {LinkItem::Modules, Modules}});
  ASSERT_TRUE(bool(Inputs));
  EXPECT_EQ(Inputs->HostWords,
            (std::vector<std::string>{
                Main, Users, "-Wl,--push-state,--no-whole-archive", Modules,
                "-Wl,--pop-state", Server, Modules}));
  EXPECT_TRUE(Inputs->Undefined.empty());
}

TEST_F(LinkInputsTest, UnknownLibrariesAreTheLinkersBusiness) {
  auto Inputs = resolve({{LinkItem::Library, "no_such_library"}});
  ASSERT_TRUE(bool(Inputs));
  EXPECT_EQ(Inputs->HostWords, std::vector<std::string>{"-lno_such_library"});
}

TEST_F(LinkInputsTest, CompiledDeviceCodeIsNotTakenAgain) {
  // As in an object made with -gpu=nordc, or by -dlink.
  DeviceImage Cubin;
  Cubin.Kind = object::IMG_Cubin;
  Cubin.Code = "code";
  std::string Bytes = makeOffloadBinary(Cubin);
  std::string Text;
  for (unsigned char Byte : Bytes)
    Text += "\\" + utohexstr(Byte, /*LowerCase=*/false, /*Width=*/2);
  std::string Object =
      makeObject("done.o", "@code = constant [" + std::to_string(Bytes.size()) +
                               " x i8] c\"" + Text +
                               "\", section \".warprt.code\", align 8");
  auto Inputs = resolve({file(Object)});
  ASSERT_TRUE(bool(Inputs));
  EXPECT_TRUE(Inputs->Images.empty());
}

TEST_F(LinkInputsTest, OtherFilesAreErrors) {
  ASSERT_FALSE(bool(writeFile(path("notes.txt"), "text")));
  auto Inputs = resolve({file(path("notes.txt"))});
  ASSERT_FALSE(bool(Inputs));
  EXPECT_NE(toString(Inputs.takeError()).find("notes.txt"), std::string::npos);
}

TEST_F(LinkInputsTest, ArchiveSymbols) {
  std::string F = makeObject("f.o", "define void @f() { ret void }");
  std::string Lib = makeArchive("libx.a", {F});
  StringSet<> Symbols;
  Symbols.insert("g");
  EXPECT_FALSE(cantFail(archiveDefinesAny(Lib, Symbols)));
  Symbols.insert("f");
  EXPECT_TRUE(cantFail(archiveDefinesAny(Lib, Symbols)));
}

TEST_F(LinkInputsTest, ArchiveEntries) {
  std::string F = makeObject(
      "f.o",
      "define void @__wrap_f() { ret void } define void @g() { ret void }");
  std::string Lib = makeArchive("libx.a", {F});
  StringSet<> Symbols;
  Symbols.insert("f");
  Symbols.insert("g");
  auto Found = cantFail(archiveEntriesFor(Lib, "__wrap_", Symbols));
  EXPECT_EQ(Found, std::vector<std::string>{"f"});
}

TEST_F(LinkInputsTest, ForeignSymbolsAreThoseOfNoObject) {
  std::string Main = makeObject(
      "main.o", "declare void @f() declare void @g() define void @main() { "
                "call void @f() call void @g() ret void }");
  std::string F = makeObject("f.o", "define void @f() { ret void }");
  auto Inputs = resolve({file(Main), file(F)});
  ASSERT_TRUE(bool(Inputs));
  EXPECT_FALSE(Inputs->Foreign.contains("f"));
  EXPECT_TRUE(Inputs->Foreign.contains("g"));
}

TEST_F(LinkInputsTest, StaticDataIsOfWhatIsTaken) {
  // A common block has its largest size, once.
  std::string Main = makeObject(
      "main.o", "@a = global [1000000000 x i8] zeroinitializer "
                "@c = common global [400000000 x i8] zeroinitializer "
                "declare void @f() define void @main() { call void @f() ret "
                "void }");
  std::string F =
      makeObject("f.o", "@c = common global [500000000 x i8] zeroinitializer "
                        "define void @f() { ret void }");
  std::string G =
      makeObject("g.o", "@g = global [900000000 x i8] zeroinitializer");
  std::string Large = makeObject(
      "large.o",
      "@l = global [900000000 x i8] zeroinitializer, code_model \"large\"");
  std::string Lib = makeArchive("libx.a", {F, G});
  auto Inputs = resolve({file(Main), file(Large), file(Lib)});
  ASSERT_TRUE(bool(Inputs));
  EXPECT_GE(Inputs->Static.bytes(), 1'500'000'000u);
  EXPECT_LT(Inputs->Static.bytes(), 1'500'010'000u);
  EXPECT_FALSE(Inputs->Static.isBeyondReach());
  ASSERT_FALSE(bool(Inputs->Static.addFile(G)));
  EXPECT_TRUE(Inputs->Static.isBeyondReach());
}

} // namespace
