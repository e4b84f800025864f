import ArgumentParser
import ImageFiles
import MeshTransform

/// What becomes of the transparency of a picture.
enum AlphaChoice: String, CaseIterable, ExpressibleByArgument {
  case keep, drop, auto

  /// The color that transparent pixels are laid over where alpha is dropped, as in a JPEG.
  static let backdrop = SIMD3<UInt8>(repeating: 255)

  var channel: AlphaChannel { self == .keep ? .always : .whereNeeded }

  /// The picture with the transparency that is left.
  func applied(to image: Image) -> Image {
    self == .drop ? image.flattened(over: Self.backdrop).image : image
  }
}
