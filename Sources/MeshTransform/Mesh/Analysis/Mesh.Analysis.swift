extension Mesh {
  /// The elements, topology and unusual features of a mesh.
  ///
  /// Vertices and faces are identified by their indices, in ascending order.
  public struct Analysis: Hashable, Sendable {
    /// The number of vertices, used or not.
    public let vertexCount: Int
    /// The numbers of quadrilaterals and of faces with two equal neighboring corners; together all drawable faces.
    public let quadCount: Int, triangleCount: Int
    /// The bounds of the vertices that faces use; nil without any.
    public let fromBounds: Bounds?, toBounds: Bounds?
    /// The number of parts without a common vertex.
    public let componentCount: Int
    /// The boundary loops and paths: edges with one face, connected.
    public let boundaries: [Boundary]
    /// The rows and columns of faces, if the topology is that of a grid, in any order of its elements; else nil.
    public let grid: Grid?
    /// Whether all depths are equal.
    public let isFlat: Bool
    /// Whether ``Mesh/inverted()`` returns an inverse; otherwise the reason.
    public let isInvertible: Bool, inverseFault: MeshInverseError?

    /// Faces without a triangle of three different vertices.
    public let undrawableFaces: [Int]
    /// Faces without area in `to`, and in `from`.
    public let zeroAreaFacesInTo: [Int], zeroAreaFacesInFrom: [Int]
    /// Faces with a triangle that faces away from the viewer, seen along z, while most face the viewer, or the reverse.
    public let foldedFaces: [Int]
    /// The vertices that no face uses.
    public let unusedVertices: [Int]
    /// Vertices with the same coordinates as an earlier vertex.
    public let duplicateVertices: [Int]
    /// Vertices that are not regular for subdivision: inner vertices without four edges, boundary vertices without
    /// three, or two at a corner.
    public let extraordinaryVertices: [Valence]
    /// Edges with more than two faces.
    public let nonManifoldEdges: [Edge]
    /// Vertices with several fans of faces that share no edge.
    public let nonManifoldVertices: [Int]
    /// Edges with a crease above 0.
    public let creasedEdges: [Edge]
    /// The largest crease of a face; 0 without creases.
    public let sharpestCrease: Float

    /// Suggestions for unusual features, a sentence each.
    public var suggestions: [String] { Mesh.Analysis.suggestions(for: self) }

    /// The smallest box that contains all vertices, in unit layer space.
    public struct Bounds: Hashable, Sendable {
      /// Unit layer space with depth; z of the content is 0.
      public let low: SIMD3<Float>, high: SIMD3<Float>
    }

    /// A chain of edges with one face each.
    public struct Boundary: Hashable, Sendable {
      /// Consecutive vertices; a closed boundary continues from the last to the first.
      public let vertices: [Int]
      /// Whether the last vertex is joined to the first.
      public let isClosed: Bool
      /// The length in `to`, in unit layer space with depth.
      public let length: Double

      /// The number of edges.
      public var edgeCount: Int { vertices.count - (isClosed ? 0 : 1) }
    }

    /// The rows and columns of a grid.
    public struct Grid: Hashable, Sendable {
      /// The numbers of faces in both directions.
      public let rows: Int, columns: Int
    }

    /// The number of edges of a vertex where it differs from that of a grid.
    public struct Valence: Hashable, Sendable {
      /// The index of the vertex.
      public let vertex: Int
      /// The number of edges at the vertex.
      public let edgeCount: Int
      /// Whether the vertex is an end of an edge with one face.
      public let isOnBoundary: Bool
    }

    /// An edge by the indices of its vertices.
    public struct Edge: Hashable, Sendable {
      /// The lower index first.
      public let first: Int, second: Int
    }
  }

  /// Analyzes the mesh without drawing it.
  /// - Complexity: O(V + F log F).
  public func analyzed() -> Analysis {
    Analysis(vertices: vertices, faces: faces) { (mesh) throws(MeshInverseError) in _ = try self.inverted()
    }
  }
}

extension Mesh.Analysis {
  /// Analyzes vertices and faces before they are a mesh: faces without a drawable triangle are listed and otherwise
  /// left out.
  /// - Precondition: coordinates are finite, indices in range and creases 0 or more, see
  ///   ``Mesh/validate(vertices:faces:limit:)``.
  public init(vertices: [Mesh.Vertex], faces: [Mesh.Face]) {
    self.init(vertices: vertices, faces: faces) { (mesh) throws(MeshInverseError) in _ = try mesh.inverted() }
  }

  /// - `invert`: throws the reason why the mesh has no inverse.
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
