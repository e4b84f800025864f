import ImageFiles
import MeshTransform
import Synchronization
import TextImages

/// Keeps decoded images, meshes and fonts within a limit of bytes, and drops the least recently used ones first.
///
/// A file is known by its path, with the folders that its scene may read, and by its size, its number and its times: see
/// ``FileStatus``.
final class InputCache: Sendable {
  /// The cache of the process; nil without one. Set before threads start.
  nonisolated(unsafe) static var current: InputCache?

  /// A kind of input, with all options that change the result of reading it.
  private enum Reading: Hashable {
    case image(isLenient: Bool, ColorConversion, Image.Depth)
    case mesh(MeshInput.Options, isLenient: Bool)
    /// `second`: the file of y with its status.
    case map(MapInput.Options, second: InputFile?, FileStatus?)
    case font
  }
  private struct Key: Hashable {
    let file: InputFile
    let reading: Reading
    let status: FileStatus

    /// Fails for a file that is not a regular one, or is shared: another program writes it again and again.
    init?(_ file: InputFile, _ reading: Reading) {
      guard let status = file.status, status.isRegular, !file.isShared else { return nil }
      (self.file, self.reading, self.status) = (file, reading, status)
    }
  }

  private struct Entry {
    let value: any Sendable
    let byteCount: Int
    var lastUse: Int
  }
  private struct State {
    var entries: [Key: Entry] = [:]
    var byteCount = 0
    var uses = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: bytes of pixels, vertices, faces and font files.
  init(limit: Int) { self.limit = limit }

  /// Bytes that are kept.
  var byteCount: Int { state.withLock { $0.byteCount } }

  /// Reads an image as ``ImageFile`` does, or takes it from the cache.
  static func image(
    from file: InputFile, limits: ImageLimits, isLenient: Bool, colors: ColorConversion,
    depth: Image.Depth = .eight
  ) throws(ImageFileError) -> (image: Image, warnings: [ImageWarning]) {
    InputList.add(file)
    return try value(of: file, .image(isLenient: isLenient, colors, depth), byteCount: \.image.bytes.count) {
      () throws(ImageFileError) in
      try ImageFile.read(
        from: file, limits: limits.now(for: file.description.excerpt), isLenient: isLenient, colors: colors,
        depth: depth)
    }
  }

  /// Takes a mesh from the cache, or calls `read` and keeps its result.
  /// - Parameters:
  ///   - options: the choices that the file leaves open.
  ///   - isLenient: whether elements that can never draw are left out.
  /// - Returns: the mesh, and a sentence for each kind of element that is left out.
  static func mesh<Problem: Error>(
    from file: InputFile, _ options: MeshInput.Options, isLenient: Bool = false,
    _ read: () throws(Problem) -> (mesh: MorphableMesh, notes: [String])
  ) throws(Problem) -> (mesh: MorphableMesh, notes: [String]) {
    // Other files may hold its data.
    if (options.format ?? MeshInput.format(of: file)) == .gltf { return try read() }
    return try value(of: file, .mesh(options, isLenient: isLenient), byteCount: \.mesh.memory, make: read)
  }

  /// Takes the mesh or the filter of a map from the cache, or calls `read` and keeps its result.
  /// - Parameter files: the file, or those of x and y.
  static func map<Value: Sendable, Problem: Error>(
    from files: [InputFile], _ options: MapInput.Options, byteCount: (Value) -> Int,
    _ read: () throws(Problem) -> MapInput.Loaded<Value>
  ) throws(Problem) -> MapInput.Loaded<Value> {
    let second = files.dropFirst().first
    if let second, second.status?.isRegular != true { return try read() }
    return try value(
      of: files[0], .map(options, second: second, second?.status), byteCount: { byteCount($0.value) },
      make: read)
  }

  /// Reads a font, or takes it from the cache.
  /// - Parameter limit: the most bytes.
  static func font(_ file: InputFile, limit: Int = FontFile.byteLimit) throws(Failure) -> FontFile {
    InputList.add(file)
    let font = try value(of: file, .font, byteCount: \.byteCount) { () throws(Failure) in
      try FontFile(file, limit: limit)
    }
    // The error of a file beyond the limit.
    return font.byteCount <= limit ? font : try FontFile(file, limit: limit)
  }

  private static func value<Value: Sendable, Problem: Error>(
    of file: InputFile, _ reading: Reading, byteCount: (Value) -> Int, make: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    guard let current, let key = Key(file, reading) else { return try make() }
    if let known = current.take(key) as? Value { return known }
    let made = try make()
    current.add(made, byteCount(made), key)
    return made
  }

  /// Gives the memory of all entries back that no picture uses.
  func removeAll() { state.withLock { ($0.entries, $0.byteCount) = ([:], 0) } }

  private func take(_ key: Key) -> (any Sendable)? {
    state.withLock { state in
      state.uses += 1
      guard let entry = state.entries[key] else { return nil }
      state.entries[key]?.lastUse = state.uses
      return entry.value
    }
  }

  private func add(_ value: any Sendable, _ byteCount: Int, _ key: Key) {
    state.withLock { state in
      guard byteCount <= limit else { return }
      let entry = Entry(value: value, byteCount: byteCount, lastUse: state.uses)
      if let old = state.entries.updateValue(entry, forKey: key) { state.byteCount -= old.byteCount }
      state.byteCount += byteCount
      while state.byteCount > limit,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.byteCount -= oldest.value.byteCount
        state.entries[oldest.key] = nil
      }
    }
  }
}

extension MorphableMesh {
  /// Bytes of its vertices, faces and shapes.
  fileprivate var memory: Int {
    base.memory + targets.memory
  }
}

extension Mesh {
  /// Bytes of its vertices and faces.
  var memory: Int {
    vertices.count * MemoryLayout<Vertex>.stride + faceCount * MemoryLayout<Face>.stride
  }
}
