// Limits and failures of drivers, faked: loaded by LD_PRELOAD between a program and EGL.
//
// FAULT names one of them:
//   viewport            no viewport is longer than 4096 pixels a side; longer ones are clamped, as GL says
//   texture-samples     multisampled textures have one sample
//   samples             multisampled renderbuffers have one sample
//   texture-size        textures and renderbuffers are at most 512 texels a side
//   ssbo                a shader storage block holds 64 KiB
//   map                 glMapBufferRange gives no address
//   framebuffer         every framebuffer is incomplete
//   memory              storage for a texture or a renderbuffer of more than 64 x 64 is out of memory
//   reset, resets       the first context, or every context, is lost before its first pixels are read
//   lost-compile        the first context is lost before its first program is compiled
//   initialize          eglInitialize fails
//   context             eglCreateContext fails
//   robustness          eglCreateContext refuses robust contexts
//   clip-control        GL_EXT_clip_control is not offered
//   node                /dev/dri/renderD128 exists and may not be opened; EGL lists no device for it
//   gpu-node            the same, and EGL lists a device for it that does not initialize
//   gpu                 EGL lists a GPU with this node that does not initialize, though the node may be opened
//   nvidia              /dev/nvidia0 exists; EGL lists no device for it
//   unknown-status      the query for a reset returns an error's code, which is no reset
//   folder, folder-kept the working directory is another one while the driver loads, and stays so with folder-kept
//
// The program finds these functions before EGL's own; what they leave alone goes on to EGL's.
#define _GNU_SOURCE
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl31.h>
#include <GLES2/gl2ext.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char node[] = "/dev/dri/renderD128";

static bool fault(const char *name) {
  const char *wanted = getenv("FAULT");
  return wanted != NULL && strcmp(wanted, name) == 0;
}

// Errors that are pending before the driver's own.
static GLenum pending = GL_NO_ERROR;

static void raise_error(GLenum error) {
  if (pending == GL_NO_ERROR) pending = error;
}

// EGL's own functions

typedef void (*any_function)(void);

