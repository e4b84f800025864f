import MeshTransform

/// A loss while a picture was read or written.
public enum ImageWarning: Hashable, Sendable, CustomStringConvertible {
  /// Chunks of a PNG besides its pixels, such as comments, that were left out because of a wrong checksum.
  case damagedChunks(name: String, first: String, count: Int)
  /// Missing or damaged data in a picture that was read leniently.
  case damaged(name: String, reason: String)
  /// CMYK without a usable profile, converted by R = (1 - C) (1 - K) and so on.
  case plainCMYK(name: String)
  /// The first frame of an animation was read as a picture.
  case firstFrameOnly(name: String, frames: Int)
  /// The default picture of an animated PNG was read.
  case defaultPictureOnly(name: String, frames: Int)
  /// One layer of an OpenEXR file without a picture outside its layers.
  case layer(name: String, layer: String)
  /// Light brighter than 1 in an OpenEXR file.
  case clippedLight(name: String)
  /// A damaged profile, or one of other colors than RGB and gray, by which nothing can be converted.
  case unusableProfile(name: String)
  /// A profile that does not describe RGB colors.
  case droppedICCProfile(name: String)
  /// A color space by code points of which there is no conversion, such as HDR.
  case unconvertedCodePoints(name: String, ColorProfile.CodePoints)
  /// The code points of a PNG, for which other formats have no place.
  case droppedCodePoints(ColorProfile.CodePoints)
  /// Gamma or chromaticities of a PNG, for which other formats have no place.
  case droppedGamma
  /// Transparent pixels, which JPEG cannot hold, were composited over the background.
  case flattened

  /// Whether one frame of several was read.
  package var isOfAnimation: Bool {
    switch self {
    case .firstFrameOnly, .defaultPictureOnly: true
    default: false
    }
  }

  public var description: String {
    switch self {
    case .damagedChunks(let name, let first, let count):
      "\(name.excerpt) has a wrong checksum in the chunk \(first)"
        + (count == 1
          ? ", which is ignored" : " and in \(count - 1) other\(count == 2 ? "" : "s"), which are ignored")
        + "; the pixels are intact"
    case .damaged(let name, let reason): "\(name.excerpt) is damaged (\(reason)); missing parts are gray"
    case .plainCMYK(let name):
      "\(name.excerpt) is a CMYK picture without a color profile; its colors are approximate"
    case .firstFrameOnly(let name, let frames):
      "\(name.excerpt) is an animation of \(frames) frames; only the first is used"
    case .defaultPictureOnly(let name, let frames):
      "\(name.excerpt) is an animation of \(frames) frames; only the default picture is used"
    case .layer(let name, let layer):
      "\(name.excerpt) is an EXR of layers; only \"\(layer.excerpt)\" is used"
    case .clippedLight(let name):
      "\(name.excerpt) has values above 1, which are clipped to 1; scale its exposure down to keep them"
    case .unusableProfile(let name):
      "\(name.excerpt) is not color-converted: its color profile is damaged, or neither RGB nor gray"
    case .droppedICCProfile(let name):
      "the color profile \"\(name.excerpt)\" was dropped: it does not describe RGB colors"
    case .unconvertedCodePoints(let name, let points):
      "\(name.excerpt) is not color-converted: \(points.words) cannot be converted"
        + (points.isHDR ? " without tone mapping" : "")
    case .droppedCodePoints(let points):
      "the color space of the picture, \(points.words), was dropped, because only PNG can store it; --color-profile convert "
        + "converts to sRGB"
    case .droppedGamma: "the picture's gamma and chromaticities were dropped, because only PNG can store them"
    case .flattened: "JPEG does not support transparency: the picture was flattened onto its background"
    }
  }
}
