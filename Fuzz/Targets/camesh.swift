import MeshFormats
import SceneDocument

/// Core Animation's mesh text: any bytes are a mesh or one sentence.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do throws(DocumentError) {
    check(
      try MeshFormat.coreAnimation.read(FuzzInput(start, count).file, name: "m", warpCoordinates: .unit)
        .contents)
  } catch { check(error) }
  return 0
}