static any_function next(const char *name) {
  static void *egl;
  if (egl == NULL) egl = dlopen("libEGL.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (egl == NULL) abort();  // the program has called one of its functions
  void *symbol = dlsym(egl, name);
  if (symbol == NULL) {
    void *get = dlsym(egl, "eglGetProcAddress");
    return (*(any_function(**)(const char *)) & get)(name);
  }
  any_function function;
  memcpy(&function, &symbol, sizeof function);
  return function;
}

#define NEXT(name) ((__typeof__(&name))next(#name))

// Lost contexts

static int reads, programs;
static EGLContext lost;


static void lose_context(void) { lost = NEXT(eglGetCurrentContext)(); }

static GLenum reset_status(void) {
  if (fault("unknown-status")) return GL_INVALID_OPERATION;
  bool is_lost = lost != NULL && NEXT(eglGetCurrentContext)() == lost;
  return is_lost ? GL_UNKNOWN_CONTEXT_RESET_EXT : GL_NO_ERROR;
}
GLenum glGetGraphicsResetStatus(void) { return reset_status(); }
GLenum glGetGraphicsResetStatusEXT(void) { return reset_status(); }
GLenum glGetGraphicsResetStatusKHR(void) { return reset_status(); }

void glReadPixels(
  GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels) {
  if (fault("resets") || (fault("reset") && reads == 0)) lose_context();
  reads++;
  if (reset_status() == GL_UNKNOWN_CONTEXT_RESET_EXT) return;  // nothing is written
  NEXT(glReadPixels)(x, y, width, height, format, type, pixels);
}

void glCompileShader(GLuint shader) {
  if (fault("lost-compile") && programs++ == 0) lose_context();
  if (reset_status() == GL_UNKNOWN_CONTEXT_RESET_EXT) return;  // it stays uncompiled
  NEXT(glCompileShader)(shader);
}

GLenum glGetError(void) {
  GLenum error = pending;
  pending = GL_NO_ERROR;
  return error != GL_NO_ERROR ? error : NEXT(glGetError)();
}

// Limits

static void limit(GLenum name, GLint64 *values) {
  if (fault("viewport") && name == GL_MAX_VIEWPORT_DIMS) values[0] = values[1] = 4096;
  if (fault("texture-samples") && (name == GL_MAX_COLOR_TEXTURE_SAMPLES || name == GL_MAX_DEPTH_TEXTURE_SAMPLES)) {
    values[0] = 1;
  }
  if (fault("samples") && name == GL_MAX_SAMPLES) values[0] = 1;
  if (fault("texture-size") && (name == GL_MAX_TEXTURE_SIZE || name == GL_MAX_RENDERBUFFER_SIZE)) values[0] = 512;
  if (fault("ssbo") && name == GL_MAX_SHADER_STORAGE_BLOCK_SIZE) values[0] = 64 * 1024;
}

void glGetIntegerv(GLenum name, GLint *values) {
  NEXT(glGetIntegerv)(name, values);
  bool is_pair = name == GL_MAX_VIEWPORT_DIMS;
  GLint64 wide[2] = {values[0], is_pair ? values[1] : 0};
  limit(name, wide);
  values[0] = (GLint)wide[0];
  if (is_pair) values[1] = (GLint)wide[1];
}

void glGetInteger64v(GLenum name, GLint64 *values) {
  NEXT(glGetInteger64v)(name, values);
  limit(name, values);
}

void glGetInternalformativ(GLenum target, GLenum format, GLenum name, GLsizei count, GLint *values) {
  bool is_limited = (fault("samples") && target == GL_RENDERBUFFER)
    || (fault("texture-samples") && target == GL_TEXTURE_2D_MULTISAMPLE);
  if (is_limited && name == GL_NUM_SAMPLE_COUNTS) {
    values[0] = 0;
  } else {
    NEXT(glGetInternalformativ)(target, format, name, count, values);
  }
}

const GLubyte *glGetStringi(GLenum name, GLuint index) {
  const GLubyte *text = NEXT(glGetStringi)(name, index);
  bool is_hidden = fault("clip-control") && text != NULL
    && strcmp((const char *)text, "GL_EXT_clip_control") == 0;
  return is_hidden ? (const GLubyte *)"GL_EXT_nothing" : text;
}

void glViewport(GLint x, GLint y, GLsizei width, GLsizei height) {
  if (fault("viewport")) {
    if (width > 4096) width = 4096;
    if (height > 4096) height = 4096;
  }
  NEXT(glViewport)(x, y, width, height);
}

// Storage

static bool is_refused(GLsizei samples, bool is_texture, GLsizei width, GLsizei height) {
  if (samples > 1 && fault(is_texture ? "texture-samples" : "samples")) {
    raise_error(GL_INVALID_OPERATION);
  } else if (fault("texture-size") && (width > 512 || height > 512)) {
    raise_error(GL_INVALID_VALUE);
  } else if (fault("memory") && (width > 64 || height > 64)) {
    raise_error(GL_OUT_OF_MEMORY);
  } else {
    return false;
  }
  return true;
}

void glTexStorage2D(GLenum target, GLsizei levels, GLenum format, GLsizei width, GLsizei height) {
  if (!is_refused(1, true, width, height)) NEXT(glTexStorage2D)(target, levels, format, width, height);
}

void glTexStorage2DMultisample(
  GLenum target, GLsizei samples, GLenum format, GLsizei width, GLsizei height, GLboolean fixed) {
  if (is_refused(samples, true, width, height)) return;
  NEXT(glTexStorage2DMultisample)(target, samples, format, width, height, fixed);
}

void glRenderbufferStorage(GLenum target, GLenum format, GLsizei width, GLsizei height) {
  if (!is_refused(1, false, width, height)) NEXT(glRenderbufferStorage)(target, format, width, height);
}

void glRenderbufferStorageMultisample(
  GLenum target, GLsizei samples, GLenum format, GLsizei width, GLsizei height) {
  if (is_refused(samples, false, width, height)) return;
  NEXT(glRenderbufferStorageMultisample)(target, samples, format, width, height);
}

void *glMapBufferRange(GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access) {
  if (!fault("map")) return NEXT(glMapBufferRange)(target, offset, length, access);
  raise_error(GL_OUT_OF_MEMORY);
  return NULL;
}

GLenum glCheckFramebufferStatus(GLenum target) {
  return fault("framebuffer") ? GL_FRAMEBUFFER_UNSUPPORTED : NEXT(glCheckFramebufferStatus)(target);
}

// Devices

static char gpu;  // whose address is that of a device

EGLBoolean eglQueryDevicesEXT(EGLint capacity, EGLDeviceEXT *devices, EGLint *count) {
  PFNEGLQUERYDEVICESEXTPROC query = (PFNEGLQUERYDEVICESEXTPROC)next("eglQueryDevicesEXT");
  if (!fault("gpu") && !fault("gpu-node")) return query(capacity, devices, count);
  if (devices == NULL) {
    if (query(0, NULL, count) == EGL_FALSE) return EGL_FALSE;
  } else {
    if (query(capacity - 1, devices + 1, count) == EGL_FALSE) return EGL_FALSE;
    devices[0] = &gpu;
  }
  ++*count;
  return EGL_TRUE;
}

const char *eglQueryDeviceStringEXT(EGLDeviceEXT device, EGLint name) {
  if (device == &gpu) {
    if (name == EGL_EXTENSIONS) return "EGL_EXT_device_drm EGL_EXT_device_drm_render_node";
    return name == EGL_DRM_RENDER_NODE_FILE_EXT ? node : "/dev/dri/card0";
  }
  return ((PFNEGLQUERYDEVICESTRINGEXTPROC)next("eglQueryDeviceStringEXT"))(device, name);
}

EGLDisplay eglGetPlatformDisplay(EGLenum platform, void *native, const EGLAttrib *attributes) {
  return native == &gpu ? (EGLDisplay)&gpu : NEXT(eglGetPlatformDisplay)(platform, native, attributes);
}

EGLBoolean eglInitialize(EGLDisplay display, EGLint *major, EGLint *minor) {
  if (fault("initialize") || display == (EGLDisplay)&gpu) return EGL_FALSE;
  char folder[4096];
  bool is_elsewhere = (fault("folder") || fault("folder-kept")) && getcwd(folder, sizeof folder) != NULL
    && chdir("/") == 0;
  if (is_elsewhere) usleep(300 * 1000);  // long enough for another thread to open a file
  EGLBoolean result = NEXT(eglInitialize)(display, major, minor);
  if (is_elsewhere && fault("folder") && chdir(folder) != 0) abort();
  return result;
}

static EGLint pending_egl = EGL_SUCCESS;

EGLint eglGetError(void) {
  EGLint error = pending_egl;
  pending_egl = EGL_SUCCESS;
  return error != EGL_SUCCESS ? error : NEXT(eglGetError)();
}

EGLContext eglCreateContext(EGLDisplay display, EGLConfig config, EGLContext share, const EGLint *attributes) {
  bool is_robust = false;
  for (const EGLint *at = attributes; at != NULL && *at != EGL_NONE; at += 2) {
    is_robust |= *at == EGL_CONTEXT_OPENGL_ROBUST_ACCESS || *at == EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT;
  }
  if (fault("context") || (fault("robustness") && is_robust)) {
    pending_egl = EGL_BAD_MATCH;
    return EGL_NO_CONTEXT;
  }
  return NEXT(eglCreateContext)(display, config, share, attributes);
}

int access(const char *path, int mode) {
  if (strcmp(path, node) == 0 && (fault("node") || fault("gpu-node") || fault("gpu"))) {
    if (fault("gpu") || mode == F_OK) return 0;
    errno = EACCES;
    return -1;
  }
  if (strcmp(path, "/dev/nvidia0") == 0 && fault("nvidia")) return 0;
  static int (*real)(const char *, int);
  if (real == NULL) *(void **)&real = dlsym(RTLD_NEXT, "access");
  return real(path, mode);
}

// What programs ask EGL for by name

__eglMustCastToProperFunctionPointerType eglGetProcAddress(const char *name) {
  static const char *const ours[] = {
    "glGetGraphicsResetStatus", "glGetGraphicsResetStatusEXT", "glGetGraphicsResetStatusKHR",
    "eglQueryDevicesEXT", "eglQueryDeviceStringEXT",
  };
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
    if (strcmp(name, ours[i]) != 0) continue;
    void *symbol = dlsym(RTLD_DEFAULT, name);
    return *(__eglMustCastToProperFunctionPointerType *)&symbol;
  }
  return NEXT(eglGetProcAddress)(name);
}
