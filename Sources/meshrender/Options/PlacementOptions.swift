import ArgumentParser
import SceneDocument

/// The place of the model of a mesh file on its layer.
struct PlacementOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The axes of the model in a mesh file (.obj, .gltf, .glb) that point right, up and toward the viewer, each with a minus where "
        + "its opposite does: x,z,-y for a model whose z points up, as in Blender. Default: x,y,z.",
      valueName: "axes"), transform: Self.axes)
  var axes: MeshAxes?

  @Option(
    help: ArgumentHelp(
      "The size of the model in a mesh file: contain (as large as the layer holds, with its proportions, in the middle), "
        + "fill (stretched to the layer) or none (the layer is the square from 0,0 to 1,1 of the file). Fitted faces "
        + "without texture coordinates show the content from the front. Default: none.",
      valueName: "fit"))
  var fitMesh: MeshPlacement.Fit?

  private static func axes(_ text: String) throws -> MeshAxes {
    do { return try MeshAxes.parse(text) } catch { throw ValidationError(error.problem) }
  }

  var placement: MeshPlacement { MeshPlacement(axes: axes ?? .standard, fit: fitMesh ?? .none) }

  /// The flag that is given; nil without one.
  var given: String? { axes != nil ? "--axes" : fitMesh != nil ? "--fit-mesh" : nil }

  /// - Parameter meshes: the meshes on the command line; nil for those that are not given.
  /// - Throws: when a flag is given and no mesh is a file.
  func requireFile(among meshes: [String?]) throws {
    guard let given else { return }
    let names = meshes.compactMap(\.self)
    guard !names.contains(where: MeshArgument.namesFile) else { return }
    throw ValidationError(
      "\(given) places the model of a mesh file, and \(names.first.map { "\($0.excerpt) is a preset" } ?? "none is given"); "
        + "name a file, such as model.obj.")
  }
}

extension MeshPlacement.Fit: ExpressibleByArgument {}
