#include "cdigest.h"

#include "load.h"

static const char library[] = "libcrypto.so.3";

#define CDIGEST_FUNCTIONS(X) \
  X(void *, EVP_MD_CTX_new, (void)) \
  X(void, EVP_MD_CTX_free, (void *)) \
  X(const void *, EVP_sha256, (void)) \
  X(int, EVP_DigestInit_ex, (void *, const void *type, void *engine)) \
  X(int, EVP_DigestUpdate, (void *, const void *bytes, size_t count)) \
  X(int, EVP_DigestFinal_ex, (void *, unsigned char *result, unsigned int *count))

#define CDIGEST_DEFINE(result, name, parameters) static result(*name) parameters;
CDIGEST_FUNCTIONS(CDIGEST_DEFINE)

static const char *problem;

static void load(void) {
  void *handle = load_library(library, &problem);
#define CDIGEST_LOAD(result, name, parameters) LOAD(handle, name, #name, &problem);
  CDIGEST_FUNCTIONS(CDIGEST_LOAD)
}

const char *cdigest_library(void) { return library; }

const char *cdigest_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return problem;
}

cdigest *cdigest_begin(void) {
  void *context = EVP_MD_CTX_new();
  if (context && EVP_DigestInit_ex(context, EVP_sha256(), NULL) == 1) return context;
  if (context) EVP_MD_CTX_free(context);
  return NULL;
}

void cdigest_add(cdigest *digest, const void *bytes, size_t count) { EVP_DigestUpdate(digest, bytes, count); }

void cdigest_end(cdigest *digest, uint8_t *result) {
  EVP_DigestFinal_ex(digest, result, NULL);
  EVP_MD_CTX_free(digest);
}
