import Foundation
import MeshTransform
import Testing
import TextImages

/// Fonts from files beside the same fonts by their installed families.
@Suite struct FontFileTests {
  private static let folder = "/usr/share/fonts/truetype/dejavu/"

  private static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: folder + name)))
  }

  private func draw(
    _ text: String, _ font: String? = nil, file: FontFile? = nil, scale: Double = 1
  ) throws -> TextImage {
    try TextImage.render(text, style: TextStyle(font: font, fontFile: file, fontSize: 30, scale: scale))
  }

  @Test(arguments: [
    ("DejaVuSerif-Bold.ttf", "DejaVu Serif Bold"), ("DejaVuSansMono.ttf", "DejaVu Sans Mono"),
  ])
  func aFileDrawsWhatItsFamilyDraws(name: String, family: String) throws {
    let file = try FontFile(Self.bytes(name), name: name)
    for scale in [0.7, 1, 3] {
      let drawn = try draw("Ägypten fi\n12", file: file, scale: scale)
      #expect(try drawn == draw("Ägypten fi\n12", family, scale: scale))
      #expect(drawn.warnings.isEmpty)
    }
    // Its own names are accepted, in any case.
    let words = family.lowercased()
    #expect(try draw("abc", words, file: file) == draw("abc", family))
  }

  /// An installed font of the same family is not taken before the file: here the file is Serif under the name of Sans.
  @Test func theFileComesBeforeAnInstalledFontOfItsName() throws {
    let renamed = try Self.bytes("DejaVuSerif.ttf").renaming("DejaVu Serif", "DejaVu Sans ")
    let drawn = try draw("abc", file: FontFile(renamed, name: "renamed.ttf"))
    #expect(try drawn.image == draw("abc", "DejaVu Serif").image)
    #expect(try drawn.image != draw("abc", "DejaVu Sans").image)
  }

  @Test func facesOfACollectionAreChosenByFamilyAndStyle() throws {
    let names = ["DejaVuSerif.ttf", "DejaVuSerif-Bold.ttf", "DejaVuSansMono.ttf"]
    let file = try FontFile([UInt8](collection: names.map(Self.bytes)), name: "all.ttc")
    for (font, family) in [
      (nil, "DejaVu Serif"), ("Bold", "DejaVu Serif Bold"), ("DejaVu Sans Mono", "DejaVu Sans Mono"),
      ("Nothing, DejaVu Serif Bold", "DejaVu Serif Bold"),
    ] {
      let drawn = try draw("Faces", font, file: file)
      #expect(try drawn == draw("Faces", family), "\(font ?? "the first")")
    }
    let other = try draw("Faces", "Comic Bold", file: file)
    #expect(try other.image == draw("Faces", "DejaVu Serif Bold").image)
    #expect(
      other.warnings == [.familyNotInFile(requested: "Comic", used: "DejaVu Serif", file: "all.ttc")])
  }

  /// Nothing is installed: the family of a file is unknown to a text without it.
  @Test func noOtherTextSeesTheFile() throws {
    let renamed = try Self.bytes("DejaVuSerif.ttf").renaming("DejaVu Serif", "Private Font")
    let file = try FontFile(renamed, name: "private.ttf")
    #expect(try draw("a", "Private Font", file: file).warnings.isEmpty)
    guard case .substitutedFamily("Private Font", _) = try draw("a", "Private Font").warnings.first else {
      Issue.record("the family is installed")
      return
    }
  }

  /// DejaVu Serif has no Arabic letters, DejaVu Sans has.
  @Test func missingCharactersComeFromInstalledFonts() throws {
    let file = try FontFile(Self.bytes("DejaVuSerif.ttf"), name: "serif.ttf")
    let drawn = try draw("سلام", file: file)
    #expect(drawn.warnings.isEmpty && drawn.size.width > 20)
  }

  @Test func otherFilesAreNoFonts() throws {
    let font = try Self.bytes("DejaVuSans.ttf")
    for bytes in [
      [], [0], Array(font[..<12]), Array(font[..<400]), Array(font[..<(font.count / 2)]),
      Array("\u{89}PNG\r\n\u{1A}\n".unicodeScalars.map { UInt8($0.value) })
        + [UInt8](repeating: 0, count: 100),
      [UInt8](repeating: 255, count: 5000), Array("{\"font\": 1}".utf8),
    ] {
      #expect(throws: TextError.notAFont(name: "f")) { try FontFile(bytes, name: "f") }
    }
    #expect(
      TextError.notAFont(name: "f").description
        == "f is not a font, or it is damaged; use a TrueType or OpenType file (.ttf, .otf, .ttc)")
  }

  /// A collection in which every face is the same one is as small as one font.
  @Test func facesHaveALimit() throws {
    let font = try Self.bytes("DejaVuSansMono.ttf")
    let many = [UInt8](collection: [font], repeating: 257)
    #expect(throws: TextError.tooManyFaces(name: "f", count: 257, limit: 256)) {
      try FontFile(many, name: "f")
    }
  }
}

extension [UInt8] {
  /// A TrueType collection: its header, and fonts whose tables are found from the start of the file.
  ///
  /// - Parameter count: how often each font is listed.
  fileprivate init(collection fonts: [[UInt8]], repeating count: Int = 1) {
    let header = 12 + 4 * fonts.count * count
    var starts: [Int] = []
    var body: [UInt8] = []
    for font in fonts {
      let start = header + body.count
      starts += [Int](repeating: start, count: count)
      var font = font
      for table in 0..<Int(font.number(at: 4, bytes: 2)) {
        let entry = 12 + 16 * table + 8
        font.replaceSubrange(
          entry..<entry + 4, with: (font.number(at: entry, bytes: 4) + UInt32(start)).bigEndianBytes)
      }
      body += font
    }
    self = Array("ttcf".utf8) + UInt32(0x10000).bigEndianBytes + UInt32(starts.count).bigEndianBytes
    for start in starts { self += UInt32(start).bigEndianBytes }
    self += body
  }

  private func number(at offset: Int, bytes: Int) -> UInt32 {
    self[offset..<offset + bytes].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The font with another name of the same length, in both encodings of its names.
  fileprivate func renaming(_ name: String, _ other: String) -> [UInt8] {
    var data = Data(self)
    for encoding in [String.Encoding.ascii, .utf16BigEndian] {
      guard let old = name.data(using: encoding), let new = other.data(using: encoding) else { continue }
      while let found = data.range(of: old) { data.replaceSubrange(found, with: new) }
    }
    return Array(data)
  }
}

extension UInt32 {
  fileprivate var bigEndianBytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> (24 - 8 * $0)) } }
}
