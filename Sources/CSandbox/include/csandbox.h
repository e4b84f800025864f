// What the kernel refuses to this process from a moment on: files and networks by Landlock, system calls by seccomp.
//
// Neither ends with the process's work, and threads and programs that it starts have them too. They are for the thread
// that enters them, and for those that it starts later: enter them before there are others.
#pragma once
#include <stdint.h>

/// Rights of a process below a folder, or to a file.
enum {
  csandbox_read = 1,   ///< read files and list folders
  csandbox_write = 2,  ///< write, make, rename and remove files and folders
  csandbox_device = 4, ///< read, write and control devices
  csandbox_files = 8,  ///< read files, without listing folders
};

/// The version of Landlock that the kernel has, at least 1; minus an errno where it has none (ENOSYS), or where it is
/// switched off (EOPNOTSUPP).
int csandbox_landlock_version(void);

/// 0 where the kernel has filters of system calls with everything that ``csandbox_filter`` needs, else an errno.
int csandbox_filter_problem(void);

/// Begins a list of what may be done with files: nothing at all, and no connections by TCP. From version 6 on, no
/// abstract sockets and no signals to processes outside either.
/// - Returns: a descriptor, or minus an errno.
int csandbox_rules(void);

/// Adds a right below a folder, or with a file, which a link may name.
/// - Returns: 0, or an errno: ENOENT where there is no such file.
int csandbox_allow(int rules, const char *_Nonnull path, int rights);

/// Gives up the capabilities of root, except those to write files of other users and to keep their owner. The process can
/// gain no privileges afterwards, also not by setuid programs. Call this function before those below.
/// - Returns: 0 or an errno.
int csandbox_drop_privileges(void);

/// Enters the rules.
/// - Returns: 0 or an errno. The descriptor is closed in any case.
int csandbox_restrict(int rules);

/// Enters the filter of system calls: those that decoders, fonts, drivers and the tool itself need, and no others.
///
/// Without effect, with an error, are calls that libraries try and do without. Any other call ends the process: it calls
/// `violation`, in a signal handler, with the name of the call. No program, no process, no socket can be made, no other
/// process be read or signalled.
/// - Returns: 0 or an errno.
int csandbox_filter(void (*_Nonnull violation)(const char *_Nonnull call));

/// The folder of each shared library that is loaded.
void csandbox_library_folders(void (*_Nonnull body)(const char *_Nonnull folder, void *_Nullable context), void *_Nullable context);
