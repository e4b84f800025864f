/// Disjoint sets of elements (Tarjan's union-find with path halving).
package struct DisjointSets {
  private var parents: [Int32]

  /// - Precondition: fewer than 2^31 elements.
  package init(count: Int) { parents = (0..<Int32(count)).map { $0 } }

  package mutating func root(_ element: Int) -> Int {
    var element = element
    while parents[element] != element {
      let next = Int(parents[element])
      parents[element] = parents[next]
      element = next
    }
    return element
  }

  /// Merges two sets; the lower root remains.
  /// - Returns: whether the sets were different.
  @discardableResult
  package mutating func join(_ a: Int, _ b: Int) -> Bool {
    let (a, b) = (root(a), root(b))
    if a != b { parents[max(a, b)] = Int32(min(a, b)) }
    return a != b
  }
}
