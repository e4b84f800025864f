extension AnimationValue {
  /// The distance between two tuples of numbers: the length of the difference.
  func distance(to other: AnimationValue) -> Double {
    let difference = other.numbers - numbers
    return (difference * difference).sum().squareRoot()
  }

  /// The weighted sum of values; the weights sum to 1.
  ///
  /// Transforms are mixed part by part, their rotations as normalized quaternions of one hemisphere. If one of them
  /// cannot be decomposed, and for flags, the value with the largest weight is the result.
  static func mixed(_ terms: [(value: AnimationValue, weight: Double)]) -> AnimationValue {
    let heaviest = terms.max { $0.weight < $1.weight }?.value ?? .number(0)
    switch heaviest {
    case .flag: return heaviest
    case .mesh:
      let meshes = terms.compactMap { term in
        if case .mesh(let mesh) = term.value { (mesh, Float(term.weight)) } else { nil }
      }
      return Mesh.mixed(meshes).map(AnimationValue.mesh) ?? heaviest
    case .transform:
      return mixedTransforms(terms).map(AnimationValue.transform) ?? heaviest
    default:
      return AnimationValue(
        heaviest.kind, terms.reduce(into: SIMD4<Double>.zero) { $0 += $1.weight * $1.value.numbers })
    }
  }

  private static func mixedTransforms(_ terms: [(value: AnimationValue, weight: Double)]) -> Transform3D? {
    var sum = Transform3DComponents()
    (sum.scale, sum.perspective) = (.zero, .zero)
    var (turn, first) = (SIMD4<Double>.zero, SIMD4<Double>?.none)
    for (value, weight) in terms {
      guard case .transform(let transform) = value, let parts = transform.decomposed() else { return nil }
      sum.scale += weight * parts.scale
      sum.skew += weight * parts.skew
      sum.translation += weight * parts.translation
      sum.perspective += weight * parts.perspective
      let q = SIMD4(parts.rotation.x, parts.rotation.y, parts.rotation.z, parts.rotation.w)
      // q and -q are the same rotation.
      let side = first.map { ($0 * q).sum() < 0 ? -1.0 : 1 } ?? 1
      if first == nil { first = q }
      turn += weight * side * q
    }
    let length = (turn * turn).sum().squareRoot()
    guard length > 1e-9 else { return nil }
    turn /= length
    sum.rotation = Quaternion(turn.x, turn.y, turn.z, turn.w)
    return Transform3D(sum)
  }
}

extension Mesh {
  /// The sum of meshes that differ in positions only, each vertex times its mesh's weight; nil when a coordinate
  /// leaves the range of a Float.
  static func mixed(_ terms: [(mesh: Mesh, weight: Float)]) -> Mesh? {
    guard let first = terms.first?.mesh else { return nil }
    var result: Mesh
    do throws(MeshError) {
      result = try first.making { i in
        var (from, to) = (SIMD2<Float>.zero, SIMD3<Float>.zero)
        for term in terms {
          from += term.weight * term.mesh.vertices[i].from
          to += term.weight * term.mesh.vertices[i].to
        }
        return Vertex(from: from, to: to)
      }
    } catch {
      return nil
    }
    guard terms.contains(where: { !$0.mesh.brightness.isEmpty }) else { return result }
    result.brightness = result.vertices.indices.map { i in
      let sum = terms.reduce(into: Float(0)) { sum, term in
        sum += term.weight * (term.mesh.brightness.isEmpty ? 1 : term.mesh.brightness[i])
      }
      return min(max(sum, 0), .greatestFiniteMagnitude)
    }
    return result
  }
}
