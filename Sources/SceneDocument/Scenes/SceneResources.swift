import MeshTransform

/// What a scene names and only its reader can get: files, and pictures of texts. Each is asked for once.
public protocol SceneResources {
  /// - Parameter path: as the scene file has it, relative to that file.
  func image(_ path: String) throws(SceneResourceError) -> Image
  /// - Parameter path: as the scene file has it, relative to that file.
  func meshFile(_ path: String) throws(SceneResourceError) -> [UInt8]
  /// - Parameter scale: pixels per point.
  func text(_ text: SceneText, scale: Double) throws(SceneResourceError) -> SceneTextImage
}

/// A drawn text.
public struct SceneTextImage: Hashable, Sendable {
  public var image: Image
  /// In points.
  public var size: Size

  public init(image: Image, size: Size) { (self.image, self.size) = (image, size) }
}

/// Why a resource is not to be had, in one sentence.
public struct SceneResourceError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
