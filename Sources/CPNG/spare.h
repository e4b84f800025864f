// Memory blocks of one size that are kept for the next use, so that a steady flow of pictures neither asks the system
// for memory nor touches new pages.
//
// Blocks are sized for the worst and mostly used in part. They are mapped, past malloc, so that only what is touched
// becomes memory, even where the heap has large pages, as a program that draws may ask for.
#pragma once
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

typedef struct spare_block {
  struct spare_block *next;
} spare_block;

typedef struct {
  size_t size; // of each block
  int most;    // to be kept
  pthread_mutex_t lock;
  spare_block *first; // the one used last, likely still in a cache
  int count;
} spare_list;

#define SPARE_LIST(block_size, most_kept) \
  {.size = (block_size), .most = (most_kept), .lock = PTHREAD_MUTEX_INITIALIZER}

/// NULL when there is no memory.
static inline void *spare_take(spare_list *list) {
  pthread_mutex_lock(&list->lock);
  spare_block *block = list->first;
  if (block != NULL) {
    list->first = block->next;
    list->count--;
  }
  pthread_mutex_unlock(&list->lock);
  if (block != NULL) return block;
  void *mapped = mmap(NULL, list->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  return mapped != MAP_FAILED ? mapped : NULL;
}

/// Keeps the block, or hands it back to the system when as many are kept as may be.
static inline void spare_give(spare_list *list, void *bytes) {
  pthread_mutex_lock(&list->lock);
  spare_block *block = bytes;
  if (list->count < list->most) {
    block->next = list->first;
    list->first = block;
    list->count++;
    block = NULL;
  }
  pthread_mutex_unlock(&list->lock);
  if (block != NULL) munmap(block, list->size);
}
