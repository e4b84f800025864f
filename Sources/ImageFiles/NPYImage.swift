import MeshTransform

/// Pictures as NumPy's array files: `numpy.save("in.npy", pixels)` and `numpy.load("out.npy")`.
///
/// Arrays of uint8 or uint16 in C order with the shape (height, width, 4), (height, width, 3), (height, width, 1) or
/// (height, width): RGBA with straight alpha, RGB, or gray. A file has no color profile, density or orientation.
extension NPY {
  /// - Parameter depth: the largest depth of the image.
  static func readImage(
    _ bytes: [UInt8], name: String, limits: ImageLimits, _ depth: Image.Depth
  ) throws(ImageFileError) -> Image {
    let header = try Header(bytes, name: name)
    let (size, channels) = (header.size, header.channels)
    let isWide = header.type != .uint8
    try limits.check(size, isWide ? .sixteen : .eight, name: name)
    let (sampleSize, count) = (isWide ? 2 : 1, size.area * channels)
    guard bytes.count - header.dataOffset >= count * sampleSize else {
      throw .brokenNPY(name: name, reason: "it ends in the middle of the picture")
    }
    let samples = bytes[header.dataOffset..<header.dataOffset + count * sampleSize]
    let pixels: [UInt8] =
      switch header.type {
      case .uint8 where channels == 4, .uint16 where channels == 4: Array(samples)
      case .uint8: rgba(samples, channels, size.area) { (value: UInt8) in value }
      // Images have the processor's byte order, which is little-endian.
      case .uint16: rgba(samples, channels, size.area) { UInt16(littleEndian: $0) }
      case .uint16BigEndian: rgba(samples, channels, size.area) { UInt16(bigEndian: $0) }
      }
    var image = Image(
      size: size, alpha: channels == 4 ? .straight : .opaque, depth: isWide ? .sixteen : .eight, bytes: pixels
    )
    if channels == 4, image.hasOpaquePixels {
      image = Image(size: size, alpha: .opaque, depth: image.depth, bytes: pixels)
    }
    return depth == .eight ? image.converted(to: .eight) : image
  }

  /// RGBA of samples: gray becomes three equal colors, and what has no alpha is opaque.
  private static func rgba<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ samples: ArraySlice<UInt8>, _ channels: Int, _ area: Int, _ value: (Sample) -> Sample
  ) -> [UInt8] {
    let size = MemoryLayout<Sample>.size
    return samples.withUnsafeBytes { source in
      // Every byte is written: four samples for each pixel.
      [UInt8](unsafeUninitializedCapacity: 4 * size * area) { pixels, count in
        let target = UnsafeMutableRawBufferPointer(pixels)
        for pixel in 0..<area {
          for channel in 0..<4 {
            let index = channels == 1 ? pixel : pixel &* channels &+ channel
            let sample =
              channel < 3 || channels == 4
              ? value(source.loadUnaligned(fromByteOffset: index &* size, as: Sample.self)) : .max
            target.storeBytes(of: sample, toByteOffset: (4 &* pixel &+ channel) &* size, as: Sample.self)
          }
        }
        count = 4 * size * area
      }
    }
  }

  static func readSize(_ bytes: [UInt8], name: String) throws(ImageFileError) -> PixelSize {
    try Header(bytes, name: name).size
  }

  /// Writes RGBA with straight alpha and the shape (height, width, 4), or RGB without it and the shape (height, width, 3),
  /// rows from the top: uint8 in 0...255, or uint16 in 0...65,535 for an image of 16 bits a channel. The color profile and
  /// the density are left out.
  /// - Throws: ``ImageFileError/output(_:)``.
  public static func write(
    _ image: Image, to file: OutputFile, alphaChannel: AlphaChannel = .always
  ) throws(ImageFileError) {
    var bytes = image.straightened().bytes
    let hasAlpha = alphaChannel.isIncluded(of: image)
    if !hasAlpha {
      let (pixel, sample) = (image.depth.bytesPerPixel, image.depth.bytesPerPixel / 4)
      var count = 0
      for start in stride(from: 0, to: bytes.count, by: pixel) {
        for byte in 0..<3 * sample { bytes[count + byte] = bytes[start + byte] }
        count += 3 * sample
      }
      bytes.removeLast(bytes.count - count)
    }
    let header = header(
      shape: [image.size.height, image.size.width, hasAlpha ? 4 : 3],
      type: image.depth == .eight ? "|u1" : "<u2")
    do throws(OutputFileError) {
      let writer = try FileWriter(file)
      try writer.write(header)
      try writer.write(bytes)
      try writer.commit()
    } catch { throw .output(error) }
  }

  private struct Header {
    enum SampleType: String {
      case uint8 = "|u1"
      case uint16 = "<u2"
      case uint16BigEndian = ">u2"
    }
    let type: SampleType
    let size: PixelSize
    let channels: Int
    let dataOffset: Int

    init(_ bytes: [UInt8], name: String) throws(ImageFileError) {
      func fault(_ reason: String) -> ImageFileError { .brokenNPY(name: name, reason: reason) }
      let header: NPYHeader
      do throws(NPYHeader.Fault) { header = try NPYHeader(bytes) } catch { throw fault(error.reason) }
      guard let type = SampleType(rawValue: header.type) else {
        throw fault("its values are \(header.type.excerpt), not uint8 or uint16")
      }
      guard !header.isFortranOrder else { throw fault("it is in Fortran order; save a copy in C order") }
      let sides = header.shape
      (self.type, dataOffset) = (type, header.dataOffset)
      channels = sides.count == 2 ? 1 : sides.last ?? 0
      guard [2, 3].contains(sides.count), [1, 3, 4].contains(channels), sides[0] > 0, sides[1] > 0
      else { throw fault("its shape is \(header.shapeText)") }
      size = PixelSize(sides[1], sides[0])
    }
  }
}
