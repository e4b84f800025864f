import MeshTransform

/// Sentences about legal values that probably are mistakes. A few of each kind are named, the others counted.
extension Scene {
  /// What 'validate' and `--strict` report.
  /// - Parameters:
  ///   - isMoving: whether animations or gestures move the scene, so that only its meshes are what they seem.
  ///   - isImplied: whether flags imply the scene; its only layer outside of the canvas makes an empty picture.
  ///   - isStated: whether somebody wrote the vertices of a layer's mesh.
  func anomalies(isMoving: Bool, isImplied: Bool = false, isStated: (LayerPath) -> Bool) -> [String] {
    let moving = isMoving ? [] : (isImplied ? [] : unseenLayers) + idlePerspectives + uselessLights
    return selfCrossings(isStated) + meshes(isStated) { $1.partialContent(named: $0) } + moving
  }

  /// What a drawing reports: faces that cross themselves, and under `--strict` all anomalies.
  func warnings(
    isStrict: Bool, isMoving: Bool, isImplied: Bool = false, isStated: (LayerPath) -> Bool
  ) -> [String] {
    isStrict
      ? anomalies(isMoving: isMoving, isImplied: isImplied, isStated: isStated) : selfCrossings(isStated)
  }

  private func selfCrossings(_ isStated: (LayerPath) -> Bool) -> [String] {
    meshes(isStated) { $1.selfCrossing(named: $0) }
  }

  private func meshes(_ isStated: (LayerPath) -> Bool, _ sentence: (String, Mesh) -> String?) -> [String] {
    var sentences = Sentences()
    for (path, layer) in layersDepthFirst {
      if let mesh = layer.mesh, isStated(path), let text = sentence("\(described(path)).mesh", mesh) {
        sentences.add(text)
      }
    }
    return sentences.all
  }

  private var unseenLayers: [String] {
    var sentences = Sentences()
    for (index, layer) in layers.enumerated() {
      guard case .bounded(let rect) = [layer].outline(in: LayerSpace()) else { continue }
      let seen = rect.intersection(canvas.frame)
      guard seen == nil || seen?.size.width == 0 || seen?.size.height == 0 else { continue }
      sentences.add(
        "\(described(LayerPath(index))) is outside the canvas: it covers \(rect.words), and the canvas shows "
          + "\(canvas.frame.words); move it, or remove it")
    }
    return sentences.all
  }

  private var idlePerspectives: [String] {
    var sentences = Sentences()
    for (path, layer) in layersDepthFirst where layer.mesh.isFlat {
      guard layer.transform.m34 != 0, layer.effectiveTransform.keepsPlaneParallel else { continue }
      sentences.add(
        "\(described(path)).transform: the perspective has no effect, because it is applied before anything turns "
          + "the layer; write perspective() first, as in \"perspective(800px) rotateY(30deg)\"")
    }
    for (path, layer) in layersDepthFirst where layer.sublayerTransform.m34 != 0 {
      let space = LayerSpace(sublayersOf: layer)
      let isIdle = layer.sublayers.allSatisfy {
        $0.mesh.isFlat && space.pointsToSuperlayer(of: $0).keepsPlaneParallel
      }
      guard isIdle, !layer.sublayers.isEmpty else { continue }
      sentences.add(
        "\(described(path)).sublayerTransform: the perspective has no effect, because no sublayer is turned or bent in "
          + "depth")
    }
    return sentences.all
  }

  private var uselessLights: [String] {
    var sentences = Sentences()
    sentences.add(lights, of: "", over: layers, in: LayerSpace())
    for (path, layer) in layersDepthFirst where !layer.lights.isEmpty && !layer.sublayers.isEmpty {
      sentences.add(
        layer.lights, of: "\(described(path)).", over: layer.sublayers, in: LayerSpace(sublayersOf: layer))
    }
    return sentences.all
  }

  /// The path, with the name of a layer that has one.
  private func described(_ path: LayerPath) -> String {
    guard let name = layer(at: path)?.name, !name.isEmpty else { return "\(path)" }
    return "\(path) (\(name.excerpt))"
  }
}

extension Mesh {
  /// - Parameter name: of the mesh, for sentences.
  func anomalies(named name: String) -> [String] {
    [selfCrossing(named: name), partialContent(named: name)].compactMap(\.self)
  }

