import SceneDocument

/// Bezier patches: the input is the value of a mesh file's key "bezier".
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let file = Array(#"{"bezier":"#.utf8) + FuzzInput(start, count).file + Array("}".utf8)
  do throws(DocumentError) { check(try MeshFile.read(file, name: "m")) } catch { check(error) }
  return 0
}
