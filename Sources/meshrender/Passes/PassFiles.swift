import ImageFiles
import MapFiles
import MeshTransform

/// The files of one picture's passes, which are made with the first band of each, so that a picture that fails creates none.
struct PassFiles {
  private let job: PassJob
  private let frame: Int?
  /// In the order in which they were begun.
  private var writers: [(pass: PicturePass, writer: PassWriter)] = []

  init(_ job: PassJob, frame: Int?) { (self.job, self.frame) = (job, frame) }

  /// Appends a band to the file of each pass, or to that of all.
  /// - Parameter size: of the whole picture, or of the content.
  mutating func append(_ values: [PicturePass: [Double]], size: PixelSize) throws(Failure) {
    let passes = job.passes.filter { values[$0] != nil }
    let isSeparate = job.names.isPattern || job.passes.count == 1
    let groups = isSeparate ? passes.map { [$0] } : [passes]
    for group in groups where !group.isEmpty {
      let writer = try writer(for: group, size: size)
      do throws(PassFileError) { try writer.append(group.compactMap { values[$0] }) } catch {
        throw Failure(error)
      }
    }
  }

  private mutating func writer(for passes: [PicturePass], size: PixelSize) throws(Failure) -> PassWriter {
    if let opened = writers.first(where: { $0.pass == passes[0] }) { return opened.writer }
    do throws(PassFileError) {
      let writer = try PassWriter(
        passes, job.format, size: size, stepsPerPoint: job.depthSteps,
        to: .path(path(of: passes[0])))
      writers.append((passes[0], writer))
      return writer
    } catch { throw Failure(error) }
  }

  private func path(of pass: PicturePass) -> String {
    let path = job.names.path(of: pass)
    guard let frame, let names = try? SequenceFileNames(path) else { return path }
    return names.path(frame)
  }

  /// Gives up the file of a pass.
  mutating func discard(_ pass: PicturePass) { writers.removeAll { $0.pass == pass } }

  /// Publishes all files.
  func commit() throws(Failure) {
    for (_, writer) in writers {
      do throws(PassFileError) { try writer.commit() } catch { throw Failure(error) }
    }
  }
}

extension Failure {
  init(_ error: PassFileError) {
    switch error {
    case .output(let error): self.init(error)
    case .image(let error): self.init(error)
    case .outOfRange: self.init(.usage, error.description)
    }
  }
}
