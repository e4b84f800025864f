import ArgumentParser
import ImageFiles
import MeshTransform
import SceneDocument

/// Refines a control mesh and writes the surface as a mesh.
struct Subdivide: ParsableCommand, ThreadedCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "subdivide",
    abstract: "Refine a mesh by Catmull-Clark steps and write the finer mesh.",
    discussion: """
      The vertices become control points of a smooth surface; every step divides each face in four. The mesh written \
      is drawn without further steps: its subdivisionSteps are 0.

      EXAMPLE
        echo '{"vertices": [[0,0,0,0,0], [1,0,1,0,0.2], [1,1,1,1,0],
          [0,1,0,1,0]], "faces": [[0,1,2,3]]}' > quad.json
        meshrender subdivide quad.json --steps 4 -o smooth.json
        meshrender subdivide wave:columns=6 --steps 3 -o wave.json
      """)

  @Argument(help: .mesh(formats: ".json, .obj, .camesh, .gltf, .glb"))
  var mesh: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of steps; 0 writes the mesh unchanged.", valueName: "n"))
  var steps: Int

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The JSON mesh to write; '-' is standard output.", valueName: "file"))
  var output: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The maximum number of vertices of the result.", valueName: "count"))
  var maxVertices = 1_000_000

  @OptionGroup var placement: PlacementOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var trust: TrustOptions

  var access: CommandAccess {
    CommandAccess(inputs: [mesh], outputs: [output])
  }

  func validate() throws {
    try placement.requireFile(among: [mesh])
    guard steps >= 0 else { throw ValidationError("--steps is \(steps); use 0 or more.") }
    try OutputEnding.require(
      [".json"], of: output, for: "a JSON mesh file",
      hint: "; 'meshrender convert' writes other formats")
    guard (1...Int(Int32.max)).contains(maxVertices) else {
      throw ValidationError("--max-vertices is \(maxVertices); use a number from 1 to \(Int32.max).")
    }
  }

  func run() throws {
    let (file, net) = try MeshReading.mesh(mesh, placement.placement)
    try requireMemory(forRefining: net, steps: steps, limit: maxVertices)
    let refined: Mesh
    do throws(MeshError) { refined = try net.subdivided(steps: steps, limit: maxVertices) } catch {
      let hint = if case .subdivisionTooLarge = error { " (--steps, --max-vertices)" } else { "" }
      throw Failure(.badData, "\(file): \(error)\(hint)")
    }
    do { try OutputFile(argument: output).write(MeshFile.encode(refined)) } catch { throw Failure(error) }
  }
}
