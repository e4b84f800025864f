#ifndef _GNU_SOURCE
#define _GNU_SOURCE // O_PATH, dl_iterate_phdr
#endif
#include "csandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/capability.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The kernel's interface as of version 6, whatever the headers of the system that compiles this: the numbers of the
// system calls are the same on all architectures.
enum { create_ruleset = 444, add_rule = 445, restrict_self = 446 };
enum { ask_version = 1, rule_path_beneath = 1 };

enum {
  fs_execute = 1 << 0,
  fs_write_file = 1 << 1,
  fs_read_file = 1 << 2,
  fs_read_dir = 1 << 3,
  fs_remove_dir = 1 << 4,
  fs_remove_file = 1 << 5,
  fs_make_char = 1 << 6,
  fs_make_dir = 1 << 7,
  fs_make_reg = 1 << 8,
  fs_make_sym = 1 << 12,
  fs_refer = 1 << 13,     // version 2
  fs_truncate = 1 << 14,  // version 3
  fs_ioctl_dev = 1 << 15, // version 5
};

enum { net_bind_tcp = 1 << 0, net_connect_tcp = 1 << 1 };           // version 4
enum { scope_abstract_unix_socket = 1 << 0, scope_signal = 1 << 1 }; // version 6

typedef struct {
  uint64_t fs, net, scoped;
} ruleset;

typedef struct {
  uint64_t access;
  int32_t folder;
} __attribute__((packed)) path_rule;

int csandbox_landlock_version(void) {
  long version = syscall(create_ruleset, NULL, 0, ask_version);
  return version < 0 ? -errno : (int)version;
}

/// The rights to files that the kernel's version has.
static uint64_t known(int version) {
  uint64_t rights = 2 * fs_make_sym - 1;
  if (version >= 2) rights |= fs_refer;
  if (version >= 3) rights |= fs_truncate;
  if (version >= 5) rights |= fs_ioctl_dev;
  return rights;
}

int csandbox_rules(void) {
  int version = csandbox_landlock_version();
  if (version < 0) return version;
  ruleset rules = {.fs = known(version)};
  size_t size = sizeof rules.fs;
  if (version >= 4) {
    rules.net = net_bind_tcp | net_connect_tcp;
    size = offsetof(ruleset, scoped);
  }
  if (version >= 6) {
    rules.scoped = scope_abstract_unix_socket | scope_signal;
    size = sizeof rules;
  }
  long descriptor = syscall(create_ruleset, &rules, size, 0);
  return descriptor < 0 ? -errno : (int)descriptor;
}

int csandbox_allow(int rules, const char *path, int rights) {
  path_rule rule = {.folder = open(path, O_PATH | O_CLOEXEC)};
  if (rule.folder < 0) return errno;
  struct stat status;
  bool is_folder = fstat(rule.folder, &status) == 0 && S_ISDIR(status.st_mode);
  if (rights & csandbox_files) rule.access |= fs_read_file;
  if (rights & csandbox_read) rule.access |= fs_read_file | fs_read_dir;
  if (rights & csandbox_write) {
    rule.access |= fs_write_file | fs_truncate | fs_make_reg | fs_remove_file | fs_make_dir | fs_remove_dir;
  }
  if (rights & csandbox_device) rule.access |= fs_read_file | fs_read_dir | fs_write_file | fs_ioctl_dev;
  // The kernel refuses rights of folders for files, and rights that it does not know.
  if (!is_folder) rule.access &= fs_read_file | fs_write_file | fs_truncate | fs_ioctl_dev;
  rule.access &= known(csandbox_landlock_version());
  int problem = syscall(add_rule, rules, rule_path_beneath, &rule, 0) == 0 ? 0 : errno;
  close(rule.folder);
  return problem;
}

int csandbox_drop_privileges(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];
  if (syscall(SYS_capget, &header, data) != 0) return errno;
  uint32_t kept = 1u << CAP_CHOWN | 1u << CAP_DAC_OVERRIDE | 1u << CAP_FOWNER;
  data[0].effective &= kept;
  data[0].permitted &= kept;
  data[1].effective = data[1].permitted = data[0].inheritable = data[1].inheritable = 0;
  if (syscall(SYS_capset, &header, data) != 0) return errno;
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno;
}

int csandbox_restrict(int rules) {
  int problem = syscall(restrict_self, rules, 0) == 0 ? 0 : errno;
  close(rules);
  return problem;
}

typedef struct {
  void (*body)(const char *folder, void *context);
  void *context;
} visit;

static int visit_library(struct dl_phdr_info *library, size_t size, void *data) {
  (void)size;
  const visit *visitor = data;
  const char *end = library->dlpi_name == NULL ? NULL : strrchr(library->dlpi_name, '/');
  char folder[4096];
  // The program itself has no name, and what the kernel provides has no folder.
  if (end == NULL || end == library->dlpi_name || (size_t)(end - library->dlpi_name) >= sizeof folder) return 0;
  size_t count = (size_t)(end - library->dlpi_name);
  memcpy(folder, library->dlpi_name, count);
  folder[count] = 0;
  visitor->body(folder, visitor->context);
  return 0;
}

void csandbox_library_folders(void (*body)(const char *folder, void *context), void *context) {
  visit visitor = {body, context};
  dl_iterate_phdr(visit_library, &visitor);
}
