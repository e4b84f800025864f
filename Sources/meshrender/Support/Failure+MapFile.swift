import MapFiles

extension Failure {
  init(_ error: MapFileError) {
    switch error {
    case .input(let error): self.init(error)
    case .output(let error): self.init(error)
    case .image(let error): self.init(error)
    case .convention, .pictureTooLarge: self.init(.usage, error.description)
    case .unknownFormat, .broken, .noPositions, .secondFileMissing, .secondFileUnneeded, .differentFormats,
      .differentSizes:
      self.init(.badData, error.description)
    }
  }
}
