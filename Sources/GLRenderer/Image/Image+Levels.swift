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
      bytes.withUnsafeBytes { body(0, size, $0) }
      if needsMipmaps { MipChain.forEachLevel(after: self, body) }
    case .linear:
      let whole = LinearTexels(self)
      whole.halves.withUnsafeBytes { body(0, whole.size, $0) }
      if needsMipmaps { whole.forEachSmallerLevel(body) }
    }
  }
}
