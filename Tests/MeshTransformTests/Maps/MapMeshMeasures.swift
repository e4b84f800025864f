import MeshTransform

/// Measures of the mesh of a map, by brute force over its triangles.
struct MapMeshMeasures {
  /// The largest distance along an axis between the map and the mesh at a pixel center, in pixels of the picture.
  var largestError = 0.0
  /// The numbers of pixels with a position that no triangle covers, and of holes that one covers.
  var uncovered = 0, coveredHoles = 0
  /// The sum of the triangles' areas in unit space, and the smallest one.
  var area = 0.0, smallestArea = Double.infinity
  /// The number of sides that only one triangle has, apart from those at the borders.
  var openSides = 0

  /// - Parameter mesh: of a map from the canvas to the content.
  init(_ mesh: Mesh, of map: CoordinateMap, picture: PixelSize) {
    let (width, height) = (Double(map.size.width), Double(map.size.height))
    var isCovered = [Bool](repeating: false, count: map.size.area)
    var sides: [[Int]: Int] = [:]
    for face in mesh.faces {
      let i = face.indices
      for corners in [[i.x, i.y, i.z], [i.z, i.w, i.x]] where Set(corners).count == 3 {
        let vertices = corners.map { mesh.vertices[Int($0)] }
        let to = vertices.map { SIMD2(Double($0.toX) * width - 0.5, Double($0.toY) * height - 0.5) }
        let from = vertices.map {
          SIMD2(
            Double($0.fromX) * Double(picture.width) - 0.5, Double($0.fromY) * Double(picture.height) - 0.5)
        }
        let area = cross(to[1] - to[0], to[2] - to[0]) / 2
        self.area += area / (width * height)
        smallestArea = min(smallestArea, area)
        count(to, &sides)
        cover(to, from, 2 * area, map, &isCovered)
      }
    }
    for (index, covered) in isCovered.enumerated() {
      let isHole = map.values[2 * index].isNaN
      if covered == isHole { if isHole { coveredHoles += 1 } else { uncovered += 1 } }
    }
    for (side, balance) in sides where balance != 0 {
      let ends = [SIMD2(side[0], side[1]), SIMD2(side[2], side[3])]
      let isBorder = [(0, map.size.width), (1, map.size.height)].contains { axis, length in
        ends.allSatisfy { $0[axis] == -2 } || ends.allSatisfy { $0[axis] == 4 * length - 2 }
      }
      if !isBorder { openSides += 1 }
    }
  }

  private func cross(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.y - a.y * b.x }

  /// Counts each side, +1 in one direction and -1 in the other. Positions are in quarters of a pixel.
  private func count(_ to: [SIMD2<Double>], _ sides: inout [[Int]: Int]) {
    for k in 0..<3 {
      let ends = [to[k], to[(k + 1) % 3]].map { [Int(($0.x * 4).rounded()), Int(($0.y * 4).rounded())] }
      let isForward = ends[0].lexicographicallyPrecedes(ends[1])
      sides[isForward ? ends[0] + ends[1] : ends[1] + ends[0], default: 0] += isForward ? 1 : -1
    }
  }

  private mutating func cover(
    _ to: [SIMD2<Double>], _ from: [SIMD2<Double>], _ double: Double, _ map: CoordinateMap,
    _ isCovered: inout [Bool]
  ) {
    let (xs, ys) = (to.map(\.x), to.map(\.y))
    let (left, right) = (max(0, Int((xs.min()! - 1e-3).rounded(.up))), Int((xs.max()! + 1e-3).rounded(.down)))
    let (top, bottom) = (max(0, Int((ys.min()! - 1e-3).rounded(.up))), Int((ys.max()! + 1e-3).rounded(.down)))
    guard left <= min(right, map.size.width - 1), top <= min(bottom, map.size.height - 1) else { return }
    for y in top...min(bottom, map.size.height - 1) {
      for x in left...min(right, map.size.width - 1) {
        let point = SIMD2(Double(x), Double(y))
        let weights = (0..<3).map { k in
          cross(to[(k + 1) % 3] - point, to[(k + 2) % 3] - point) / double
        }
        guard weights.allSatisfy({ $0 > -1e-3 }) else { continue }
        isCovered[y * map.size.width + x] = true
        guard let expected = map[x, y] else { continue }
        let drawn = from[0] * weights[0] + from[1] * weights[1] + from[2] * weights[2]
        let difference = drawn - SIMD2<Double>(expected)
        largestError = max(largestError, abs(difference.x), abs(difference.y))
      }
    }
  }
}
