/// The properties of a file that a mesh does not have.
struct GLTFNotes {
  var hasSkin = false, hasColors = false
  /// Points and lines.
  var otherPrimitives = 0
  var emptyTriangles = 0

  var sentences: [String] {
    var sentences: [String] = []
    if hasSkin { sentences.append("ignored the skin: the mesh is drawn without its bones, in its own pose") }
    if hasColors { sentences.append("ignored the colors of vertices, which are not gray") }
    if otherPrimitives > 0 { sentences.append("left out the points and lines") }
    if emptyTriangles > 0 {
      sentences.append(
        "left out \(emptyTriangles == 1 ? "1 triangle" : "\(emptyTriangles) triangles") with the same corner twice"
      )
    }
    return sentences
  }
}
