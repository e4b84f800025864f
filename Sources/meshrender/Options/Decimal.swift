import ArgumentParser
import CheckedNumbers

/// A number of the command line. ArgumentParser's own conversion takes hexadecimal digits, "nan" and "inf", too.
@Sendable
func decimal(_ argument: String) throws -> Double {
  guard let number = Double(decimal: argument) else {
    throw ValidationError("write a decimal number below 1e308, such as 1.5")
  }
  return number
}
