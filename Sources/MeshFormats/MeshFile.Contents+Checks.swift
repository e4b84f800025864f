import SceneDocument

extension MeshFile.Contents {
  /// - Throws: when there are no vertices or no faces.
  func requireSomethingToDraw(name: String) throws(DocumentError) {
    guard vertices.isEmpty || faces.isEmpty else { return }
    throw DocumentError(
      name: name,
      problem:
        "there are no \(vertices.isEmpty ? "vertices" : "faces"), so nothing would be drawn; add some"
    )
  }
}
