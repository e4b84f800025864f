import ArgumentParser
import MeshTransform
import SceneDocument

/// The convention of a map, as far as it is not that of its format.
struct MapConventionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The scale of the numbers of a map: pixels (whole numbers at pixel centers), unit (0...1 from edge to edge), ndc "
        + "(-1...1 from edge to edge) or ndc-corners (-1...1 between the centers of the outermost pixels). Default: "
        + "that of the file's format.", valueName: "units"))
  var mapUnits: MapConvention.Units?

  @Option(
    help: ArgumentHelp(
      "The edge at which y of a map is least. Default: bottom for .png and .exr, else top.",
      valueName: "top|bottom"))
  var mapOrigin: MapConvention.Origin?

  @Option(
    help: ArgumentHelp(
      "Whether a map holds for each pixel of the picture its place in the content (backward), or for each pixel of the "
        + "content its place in the picture (forward). Default: backward.", valueName: "backward|forward"),
    transform: { text in
      guard let direction = CoordinateMap.Direction(name: text) else {
        throw ValidationError("--map-direction is '\(text.excerpt)'; use backward or forward.")
      }
      return direction
    })
  var mapDirection: CoordinateMap.Direction?

  @Flag(help: "The numbers of a map are differences from the pixel's own position.")
  var mapRelative = false

  @Option(
    help: ArgumentHelp(
      "The channel of a map that is 0 where a pixel has no position. Default: alpha for .png and .exr, else none.",
      valueName: "alpha|blue|none"))
  var mapValid: MapConvention.Validity?

  @Flag(
    help: ArgumentHelp(
      "Draw each pixel of a backward map by its own position, in place of a mesh that is exact within a quarter of a pixel. "
        + "For images and videos."))
  var exactMap = false

  /// The flag that is given; nil without one.
  var given: String? {
    [
      ("--map-units", mapUnits != nil), ("--map-origin", mapOrigin != nil),
      ("--map-direction", mapDirection != nil), ("--map-relative", mapRelative),
      ("--map-valid", mapValid != nil), ("--exact-map", exactMap),
    ].first(where: \.1)?.0
  }

  /// - Throws: when a flag is given and the mesh is no map.
  func requireMap(_ mesh: String?) throws {
    guard let given, mesh.map(MeshArgument.namesMap) != true else { return }
    throw ValidationError("\(given) applies to a map; use it with --mesh map:file.npy.")
  }

  /// The map with what the flags say. The mesh's own keys are already in the map; a flag has precedence.
  func applied(to map: MapDescription) -> MapDescription {
    var map = map
    map.overrides = map.overrides.replaced(
      by: MapOverrides(
        units: mapUnits, origin: mapOrigin, direction: mapDirection, isRelative: mapRelative ? true : nil,
        validity: mapValid))
    map.isExact = map.isExact || exactMap
    return map
  }
}
