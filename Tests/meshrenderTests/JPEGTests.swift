import ImageFiles
import MeshTransform
import Testing

/// JPEG through the tool.
@Suite("JPEG in and out")
struct JPEGRunTests {
  private func gradient() -> Image {
    var bytes: [UInt8] = []
    for y in 0..<40 as Range<UInt8> { for x in 0..<60 as Range<UInt8> { bytes += [4 * x, 6 * y, 90, 255] } }
    return Image(size: PixelSize(60, 40), alpha: .opaque, bytes: bytes)
  }

  /// The suffix of the output determines its format, the bytes of the input its own.
  @Test func theSuffixDeterminesTheFormat() throws {
    let folder = try Folder()
    try JPEG.write(gradient(), to: .path(folder.file("photo.png")))
    let run = try Tool.start(
      ["render", "photo.png", "--mesh", "bulge", "--background", "white", "-o", "bent.jpg"], in: folder
    ).wait()
    #expect(run.code == 0 && run.words.isEmpty, "\(run.words)")
    #expect(try JPEG.readHeader(from: .path(folder.file("bent.jpg"))).size == PixelSize(60, 40))
    let again = try Tool.start(
      ["render", "bent.jpg", "--format", "png", "-o", "again.jpg"], in: folder
    ).wait()
    #expect(again.code == 0)
    #expect(try PNG.readHeader(from: .path(folder.file("again.jpg"))).size == PixelSize(60, 40))
  }

  @Test func lessQualityMakesASmallerFile() throws {
    let folder = try Folder()
    try PNG.write(gradient(), to: .path(folder.file("in.png")))
    var sizes: [Int] = []
    for quality in ["20", "60", "95"] {
      let run = try Tool.start(["render", "in.png", "--quality", quality, "-o", "out.jpg"], in: folder).wait()
      #expect(run.code == 0)
      sizes.append(try InputFile.path(folder.file("out.jpg")).readAll().count)
    }
    #expect(sizes == sizes.sorted() && Set(sizes).count == 3)
  }

  @Test func aSceneMayNameOne() throws {
    let folder = try Folder()
    try JPEG.write(gradient(), to: .path(folder.file("photo.jpg")))
    try folder.write(
      #"{"canvas": {"size": [60, 40]}, "layers": [{"position": [30, 20], "contents": {"image": "photo.jpg"}}]}"#,
      to: "scene.json")
    let run = try Tool.start(["render", "scene.json", "-o", "out.png"], in: folder).wait()
    #expect(run.code == 0, "\(run.words)")
    let read = try PNG.read(from: .path(folder.file("out.png")))
    let photo = try ImageFile.read(from: .path(folder.file("photo.jpg"))).image
    #expect(read.bytes == photo.bytes)
  }

  @Test func aHalfFileIsRefusedAndLenientlyRead() throws {
    let folder = try Folder()
    let bytes = try JPEG.encode(gradient()).bytes
    try OutputFile.path(folder.file("half.jpg")).write(Array(bytes.dropLast(40)))
    let strict = try Tool.start(["render", "half.jpg", "-o", "out.png"], in: folder).wait()
    #expect(strict.code == 65 && strict.words.contains("half.jpg") && strict.words.contains("--lenient"))
    #expect(throws: ImageFileError.self) { try PNG.read(from: .path(folder.file("out.png"))) }
    let lenient = try Tool.start(["render", "half.jpg", "--lenient", "-o", "out.png"], in: folder).wait()
    #expect(lenient.code == 0 && lenient.words.contains("damaged"))
  }
}
