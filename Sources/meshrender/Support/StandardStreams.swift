import Glibc

/// The standard streams, which a parent process may have closed.
enum StandardStreams {
  /// Opens /dev/null as the descriptors 0, 1 and 2 that are closed: otherwise the next opened file would get such a
  /// number, and a warning could be written into the picture.
  ///
  /// Standard input is opened for writing and standard output for reading, so that using them is still an error; output
  /// to standard error is discarded.
  static func reserve() {
    for (number, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDWR)]
    where fcntl(number, F_GETFD) == -1 {
      // `open` returns the lowest free descriptor, which is this one because the lower ones are open.
      _ = open("/dev/null", mode)
    }
  }

  /// Silences Mesa's messages about its search for drivers, which would hide the error message of the tool. The user
  /// can set the variable to see them.
  static func silenceDrivers() { setenv("EGL_LOG_LEVEL", "fatal", 0) }
}
