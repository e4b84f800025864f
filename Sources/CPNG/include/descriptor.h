// read(2) and write(2) without their surprises.
#pragma once
#include <stddef.h>
#include <sys/types.h>

/// As read(2), but goes on after a signal and waits on a non-blocking descriptor.
ssize_t descriptor_read(int descriptor, void *_Nonnull bytes, size_t count);

/// Writes all bytes, whatever signals, short writes and a non-blocking descriptor do; 0 or an errno.
/// A closed pipe is EPIPE and no SIGPIPE.
int descriptor_write_all(int descriptor, const void *_Nullable bytes, size_t count);
