import CheckedNumbers
import MeshTransform

extension EXRFile.Header {
  /// - Throws: ``ImageFileError``, also for kinds of files that are not read.
  init(_ attributes: EXRAttributes, name: String) throws(ImageFileError) {
    if let type = try attributes.value("type"), type != Array("scanlineimage".utf8) {
      let isTiled = type == Array("tiledimage".utf8)
      throw .unreadEXR(name: name, isTiled ? .tiles : .deep)
    }
    let number = try attributes.requiredValue("compression", count: 1)[0]
    guard let compression = EXRFile.Compression(rawValue: number) else {
      throw .unreadEXR(
        name: name, .compression(EXRFile.Compression.unreadNames[number] ?? "method \(number)"))
    }
    self.compression = compression
    dataWindow = try Self.window("dataWindow", attributes, name: name)
    displayWindow = try Self.window("displayWindow", attributes, name: name)
    channels = try Self.channels(try attributes.requiredValue("channels"), name: name)
    chromaticities = try attributes.value("chromaticities", count: 32).flatMap(Self.chromaticities)
    let aspect = try attributes.value("pixelAspectRatio", count: 4)?.words.first ?? Float(1).bitPattern
    if let dotsPerInch = try attributes.value("xDensity", count: 4)?.words.first {
      let across = Double(Float(bitPattern: dotsPerInch))
      density = PixelDensity(dotsPerInch: across, across * Double(Float(bitPattern: aspect)))
    }
  }

  private static func window(
    _ key: String, _ attributes: EXRAttributes, name: String
  ) throws(ImageFileError) -> EXRFile.Window {
    let sides = try attributes.requiredValue(key, count: 16).words.map { Int(Int32(bitPattern: $0)) }
    let size = PixelSize(sides[2] - sides[0] + 1, sides[3] - sides[1] + 1)
    guard size.width > 0, size.height > 0 else {
      throw .brokenEXR(
        name: name, reason: "its \(key) is from \(sides[0]), \(sides[1]) to \(sides[2]), \(sides[3])")
    }
    return EXRFile.Window(x: sides[0], y: sides[1], size: size)
  }

  /// Each channel has its name, a zero, its type, a byte and three reserved ones, and its sampling along x and y; a zero
  /// ends the list.
  private static func channels(_ list: [UInt8], name: String) throws(ImageFileError) -> [Channel] {
    func fault(_ reason: String) -> ImageFileError { .brokenEXR(name: name, reason: reason) }
    var (found, rest) = ([(bytes: ArraySlice<UInt8>, channel: Channel)](), list[...])
    while let first = rest.first, first != 0 {
      guard let text = EXRAttributes.text(rest), rest.count >= text.count + 17 else {
        throw fault("its list of channels has no end")
      }
      let words = rest.dropFirst(text.count + 1).prefix(16).words
      let channel = String(decoding: text, as: UTF8.self)
      // A repaired name would have another place in the order of the lines.
      guard channel.utf8.elementsEqual(text) else {
        throw fault("the name \(channel.excerpt) of a channel is not UTF-8")
      }
      guard let type = EXRFile.SampleType(rawValue: words[0]) else {
        throw fault("the channel \(channel.excerpt) has the type \(words[0])")
      }
      guard words[2] == 1, words[3] == 1 else {
        throw .unreadEXR(name: name, .sampling(channel: channel))
      }
      found.append((text, Channel(channel, type)))
      rest = rest.dropFirst(text.count + 17)
    }
    guard !rest.isEmpty else { throw fault("its list of channels has no end") }
    guard !found.isEmpty else { throw fault("it has no channels") }
    // Lines have the order of the names, whatever that of the list is.
    found.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    guard Set(found.map(\.channel.name)).count == found.count else {
      throw fault("two channels have the same name")
    }
    return found.map(\.channel)
  }

  /// Red, green, blue and white, x and y each; nil for values that are none of chromaticities.
  private static func chromaticities(_ value: [UInt8]) -> ColorProfile.Chromaticities? {
    let values = value.words.map { Double(Float(bitPattern: $0)) }
    // Primaries of ACES and of cameras have coordinates a little outside 0...1.
    guard values.allSatisfy({ (-1...2).contains($0) }) else { return nil }
    func place(_ index: Int) -> SIMD2<Int32> {
      SIMD2(
        Int32(clamping: (values[2 * index] * 100_000).rounded()),
        Int32(clamping: (values[2 * index + 1] * 100_000).rounded()))
    }
    return ColorProfile.Chromaticities(white: place(3), red: place(0), green: place(1), blue: place(2))
  }
}
