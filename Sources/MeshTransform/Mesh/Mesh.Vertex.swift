extension Mesh {
  /// A vertex of the mesh, which maps the content's point `from` to `to`.
  ///
  /// - `from`: unit layer space, (0, 0) top left, (1, 1) bottom right, y down. Outside 0...1 the content is
  ///   transparent, or continues its edge if the mesh replicates edges.
  /// - `to`: unit layer space with depth. x and y may leave 0...1; z grows toward the viewer, in units of
  ///   ``Mesh/DepthNormalization``.
  ///
  /// Five packed floats, 20 bytes, in this order: the memory layout of the renderer's vertex buffers.
  public struct Vertex: Hashable, Sendable, BitwiseCopyable {
    /// The point of the content.
    public var fromX: Float, fromY: Float
    /// The position of the content's point.
    public var toX: Float, toY: Float, toZ: Float

    /// A vertex that moves a point of the content to a position.
    @inlinable public init(from: SIMD2<Float>, to: SIMD3<Float>) {
      (fromX, fromY, toX, toY, toZ) = (from.x, from.y, to.x, to.y, to.z)
    }

    /// A vertex of points in double precision, as closures from Core Animation compute them; rounded to `Float`.
    @inlinable public init(from: Point, to: Point3D) {
      self.init(
        from: SIMD2(Float(from.x), Float(from.y)), to: SIMD3(Float(to.x), Float(to.y), Float(to.z)))
    }

    /// ``from`` in double precision.
    @inlinable public var fromPoint: Point {
      get { Point(Double(fromX), Double(fromY)) }
      set { (fromX, fromY) = (Float(newValue.x), Float(newValue.y)) }
    }

    /// ``to`` in double precision.
    @inlinable public var toPoint: Point3D {
      get { Point3D(Double(toX), Double(toY), Double(toZ)) }
      set { (toX, toY, toZ) = (Float(newValue.x), Float(newValue.y), Float(newValue.z)) }
    }

    /// The point of the content, in unit layer space.
    @inlinable public var from: SIMD2<Float> {
      get { SIMD2(fromX, fromY) }
      set { (fromX, fromY) = (newValue.x, newValue.y) }
    }

    /// The position of the content's point, in unit layer space with depth.
    @inlinable public var to: SIMD3<Float> {
      get { SIMD3(toX, toY, toZ) }
      set { (toX, toY, toZ) = (newValue.x, newValue.y, newValue.z) }
    }

    /// Whether no coordinate is NaN or infinite.
    @inlinable public var isFinite: Bool {
      // A sum of products with zero is NaN exactly if a term is NaN or infinite: one test instead of five.
      (fromX * 0 + fromY * 0 + toX * 0 + toY * 0 + toZ * 0) == 0
    }
  }
}
