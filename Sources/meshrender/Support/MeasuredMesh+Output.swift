import ImageFiles
import MeshTransform
import SceneDocument

extension MeasuredMesh {
  /// The mesh of a file's measurements, or of those in a scene.
  /// - Parameters:
  ///   - source: the file; nil for measurements without one.
  ///   - layerSize: in points. A file without a size refers to a picture with as many pixels.
  ///   - content: the size of the content in pixels; nil is that of the layer.
  func output(from source: InputFile?, layerSize: Size, content: PixelSize?) throws(Failure) -> Output {
    switch (self, source) {
    case (.lens(let lens), let source?):
      let read = try LensInput.mesh(lens, from: source, layerSize: layerSize)
      return Output(read.mesh, warning: read.warning)
    case (.points(let description), let source?):
      InputList.add(source)
      let size = try Self.known(description.contentSize ?? layerSize, source, "fit:points.csv,from=640x480")
      let input = try FitInput(
        description, source.readDocument(limit: ControlPointFile.byteLimit), of: source, contentSize: size)
      return Output(input.mesh, warning: input.warnings.first, layerSize: description.canvasSize)
    case (.page(let description), _):
      let photo = content.map { Size(Double($0.width), Double($0.height)) } ?? layerSize
      let page = try description.read(from: source)
      if let source { _ = try Self.known(page.photoSize ?? photo, source, "page:page.json,from=900x700") }
      do { return try page.output(of: page.fit(photoSize: photo)).output } catch {
        throw Failure(.badData, (source.map { "\($0): " } ?? "") + "\(error)")
      }
    default: throw Failure(.internalFault, "\(kind) has no file")
    }
  }

  /// - Throws: for the layer of a command about meshes, which has no picture.
  private static func known(_ size: Size, _ source: InputFile, _ example: String) throws(Failure) -> Size {
    guard size != Size(1, 1) else {
      throw Failure(
        .usage, "\(source): the size of the content is not known here; add it, as in \(example)")
    }
    return size
  }
}
