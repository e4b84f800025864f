import ImageFiles
import MeshTransform
import SceneDocument

/// A page that is fitted to the outline of a file, for 'fit'.
struct PageInput {
  let page: PageFit
  let output: MeasuredMesh.Output
  /// The error of the mesh in pixels.
  private let tolerance: Double

  /// - `photoSize`: in pixels, for a file without one.
  /// - `pageSize`: in pixels; nil is what the file says.
  /// - `known`: values that replace those of the file.
  init(
    _ bytes: [UInt8], of source: InputFile, photoSize: Size, pageSize: Size?, known: PageOptions,
    vertexLimit: Int
  ) throws(Failure) {
    var description: PageDescription
    do { description = try PageDescription(bytes, name: source.description) } catch { throw Failure(error) }
    description.pageSize = pageSize ?? description.pageSize
    description.options.aspect = known.aspect ?? description.options.aspect
    description.options.focalLength = known.focal ?? description.options.focalLength
    do throws(PageError) {
      page = try description.fit(photoSize: photoSize)
      (output, tolerance) = try description.output(of: page, limit: vertexLimit)
    } catch { throw Failure(.badData, "\(source): \(error)") }
  }

  /// What was found, as JSON.
  var report: String {
    let size = output.layerSize ?? page.size
    return JSONText.object([
      ("form", JSONText.string("page")), ("model", JSONText.string(page.model.rawValue)),
      ("size", JSONText.array([size.width.shortText, size.height.shortText])),
      ("aspect", page.aspect.pixelText), ("focal", page.focalLength?.pixelText ?? "null"),
      ("rms", page.error?.pixelText ?? "null"), ("worst", page.worst?.pixelText ?? "null"),
      ("vertices", "\(output.mesh.vertices.count)"), ("faces", "\(output.mesh.faces.count)"),
      ("tolerance", tolerance.shortText),
    ])
  }
}

extension PageDescription {
  /// The outline with what this description says besides; its own where there is no file.
  func read(from source: InputFile?) throws(Failure) -> PageDescription {
    guard let source else { return self }
    InputList.add(source)
    let bytes = try source.readDocument(limit: Self.byteLimit)
    do { return merged(into: try PageDescription(bytes, name: source.description)) } catch {
      throw Failure(error)
    }
  }
}
