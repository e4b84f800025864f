import Glibc
import ImageFiles
import MeshTransform
import Testing

/// Exit codes 69, 73 and 74, standard streams and interrupts.
struct OutputTests {
  private let folder: Folder
  init() throws {
    folder = try Folder()
    try folder.writePicture(8, 6, to: "in.png")
  }

  private let withoutDriver = ["__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent"]

  @Test func withoutEGLSaysWhatToInstall() throws {
    for arguments in [["render", "in.png", "--mesh", "wave", "-o", "out.png"], ["info"]] {
      try expectFailure(
        69, "apt install", in: folder, arguments: arguments, environment: withoutDriver)
    }
  }

  /// Mesa up to 24.2 searches for its drivers in a folder; later versions link them.
  @Test func withoutDriversSaysWhatToInstall() throws {
    let hidden = ["LIBGL_DRIVERS_PATH": "/nonexistent", "GBM_BACKENDS_PATH": "/nonexistent"]
    let info = try Tool.run("info", in: folder, environment: hidden)
    if info.code == 0 {
      let version = String(decoding: info.output, as: UTF8.self).firstMatch(of: #/Mesa (\d+)\.(\d+)/#)
      let numbers = try #require(version.map { (Int($0.1)!, Int($0.2)!) })
      #expect(numbers >= (24, 3))
      return
    }
    for arguments in [["render", "in.png", "--mesh", "wave", "-o", "out.png"], ["info"]] {
      try expectFailure(69, "apt install", in: folder, arguments: arguments, environment: hidden)
    }
  }

  @Test func anUntouchedPictureNeedsNoEGL() throws {
    let run = try Tool.run("render", "in.png", "-o", "out.png", in: folder, environment: withoutDriver)
    #expect(run.code == 0 && run.words.isEmpty && run.output.isEmpty)
    #expect(try folder.image("out.png") == folder.image("in.png"))
  }

  @Test(arguments: [
    ("out.pgn", "use out.png"), ("out.jgp", "use out.jpg"), ("out.WEPB", "use out.webp"),
    ("out.tga", "use out.png"), ("a.b.txt", "use a.b.png"), ("Fig. 2", "use Fig. 2.png"),
    ("v1.2", "use v1.2.png"), ("out.png.tmp", "use out.png.png"), ("d.png/o.gid", "use o.png"),
    ("/dev/shm/out.none", "--format"),
  ])
  func anUnknownEndingIsRefused(_ name: String, _ advice: String) throws {
    try expectFailure(
      64, advice, "--format", ".jpeg", in: folder, arguments: ["render", "in.png", "-o", name])
  }

  @Test(arguments: [
    ["out"], [".hidden"], ["dot."], ["a.b/out"], ["out.PNG"], ["out.json", "--format", "png"],
    ["out.png.tmp", "--format", "png"],
  ])
  func namesWithoutEndingsAndFormatsArePNG(_ output: [String]) throws {
    mkdir(folder.file("a.b"), 0o755)
    let run = try Tool.start(["render", "in.png", "-o"] + output, in: folder).wait()
    #expect(run.code == 0 && run.words.isEmpty, "\(run.words)")
    #expect(try folder.image(output[0]) == folder.image("in.png"))
  }

  @Test func cannotBeCreated() throws {
    for name in ["none/", "", "in.png/out.png", "in.png/none/out.png", "."] {
      try expectFailure(73, in: folder, arguments: ["render", "in.png", "-o", name])
    }
  }

  @Test func aFullDeviceIsAFailure() throws {
    try expectFailure(74, "/dev/full", in: folder, arguments: ["render", "in.png", "-o", "/dev/full"])
    for arguments in [
      ["render", "in.png", "-o", "-"], ["meshes"], ["meshes", "--json"], ["--help"], ["help", "render"],
      ["info"],
    ] {
      try expectFailure(74, "standard output", in: folder, arguments: arguments, output: "/dev/full")
    }
  }

  @Test func sixteenBitsAreKeptOrRefused() throws {
    var values: [UInt16] = []
    for pixel: UInt16 in 0..<48 { values += [1361 * pixel, 65_535 - 977 * pixel, 257 * pixel + 1, .max] }
    let image = Image(
      size: PixelSize(8, 6), alpha: .opaque, depth: .sixteen, bytes: values.withUnsafeBytes { Array($0) })
    try PNG.write(image, to: .path(folder.file("deep.png")))
    for flags in [[], ["--background", "white"]] {
      let run = try Tool.start(
        ["render", "deep.png", "--depth", "16", "-o", "out.png"] + flags, in: folder
      ).wait()
      #expect(run.code == 0, "\(run.words)")
      #expect(try PNG.read(from: .path(folder.file("out.png")), depth: .sixteen).bytes == image.bytes)
    }
    #expect(try Tool.run("render", "deep.png", "-o", "out.png", in: folder).code == 0)
    #expect(try PNG.readHeader(from: .path(folder.file("out.png"))).bitDepth == 8)
    for output in [["-o", "o.jpg"], ["-o", "o.webp"], ["-o", "o", "--format", "jpeg"]] {
      try expectFailure(
        64, "--depth 16", "--format png", in: folder,
        arguments: ["render", "deep.png", "--depth", "16"] + output)
    }
    try expectFailure(
      64, "--depth", in: folder, arguments: ["render", "deep.png", "--depth", "12", "-o", "o.png"])
  }

  /// More than 2^24 pixels are drawn and written in bands.
  @Test func aLargePictureIsWrittenInBands() throws {
    let command = ["render", "in.png", "--size", "4104x4102", "--background", "red", "--dpi", "254", "-o"]
    #expect(try Tool.start(command + ["out.png"], in: folder).wait().code == 0)
    let (picture, content) = (try folder.image("out.png"), try folder.image("in.png"))
    #expect(picture.size == PixelSize(4104, 4102))
    #expect(picture.pixelDensity == PixelDensity(pixelsPerMeter: 10_000, 10_000))
    #expect(picture.pixel(0, 0) == [255, 0, 0, 255] && picture.pixel(4103, 4101) == [255, 0, 0, 255])
    for (x, y) in [(0, 0), (7, 5)] { #expect(picture.pixel(2048 + x, 2048 + y) == content.pixel(x, y)) }
    try expectFailure(74, "/dev/full", in: folder, arguments: command + ["/dev/full", "--format", "png"])
    try expectFailure(
      64, "16383", "write a PNG", in: folder,
      arguments: ["render", "in.png", "--size", "17000x9", "-o", "out.webp"])
  }

  /// The limit's signal, SIGXFSZ, would end the process without a message.
  @Test func aLimitedFileSizeIsAFailure() throws {
    try folder.write("as it was", to: "out.png")
    let before = try folder.contents()
    for arguments in [
      ["render", "in.png", "--size", "300x300", "--compression", "none", "-o", "out.png"],
      ["animate", "in.png", "--animate", "opacity 0..1 1s", "--size", "300x300", "-o", "out.y4m"]
        + ["--background", "white"],
    ] {
      let child = try Tool.start(
        ["-c", "ulimit -f 8; exec \"$0\" \"$@\"", Tool.path] + arguments, in: folder,
        environment: ["MESA_SHADER_CACHE_DISABLE": "true"], executable: "/bin/sh")
      let run = try child.wait()
      #expect(run.code == 74, "\(run.words)")
      #expect(
        run.complaints
          == "Error: \(arguments[arguments.firstIndex(of: "-o")! + 1]) cannot be written: File too large")
      #expect(try folder.contents() == before)
    }
  }

  @Test func aClosedPipeIsAFailureForPictures() throws {
    try folder.write(#"{"input": "in.png", "output": "o.png"}"#, to: "l.jsonl")
    // Standard output is a named pipe whose only reader closes it after the tool has opened it.
    let fifo = folder.file("pipe")
    #expect(mkfifo(fifo, 0o600) == 0)
    let broken = "Error: standard output cannot be written: Broken pipe\n"
    for (arguments, code, words) in [
      (["render", "in.png", "-o", "-"], 74, broken), (["batch", "--quiet", "l.jsonl"], 74, broken),
      // A text may be read in part: no message, and the exit code of SIGPIPE.
      (["meshes"], 141, ""), (["help"], 141, ""), (["--version"], 141, ""), (["new"], 141, ""),
      (["render", "in.png", "--mesh", "wave", "--print-mesh"], 141, ""),
    ] {
      let reader = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      let child = try Tool.start(
        ["-c", "sleep 0.2; exec \"$0\" \"$@\"", Tool.path] + arguments, in: folder, output: fifo,
        executable: "/bin/sh")
      close(reader)
      let run = try child.wait()
      #expect(run.code == code && run.words == words, "\(arguments): \(run.code) \(run.words)")
    }
  }

  @Test func standardStreamsCarryPictures() throws {
    let run = try Tool.run("render", "-", "-o", "-", in: folder, input: folder.file("in.png"))
    #expect(run.code == 0 && run.words.isEmpty)
    try folder.write(run.output, to: "out.png")
    #expect(try folder.image("out.png") == folder.image("in.png"))
  }

  /// The next opened file gets the number of a closed stream; a warning must not be written into it.
  @Test func closedStreamsAreNotWrittenOver() throws {
    func code(_ redirection: String, _ arguments: String) throws -> Int32 {
      try Tool.start(
        ["-c", "exec \"$0\" \(arguments) \(redirection)", Tool.path], in: folder, executable: "/bin/sh"
      ).wait().code
    }
    #expect(try code("2>&-", "render --text a --font Nowhere --mesh wave -o out.png") == 0)
    _ = try folder.image("out.png")
    #expect(try code(">&-", "render in.png -o -") == 74)
    #expect(try code("<&-", "render - -o out2.png") == 74)
    #expect(try code(">&- 2>&- <&-", "meshes") == 74)
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func anInterruptLeavesNothing(signal: Int32, code: Int32) throws {
    try folder.write("as it was", to: "out.png")
    let before = try folder.contents()
    let child = try Tool.start(
      [
        "render", "in.png", "--size", "1500x1500", "--transform", "scale(300)", "--compression", "small",
        "-o", "out.png",
      ],
      in: folder)
    // The signal arrives while the temporary file is being written.
    child.waitUntilItWrites(in: folder)
    kill(child.pid, signal)
    let run = try child.wait()
    #expect(run.code == code, "\(run.words)")
    #expect(try folder.contents() == before)
  }
}
