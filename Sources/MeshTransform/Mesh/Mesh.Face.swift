extension Mesh {
  /// A quadrilateral of the mesh: four vertex indices in perimeter order.
  ///
  /// It is drawn as the triangles 0-1-2 and 2-3-0, so the order of the indices determines the diagonal. Two equal
  /// neighboring indices make a triangle. Crease `i` belongs to the edge from corner `i` to corner `i + 1`: 0 is
  /// smooth, `s` stays sharp for `s` subdivision levels, 10 and more is infinitely sharp.
  public struct Face: Hashable, Sendable {
    /// The vertices of the corners 0...3.
    public var indices: SIMD4<UInt32>
    /// The sharpness of the edges 0...3, each 0 or more.
    public var creases: SIMD4<Float>

    /// A face of four vertices in perimeter order.
    @inlinable public init(_ indices: SIMD4<UInt32>, creases: SIMD4<Float> = .zero) {
      (self.indices, self.creases) = (indices, creases)
    }

    /// A face of four vertices in perimeter order, without creases.
    @inlinable public init(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) {
      self.init(SIMD4(a, b, c, d))
    }
  }
}
