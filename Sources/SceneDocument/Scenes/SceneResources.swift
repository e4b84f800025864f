import MeshTransform

/// What a scene names and only its reader can get: files, and pictures of texts. Each is asked for once.
public protocol SceneResources {
  /// - Parameter path: as the scene file has it, relative to that file.
  func image(_ path: String) throws(SceneResourceError) -> Image
  /// - Parameter path: as the scene file has it, relative to that file.
  func meshFile(_ path: String) throws(SceneResourceError) -> [UInt8]
  /// Reads a mesh file's bytes. Unless a reader of more formats does it, they are JSON.
  /// - Parameter layerSize: of the layer that the mesh bends, in points.
  func mesh(_ bytes: [UInt8], _ path: String, layerSize: Size) throws(DocumentError) -> Mesh
  /// A file of recorded gestures. Unless told otherwise it is looked for where mesh files are.
  /// - Parameter path: as the scene file has it, relative to that file.
  func gestureFile(_ path: String) throws(SceneResourceError) -> [UInt8]
  /// Whether ``mesh(_:_:layerSize:)`` depends on the layer's size, so that layers can't share what it makes.
  func meshDependsOnLayer(_ path: String) -> Bool
  /// - Parameter scale: pixels per point.
  func text(_ text: SceneText, scale: Double) throws(SceneResourceError) -> SceneTextImage
  /// The frame with which contents that move begin. Unless a reader of them does it, there is none.
  func firstFrame(_ content: MovingContent) throws(SceneResourceError) -> Image
}

extension SceneResources {
  public func mesh(_ bytes: [UInt8], _ path: String, layerSize: Size) throws(DocumentError) -> Mesh {
    try MeshFile.decode(bytes, name: path)
  }

  public func gestureFile(_ path: String) throws(SceneResourceError) -> [UInt8] { try meshFile(path) }

  public func meshDependsOnLayer(_ path: String) -> Bool { false }

  public func firstFrame(_ content: MovingContent) throws(SceneResourceError) -> Image {
    throw SceneResourceError("contents that move can't be read here; use an image")
  }
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
