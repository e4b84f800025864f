extension Image {
  /// The alpha at a point, 0...1, sampled with the magnification filter; 0 outside the image's unit space.
  func alpha(at unit: Point, _ filter: Layer.MagnificationFilter = .linear) -> Double {
    guard unit.x >= 0, unit.x <= 1, unit.y >= 0, unit.y <= 1 else { return 0 }
    if alpha == .opaque { return 1 }
    let columns = Taps(unit.x * Double(size.width), filter)
    let rows = Taps(unit.y * Double(size.height), filter)
    var sum = 0.0
    for (y, rowWeight) in rows.weighted {
      for (x, weight) in columns.weighted {
        let (column, row) = (min(max(x, 0), size.width - 1), min(max(y, 0), size.height - 1))
        sum += rowWeight * weight * alpha(row * size.width + column)
      }
    }
    return min(max(sum / Double(depth.largestValue), 0), 1)
  }

  /// The stored alpha of a pixel.
  private func alpha(_ pixel: Int) -> Double {
    switch depth {
    case .eight: Double(bytes[4 * pixel + 3])
    case .sixteen:
      bytes.withUnsafeBytes {
        Double($0.loadUnaligned(fromByteOffset: 8 * pixel + 6, as: UInt16.self))
      }
    }
  }

  /// The texels of a row or column at a sample position, with weights that sum to 1; indices may lie outside the image.
  private struct Taps {
    let weighted: [(index: Int, weight: Double)]

    /// - `position`: in texels; the center of the first is at 0.5.
    init(_ position: Double, _ filter: Layer.MagnificationFilter) {
      let first = (position - 0.5).rounded(.down)
      let (i, t) = (Int(pixels: first), position - 0.5 - first)
      switch filter {
      case .nearest: weighted = [(Int(pixels: position), 1)]
      case .linear: weighted = [(i, 1 - t), (i + 1, t)]
      case .cubic:
        // Catmull-Rom, as in the shader.
        weighted = [
          (i - 1, 0.5 * t * (t * (2 - t) - 1)), (i, 0.5 * (t * t * (3 * t - 5) + 2)),
          (i + 1, 0.5 * t * (t * (4 - 3 * t) + 1)), (i + 2, 0.5 * t * t * (t - 1)),
        ]
      }
    }
  }
}
