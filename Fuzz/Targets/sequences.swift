import AnimationFiles

@testable import ImageFiles

/// Names of numbered files, in and out, and frame rates.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = FuzzInput(start, count).text
  do throws(ClipError) {
    let pattern = try FramePattern(text, frameCount: 120, firstNumber: 1)
    require(pattern.path(of: 0) != pattern.path(of: 119), "two frames have one name")
  } catch { check(error) }
  do throws(FrameSourceError) {
    let pattern = try SequencePattern(text)
    for number in [0, 7, 1234, Int(Int32.max)] {
      let name = pattern.path(number).utf8.dropFirst(pattern.directory.utf8.count)
      require(pattern.number(in: name) == number, "\(pattern.path(number)) is not read as \(number)")
    }
  } catch { check(error) }
  do throws(ClipError) {
    let rate = try FrameRate(parsing: text)
    require(rate.framesPerSecond > 0 && rate.framesPerSecond.isFinite, "\(rate)")
  } catch { check(error) }
  return 0
}
