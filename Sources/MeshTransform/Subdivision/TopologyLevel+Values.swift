extension TopologyLevel {
  /// Replaces the values of this level, which `values` begins with, by those of the next level.
  ///
  /// - Parameters:
  ///   - values: has room for the next level.
  ///   - old: scratch memory for the values of this level.
  func refine<Value: SubdivisionValue>(
    _ values: UnsafeMutablePointer<Value>, old: UnsafeMutablePointer<Value>
  ) {
    old.update(from: values, count: vertexCount)
    let edges = values + vertexCount
    let middles = edges + edgeCount
    values.update(repeating: .zero, count: vertexCount + edgeCount)

    // The center of each face, and a quarter of it for each of its edges.
    for f in 0..<faceCount {
      let corners = corners(f)
      var middle = Value.zero
      let weight: Float = corners.count == 4 ? 0.25 : 1 / Float(corners.count)
      for c in corners { middle = middle + old[Int(cornerVertices[c])] * weight }
      middles[f] = middle
      let (forEdge, forVertex) = (middle * 0.25, middle * Self.scale)
      for c in corners {
        let (e, v) = (Int(cornerEdges[c]), Int(cornerVertices[c]))
        edges[e] = edges[e] + forEdge
        values[v] = values[v] + forVertex
      }
    }
    for e in 0..<edgeCount {
      let (a, b) = (Int(edgeEnds[2 * e]), Int(edgeEnds[2 * e + 1]))
      edges[e] = edges[e] + old[a] * 0.25 + old[b] * 0.25
      values[a] = values[a] + old[b] * Self.scale
      values[b] = values[b] + old[a] * Self.scale
    }
    for v in 0..<vertexCount {
      let n = v < valences.count ? Float(valences[v]) : 4
      guard n > 0 else { continue }
      values[v] = old[v] * ((n - 2) / n) + values[v] * (1 / (n * n * Self.scale))
    }
    for sharp in sharpEdges {
      let e = Int(sharp.edge)
      let middle = old[Int(edgeEnds[2 * e])] * 0.5 + old[Int(edgeEnds[2 * e + 1])] * 0.5
      let w = min(sharp.sharpness, 1)
      edges[e] = w < 1 ? middle * w + edges[e] * (1 - w) : middle
    }
    refineSharpVertices(values, old)
  }

  /// A power of two, which is exact, so small that no sum over the neighbors of a vertex overflows.
  private static var scale: Float { 0x1p-32 }

  /// Applies the rules for sharp vertices and for vertices of sharp edges.
  private func refineSharpVertices<Value: SubdivisionValue>(
    _ values: UnsafeMutablePointer<Value>, _ old: UnsafeMutablePointer<Value>
  ) {
    // 1 + the index of a vertex's record; 0 without a record.
    var recordIndices = [UInt32](repeating: 0, count: vertexCount)
    var records: [SharpVertexRule<Value>] = []
    func change(_ vertex: UInt32, _ body: (inout SharpVertexRule<Value>) -> Void) {
      if recordIndices[Int(vertex)] == 0 {
        records.append(SharpVertexRule(vertex: vertex))
        recordIndices[Int(vertex)] = UInt32(records.count)
      }
      body(&records[Int(recordIndices[Int(vertex)]) - 1])
    }
    for vertex in sharpVertices { change(vertex.vertex) { $0.add(vertexSharpness: vertex.sharpness) } }
    for edge in sharpEdges {
      let (a, b) = (edgeEnds[2 * Int(edge.edge)], edgeEnds[2 * Int(edge.edge) + 1])
      change(a) { $0.add(edge.sharpness, to: old[Int(b)]) }
      change(b) { $0.add(edge.sharpness, to: old[Int(a)]) }
    }
    for record in records {
      let v = Int(record.vertex)
      values[v] = record.value(old: old[v], smooth: values[v])
    }
  }
}

/// The rule for a vertex that is sharp or has sharp edges, accumulated edge by edge.
///
/// The rules of DeRose, Kass and Truong (1998): with no or one sharp edge, smooth; with two, the cubic B-spline curve
/// along them; with more, or for a sharp vertex, fixed. If sharpness ends in this step, the rules before and after the
/// end are blended by the remaining fraction, as in OpenSubdiv.
private struct SharpVertexRule<Value: SubdivisionValue> {
  let vertex: UInt32
  private var now = SharpNeighbors<Value>(), later = SharpNeighbors<Value>()
  private var endingCount: Float = 0, endingSum: Float = 0

  init(vertex: UInt32) { self.vertex = vertex }

  mutating func add(vertexSharpness sharpness: Sharpness) {
    now.isCorner = true
    if sharpness.decremented > 0 { later.isCorner = true } else { end(sharpness) }
  }

  /// Adds the edge to `neighbor`.
  mutating func add(_ sharpness: Sharpness, to neighbor: Value) {
    now.add(neighbor)
    if sharpness.decremented > 0 { later.add(neighbor) } else { end(sharpness) }
  }

  private mutating func end(_ sharpness: Sharpness) {
    endingCount += 1
    endingSum += sharpness
  }

  func value(old: Value, smooth: Value) -> Value {
    if now.rule == .smooth { return smooth }
    let sharp = now.value(old: old, smooth: smooth)
    // While the rule is unchanged, so are the neighbors that it uses.
    guard endingCount > 0, now.rule != later.rule else { return sharp }
    let weight = min(endingSum / endingCount, 1)
    return sharp * weight + later.value(old: old, smooth: smooth) * (1 - weight)
  }
}

/// The sharp edges around a vertex.
private struct SharpNeighbors<Value: SubdivisionValue> {
  var isCorner = false
  private var count: UInt32 = 0
  /// An eighth of the sum of the first two neighbors.
  private var sum = Value.zero

  mutating func add(_ neighbor: Value) {
    count += 1
    if count <= 2 { sum = sum + neighbor * 0.125 }
  }

  enum Rule { case smooth, crease, corner }
  var rule: Rule { isCorner || count > 2 ? .corner : count == 2 ? .crease : .smooth }

  func value(old: Value, smooth: Value) -> Value {
    switch rule {
    case .smooth: smooth
    case .crease: old * 0.75 + sum
    case .corner: old
    }
  }
}
