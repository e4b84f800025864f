import ImageFiles
import MeshTransform

/// A picture of the layer that owns each pixel: one color per layer, transparent where there is none.
struct HitMap {
  private let scene: Scene
  private let tester: HitTester
  private let options: HitOptions

  /// - Throws: ``Failure`` when the scene's canvas exceeds the limits.
  init(_ scene: Scene, _ tester: HitTester, _ options: HitOptions, _ limits: LimitOptions) throws(Failure) {
    (self.scene, self.tester, self.options) = (scene, tester, options)
    let frame = scene.canvas.frame.size
    let longest = max(frame.width, frame.height) * scene.canvas.scale
    guard longest <= Double(limits.maxSide), scene.canvas.pixelSize.area <= limits.maxPixels else {
      throw Failure(
        .badData,
        "the map would be \(longest) pixels long; make the canvas smaller (--max-side, --max-pixels)")
    }
  }

  /// Writes the picture, and the layers' colors as JSON Lines on standard output.
  func write(to file: OutputFile) throws(Failure) {
    let size = scene.canvas.pixelSize
    var colors: [LayerPath: SIMD4<UInt8>] = [:]
    for (index, entry) in scene.layersDepthFirst.enumerated() { colors[entry.path] = Self.color(index) }
    var seen: Set<LayerPath> = []
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * size.area)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let path = tester.hitTest(atPixel: x, y, options)?.path
        if let path { seen.insert(path) }
        let color = path.flatMap { colors[$0] } ?? .zero
        bytes += [color.x, color.y, color.z, color.w]
      }
    }
    do { try PNG.write(Image(size: size, alpha: .straight, bytes: bytes), to: file) } catch {
      throw Failure(error)
    }
    for path in seen.sorted() {
      let color = colors[path] ?? .zero
      try Console.report(
        JSONText.object([
          ("color", JSONText.string(Self.hexadecimal(color))),
          ("layer", JSONText.string(scene.name(of: path))),
          ("path", JSONText.array(path.indices.map(String.init))),
        ]))
    }
  }

  /// A distinct color for each index below 2^24: the index's bits, permuted so that consecutive indices look different.
  /// The factor is odd, so no two indices have the same product modulo 2^24.
  private static func color(_ index: Int) -> SIMD4<UInt8> {
    let mixed = (UInt32(truncatingIfNeeded: index + 1) &* 0x9E_3779) & 0xFF_FFFF
    return SIMD4(
      UInt8(truncatingIfNeeded: mixed >> 16), UInt8(truncatingIfNeeded: mixed >> 8),
      UInt8(truncatingIfNeeded: mixed), 255)
  }

  private static func hexadecimal(_ color: SIMD4<UInt8>) -> String {
    "#"
      + [color.x, color.y, color.z].map { value in
        let digits = String(value, radix: 16)
        return digits.count == 1 ? "0\(digits)" : digits
      }.joined()
  }
}
