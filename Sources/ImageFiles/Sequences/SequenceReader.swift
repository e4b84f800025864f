import CPNG
import MeshTransform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Numbered files, each decoded on request.
final class SequenceReader: FrameReader {
  let size: PixelSize
  private let pattern: SequenceFileNames
  private let numbers: ClosedRange<Int>
  private let limits: ImageLimits
  private let scope: ReadScope?
  private let colors: ColorConversion

  /// Lists the directory and reads the first file's header.
  init(
    _ text: String, limits: ImageLimits, scope: ReadScope?, colors: ColorConversion
  ) throws(FrameSourceError) {
    do { pattern = try SequenceFileNames(text) } catch { throw .pattern(text, problem: error.problem) }
    (self.limits, self.scope, self.colors) = (limits, scope, colors)
    numbers = try pattern.existingNumbers(within: scope)
    do { size = try ImageFile.readSize(from: Self.file(pattern.path(numbers.lowerBound), scope)) } catch {
      throw .picture(frame: 0, error)
    }
  }

  var name: String { pattern.text }
  var frameCount: Int? { numbers.count }
  var hasRandomAccess: Bool { true }

  func image(at index: Int) throws(FrameSourceError) -> Image? {
    guard index < numbers.count else { return nil }
    let path = pattern.path(numbers.lowerBound + index)
    let image: Image
    do {
      image = try ImageFile.read(from: Self.file(path, scope), limits: limits, colors: colors).image
    } catch { throw .picture(frame: index, error) }
    guard image.size == size else {
      throw .sizeChanged(name: path, frame: index, size: image.size, expected: size)
    }
    return image
  }

  private static func file(_ path: String, _ scope: ReadScope?) -> InputFile {
    scope.map { .confined(path, to: $0) } ?? .path(path)
  }
}

extension SequenceFileNames {
  /// The numbers of the files that exist, from the lowest to the highest.
  /// - Throws: ``FrameSourceError`` when there is none, and when one is missing between others.
  package func existingNumbers(within scope: ReadScope? = nil) throws(FrameSourceError) -> ClosedRange<Int> {
    let numbers = try allNumbers(within: scope)
    guard let low = numbers.min(), let high = numbers.max() else {
      throw .noFiles(pattern: text, directory: directory.isEmpty ? "." : directory)
    }
    guard high - low == numbers.count - 1 else {
      // With a gap, at least one of the first `count` numbers is missing.
      let missing = (low...high).first { !numbers.contains($0) } ?? high
      throw .gap(pattern: text, missing: missing, count: high - low + 1 - numbers.count)
    }
    return low...high
  }

  /// The numbers of all files of the directory whose names match.
  /// - Throws: ``FrameSourceError/input(_:)`` for a directory that cannot be read.
  package func allNumbers(within scope: ReadScope? = nil) throws(FrameSourceError) -> Set<Int> {
    let path = directory.isEmpty ? FilePath.dot : FilePath(directory)
    let descriptor: Int32
    if let scope {
      do { descriptor = try scope.openFolder(path) } catch { throw .input(error) }
    } else {
      descriptor = openat(descriptor_working_directory(), path.fileName, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    guard descriptor >= 0, let directory = fdopendir(descriptor) else {
      let (name, error) = (path.description, SystemError.current)
      throw .input(error.code == ENOENT ? .missing(name: name) : .unreadable(name: name, error))
    }
    defer { closedir(directory) }
    var numbers: Set<Int> = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: UInt8.self, capacity: 256) {
          Array(String(fileName: UnsafeBufferPointer(start: $0, count: strlen($0))).utf8)
        }
      }
      if let number = number(in: name) { numbers.insert(number) }
    }
    return numbers
  }
}
