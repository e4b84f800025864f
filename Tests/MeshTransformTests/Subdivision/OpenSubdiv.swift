import Foundation
import MeshTransform
import Testing

/// What OpenSubdiv makes of a mesh, by the program that `Tests/OpenSubdiv/compare.sh` builds.
struct OpenSubdiv {
  /// The program, where that script runs the tests.
  static let program = ProcessInfo.processInfo.environment["MESHRENDER_OPENSUBDIV"]

  /// Of each vertex: from, to, brightness.
  private(set) var values: [[Float]] = []
  /// Of each vertex: its normal on the limit surface, of any length.
  private(set) var limitNormals: [SIMD3<Double>] = []
  private(set) var faces: [[Int]] = []

  init(_ mesh: Mesh, steps: Int) throws {
    let numbers = try Self.run(Self.text(mesh, steps: steps)).split { $0 == " " || $0 == "\n" }
    var position = 0
    func next() throws -> Double {
      defer { position += 1 }
      return try #require(position < numbers.count ? Double(numbers[position]) : nil)
    }
    for _ in 0..<Int(try next()) {
      values.append(try (0..<6).map { _ in Float(try next()) })
      limitNormals.append(SIMD3(try next(), try next(), try next()))
    }
    for _ in 0..<Int(try next()) { faces.append(try (0..<4).map { _ in Int(try next()) }) }
  }

  /// The mesh as the program reads it; of two creases at an edge, the larger.
  private static func text(_ mesh: Mesh, steps: Int) -> String {
    var lines = ["\(steps)", "\(mesh.vertices.count)"]
    for (vertex, brightness) in zip(mesh.vertices, mesh.brightness) {
      lines.append(
        "\(vertex.fromX) \(vertex.fromY) \(vertex.toX) \(vertex.toY) \(vertex.toZ) \(brightness)")
    }
    var creases: [Set<UInt32>: Float] = [:]
    lines.append("\(mesh.faces.count)")
    for face in mesh.faces {
      let sides = (0..<4).filter { face.indices[$0] != face.indices[($0 + 1) & 3] }
      for i in sides {
        let ends: Set = [face.indices[i], face.indices[(i + 1) & 3]]
        creases[ends] = max(creases[ends] ?? 0, face.creases[i])
      }
      lines.append("\(sides.count) " + sides.map { "\(face.indices[$0])" }.joined(separator: " "))
    }
    let sharp = creases.filter { $0.value > 0 }.map { ($0.key.sorted(), min($0.value, 10)) }
    lines.append("\(sharp.count)")
    for (ends, sharpness) in sharp { lines.append("\(ends[0]) \(ends[1]) \(sharpness)") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func run(_ input: String) throws -> String {
    // A file, not a pipe: both ends of a pipe could wait for each other.
    let file = FileManager.default.temporaryDirectory.appending(path: "opensubdiv-\(UUID()).txt")
    try Data(input.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: try #require(program))
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}
