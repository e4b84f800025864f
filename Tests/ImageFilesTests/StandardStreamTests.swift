import ImageFiles
import MeshTransform
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

private let picture = Image(size: PixelSize(2, 1), alpha: .straight, bytes: [1, 2, 3, 4, 5, 6, 7, 8])

/// Tests of a whole process, each in its own process.
@Suite("Standard streams and signals")
struct StandardStreamTests {
  @Test func standardOutputGetsAllBytesAtTheEnd() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      dup2(ends[1], STDOUT_FILENO)
      _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
      let writer = try FileWriter(.standardOutput)
      let bytes = try PNG.encode(picture).bytes
      try bytes.withUnsafeBytes { try writer.write($0) }
      var got = [UInt8](repeating: 0, count: 4096)
      #expect(read(ends[0], &got, got.count) == -1, "nothing before the end")
      try writer.commit()
      #expect(read(ends[0], &got, got.count) == bytes.count)
      #expect(got.starts(with: bytes))
    }
  }

  @Test func aClosedStandardOutputIsAnErrorAndNoSignal() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      dup2(ends[1], STDOUT_FILENO)
      close(ends[0])
      let error = #expect(throws: ImageFileError.self) { try PNG.write(picture, to: .standardOutput) }
      #expect(error == .output(.cannotWrite(name: "standard output", SystemError(code: EPIPE))))
      dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO)  // for what the process itself prints when it ends
    }
  }

  @Test func aSlowFullPipeGetsAllBytes() async {
    await #expect(processExitsWith: .success) {
      // More than the capacity of a pipe, through a nonblocking descriptor.
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      dup2(ends[1], STDOUT_FILENO)
      close(ends[1])
      _ = fcntl(STDOUT_FILENO, F_SETFL, O_NONBLOCK)
      let source = ends[0]
      let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 5) }
      let reading = Task.detached {
        var (all, block): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 1000))
        while all.count < 300_000 {
          let count = read(source, &block, block.count)
          guard count > 0 else { break }
          all += block[..<count]
        }
        return all
      }
      try OutputFile.standardOutput.write(bytes)
      #expect(await reading.value == bytes)
    }
  }

  @Test func standardInputIsReadPieceByPiece() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      dup2(ends[0], STDIN_FILENO)
      let (target, bytes) = (ends[1], try PNG.encode(picture).bytes)
      let writing = Task.detached {
        for byte in bytes {
          withUnsafeBytes(of: byte) { _ = write(target, $0.baseAddress!, 1) }
          usleep(100)
        }
        close(target)
      }
      #expect(try PNG.read(from: .standardInput) == picture)
      await writing.value
    }
  }

  @Test func standardInputIsReadUpToALimit() async {
    await #expect(processExitsWith: .success) {
      dup2(open("/dev/zero", O_RDONLY), STDIN_FILENO)
      let error = #expect(throws: InputFileError.self) { try InputFile.standardInput.readAll(limit: 1000) }
      #expect(error == .tooLarge(name: "standard input", limit: 1000))
    }
  }

  @Test func aSignalHandlerCanRemoveTemporaryFiles() async {
    await #expect(processExitsWith: .exitCode(77)) {
      let folder = try TemporaryFolder()
      try OutputFile.path(folder.file("done")).write([1])
      let writers = try (0..<3).map { try FileWriter(.path(folder.file("out\($0)")), isNameless: false) }
      #expect(folder.entries.count == 4)
      signal(SIGTERM) { _ in TemporaryFiles.removeAll() }
      kill(getpid(), SIGTERM)  // to any thread that takes signals, hence not at once
      for _ in 0..<500 where folder.entries.count > 1 { usleep(10_000) }
      #expect(folder.entries == ["done"], "finished files stay")
      for writer in writers { #expect(throws: OutputFileError.self) { try writer.commit() } }
      unlink(folder.file("done"))
      rmdir(folder.path)
      exit(77)
    }
  }
}
