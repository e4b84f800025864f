// Memory blocks of one size that are kept for the next use, so that a steady flow of pictures neither asks the system
// for memory nor touches new pages.
#pragma once
#include <pthread.h>
#include <stdlib.h>

typedef struct spare_block {
  struct spare_block *next;
} spare_block;

typedef struct {
  pthread_mutex_t lock;
  spare_block *first; // the one used last, likely still in a cache
  int count;
} spare_list;

#define SPARE_LIST {.lock = PTHREAD_MUTEX_INITIALIZER}

/// NULL when there is no memory.
static inline void *spare_take(spare_list *list, size_t size) {
  pthread_mutex_lock(&list->lock);
  spare_block *block = list->first;
  if (block != NULL) {
    list->first = block->next;
    list->count--;
  }
  pthread_mutex_unlock(&list->lock);
  return block != NULL ? block : malloc(size);
}

/// Keeps the block, or frees it when `most` are kept already.
static inline void spare_give(spare_list *list, void *bytes, int most) {
  pthread_mutex_lock(&list->lock);
  spare_block *block = bytes;
  if (list->count < most) {
    block->next = list->first;
    list->first = block;
    list->count++;
    block = NULL;
  }
  pthread_mutex_unlock(&list->lock);
  free(block);
}
