extension Mesh.Analysis {
  /// Suggestions for unusual features, the most severe first.
  static func suggestions(for mesh: Mesh.Analysis) -> [String] {
    var sentences: [String] = []
    func suggest(_ array: String, _ indices: [Int], _ sentence: (_ named: String, _ isOne: Bool) -> String) {
      guard !indices.isEmpty else { return }
      sentences.append(sentence(list(array, Array(indices.prefix(5)), indices.count), indices.count == 1))
    }
    if mesh.quadCount + mesh.triangleCount == 0 {
      sentences.append("no face can be drawn; add faces with three different vertices or more")
    }
    suggest("faces", mesh.undrawableFaces) { named, isOne in
      "\(named) can never be drawn; remove \(isOne ? "it" : "them")"
    }
    if let edge = mesh.nonManifoldEdges.first {
      let count = mesh.nonManifoldEdges.count
      sentences.append(
        "\(count == 1 ? "the edge" : "\(count) edges, first the one") between vertices[\(edge.first)] and "
          + "vertices[\(edge.second)] \(count == 1 ? "has" : "have") more than two faces; remove the extra "
          + "faces, or give them separate vertices")
    }
    suggest("vertices", mesh.nonManifoldVertices) { named, isOne in
      "\(named) \(isOne ? "joins" : "join") faces that share no edge; give each part its own vertex"
    }
    suggest("faces", mesh.zeroAreaFacesInTo) { named, isOne in
      "\(named) \(isOne ? "has" : "have") no area in `to` and \(isOne ? "draws" : "draw") nothing; "
        + "move the corners apart, or remove \(isOne ? "it" : "them")"
    }
    suggest("faces", mesh.zeroAreaFacesInFrom) { named, isOne in
      "\(named) \(isOne ? "has" : "have") no area in `from` and \(isOne ? "shows" : "show") a stretched line; "
        + "spread the corners over the content"
    }
    suggest("faces", mesh.foldedFaces) { named, isOne in
      "\(named) \(isOne ? "shows its back" : "show their backs") where most faces show their front; "
        + "unless this is an intended fold, reverse the order of `to` around \(isOne ? "it" : "them")"
    }
    suggest("vertices", mesh.duplicateVertices) { named, isOne in
      "\(named) \(isOne ? "repeats an earlier vertex" : "repeat earlier vertices"); let faces share one vertex, "
        + "so that the surface stays smooth there, or keep them apart for a sharp edge"
    }
    suggest("vertices", mesh.unusedVertices) { named, isOne in
      "\(named) \(isOne ? "belongs" : "belong") to no face; remove \(isOne ? "it" : "them")"
    }
    if let fault = mesh.inverseFault, mesh.isFlat, mesh.foldedFaces.isEmpty, mesh.zeroAreaFacesInTo.isEmpty,
      mesh.zeroAreaFacesInFrom.isEmpty
    {
      sentences.append(fault.description)
    }
    return sentences
  }
}
