// The temporary files that exist now, so that a signal handler can remove them.
#pragma once

/// Remembers a path before its file is created. The slot to forget it by, or -1 when the path is too long or
/// 64 are remembered already: the file then merely outlives an interruption.
int temporary_files_remember(const char *_Nonnull path);
/// Likewise for a directory, which is removed only while it is empty.
int temporary_files_remember_directory(const char *_Nonnull path);
void temporary_files_forget(int slot);
/// Removes every remembered file, and then every remembered directory that is empty. Async-signal-safe.
void temporary_files_remove_all(void);
