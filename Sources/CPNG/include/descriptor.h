// read(2) and write(2) without their surprises.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// As read(2), but goes on after a signal and waits on a non-blocking descriptor.
ssize_t descriptor_read(int descriptor, void *_Nonnull bytes, size_t count);

/// Opens a file without a name in a directory ("" is the current one), to be given one by descriptor_name(); -1 where
/// the system or the file system has none.
int descriptor_open_unnamed(const char *_Nonnull directory, mode_t mode);

/// Gives a file of descriptor_open_unnamed() a name that no file has; 0 or an errno.
int descriptor_name(int descriptor, const char *_Nonnull path);

/// Locks a file until its last descriptor is closed, also by the end of the process. Waits for another owner of the
/// lock if `waits`; else false says that there is one. Also false where the file system has no locks.
bool descriptor_lock(int descriptor, bool waits);

/// Writes all bytes, whatever signals, short writes and a non-blocking descriptor do; 0 or an errno.
/// A closed pipe is EPIPE and no SIGPIPE.
int descriptor_write_all(int descriptor, const void *_Nullable bytes, size_t count);

/// Makes relative paths start from what is the working directory now, whatever it becomes later: a driver that is loaded
/// beside may change it for a while. Once per process, before other threads begin.
void descriptor_keep_working_directory(void);
/// For openat and its family: that directory, or AT_FDCWD.
int descriptor_working_directory(void);

/// Opens what a name in a directory stands for, a link itself, only to look at it and to go on from it; -1 or a
/// descriptor.
int descriptor_open_place(int directory, const char *_Nonnull name);
