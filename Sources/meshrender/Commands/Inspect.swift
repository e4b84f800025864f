import ArgumentParser
import GLRenderer
import ImageFiles
import MeshTransform
import SceneDocument

/// Reports the structure of a mesh and its probable mistakes.
struct Inspect: ParsableCommand, ThreadedCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Report the structure, the topology and the anomalies of a mesh.",
    discussion: """
      Exits with 0 even with anomalies, and with 65 when the mesh cannot be read. The picture shows the mesh from \
      straight above: the boundary dark, creases orange, folded faces and faces without area red, edges of more than \
      two faces and vertices between parts that only touch red, extraordinary vertices purple, repeated and unused \
      ones yellow.

      EXAMPLE
        echo '{"vertices": [[0,0,0,0,0], [1,0,1,0,0.2], [1,1,1,1,0],
          [0,1,0,1,0]], "faces": [[0,1,2,3]]}' > quad.json
        meshrender inspect quad.json --picture quad.png
        meshrender inspect ripple:rows=20
      """)

  @Argument(help: .mesh())
  var mesh: String

  @OptionGroup var placement: PlacementOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var trust: TrustOptions

  @Flag(help: "Print JSON.")
  var json = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The maximum number of elements of a kind to list.", valueName: "count"))
  var limit = 10

  @Option(help: ArgumentHelp("Draw the mesh with its anomalies to a PNG.", valueName: "file"))
  var picture: String?

  @Option(help: .device) var device: DeviceChoice = .automatic

  var access: CommandAccess {
    CommandAccess(
      inputs: [mesh], outputs: [picture].compactMap { $0 }, device: picture == nil ? nil : device)
  }

  func validate() throws {
    try placement.requireFile(among: [mesh])
    guard limit >= 0 else { throw ValidationError("--limit is \(limit); use 0 or more.") }
    if picture == "-" {
      throw ValidationError("standard output contains the report; use a file for --picture.")
    }
    if let picture { try OutputEnding.require([".png"], of: picture, for: "the PNG that --picture writes") }
  }

  func run() throws {
    if picture != nil { try DriverStart.prepare() }
    let (file, contents) = try MeshReading.contents(mesh, placement.placement)
    let validation = Mesh.validate(vertices: contents.vertices, faces: contents.faces, limit: 1)
    if let error = validation.errors.first {
      guard case .degenerateFaces = error else { throw Failure(.badData, "\(file): \(error)") }
    }
    let drawable: Mesh
    do throws(MeshError) { drawable = try contents.mesh(policy: .lenient) } catch {
      throw Failure(.badData, "\(file): \(error)")
    }
    let analysis =
      drawable.faces.count == contents.faces.count
      ? drawable.analyzed() : Mesh.Analysis(vertices: contents.vertices, faces: contents.faces)
    if let picture {
      let drawing = InspectionPicture(analysis, vertices: contents.vertices, faces: contents.faces)
      let image = try drawing.image(device)
      do { try PNG.write(image, to: OutputFile(argument: picture)) } catch { throw Failure(error) }
    }
    let report = InspectionReport(analysis, drawable, contents.targets, limit: limit)
    try Console.report(json ? report.json : report.text)
  }
}
