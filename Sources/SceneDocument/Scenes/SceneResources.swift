import MeshTransform

/// The resources of a scene: files, and pictures of texts. Each is requested once.
public protocol SceneResources {
  /// - Parameter path: as the scene file has it, relative to that file.
  func image(_ path: String) throws(SceneResourceError) -> Image
  /// An image whose values are distances, not colors. The default implementation reads it as an image.
  /// - Parameter path: as the scene file has it, relative to that file.
  func displacementMap(_ path: String) throws(SceneResourceError) -> Image
  /// - Parameter path: as the scene file has it, relative to that file.
  func meshFile(_ path: String) throws(SceneResourceError) -> [UInt8]
  /// Parses the bytes of a mesh file, with its shapes. The default implementation reads JSON.
  /// - Parameters:
  ///   - placement: the place of the file's model on the layer.
  ///   - layerSize: the size of the layer with the mesh, in points.
  func mesh(
    _ bytes: [UInt8], _ path: String, placement: MeshPlacement, layerSize: Size
  ) throws(DocumentError) -> MorphableMesh
  /// The mesh of measurements. The default implementation has that of a page whose points are in the scene.
  /// - Parameters:
  ///   - layerSize: the size of the layer with the mesh, in points.
  ///   - content: the size of the content in pixels; nil is that of the layer.
  func measuredMesh(
    _ measured: MeasuredMesh, layerSize: Size, content: PixelSize?
  ) throws(SceneResourceError) -> MeasuredMesh.Output
  /// The mesh of a map. The default implementation has none.
  /// - Parameters:
  ///   - content: the size of the content in pixels, to which positions of a map from the canvas refer.
  ///   - layer: the size of the layer in pixels of the canvas, to which those of the other direction refer.
  func mapMesh(_ map: MapDescription, content: PixelSize, layer: PixelSize) throws(SceneResourceError) -> Mesh
  /// The filter of an exact map; nil to bend the layer by the map's mesh instead, as the default implementation does.
  /// - Parameter content: the size of the content in pixels, to which positions refer.
  func remapping(_ map: MapDescription, content: PixelSize) throws(SceneResourceError) -> Remapping?
  /// A file of recorded gestures. The default implementation reads it as a mesh file.
  /// - Parameter path: as in the scene file, relative to that file.
  func gestureFile(_ path: String) throws(SceneResourceError) -> [UInt8]
  /// Whether ``mesh(_:_:placement:layerSize:)`` depends on the layer's size also where the placement does not, so that
  /// layers of different sizes need their own meshes.
  func meshDependsOnLayer(_ path: String) -> Bool
  /// - Parameter scale: pixels per point.
  func text(_ text: SceneText, scale: Double) throws(SceneResourceError) -> SceneTextImage
  /// The parts of a text, for a text with a `split`. The default implementation has none.
  /// - Parameter scale: pixels per point.
  func textPieces(_ text: SceneText, scale: Double) throws(SceneResourceError) -> SceneTextPieces
  /// The first frame of moving contents, or the image that does not move. The default implementation has images only.
  func firstFrame(_ content: MovingContent) throws(SceneResourceError) -> Image
  /// Receives a sentence about something that can be drawn and is hardly meant. The default implementation ignores it.
  func note(_ sentence: String)
}

extension SceneResources {
  public func mesh(
    _ bytes: [UInt8], _ path: String, placement: MeshPlacement, layerSize: Size
  ) throws(DocumentError) -> MorphableMesh {
    var contents = try MeshFile.read(bytes, name: path)
    if placement != MeshPlacement() { try contents.place(by: placement, layerSize: layerSize, name: path) }
    do { return try contents.morphable() } catch { throw MeshFile.fault(error, in: bytes, name: path) }
  }

  public func measuredMesh(
    _ measured: MeasuredMesh, layerSize: Size, content: PixelSize?
  ) throws(SceneResourceError) -> MeasuredMesh.Output {
    if case .page(let page) = measured, page.file == nil {
      let photo = content.map { Size(Double($0.width), Double($0.height)) } ?? layerSize
      do { return try page.output(of: page.fit(photoSize: photo)).output } catch {
        throw SceneResourceError("\(error)", key: measured.key)
      }
    }
    throw SceneResourceError("\(measured.noun) cannot be read here; use a mesh file", key: measured.key)
  }

  public func displacementMap(_ path: String) throws(SceneResourceError) -> Image { try image(path) }

  public func mapMesh(
    _ map: MapDescription, content: PixelSize, layer: PixelSize
  ) throws(SceneResourceError) -> Mesh {
    throw SceneResourceError("maps cannot be read here; use a mesh file")
  }

  public func remapping(_ map: MapDescription, content: PixelSize) throws(SceneResourceError) -> Remapping? {
    nil
  }

  public func gestureFile(_ path: String) throws(SceneResourceError) -> [UInt8] { try meshFile(path) }

  public func meshDependsOnLayer(_ path: String) -> Bool { false }

  public func textPieces(_ text: SceneText, scale: Double) throws(SceneResourceError) -> SceneTextPieces {
    throw SceneResourceError("texts cannot be split here; remove \"split\"", key: "split")
  }

  public func note(_ sentence: String) {}

  public func firstFrame(_ content: MovingContent) throws(SceneResourceError) -> Image {
    guard case .image(let path) = content.source else {
      throw SceneResourceError("moving contents cannot be read here; use an image")
    }
    return try image(path)
  }
}

/// A drawn text.
public struct SceneTextImage: Hashable, Sendable {
  /// The drawn text.
  public var image: Image
  /// In points.
  public var size: Size

  /// A drawn text of this size in points.
  public init(image: Image, size: Size) { (self.image, self.size) = (image, size) }
}

/// The parts of a text, each in an image of its own.
public struct SceneTextPieces: Hashable, Sendable {
  /// A part.
  public struct Piece: Hashable, Sendable {
    /// The text of the part.
    public var text: String
    /// The drawn part.
    public var image: Image
    /// In points, from the upper left corner of the whole text on.
    public var frame: Rect

    /// A drawn part with its place.
    public init(text: String, image: Image, frame: Rect) {
      (self.text, self.image, self.frame) = (text, image, frame)
    }
  }

  /// In the order of the text.
  public var pieces: [Piece]
  /// The size of the whole text in points.
  public var size: Size

  /// The parts of a text of this size in points.
  public init(_ pieces: [Piece], size: Size) { (self.pieces, self.size) = (pieces, size) }
}

/// Why a resource is unavailable, in one sentence.
public struct SceneResourceError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
  /// The key of the contents at fault, such as `fontFile`; nil for the one that names the resource.
  public let key: String?

  /// An error with this sentence.
  public init(_ description: String, key: String? = nil) { (self.description, self.key) = (description, key) }
}
