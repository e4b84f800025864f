import MeshTransform
import TestSupport

@testable import RenderGraph

/// All that a pass may change in a graph, to be compared before and after.
struct GraphState {
  private let commands: [[String: String]]
  private let passes: [[String: String]]

  init(_ graph: RenderGraph) {
    var graph = graph
    commands = graph.commands.map { command in
      [
        "variant": "\(command.look)", "indices": "\(command.triangles.indices)",
        "vertices": "\(command.triangles.vertices.count)", "sides": "\(command.visibleSides)",
        "filter": "\(command.filter)", "calls": "\(command.calls)",
        "copies": "\(String(describing: command.copiedPixels))",
        "item":
          "\(command.isOpaque) \(command.item.tint) \(command.item.lights.count)",
      ]
    }
    var passes: [[String: String]] = []
    graph.forEachPass { pass in
      passes.append([
        "sampling": "\(pass.sampling)", "edges": "\(pass.edges == nil)", "size": "\(pass.size)",
        "depth": "\(pass.groups.map(\.needsDepth))",
        "batches": "\(pass.groups.map { $0.batches.map(\.commands) })",
        "order": "\(pass.groups.map(\.ranks)) \(pass.groups.map(\.biases))",
      ])
    }
    self.passes = passes
  }

  /// The names of what differs in any command or pass; "count" where their numbers do.
  func changes(from before: GraphState) -> Set<String> {
    guard commands.count == before.commands.count, passes.count == before.passes.count else {
      return ["count"]
    }
    var names: Set<String> = []
    for (own, other) in zip(commands + passes, before.commands + before.passes) {
      for (name, value) in own where other[name] != value { names.insert(name) }
    }
    return names
  }
}

extension TriangleList {
  /// The triangles as lists of three vertex numbers.
  var corners: [[UInt32]] {
    stride(from: 0, to: indices.count, by: 3).map { Array(indices[$0..<$0 + 3]) }
  }
}
