import MeshTransform
import RenderGraph

extension Image {
  /// Calls `body` with the number, the size and the texels of each mip level, in the format of textures.
  /// - `needsMipmaps`: false for the first level alone.
  func forEachLevel(
    _ format: PixelFormat, needsMipmaps: Bool,
    _ body: (Int, PixelSize, UnsafeRawBufferPointer) -> Void
  ) {
    switch format.blending {
    case .encoded:
      (needsMipmaps ? MipChain(self) : MipChain(level0Of: self)).forEachLevel(body)
    case .linear:
      let whole = LinearTexels(self)
      whole.halves.withUnsafeBytes { body(0, whole.size, $0) }
      if !needsMipmaps { return }
      for (index, level) in whole.smaller().enumerated() {
        level.bytes.withUnsafeBytes { body(index + 1, level.size, $0) }
      }
    }
  }
}
