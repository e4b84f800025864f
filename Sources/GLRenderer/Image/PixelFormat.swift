import CEGL
import MeshTransform
import RenderGraph

/// The format of the textures and targets of a picture.
struct PixelFormat: Hashable {
  /// The color values that are blended.
  let blending: Canvas.Blending
  /// The depth of the picture.
  let depth: Image.Depth

  /// The format of ordinary pictures.
  static let standard = PixelFormat(blending: .encoded, depth: .eight)

  /// The internal format of targets and textures. Linear light needs more than 8 bits for dark colors: sRGB's 256
  /// values remain distinct in 16-bit floats, whose precision is relative. Encoded values of 16 bits are integers,
  /// which hold all of them (EXT_texture_norm16); floats would hold 11 bits.
  var storage: Int32 {
    switch (blending, depth) {
    case (.encoded, .eight): GL_RGBA8
    case (.encoded, .sixteen): Self.rgba16
    case (.linear, _): GL_RGBA16F
    }
  }

  /// Bytes of a texel.
  var bytesPerPixel: Int { self == .standard ? 4 : 8 }

  /// The type of the channels that are uploaded into textures.
  var texelType: Int32 { blending == .linear ? GL_HALF_FLOAT : encoded.readType }

  /// The format in which the picture is read back.
  var encoded: PixelFormat { PixelFormat(blending: .encoded, depth: depth) }

  /// The type of the channels of the picture.
  var readType: Int32 { depth == .eight ? GL_UNSIGNED_BYTE : GL_UNSIGNED_SHORT }

  /// `GL_RGBA16_EXT`
  private static let rgba16: Int32 = 0x805B
}

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
