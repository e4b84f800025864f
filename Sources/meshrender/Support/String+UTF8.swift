import ImageFiles
import MeshTransform

extension String {
  /// - Parameter name: the text in the error, such as `--text`.
  /// - Throws: ``Failure`` of usage that names the first byte that is not UTF-8: the text would not be what was meant.
  func requireUTF8(_ name: String) throws(Failure) {
    guard let (byte, offset) = foreignByte else { return }
    throw Failure(
      .usage,
      "\(name) is not UTF-8: byte \(offset + 1) is \(byte.hexadecimal); convert it, for example with "
        + "iconv -f windows-1252 -t utf-8")
  }
}
