import MeshTransform

/// What the pixels of a face must know of its four corners: rows of texels, each one value for the corners 0...3.
///
/// The texels of a face, in the order in which mesh.vert reads them: canvas x, y, w and depth, all times w and up to a
/// common factor; content x and y, unless the interpolation is projective; the sides that are cut; brightness; the three
/// coordinates of the place in unit layer space, and of the normal. What a picture does not need is left out.
package struct FaceData {
  package private(set) var texels: [SIMD4<Float>] = []
  package let texelsPerFace: Int
  package var count: Int { texels.count / texelsPerFace }

  /// - `triangles`: with corners of each face's own.
  package init(_ triangles: TriangleList, _ unitToCanvas: Transform3D, for variant: MeshVariant) {
    let isBilinear = variant.interpolation == .bilinear
    texelsPerFace =
      4 + (isBilinear ? 2 : 0) + (variant.clipsContent ? 1 : 0) + (variant.hasBrightness ? 1 : 0)
      + (variant.isLit ? 6 : 0)
    texels.reserveCapacity(triangles.vertices.count / 4 * texelsPerFace)
    for first in stride(from: 0, to: triangles.vertices.count, by: 4) {
      let corners = SeenCorners(triangles.vertices[first..<first + 4], unitToCanvas)
      func row(_ value: (Int) -> Float) -> SIMD4<Float> {
        let v = SIMD4(value(first), value(first + 1), value(first + 2), value(first + 3))
        return corners.isTurned ? SIMD4(v.y, v.z, v.w, v.x) : v
      }
      texels += [corners.x, corners.y, corners.w, corners.depth]
      let content = (x: row { triangles.vertices[$0].fromX }, y: row { triangles.vertices[$0].fromY })
      if isBilinear { texels += [content.x, content.y] }
      if variant.clipsContent { texels.append(ContentReach(x: content.x, y: content.y).leaves) }
      if variant.hasBrightness { texels.append(row { triangles.brightness[$0] }) }
      if variant.isLit {
        texels.append(row { triangles.vertices[$0].toX })
        texels.append(row { triangles.vertices[$0].toY })
        texels.append(row { triangles.vertices[$0].toZ })
        texels.append(row { triangles.normals[$0].x })
        texels.append(row { triangles.normals[$0].y })
        texels.append(row { triangles.normals[$0].z })
      }
    }
  }
}

extension FaceData {
  /// The other way around, for pixels of the content: the corners' places in the content in pixels, and then where they
  /// are on the canvas, x, y, depth and w, all times w.
  package init(_ triangles: TriangleList, overContentOf size: PixelSize, _ unitToCanvas: Transform3D) {
    texelsPerFace = 8
    texels.reserveCapacity(triangles.vertices.count / 4 * texelsPerFace)
    let toPixels = Transform3D.scale(Double(size.width), Double(size.height), 1)
    for first in stride(from: 0, to: triangles.vertices.count, by: 4) {
      let own = triangles.vertices[first..<first + 4]
      let flat = own.map { Mesh.Vertex(from: $0.from, to: SIMD3($0.fromX, $0.fromY, 0)) }
      let corners = SeenCorners(flat[...], toPixels)
      let seen = own.map { corner in
        SIMD4<Float>(
          unitToCanvas.transform(Point3D(Double(corner.toX), Double(corner.toY), Double(corner.toZ))))
      }
      func row(_ axis: Int) -> SIMD4<Float> {
        corners.isTurned
          ? SIMD4(seen[1][axis], seen[2][axis], seen[3][axis], seen[0][axis])
          : SIMD4(seen[0][axis], seen[1][axis], seen[2][axis], seen[3][axis])
      }
      texels += [corners.x, corners.y, corners.w, corners.depth, row(0), row(1), row(2), row(3)]
    }
  }
}

/// The corners of a face on the canvas.
private struct SeenCorners {
  let x: SIMD4<Float>, y: SIMD4<Float>, w: SIMD4<Float>, depth: SIMD4<Float>
  /// Whether corner 0 is the face's corner 1, and so on. Where an edge of the rows v = 0 and v = 1 shrinks to a point,
  /// every v passes for a solution there; so the shorter edges are made columns.
  let isTurned: Bool

  init(_ corners: ArraySlice<Mesh.Vertex>, _ unitToCanvas: Transform3D) {
    var (x, y, w, depth) = (SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero)
    for (i, corner) in corners.enumerated() {
      let seen = unitToCanvas.transform(Point3D(Double(corner.toX), Double(corner.toY), Double(corner.toZ)))
      (x[i], y[i], depth[i], w[i]) = (seen.x, seen.y, seen.z, seen.w)
    }
    func edge(_ i: Int, _ j: Int) -> Double { abs(x[i] - x[j]) + abs(y[i] - y[j]) }
    let isTurned = min(edge(0, 1), edge(2, 3)) < min(edge(1, 2), edge(3, 0))
    self.isTurned = isTurned
    // Brought to about 1: the shader multiplies these numbers four times.
    let largest = [x, y, w].map { max($0.max(), -$0.min()) }.max() ?? 0
    let scale = largest > 0 ? 1 / largest : 1
    func turned(_ v: SIMD4<Double>) -> SIMD4<Float> {
      let v = SIMD4<Float>(v * scale)
      return isTurned ? SIMD4(v.y, v.z, v.w, v.x) : v
    }
    (self.x, self.y, self.w, self.depth) = (turned(x), turned(y), turned(w), turned(depth))
  }
}
