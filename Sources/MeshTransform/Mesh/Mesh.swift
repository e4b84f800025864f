public struct Mesh: Hashable, Sendable {
  public private(set) var vertices: [Vertex]
  public private(set) var faces: [Face]
}
