import AnimationFiles

@testable import ImageFiles

/// Names of numbered files, in and out, and frame rates.
func fuzzSequences(_ input: FuzzInput) {
  let text = input.text
  do throws(ClipError) {
    let pattern = try FramePattern(text, firstNumber: 1)
    require(pattern.path(of: 0) != pattern.path(of: 119), "two frames have one name")
  } catch { check(error) }
  if let names = try? SequenceFileNames(text) {
    require(SequenceFileNames.isPattern(text), "\(text) is no pattern")
    for number in [0, 7, 1234, Int(Int32.max)] {
      let name = names.path(number).utf8.dropFirst(names.directory.utf8.count)
      require(names.number(in: name) == number, "\(names.path(number)) is not read as \(number)")
    }
  }
  do throws(ClipError) {
    let rate = try FrameRate(parsing: text)
    require(rate.framesPerSecond > 0 && rate.framesPerSecond.isFinite, "\(rate)")
  } catch { check(error) }
}