  fileprivate func selfCrossing(named name: String) -> String? {
    let (first, count) = selfCrossingFaces(limit: 3)
    guard count > 0 else { return nil }
    let (named, rest) = (first.map { "faces[\($0)]" }.joined(separator: ", "), count - first.count)
    return "\(name): \(named)\(rest > 0 ? " and \(rest) more" : "") "
      + "\(count == 1 ? "crosses itself" : "cross themselves"); list the corners in order around the face"
  }

  fileprivate func partialContent(named name: String) -> String? {
    let unused = unusedContent
    guard unused > 0.001 else { return nil }
    return
      "\(name) omits \(unused.percent) of the content; extend its `from` to all of 0...1, or crop the "
      + "content"
  }
}

/// Sentences of one kind, all but a few of which are counted only.
private struct Sentences {
  private var named: [String] = []
  private var count = 0
  private static let limit = 5
  /// The faces that are still compared with lights, some tenths of a second; beyond them a light counts as useful.
  private var faceCount = 250_000

  mutating func add(_ sentence: @autoclosure () -> String) {
    if count < Self.limit { named.append(sentence()) }
    count += 1
  }

  var all: [String] {
    count > named.count ? named + ["\(count - named.count) more similar ones (\(named[0]))"] : named
  }

  mutating func add(_ lights: [Light], of owner: String, over layers: [Layer], in space: LayerSpace) {
    guard !lights.isEmpty else { return }
    let shown = layers.filter(space.shows)
    for (index, light) in lights.enumerated() where light.isEnabled && light.kind != .ambient {
      guard light.intensity * (light.diffuseIntensity + light.specularIntensity) > 0, !shown.isEmpty,
        !shown.contains(where: { light.reaches($0, in: space, &faceCount) })
      else { continue }
      let remedy =
        light.kind == .directional
        ? "\"direction\" is where the light travels, so use a z below 0, such as [0.3, 0.5, -1]"
        : "give its position a larger z, or turn its direction to a z below 0"
      add("\(owner)lights[\(index)] reaches no front: it only lights backs; \(remedy)")
    }
  }
}

extension Light {
  /// Whether the light falls on the visible side of some face of the layer. The rim of a spot's cone does not count.
  /// - `faceCount`: the number of faces to compare at most, lowered by those of the layer; beyond it the light reaches all.
  fileprivate func reaches(_ layer: Layer, in space: LayerSpace, _ faceCount: inout Int) -> Bool {
    let projection = space.projection(of: layer)
    let (toWorld, eye) = (layer.unitToPoints * projection.pointsToWorld, projection.eye)
    let mesh = layer.mesh ?? .unitQuad
    faceCount -= mesh.faceCount
    guard faceCount >= 0 else { return true }
    func world(_ index: UInt32) -> SIMD3<Double> {
      let to = mesh.vertices[Int(index)].to
      let point = toWorld.transform(Point3D(Double(to.x), Double(to.y), Double(to.z)))
      return SIMD3(point.x, point.y, point.z)
    }
    let (travel, place) = (
      SIMD3(direction.x, direction.y, direction.z), SIMD3(position.x, position.y, position.z)
    )
    return mesh.faces.contains { face in
      let (a, b, c, d) = (
        world(face.indices.x), world(face.indices.y), world(face.indices.z), world(face.indices.w)
      )
      let normal = (c - a).cross(d - b)
      let center = (a + b + c + d) / 4
      let toEye = SIMD3(eye.x, eye.y, eye.z) - eye.w * center
      let toLight = kind == .directional ? -travel : place - center
      guard (normal * toEye).sum() * (normal * toLight).sum() > 0 else { return false }
      return kind != .spot || [a, b, c, d].contains { (($0 - place) * travel).sum() > 0 }
    }
  }
}

extension Mesh? {
  /// Whether the layer stays in its plane.
  fileprivate var isFlat: Bool { self?.vertices.allSatisfy { $0.toZ == 0 } ?? true }
}

extension Transform3D {
  /// Whether a plane layer stays parallel to its superlayer, and at a depth at which a perspective changes nothing.
  fileprivate var keepsPlaneParallel: Bool { m14 == 0 && m24 == 0 && abs(m44 - 1) < 1e-12 }
}

extension Double {
  /// A share as "43 %".
  fileprivate var percent: String { "\(Int(clamping: (100 * self).rounded(.up))) %" }
}

extension Rect {
  fileprivate var words: String {
    "x \(minX.shortText)...\(maxX.shortText), y \(minY.shortText)...\(maxY.shortText)"
  }
}
