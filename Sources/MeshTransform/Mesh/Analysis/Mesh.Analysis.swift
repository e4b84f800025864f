extension Mesh {
  /// What a mesh is made of, how it hangs together, and what about it may not be meant.
  ///
  /// Vertices and faces are named by their indices, in ascending order.
  public struct Analysis: Hashable, Sendable {
    public let vertexCount: Int
    /// Of quadrilaterals and of faces with two equal neighboring corners; together all that can draw.
    public let quadCount: Int, triangleCount: Int
    /// Around the vertices that faces use; nil without any.
    public let fromBounds: Bounds?, toBounds: Bounds?
    /// Parts without a common vertex.
    public let componentCount: Int
    /// The edges with one face only, joined to paths.
    public let boundaries: [Boundary]
    /// The rows and columns of faces, where the mesh hangs together as a grid does, whatever the order of its elements.
    public let grid: Grid?
    /// Whether all depths are equal.
    public let isFlat: Bool
    /// Whether ``Mesh/inverted()`` gives the inverse; where it does not, why.
    public let isInvertible: Bool, inverseFault: MeshInverseError?

    /// Those without a triangle of three different vertices.
    public let undrawableFaces: [Int]
    /// Those without area where they land, or in the content.
    public let zeroAreaFacesInTo: [Int], zeroAreaFacesInFrom: [Int]
    /// Those with a triangle that, seen from straight above, turns its back where most show their front.
    public let foldedFaces: [Int]
    public let unusedVertices: [Int]
    /// Those that are equal to one before them in every coordinate.
    public let duplicateVertices: [Int]
    /// Those at which a smooth surface is not regular: inside with other than four edges, on the boundary with other
    /// than three, or two at a corner.
    public let extraordinaryVertices: [Valence]
    /// Edges of more than two faces.
    public let nonManifoldEdges: [Edge]
    /// Vertices at which several fans of faces meet that have no edge in common there.
    public let nonManifoldVertices: [Int]
    /// Edges with a crease above 0.
    public let creasedEdges: [Edge]
    public let sharpestCrease: Float

    /// What could be done about what is odd, a sentence each.
    public var suggestions: [String] { Mesh.Analysis.suggestions(for: self) }

    public struct Bounds: Hashable, Sendable {
      /// In unit layer space with depth; a content's z is 0.
      public let low: SIMD3<Float>, high: SIMD3<Float>
    }

    public struct Boundary: Hashable, Sendable {
      /// From one to the next; the last is followed by the first if the boundary is closed.
      public let vertices: [Int]
      public let isClosed: Bool
      /// Where it lands, in unit layer space with depth.
      public let length: Double

      public var edgeCount: Int { vertices.count - (isClosed ? 0 : 1) }
    }

    public struct Grid: Hashable, Sendable {
      public let rows: Int, columns: Int
    }

    public struct Valence: Hashable, Sendable {
      public let vertex: Int
      /// Edges that meet there.
      public let edgeCount: Int
      public let isOnBoundary: Bool
    }

    public struct Edge: Hashable, Sendable {
      /// The lower index first.
      public let first: Int, second: Int
    }
  }

  /// Looks at everything that can be told of the mesh without drawing it.
  /// - Complexity: O(V + F log F).
  public func analyzed() -> Analysis {
    Analysis(vertices: vertices, faces: faces) { (mesh) throws(MeshInverseError) in _ = try self.inverted()
    }
  }
}

extension Mesh.Analysis {
  /// Of what would become a mesh: faces that can never draw are named and left out.
  /// - Precondition: coordinates are finite, indices in range and creases 0 or more, as
  ///   ``Mesh/validate(vertices:faces:limit:)`` tells.
  public init(vertices: [Mesh.Vertex], faces: [Mesh.Face]) {
    self.init(vertices: vertices, faces: faces) { (mesh) throws(MeshInverseError) in _ = try mesh.inverted() }
  }

  /// - `invert`: throws what is in the way of an inverse.
  init(vertices: [Mesh.Vertex], faces: [Mesh.Face], _ invert: (Mesh) throws(MeshInverseError) -> Void) {
    let adjacency = MeshAdjacency(vertices, faces)
    vertexCount = vertices.count
    undrawableFaces = faces.indices.filter { !faces[$0].isDrawable }
    let drawable = faces.indices.filter { faces[$0].isDrawable }
    triangleCount = drawable.count { faces[$0].hasEqualNeighbors }
    quadCount = drawable.count - triangleCount
    (fromBounds, toBounds) = (adjacency.bounds { SIMD3($0.fromX, $0.fromY, 0) }, adjacency.bounds { $0.to })
    isFlat = toBounds.map { $0.low.z == $0.high.z } ?? true

    componentCount = adjacency.componentCount()
    boundaries = adjacency.boundaries()
    nonManifoldEdges = adjacency.edges.filter { $0.uses.count > 2 }.map(\.name)
    nonManifoldVertices = adjacency.nonManifoldVertices()
    extraordinaryVertices = adjacency.extraordinaryVertices(except: Set(nonManifoldVertices))
    (creasedEdges, sharpestCrease) = adjacency.creases()
    grid = adjacency.grid(
      isWhole: componentCount == 1 && triangleCount == 0 && undrawableFaces.isEmpty
        && nonManifoldEdges.isEmpty && nonManifoldVertices.isEmpty && extraordinaryVertices.isEmpty,
      boundaries)

    zeroAreaFacesInTo = drawable.filter { faces[$0].hasNoArea(in: vertices) { $0.to } }
    zeroAreaFacesInFrom = drawable.filter {
      faces[$0].hasNoArea(in: vertices) { SIMD3($0.fromX, $0.fromY, 0) }
    }
    foldedFaces = adjacency.foldedFaces()
    unusedVertices = adjacency.isUsed.indices.filter { !adjacency.isUsed[$0] }
    duplicateVertices = adjacency.duplicateVertices()

    var fault: MeshInverseError?
    if undrawableFaces.isEmpty {
      do throws(MeshInverseError) { try invert(Mesh(unchecked: vertices, faces)) } catch { fault = error }
    }
    (inverseFault, isInvertible) = (fault, fault == nil && undrawableFaces.isEmpty)
  }
}
