import AnimationFiles
import Glibc
import ImageFiles
import MeshTransform

extension Failure {
  init(_ error: ClipError) {
    switch error {
    case .frameRate, .frameCount, .loopCount, .unknownFormat, .unclearOutput, .oneNameForAllFrames, .pattern,
      .notOnStandardOutput, .sideTooLong, .frameRateTooHigh, .noTransparency, .option:
      self.init(.usage, error.description)
    case .unknownLength: self.init(.usage, "\(error) (--duration)")
    case .frameSize, .framesMissing: self.init(.internalFault, error.description)
    case .output(let error): self.init(error)
    case .image(let error): self.init(error)
    case .programForbidden: self.init(.usage, "\(error) (--untrusted)")
    case .libraryMissing, .programMissing: self.init(.unavailable, error.description)
    case .outOfMemory: self = .memory(error)
    case .programFailed(_, _, let words) where Self.isOfMemory(words): self = .memory(error)
    case .programFailed: self = ProcessLimits.programShortage ?? Failure(.inputOutput, error.description)
    case .notEncodable: self.init(.inputOutput, error.description)
    }
  }

  /// The failure of a clip that is being written.
  init(_ error: ClipError, after count: Int, of total: Int) {
    if case .output(.cannotWrite(let name, let system)) = error, system.code == EPIPE {
      self.init(
        .inputOutput,
        "the reader of \(name) closed it after \(count) of \(total) frames (\(system))")
    } else {
      self.init(error)
    }
  }

  init(_ error: AnimationError, of option: String? = nil) {
    self.init(option == nil ? .badData : .usage, "\(option.map { "\($0): " } ?? "")\(error)")
  }
}
