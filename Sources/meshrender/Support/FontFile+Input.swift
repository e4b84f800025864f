import ImageFiles
import TextImages

extension FontFile {
  /// Reads a font from a file or from standard input.
  /// - Parameter limit: the most bytes.
  convenience init(_ file: InputFile, limit: Int = byteLimit) throws(Failure) {
    InputList.add(file)
    let bytes: [UInt8]
    do { bytes = try file.readAll(limit: limit) } catch { throw Failure(error) }
    do { try self.init(bytes, name: file.description) } catch { throw Failure(error) }
  }
}
