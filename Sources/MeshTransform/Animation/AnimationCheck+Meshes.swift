extension AnimationCheck {
  /// The animation with meshes that can be interpolated: those with different faces are replaced by
  /// ``Mesh/onCommonGrid(_:layerSize:limit:)``. Values between which nothing is interpolated stay.
  ///
  /// A missing end is the layer's mesh. If that must be replaced, the end is fixed: the layer's mesh without animations.
  /// - Parameter vertices: the number of vertices that further grids may have together.
  /// - Precondition: the animation is valid.
  func withCommonGrids(_ animation: Animation, vertices: inout Int) throws(AnimationError) -> Animation {
    var animation = animation
    switch animation.action {
    case .group(var children):
      for index in children.indices {
        do throws(AnimationError) {
          children[index] = try withCommonGrids(children[index], vertices: &vertices)
        } catch {
          throw error.within("animations[\(index)]" + (children[index].name.map { " '\($0)'" } ?? ""))
        }
      }
      animation.action = .group(children)
    case .change(let property, let ends) where property.kind == .mesh:
      animation.action = .change(property, try withCommonGrid(ends, &vertices))
    case .spring(let property, let ends, let spring) where property.kind == .mesh:
      animation.action = .spring(property, try withCommonGrid(ends, &vertices), spring)
    case .keyframes(let property, var keyframes) where property.kind == .mesh && keyframes.mode != .discrete:
      let names = keyframes.values.indices.map { "values[\($0)]" }
      keyframes.values = try onCommonGrid(keyframes.values, names, &vertices)
      animation.action = .keyframes(property, keyframes)
    case .change, .spring, .keyframes, .gestures: break
    }
    return animation
  }

  private func withCommonGrid(_ ends: Animation.Ends, _ vertices: inout Int) throws(AnimationError)
    -> Animation.Ends
  {
    let own = ownMesh.map(AnimationValue.mesh)
    let words = "the layer's mesh"
    guard let from = ends.from ?? own, let to = ends.to ?? own else { return ends }
    let common = try onCommonGrid(
      [from, to], [ends.from == nil ? words : "from", ends.to == nil ? words : "to"], &vertices)
    var result = ends
    if ends.from != nil || common[0] != from { result.from = common[0] }
    if ends.to != nil || common[1] != to { result.to = common[1] }
    return result
  }

  /// - Parameter names: of the values, for errors.
  private func onCommonGrid(_ values: [AnimationValue], _ names: [String], _ vertices: inout Int)
    throws(AnimationError) -> [AnimationValue]
  {
    let meshes = values.compactMap { value in if case .mesh(let mesh) = value { mesh } else { nil } }
    guard meshes.count == values.count, let first = meshes.first else { return values }
    if meshes.allSatisfy({ $0.firstDifference(from: first) == nil }) { return values }
    let common: [Mesh]
    let limit = min(Mesh.vertexLimit, vertices / meshes.count)
    do throws(MeshResamplingError) {
      guard limit >= Self.smallestGrid else {
        throw MeshResamplingError(.mesh(.gridTooLarge(rows: 64, columns: 64, limit: limit)))
      }
      common = try Mesh.onCommonGrid(meshes, layerSize: layer?.bounds.size ?? Size(1, 1), limit: limit)
    } catch {
      throw AnimationError(.resampling(value: names[error.mesh], error.problem))
    }
    vertices -= common.reduce(0) { $0 + $1.vertices.count }
    return common.map(AnimationValue.mesh)
  }

  /// The vertices of all common grids of a scene: 20 bytes each.
  static let gridVertexLimit = 1 << 24
  /// Vertices of 64 rows and columns.
  private static let smallestGrid = 65 * 65
}
