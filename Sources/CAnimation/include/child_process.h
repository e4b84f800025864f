// A program that reads its standard input from us and writes into a file that we have opened.
#pragma once
#include <stddef.h>
#include <sys/types.h>

typedef struct {
  pid_t id;
  int input;    ///< the pipe to its standard input
  int messages; ///< a nameless file with what it says on standard error
} child_process;

/// Starts `arguments[0]`, found in PATH; the list ends with NULL. The child has `output` as descriptor 3 and its
/// standard output leads nowhere. It has a process group of its own, so that a Ctrl-C meant for us ends it only
/// through us.
/// - Returns: 0 or an errno.
int child_process_start(const char *const _Nullable *_Nonnull arguments, int output, child_process *_Nonnull child);

/// Ends it at once; it is still to be waited for.
void child_process_kill(const child_process *_Nonnull child);

/// Closes its standard input and waits for its end.
/// - Returns: its exit status, or minus the number of the signal that ended it.
int child_process_wait(child_process *_Nonnull child);

/// The last bytes of what it said.
/// - Returns: how many, at most `count`.
size_t child_process_last_words(const child_process *_Nonnull child, char *_Nonnull text, size_t count);

/// Closes what is left open of a child that has ended.
void child_process_close(child_process *_Nonnull child);
