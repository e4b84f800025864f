import Glibc
import Testing

@testable import meshrender

/// Limits of the system besides `ulimit -v`, and folders that the driver expects.
struct LimitsOfTheSystemTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.writePicture(40, 30, to: "in.png")
  }

  /// A shortage of data memory made the driver crash, wait without end, or report a missing display.
  @Test(.timeLimit(.minutes(30)), arguments: [20, 60, 300]) func aDataLimitIsReported(mebibytes: Int) throws {
    for command in ["render in.png --mesh wave -o o.png", "info", "animate in.png --mesh wave -o o.apng"] {
      let run = try Tool.start(
        ["-c", "ulimit -d \(mebibytes << 10); exec \(Tool.path) \(command)"], in: folder,
        executable: "/bin/sh"
      ).wait()
      #expect(
        run.code == 69 && run.words.contains("ulimit -d is \(mebibytes) MiB"), "\(command): \(run.words)")
      #expect(
        run.words.contains("out of memory") && run.words.filter { $0 == "\n" }.count == 1, "\(run.words)")
    }
  }

  @Test func aPictureBeyondTheDataLimitIsReported() throws {
    let run = try Tool.start(
      ["-c", "ulimit -d 600000; exec \(Tool.path) render in.png --mesh wave --size 6000x6000 -o o.png"],
      in: folder, executable: "/bin/sh"
    ).wait()
    #expect(run.code == 65 && run.words.contains("ulimit -d is 585.9 MiB"), "\(run.code) \(run.words)")
    #expect(try folder.entries() == ["in.png"])
  }

  struct Groups: Sendable {
    let list: String, files: [String: String], limit: Int?
    init(_ list: String, _ files: [String: String], _ limit: Int?) {
      (self.list, self.files, self.limit) = (list, files, limit)
    }
  }

  static let groups = [
    Groups("0::/a/b\n", ["/sys/fs/cgroup/a/b/memory.max": "900\n"], 900),
    Groups(
      "0::/a/b\n", ["/sys/fs/cgroup/a/b/memory.max": "900\n", "/sys/fs/cgroup/a/memory.max": "700\n"], 700),
    Groups("0::/a\n", ["/sys/fs/cgroup/a/memory.max": "max\n"], nil),
    Groups("0::/\n", ["/sys/fs/cgroup/memory.max": "500\n"], 500),
    Groups("4:memory:/host\n0::/\n", ["/sys/fs/cgroup/memory/memory.limit_in_bytes": "400\n"], 400),
    Groups(
      "4:cpu,memory:/x\n", ["/sys/fs/cgroup/memory/x/memory.limit_in_bytes": "9223372036854771712\n"], nil),
    Groups("3:cpu:/x\n", ["/sys/fs/cgroup/memory/x/memory.limit_in_bytes": "4"], nil), Groups("", [:], nil),
  ]

  @Test(arguments: groups) func theLeastLimitOfControlGroupsCounts(_ groups: Groups) {
    #expect(ControlGroup.memoryLimit(groups: groups.list) { groups.files[$0] } == groups.limit)
  }

  private func shell(_ script: String, in other: Folder? = nil) throws -> Run {
    try Tool.start(["-c", "M='\(Tool.path)'; \(script)"], in: other ?? folder, executable: "/bin/sh").wait()
  }

  /// Runs the tool as another user than root, for whom the limit of threads counts. The tool is seen at /media, since
  /// that user may not enter the folder of the checkout.
  private func runAsOther(_ user: Int, threads: Int, _ command: String, in folder: Folder) throws -> Run {
    try shell(
      """
      exec unshare -m sh -c "mount --bind '${M%/*}' /media; \
      exec setpriv --reuid=\(user) --regid=\(user) --clear-groups \
      bash -c 'ulimit -u \(threads); exec /media/meshrender \(command)'"
      """, in: folder)
  }

  @Test(arguments: [6, 8, 16]) func aLimitOfOpenFilesIsReported(_ limit: Int) throws {
    let run = try shell("ulimit -n \(limit); exec $M render in.png --mesh wave -o o.png")
    #expect(run.code == 69 && run.words.contains("ulimit -n is \(limit)"), "\(run.code) \(run.words)")
    #expect(try folder.entries() == ["in.png"])
  }

  @Test(
    .enabled(if: getuid() == 0), .timeLimit(.minutes(30)),
    arguments: [
      (2, "render none.png -o o.png"), (3, "inspect ripple:rows=300,columns=300"), (4, "batch none.jsonl"),
      (5, "animate none.png -m wave -o o.gif"), (9, "animate in.png -m wave --fps 5 -o o.gif"),
      (9, "batch none.jsonl"),
    ])
  func aLimitOfThreadsIsReported(_ limit: Int, _ command: String) throws {
    let run = try runAsOther(65534, threads: limit, command, in: folder)
    #expect(run.code == 69 && run.words.contains("threads cannot be started"), "\(run.code) \(run.words)")
    #expect(try folder.entries() == ["in.png"])
  }

  /// A command that prints a text starts no threads.
  @Test(.enabled(if: getuid() == 0), arguments: ["help", "help render", "meshes", "schema", "--version"])
  func textsNeedNoThreads(_ command: String) throws {
    let run = try runAsOther(65534, threads: 2, command, in: folder)
    #expect(run.code == 0 && run.words.isEmpty && !run.output.isEmpty, "\(run.code) \(run.words)")
  }

  /// With few threads, a batch starts as many workers as there are threads for.
  @Test(.enabled(if: getuid() == 0), .timeLimit(.minutes(30))) func aBatchHasWorkersForWhichThereAreThreads()
    throws
  {
    let outside = try Folder()
    try outside.writePicture(8, 6, to: "in.png")
    try outside.write(
      (1...4).map { #"{"input": "in.png", "mesh": "wave", "output": "\#($0).png"}"# }.joined(separator: "\n"),
      to: "l.jsonl")
    #expect(chmod(outside.path, 0o777) == 0 && chmod(outside.file("in.png"), 0o644) == 0)
    #expect(chmod(outside.file("l.jsonl"), 0o644) == 0)
    let limit = 3 * SystemMemory.coreCount + 12
    // Another user than those of the other tests, whose threads would count.
    let run = try runAsOther(65533, threads: limit, "batch -j 20 l.jsonl", in: outside)
    #expect(
      run.code == 0 && run.words.contains("of 20 workers") && run.words.contains("4 done"), "\(run.words)")
  }

  @Test(.enabled(if: getuid() == 0)) func theProcessesOfAnotherNamespaceAreReported() throws {
    let run = try shell("exec unshare -p -f $M render in.png --mesh wave -o o.png")
    #expect(run.code == 69 && run.words.contains("PID namespace"), "\(run.code) \(run.words)")
    #expect(try folder.entries() == ["in.png"])
  }

  @Test(.enabled(if: getuid() == 0)) func aMissingFolderOfProcessesIsReported() throws {
    let run = try shell("unshare -m sh -c \"umount -l /proc; '$M' render in.png -o o.png\"")
    #expect(run.code == 69 && run.words.contains("/proc is not mounted"), "\(run.code) \(run.words)")
    #expect(try folder.entries() == ["in.png"])
  }

  @Test(.enabled(if: getuid() == 0)) func aFolderOfTemporaryFilesNeedNotBeWritable() throws {
    let run = try shell(
      """
      cp in.png /dev/shm/in-$$.png; cp "$M" /dev/shm/tool-$$; unshare -m sh -c "mount -t tmpfs -o ro tmpfs /tmp; \
      /dev/shm/tool-$$ animate /dev/shm/in-$$.png -m wave --fps 5 --background white --quiet -o /dev/shm/o-$$.mp4" \
      && test -s /dev/shm/o-$$.mp4; code=$?; rm -f /dev/shm/*-$$ /dev/shm/*-$$.*; exit $code
      """)
    #expect(run.code == 0, "\(run.words)")
  }

  /// - `folders`: those that cannot be written.
  /// - `isSet`: whether TMPDIR is a folder that can be.
  @Test(
    .enabled(if: getuid() == 0),
    arguments: [
      ("/tmp", false, 0), ("/tmp /var/tmp /dev/shm", true, 0), ("/tmp /var/tmp /dev/shm", false, 73),
    ]
      as [(String, Bool, Int32)])
  func aVideoFromStandardInputNeedsAFolder(_ folders: String, _ isSet: Bool, _ code: Int32) throws {
    let clip = try Tool.run(
      "animate", "in.png", "-m", "wave", "--fps", "5", "--duration", "1", "--background", "white", "--quiet",
      "-o",
      "in.mp4", in: folder)
    #expect(clip.code == 0, "\(clip.words)")
    // The folder of the test and the tool are seen at /mnt and /media, whatever lies over /tmp.
    let run = try shell(
      """
      exec unshare -m sh -c "mount --bind . /mnt; mount --bind ${M%/*} /media; \
      for f in \(folders); do mount -t tmpfs -o ro tmpfs \\$f; done; unset TMPDIR; \
      \(isSet ? "export TMPDIR=/mnt;" : "") cd /mnt; \
      cat in.mp4 | /media/meshrender animate - -m wave --background white --quiet -o out.mp4"
      """)
    #expect(run.code == code && run.words.contains("TMPDIR") == (code != 0), "\(run.code) \(run.words)")
    #expect(try folder.entries() == ["in.mp4", "in.png"] + (code == 0 ? ["out.mp4"] : []))
  }

  @Test func theCacheDirectoryIsMade() throws {
    let cache = folder.file("deep/er")
    let run = try Tool.start(
      ["render", "in.png", "--mesh", "wave", "-o", "o.png"], in: folder,
      environment: ["XDG_CACHE_HOME": cache]
    ).wait()
    #expect(run.code == 0 && run.words.isEmpty, "\(run.code) \(run.words)")
    #expect(try folder.entries(in: "deep/er").contains("meshrender"))
    let modes = try Tool.start(["-c", "%a", "deep", "deep/er"], in: folder, executable: "/usr/bin/stat")
      .wait()
    #expect(modes.text == "700\n700\n")
  }

  /// Neither the tool nor the driver says anything, and nothing is made in the working directory.
  @Test(arguments: ["", "relative", "/proc/none", "/proc/none/deeper", "/dev/null"])
  func aUselessCacheDirectoryIsIgnored(_ place: String) throws {
    let run = try Tool.start(
      ["render", "in.png", "--mesh", "wave", "-o", "o.png"], in: folder,
      environment: ["XDG_CACHE_HOME": place, "HOME": folder.path]
    ).wait()
    #expect(run.code == 0 && run.words.isEmpty, "\(run.code) \(run.words)")
    #expect(try folder.entries(in: ".") == ["in.png", "o.png"])
  }

  @Test(arguments: [
    ["render", "in.png", "-o", "o.png"], ["render", "in.png", "--mesh", "wave", "--print-scene"],
    ["animate", "in.png", "--mesh", "wave", "--print-scene"],
  ])
  func aDeviceIsCheckedWhereNothingIsDrawn(_ arguments: [String]) throws {
    try expectFailure(64, "unknown device '99'", in: folder, arguments: arguments + ["--device", "99"])
    let run = try Tool.start(arguments + ["--device", "software"], in: folder).wait()
    #expect(run.code == 0 && run.words.isEmpty, "\(run.code) \(run.words)")
  }
}
