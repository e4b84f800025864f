// The account of the memory of this process, and its limit.
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// Bytes of all blocks of the heap that are in use: of this program, its libraries and the driver. 0 under a sanitizer,
/// which has a heap of its own. Each thread adds its blocks in steps of 32 KiB.
size_t memory_in_use(void);

/// The largest value of ``memory_in_use`` so far, in steps of 32 KiB.
size_t memory_peak(void);

/// Bytes of the memory of this process that are resident, by the kernel's count; 0 where /proc is not mounted.
size_t memory_resident(void);

/// Ends the process with exit status 65 and one sentence when it asks for a block beyond a limit, or when the system has
/// no block left. Without this call a block that the system does not have is reported to its caller, as in any program.
/// - `limit`: the most bytes that are in use; 0 for no limit.
/// - `limit_text`: the end of the sentence for the limit: "the limit is 1 GiB: make it smaller, or raise --max-memory".
/// - `system_text`: the same for a block that the system does not have.
/// - `clean_up`: removes temporary files and ends child processes; async-signal-safe.
void memory_limit(
  size_t limit, const char *_Nonnull limit_text, const char *_Nonnull system_text, void (*_Nonnull clean_up)(void));

/// Whether blocks beyond the limit are granted while the resident memory, with the block, stays below `most` bytes; 0 for
/// none. For drivers that reserve blocks which they never touch.
void memory_limit_resident(size_t most);

/// The subject of that sentence from now on: "a picture of 20x20 px".
void memory_subject(const char *_Nonnull text);
