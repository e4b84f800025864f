import Testing

@testable import ImageFiles

@Suite("Open files that another program shares")
struct SharedFilesTests {
  @Test(
    arguments: [
      ("100-131", 100...131), ("10-10", 10...10), ("9-20", nil), ("20-10", nil), ("100", nil), ("", nil),
      ("100-", nil), ("-100-131", nil), ("100-131-140", nil), ("100-99999999999", nil), ("a-b", nil),
    ] as [(String, ClosedRange<Int32>?)])
  func theEnvironmentNamesARange(text: String, expected: ClosedRange<Int32>?) {
    #expect(SharedFiles.numbers(in: text) == expected)
  }

  @Test(arguments: [
    ("/proc/self/fd/100", true), ("/proc/self/fd/131", true), ("/proc/self/fd/99", false),
    ("/proc/self/fd/132", false), ("/proc/self/fd/", false), ("/proc/self/fd/100/x", false),
    ("/proc/self/fd/100.npy", false), ("/proc/self/fd/../fd/100", false), ("/proc/self/environ", false),
    ("proc/self/fd/100", false), ("/proc/1/fd/100", false), ("/proc/self/fd/99999999999999999999", false),
  ])
  func onlyTheirNumbersAreShared(path: String, expected: Bool) {
    #expect(SharedFiles.contains(FilePath(path), 100...131) == expected)
    #expect(!SharedFiles.contains(FilePath(path), nil))
  }
}
