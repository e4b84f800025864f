import MeshTransform
import RenderGraph

extension Image {
  /// Calls `body` with the number, the size and the texels of each mip level, in the format of textures.
  /// - `needsMipmaps`: false for the first level alone.
  func forEachLevel(
    _ blending: Canvas.Blending, needsMipmaps: Bool,
    _ body: (Int, PixelSize, UnsafeRawBufferPointer) -> Void
  ) {
    switch blending {
    case .encoded:
      (needsMipmaps ? MipChain(self) : MipChain(level0Of: self)).forEachLevel(body)
    case .linear:
      let whole = LinearTexels(self)
      for (number, level) in ([whole] + (needsMipmaps ? whole.smaller() : [])).enumerated() {
        level.halves.withUnsafeBytes { body(number, level.size, $0) }
      }
    }
  }
}
