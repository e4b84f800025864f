// A program that exchanges bytes with us through pipes and reads or writes files that we have opened.
#pragma once
#include <stddef.h>
#include <sys/types.h>

/// Descriptors that are -1 are not open.
typedef struct {
  pid_t id;
  int input;    ///< the pipe to its standard input
  int output;   ///< the pipe from its standard output
  int notes;    ///< the pipe from its descriptor 4
  int messages; ///< a nameless file with what it says on standard error
} child_process;

/// A file without a name, which takes any amount of bytes without a reader: in the folder TMPDIR or, where that cannot
/// be written, in /tmp, /var/tmp or /dev/shm.
/// - Returns: a descriptor that children do not inherit; -1 with the errno of the first folder when there is none.
int child_process_nameless_file(void);

/// Limits the data of each writer and reader that is started from now on (RLIMIT_DATA).
/// - `bytes`: 0 for no limit.
void child_process_limit_memory(size_t bytes);

/// Starts `arguments[0]`, found in PATH; the list ends with NULL. The child reads its standard input from us, has
/// `output` as descriptor 3 and, unless it is -1, `source` as descriptor 4; its standard output leads nowhere. It has a
/// process group of its own, so that a Ctrl-C meant for us ends it only through us. It is killed when this process
/// exits.
/// - Returns: 0 or an errno.
int child_process_start_writer(
  const char *const _Nullable *_Nonnull arguments, int output, int source, child_process *_Nonnull child);

/// The same for a child that writes to us through its standard output and its descriptor 4, has `source` as descriptor
/// 3 and an empty standard input.
int child_process_start_reader(
  const char *const _Nullable *_Nonnull arguments, int source, child_process *_Nonnull child);

/// The same for a child that reads its standard input from us and writes to us through its standard output.
int child_process_start_peer(
  const char *const _Nullable *_Nonnull arguments, child_process *_Nonnull child);

/// Reads from a pipe of the child until `count` bytes have come or it ends.
/// - `timeout`: the longest time without a byte, in ms.
/// - Returns: the number of bytes; -1 when none came for that long, or reading failed.
ssize_t child_process_read(int pipe, void *_Nonnull bytes, size_t count, int timeout);

/// The same, but returns as soon as there is anything.
ssize_t child_process_read_some(int pipe, void *_Nonnull bytes, size_t count, int timeout);

/// Closes the pipes from the child: it can write no more, and so does not wait for a reader.
void child_process_stop_reading(child_process *_Nonnull child);

/// Has this process killed when the thread that started it ends.
void child_process_end_with_parent(void);

/// Ends it at once; it is still to be waited for.
void child_process_kill(const child_process *_Nonnull child);

/// Ends all children of this process that have not been waited for. Safe in a signal handler.
void child_process_kill_all(void);

/// Closes its standard input, by which it knows that nothing follows.
void child_process_close_input(child_process *_Nonnull child);

/// Closes its standard input and waits for its end.
/// - Returns: its exit status, or minus the number of the signal that ended it.
int child_process_wait(child_process *_Nonnull child);

/// The last bytes of what it said.
/// - Returns: how many, at most `count`.
size_t child_process_last_words(const child_process *_Nonnull child, char *_Nonnull text, size_t count);

/// Closes what is left open of a child that has ended.
void child_process_close(child_process *_Nonnull child);
