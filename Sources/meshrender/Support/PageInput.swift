import ImageFiles
import MeshTransform
import SceneDocument

/// A page that is fitted to the outline of a file, for 'fit'.
struct PageInput {
  let page: PageFit
  let made: MeasuredMesh.Made
  /// The error of the mesh in pixels.
  private let tolerance: Double

  /// - `photoSize`: in pixels, for a file without one.
  /// - `pageSize`: in pixels; nil is what the file says.
  init(
    _ bytes: [UInt8], of source: InputFile, photoSize: Size, pageSize: Size?, vertexLimit: Int
  ) throws(Failure) {
    var description: PageDescription
    do { description = try PageDescription(bytes, name: source.description) } catch { throw Failure(error) }
    description.pageSize = pageSize ?? description.pageSize
    do throws(PageError) {
      page = try description.fit(photoSize: photoSize)
      (made, tolerance) = try description.made(page, limit: vertexLimit)
    } catch { throw Failure(.badData, "\(source): \(error)") }
  }

  /// What was found, as JSON.
  var report: String {
    let size = made.layerSize ?? page.size
    return JSONText.object([
      ("form", JSONText.string("page")), ("model", JSONText.string(page.model.rawValue)),
      ("size", JSONText.array([size.width.shortText, size.height.shortText])),
      ("aspect", page.aspect.pixelText), ("focal", page.focalLength?.pixelText ?? "null"),
      ("rms", page.error?.pixelText ?? "null"), ("worst", page.worst?.pixelText ?? "null"),
      ("vertices", "\(made.mesh.vertices.count)"), ("faces", "\(made.mesh.faces.count)"),
      ("tolerance", tolerance.shortText),
    ])
  }
}
