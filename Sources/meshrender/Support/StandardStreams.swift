import Glibc

/// The three streams that every process is given, unless its parent closed them.
enum StandardStreams {
  /// Takes the numbers 0, 1 and 2 where they are free: the next file to be opened would get them, and a warning
  /// would be written into the picture.
  ///
  /// Standard input can then only be written and standard output only be read, so that using either is still an
  /// error; what is said on standard error is lost, as whoever closed it wished.
  static func reserve() {
    for (number, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDWR)]
    where fcntl(number, F_GETFD) == -1 {
      // The lowest free number is given out, which is this one: those below were seen to.
      _ = open("/dev/null", mode)
    }
  }

  /// Keeps Mesa from standard error, where its search for drivers would drown the sentence that says what to install.
  /// Whoever wants to read it sets the variable.
  static func silenceDrivers() { setenv("EGL_LOG_LEVEL", "fatal", 0) }
}
