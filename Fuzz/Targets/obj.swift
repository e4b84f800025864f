import MeshFormats
import SceneDocument

/// Wavefront OBJ: any bytes are a mesh or one sentence.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do throws(DocumentError) {
    check(try MeshFormat.obj.read(FuzzInput(start, count).file, name: "m", warpCoordinates: .unit).contents)
  } catch { check(error) }
  return 0
}
