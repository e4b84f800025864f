import SceneDocument

/// Bezier patches: the input is the value of a mesh file's key "bezier".
func fuzzBezier(_ input: FuzzInput) {
  let file = Array(#"{"bezier":"#.utf8) + input.file + Array("}".utf8)
  do throws(DocumentError) { check(try MeshFile.read(file, name: "m")) } catch { check(error) }
}
