import MeshFormats
import SceneDocument

/// Warp meshes in each of the three coordinates: any bytes are a mesh or one sentence.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = FuzzInput(start, count)
  let coordinates = [WarpFile.Coordinates.aspect(1.5), .signed, .unit][input.number(below: 3)]
  do throws(DocumentError) {
    check(try WarpFile.read(input.file, name: "m", coordinates: coordinates).contents)
  } catch { check(error) }
  return 0
}
