import ArgumentParser
import MeshTransform
import SceneDocument

/// The transform and the lighting of the content.
struct SpaceOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A CSS transform list, such as \"perspective(800) rotateX(-45deg)\".", valueName: "list"))
  var transform: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A light, such as directional:direction=0.3/0.5/-1; repeatable. 'meshrender lights' lists kinds and keys. "
        + "Default: none, or one from the upper left for a mesh without a transform that bends only in depth.",
      valueName: "light"))
  var light: [String] = []

  @Option(
    help: ArgumentHelp(
      "The reflection of light by the content, such as specular=0.3,exponent=20,shading=flat.",
      valueName: "surface"))
  var surface: String?

  /// - `layerSize`: the reference of percentages in `translate`, in points.
  func transform(layerSize: Size) throws(Failure) -> Transform3D {
    guard let transform else { return .identity }
    let matrix: Transform3D
    do { matrix = try TransformList.parse(transform, layerSize: layerSize) } catch {
      throw Failure(error, of: "--transform")
    }
    let numbers = (0..<4).flatMap { row in (0..<4).map { matrix[row, $0] } }
    // False for NaN.
    if let number = numbers.first(where: { !($0.magnitude <= 1e15) }) {
      throw Failure(
        .usage,
        "--transform: a number of its matrix is \(number); use lengths and factors that give -1e15...1e15")
    }
    return matrix
  }

  func lights() throws(Failure) -> [Light] {
    var lights: [Light] = []
    for text in light {
      do { lights.append(try LightSpec.parseLight(text)) } catch { throw Failure(error, of: "--light") }
    }
    return lights
  }

  /// Nil when no surface is given.
  func surfaceValue() throws(Failure) -> Surface? {
    guard let surface else { return nil }
    do { return try LightSpec.parseSurface(surface) } catch { throw Failure(error, of: "--surface") }
  }
}
