extension Layer {
  /// The sublayer that shades the layer by the image of a displacement; nil where `shading` is 0.
  ///
  /// Its luminance multiplies the colors of the layer. The mesh moves the sublayer together with the content. Each pixel
  /// of the sublayer therefore samples the image at its displaced position, so that light and folds stay in place.
  /// - Parameter image: stretched over the layer.
  public func shading(by displacement: Displacement, _ image: Image) -> Layer? {
    guard displacement.shading > 0, bounds.size.width > 0, bounds.size.height > 0 else { return nil }
    let gray = displacement.shadingImage(image, layerSize: bounds.size)
    var shade = Layer(
      bounds: Rect(origin: .zero, size: bounds.size), position: Point(bounds.midX, bounds.midY),
      contents: .image(gray))
    (shade.maskMode, shade.opacity) = (.shade, displacement.shading)
    return shade
  }
}

extension Displacement {
  /// The luminance of the image at the places to which its own movements put the points of a layer, opaque.
  fileprivate func shadingImage(_ image: Image, layerSize: Size) -> Image {
    let map = DisplacementMap(image, blur: blur(of: image, layerSize))
    let light = LuminanceMap(image, size: map.size)
    let reach = SIMD2(x / layerSize.width, y / layerSize.height)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * map.size.area)
    for row in 0..<map.size.height {
      for column in 0..<map.size.width {
        let point = SIMD2(
          (Double(column) + 0.5) / Double(map.size.width), (Double(row) + 0.5) / Double(map.size.height))
        let movement = map.movement(at: point)
        let gray = light.value(at: point + SIMD2(movement.x, movement.y) * reach)
        bytes += [gray, gray, gray, 255]
      }
    }
    return Image(size: map.size, alpha: .opaque, bytes: bytes)
  }
}

/// The luminance of an image: 0.2126 red + 0.7152 green + 0.0722 blue of its encoded values, over white where it is
/// transparent.
private struct LuminanceMap {
  private let size: PixelSize
  private let values: [UInt8]

  /// - `size`: that of the image or smaller; a pixel is then the mean of a square.
  init(_ image: Image, size: PixelSize) {
    let image = image.converted(to: .eight)
    self.size = size
    let factor = (image.size.width - 1) / size.width + 1
    let isPremultiplied = image.alpha == .premultiplied
    values = image.bytes.withUnsafeBytes { bytes in
      func value(_ x: Int, _ y: Int) -> Double {
        let first = 4 * (y * image.size.width + x)
        let alpha = Double(bytes[first + 3])
        let luminance =
          0.2126 * Double(bytes[first]) + 0.7152 * Double(bytes[first + 1]) + 0.0722
          * Double(bytes[first + 2])
        return (isPremultiplied ? luminance : luminance * alpha / 255) + 255 - alpha
      }
      return (0..<size.area).map { index in
        let (left, top) = (index % size.width * factor, index / size.width * factor)
        var (sum, count) = (0.0, 0.0)
        for y in top..<min(top + factor, image.size.height) {
          for x in left..<min(left + factor, image.size.width) {
            (sum, count) = (sum + value(x, y), count + 1)
          }
        }
        return UInt8(clamping: min(max(sum / max(count, 1), 0), 255).rounded())
      }
    }
  }

  /// The value at a point of unit space, bilinear between pixel centers; the edge continues.
  func value(at point: SIMD2<Double>) -> UInt8 {
    let x = min(max(point.x * Double(size.width) - 0.5, 0), Double(size.width - 1))
    let y = min(max(point.y * Double(size.height) - 0.5, 0), Double(size.height - 1))
    let (left, top) = (Int(clamping: x), Int(clamping: y))
    let (right, bottom) = (min(left + 1, size.width - 1), min(top + 1, size.height - 1))
    func pixel(_ x: Int, _ y: Int) -> Double { Double(values[y * size.width + x]) }
    let (s, t) = (x - Double(left), y - Double(top))
    let upper = pixel(left, top) * (1 - s) + pixel(right, top) * s
    let lower = pixel(left, bottom) * (1 - s) + pixel(right, bottom) * s
    return UInt8(clamping: (upper * (1 - t) + lower * t).rounded())
  }
}
