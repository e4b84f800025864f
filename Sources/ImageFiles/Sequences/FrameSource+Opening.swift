import MeshTransform

extension FrameSource {
  /// The default rate of a sequence in frames per second.
  public static let defaultRate = Rate(25)!

  /// A numbered sequence of PNG, JPEG or WebP files: `frames/in-%04d.png`.
  ///
  /// The file with the lowest number is frame 0; the numbers after it must be contiguous. Files are listed once, when
  /// the source opens, and read when their frames are requested.
  ///
  /// - Parameters:
  ///   - scope: the folders that must contain the files; nil for any.
  ///   - colors: the conversion of color values.
  public static func sequence(
    _ pattern: String, rate: Rate = defaultRate, end: End = .hold, limits: ImageLimits = .standard,
    within scope: ReadScope? = nil, colors: ColorConversion = .keep
  ) throws(FrameSourceError) -> FrameSource {
    let reader = try SequenceReader(pattern, limits: limits, scope: scope, colors: colors)
    return try FrameSource(reader, rate: rate, end: end)
  }

  /// The order and meaning of the bytes of a raw pixel.
  public enum RawFormat: String, CaseIterable, Hashable, Sendable {
    /// Red, green, blue and straight alpha.
    case rgba
    /// The same with premultiplied colors.
    case premultiplied
    /// Red, green, blue: FFmpeg's `rgb24`.
    case rgb24

    var bytesPerPixel: Int { self == .rgb24 ? 3 : 4 }
  }

  /// Frames of plain pixels, rows from the top, without headers.
  public static func raw(
    _ format: RawFormat, from file: InputFile, size: PixelSize, rate: Rate, end: End = .hold,
    limits: ImageLimits = .standard
  ) throws(FrameSourceError) -> FrameSource {
    try size.check(name: file.description, limits)
    let reader = StreamReader(
      try ByteStream.opening(file), size: size, byteCount: format.bytesPerPixel * size.area
    ) { bytes in
      switch format {
      case .rgba: Image(size: size, alpha: .straight, bytes: Array(bytes))
      case .premultiplied: Image(size: size, alpha: .premultiplied, bytes: Array(bytes))
      case .rgb24: Image(size: size, alpha: .opaque, bytes: bytes.withOpaqueAlpha())
      }
    }
    return try FrameSource(reader, rate: rate, end: end)
  }
}

extension ByteStream {
  static func opening(_ file: InputFile) throws(FrameSourceError) -> ByteStream {
    do { return try ByteStream(file) } catch { throw .input(error) }
  }
}

extension PixelSize {
  /// Checked before allocation.
  package func check(name: String, _ limits: ImageLimits) throws(FrameSourceError) {
    guard width > 0, height > 0 else { throw .badSize(name: name, size: self) }
    guard max(width, height) <= limits.side else {
      throw .sideTooLong(name: name, size: self, limit: limits.side)
    }
    // Compares quotients, because the product of two allowed sides may overflow an Int.
    guard width <= min(limits.pixels, Int.max / 16) / height else {
      throw .tooManyPixels(name: name, size: self, limit: limits.pixels)
    }
    // The bytes of a frame, and those of the picture made from it.
    let need = 2 * ImageLimits.memory(of: self)
    guard need <= limits.memory else {
      throw .tooMuchMemory(name: name, size: self, need: need, limit: limits.memory)
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Adds an opaque alpha channel to RGB.
  fileprivate func withOpaqueAlpha() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count / 3 * 4) { target, filled in
      filled = count / 3 * 4
      for pixel in 0..<count / 3 {
        target[4 &* pixel] = self[3 &* pixel]
        target[4 &* pixel &+ 1] = self[3 &* pixel &+ 1]
        target[4 &* pixel &+ 2] = self[3 &* pixel &+ 2]
        target[4 &* pixel &+ 3] = 255
      }
    }
  }
}
