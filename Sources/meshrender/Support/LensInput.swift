import CheckedNumbers
import ImageFiles
import MeshFormats
import MeshTransform
import SceneDocument
import YAML

/// Reads calibration files, for flags and for scenes.
enum LensInput {
  /// The mesh of a lens, and a warning about what it leaves out.
  /// - Parameters:
  ///   - source: the calibration file.
  ///   - layerSize: in points. A file without a size refers to a picture with as many pixels.
  static func mesh(
    _ lens: LensDescription, from source: InputFile, layerSize: Size
  ) throws(Failure) -> (mesh: Mesh, warning: String?) {
    let correction = try correction(lens, from: source, layerSize: layerSize)
    do throws(LensError) {
      return (try correction.mesh(layerSize: layerSize).mesh, warning(correction, layerSize))
    } catch { throw Failure(.badData, "\(source): \(error)") }
  }

  private static func correction(
    _ lens: LensDescription, from source: InputFile, layerSize: Size
  ) throws(Failure) -> LensCorrection {
    InputList.add(source)
    let bytes = try source.readDocument(limit: LensFile.byteLimit)
    let options = LensFile.Options(model: lens.model, camera: lens.camera, pictureSize: layerSize)
    let model: LensModel
    do { model = try LensFile.read(bytes, name: source.description, options: options) } catch {
      // The sentence names the package of the library.
      throw YAMLValue.isLibraryMissing && error.problem.contains("libyaml")
        ? Failure(.unavailable, "\(error)") : Failure(error)
    }
    do {
      return try LensCorrection(model, lens.direction, view: lens.view, layerSize: layerSize)
    } catch { throw Failure(.badData, "\(source): \(error)") }
  }

  private static func warning(_ correction: LensCorrection, _ layerSize: Size) -> String? {
    if let warning = correction.warning { return warning }
    let (own, layer) = (correction.size.width / correction.size.height, layerSize.width / layerSize.height)
    // A picture that was only made smaller has the same proportions up to half a pixel.
    guard layer.isFinite, layer > 0, max(own / layer, layer / own) > 1.02 else { return nil }
    return
      "the camera was calibrated with pictures of \(Int(pixels: correction.size.width))x\(Int(pixels: correction.size.height)) pixels, "
      + "whose proportions are not those of the layer; the lens is stretched to it"
  }
}
