extension Mesh {
  /// The triangles 0-1-2 and 2-3-0 of every face, three vertex indices each, in the order of the faces.
  ///
  /// A triangle with two equal indices can't draw and is left out. Every index is in `0..<vertices.count`.
  public func triangleIndices() -> [UInt32] {
    [UInt32](unsafeUninitializedCapacity: faces.count * 6) { buffer, count in
      var n = 0
      faces.withUnsafeBufferPointer { faces in
        for face in faces {
          let (a, b, c, d) = (face.indices.x, face.indices.y, face.indices.z, face.indices.w)
          if a == c { continue }
          if b != a && b != c {
            (buffer[n], buffer[n + 1], buffer[n + 2]) = (a, b, c)
            n += 3
          }
          if d != a && d != c {
            (buffer[n], buffer[n + 1], buffer[n + 2]) = (c, d, a)
            n += 3
          }
        }
      }
      count = n
    }
  }
}
