import MeshTransform

/// The axes of a 3D model that point right, up and toward the viewer: `x,z,-y` for a model whose z points up.
public struct MeshAxes: Hashable, Sendable, CustomStringConvertible {
  /// 0, 1 and 2 for x, y and z: the axis that points right, the one that points up, the one toward the viewer.
  private let indices: SIMD3<Int>
  /// -1 where the opposite direction is meant, else 1.
  private let signs: SIMD3<Double>

  /// `x,y,z`: x points right, y up and z toward the viewer.
  public static let standard = MeshAxes(indices: SIMD3(0, 1, 2), signs: .one)

  private static let names: [Character] = ["x", "y", "z"]

  private init(indices: SIMD3<Int>, signs: SIMD3<Double>) { (self.indices, self.signs) = (indices, signs) }

  /// Reads three axes with commas between them, each x, y or z once, with or without a sign: `x,z,-y`.
  public static func parse(_ text: String) throws(SyntaxError) -> MeshAxes {
    func fault(_ column: Int, _ problem: String) -> SyntaxError {
      SyntaxError(subject: "axes", text: text, column: column, problem: problem)
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw fault(
        1,
        "name three axes with commas between them, those that point right, up and toward the viewer, such as x,z,-y"
      )
    }
    var (indices, signs) = (SIMD3<Int>(repeating: -1), SIMD3<Double>.one)
    var column = 1
    for (i, part) in parts.enumerated() {
      let axis = part.filter { $0 != " " }.lowercased()
      let name = axis.first == "-" || axis.first == "+" ? axis.dropFirst() : axis[...]
      guard name.count == 1, let index = names.firstIndex(of: name.first!) else {
        throw fault(column, "\(quoted(String(part))) is not an axis; use x, y, z, -x, -y or -z")
      }
      guard (0..<i).allSatisfy({ indices[$0] != index }) else {
        throw fault(column, "\(names[index]) is named twice; name each of x, y and z once")
      }
      (indices[i], signs[i]) = (index, axis.first == "-" ? -1 : 1)
      column += part.count + 1
    }
    return MeshAxes(indices: indices, signs: signs)
  }

  public var description: String {
    (0..<3).map { "\(signs[$0] < 0 ? "-" : "")\(Self.names[indices[$0]])" }.joined(separator: ",")
  }

  /// The coordinates along these axes: right, up and toward the viewer.
  func coordinates(of position: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(position[indices.x], position[indices.y], position[indices.z]) * signs
  }
}
