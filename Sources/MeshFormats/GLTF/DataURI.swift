/// The data of a `data:` URI in base64 (RFC 2397 and RFC 4648, section 4); nil where it is none.
/// - Parameter text: the whole URI.
func dataOfURI<Text: RandomAccessCollection<UInt8>>(_ text: Text) -> [UInt8]? {
  guard let comma = text.firstIndex(of: UInt8(ascii: ",")),
    text[..<comma].suffix(7).elementsEqual(";base64".utf8)
  else { return nil }
  var out: [UInt8] = []
  out.reserveCapacity(text[comma...].count / 4 * 3)
  var (word, count, padding) = (UInt32(0), 0, 0)
  for byte in text[comma...].dropFirst() {
    let digit: UInt8
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = byte - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = byte - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte + 4
    case UInt8(ascii: "+"), UInt8(ascii: "-"): digit = 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): digit = 63
    case UInt8(ascii: "="):
      padding += 1
      continue
    default: return nil
    }
    guard padding == 0 else { return nil }
    word = word << 6 | UInt32(digit)
    count += 1
    if count % 4 == 0 { out += [UInt8(word >> 16 & 255), UInt8(word >> 8 & 255), UInt8(word & 255)] }
  }
  switch count % 4 {
  case 1: return nil
  case 2: out.append(UInt8(word >> 4 & 255))
  case 3: out += [UInt8(word >> 10 & 255), UInt8(word >> 2 & 255)]
  default: break
  }
  return padding <= 2 ? out : nil
}
