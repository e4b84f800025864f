import CEGL
import MeshTransform

extension Canvas.Blending {
  /// The internal format of targets and textures. Linear light needs more than 8 bits for dark colors: sRGB's 256
  /// values remain distinct in 16-bit floats, whose precision is relative.
  var storage: Int32 {
    switch self {
    case .encoded: GL_RGBA8
    case .linear: GL_RGBA16F
    }
  }

  /// The type of the channels that are uploaded into textures.
  var texelType: Int32 {
    switch self {
    case .encoded: GL_UNSIGNED_BYTE
    case .linear: GL_HALF_FLOAT
    }
  }
}
