import MeshTransform

/// Converts planes of luma and chroma to RGBA: each channel is the 8-bit value nearest to the exact result.
struct PlanarPicture: Sendable {
  let size: PixelSize
  let chroma: ChromaLayout
  let coefficients: ColorCoefficients

  func image(_ planes: UnsafeRawBufferPointer) -> Image {
    let count = 4 * size.area
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
      filled = count
      let luma = planes.baseAddress!.assumingMemoryBound(to: UInt8.self)
      nonisolated(unsafe) let (source, pixels) = (luma, UnsafeMutableRawPointer(target.baseAddress!))
      // A strip of about 64 thousand pixels justifies a thread.
      let strips = max(min(size.height, size.area >> 16, 16), 1)
      Threads.perform(strips) { strip in
        fill(pixels, source, rows: size.height * strip / strips..<size.height * (strip + 1) / strips)
      }
    }
    return Image(size: size, alpha: .opaque, bytes: bytes)
  }

  private func fill(_ target: UnsafeMutableRawPointer, _ luma: UnsafePointer<UInt8>, rows: Range<Int>) {
    let plane = chroma.planeSize(size)
    let (blue, red) = (luma + size.area, luma + size.area + (chroma.isGray ? 0 : plane.area))
    let blueRow = ChromaRow(chroma.horizontal, planeWidth: plane.width)
    let redRow = ChromaRow(chroma.horizontal, planeWidth: plane.width)
    defer {
      blueRow.free()
      redRow.free()
    }
    if chroma.isGray {
      for row in [blueRow, redRow] { row.values.update(repeating: 128 * 16, count: size.width) }
    }
    for y in rows {
      if !chroma.isGray {
        blueRow.fill(blue, height: plane.height, y: y, rows: chroma.blueRows)
        redRow.fill(red, height: plane.height, y: y, rows: chroma.redRows)
      }
      convert(luma + y * size.width, blueRow.values, redRow.values, into: target + 4 * size.width * y)
    }
  }

  /// Uses doubles: with 32-bit integers or floats, a value close to a half could round in the wrong direction.
  private func convert(
    _ luma: UnsafePointer<UInt8>, _ blue: UnsafePointer<UInt16>, _ red: UnsafePointer<UInt16>,
    into target: UnsafeMutableRawPointer
  ) {
    let k = coefficients
    for x in 0..<size.width {
      let light = Double(Int32(truncatingIfNeeded: luma[x])) * k.luma
      let (cb, cr) = (
        Double(Int32(truncatingIfNeeded: blue[x])), Double(Int32(truncatingIfNeeded: red[x]))
      )
      let r = Self.rounded(light + cr * k.redOfRed + k.red)
      let g = Self.rounded(light + cb * k.greenOfBlue + cr * k.greenOfRed + k.green)
      let b = Self.rounded(light + cb * k.blueOfBlue + k.blue)
      let pixel = r | g &<< 8 | b &<< 16 | 0xFF00_0000
      target.storeBytes(of: pixel.littleEndian, toByteOffset: 4 &* x, as: UInt32.self)
    }
  }

  /// The nearest integer within 0...255: adding 1.5 * 2^52 leaves no fractional bits in a double.
  @inline(__always) private static func rounded(_ value: Double) -> UInt32 {
    let positive = value < 0 ? 0 : value
    let clamped = positive > 255 ? 255 : positive
    return UInt32(truncatingIfNeeded: (clamped + 6_755_399_441_055_744).bitPattern)
  }
}
