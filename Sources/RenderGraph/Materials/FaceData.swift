import MeshTransform

/// The data of faces for shaders that interpolate over whole faces. Each texel holds one value for the corners 0...3.
///
/// The texels of a face, in the order in which mesh.vert reads them: canvas x, y, w and depth, homogeneous and up to a
/// common factor; content x and y, for bilinear interpolation only; the sides at which content is clipped; brightness;
/// x, y and z of the position in unit layer space, and of the normal. Texels that the variant does not need are left
/// out.
package struct FaceData {
  package private(set) var texels: [SIMD4<Float>] = []
  package let texelsPerFace: Int
  package var count: Int { texels.count / texelsPerFace }

  /// - `triangles`: the triangles of faces that share no vertices.
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
      if variant.clipsContent { texels.append(ContentBounds(x: content.x, y: content.y).exceededSides) }
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
  /// The inverse map, for pixels of the content: the corners' positions in content pixels, then their homogeneous
  /// canvas coordinates x, y, depth and w.
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

/// The homogeneous canvas coordinates of a face's corners, up to a common factor.
private struct SeenCorners {
  let x: SIMD4<Float>, y: SIMD4<Float>, w: SIMD4<Float>, depth: SIMD4<Float>
  /// Whether the order is rotated: corner 0 here is the face's corner 1, and so on. Where an edge of the rows v = 0 and
  /// v = 1 shrinks to a point, every v is a solution there; so the shorter edges become columns.
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
    // Scaled to about 1: the shader multiplies these numbers four times.
    let largest = [x, y, w].map { max($0.max(), -$0.min()) }.max() ?? 0
    let scale = largest > 0 ? 1 / largest : 1
    func turned(_ v: SIMD4<Double>) -> SIMD4<Float> {
      let v = SIMD4<Float>(v * scale)
      return isTurned ? SIMD4(v.y, v.z, v.w, v.x) : v
    }
    (self.x, self.y, self.w, self.depth) = (turned(x), turned(y), turned(w), turned(depth))
  }
}
