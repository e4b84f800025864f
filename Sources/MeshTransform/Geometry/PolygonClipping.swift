extension Array {
  /// The part of a convex polygon on one side of a line: one step of the algorithm of Sutherland and Hodgman (1974).
  ///
  /// The elements are the corners in order. The result has at most one corner more.
  /// - `distance`: a function of a corner that is linear along the edges. The part where it is not negative stays.
  /// - `crossing`: the point of an edge where `distance` is 0, for the two corners of the edge, each with its distance.
  ///   One distance is negative, the other is not.
  @inlinable
  package func clipped<Distance: FloatingPoint>(
    where distance: (Element) -> Distance, crossing: (Element, Distance, Element, Distance) -> Element
  ) -> [Element] {
    guard let first else { return [] }
    var result: [Element] = []
    result.reserveCapacity(count + 1)
    let firstDistance = distance(first)
    var (a, da) = (first, firstDistance)
    for next in 1...count {
      let (b, db) = next < count ? (self[next], distance(self[next])) : (first, firstDistance)
      if da >= 0 { result.append(a) }
      if (da < 0) != (db < 0) { result.append(crossing(a, da, b, db)) }
      (a, da) = (b, db)
    }
    return result
  }
}

extension [Point] {
  /// The part of a convex polygon where none of the linear functions is negative.
  package func clipped(to sides: [(Point) -> Double]) -> [Point] {
    sides.reduce(self) { polygon, side in
      polygon.clipped(where: side) { a, da, b, db in
        let t = da / (da - db)
        return Point(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y))
      }
    }
  }

  /// The part of a convex polygon that lies in the rectangle.
  package func clipped(to rect: Rect) -> [Point] {
    clipped(to: [
      { $0.x - rect.minX }, { rect.maxX - $0.x }, { $0.y - rect.minY }, { rect.maxY - $0.y },
    ])
  }
}
