import ArgumentParser
import CheckedNumbers
import MeshTransform

/// A number of the command line. ArgumentParser's own conversion takes hexadecimal digits, "nan" and "inf", too.
@Sendable
func decimal(_ argument: String) throws -> Double {
  guard let number = Double(decimal: argument) else {
    throw ValidationError(
      NumberWithUnit(argument)?.remedy ?? OptionValues.anyNumber)
  }
  return number
}

/// A factor of the command line.
@Sendable
func factor(_ argument: String) throws -> Double {
  if let number = NumberWithUnit(argument), number.unit == "%", let percent = Double(decimal: number.digits) {
    throw ValidationError("write it as a factor: \(argument) is \((percent / 100).shortText)")
  }
  return try decimal(argument)
}

/// A number with a unit behind it, where an option has a number alone: `300dpi`, `80%`.
struct NumberWithUnit {
  let digits: String, unit: String

  /// Nil for another text.
  init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    guard Double(decimal: digits) != nil, !unit.isEmpty, unit.count <= 4,
      unit.allSatisfy({ $0.isASCII && $0.isLetter || $0 == "%" })
    else { return nil }
    (self.digits, self.unit) = (String(digits), String(unit))
  }

  var remedy: String { "write the number without \(unit): \(digits)" }
}
