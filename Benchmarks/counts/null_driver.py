"""Writes a driver that does nothing, in C, from the list of functions that the package calls.

A program that preloads it draws nothing, so a frame takes only the program's own work. At exit, the driver prints the
number of calls and of uploaded bytes on standard error.
Usage: null_driver.py cegl_functions.h >driver.c; gcc -O2 -fPIC -shared -o driver.so driver.c
NULL_RENDERER in the environment names the device, by which programs choose between methods; default: Null GPU.
With NULL_TRACE in the environment the driver prints the name of each function that is called.
"""
import re
import sys

HEAD = r"""
#define _GNU_SOURCE
#define EGL_EGL_PROTOTYPES 0
#define GL_GLES_PROTOTYPES 0
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl31.h>
#include <GLES2/gl2ext.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
static __thread EGLContext current;
static GLuint names, pack_buffer;
static uint64_t calls, uploaded;
static int traces;
static void call(const char *name) {
  calls++;
  if (traces) fprintf(stderr, "call %s\n", name);
}
static const char *const extensions[] = {
  "GL_EXT_clip_control", "GL_EXT_texture_filter_anisotropic", "GL_OES_sample_variables", "GL_OES_geometry_shader",
  "GL_EXT_color_buffer_half_float", "GL_EXT_color_buffer_float", "GL_EXT_texture_norm16", "GL_EXT_buffer_storage",
};
enum { extension_count = sizeof extensions / sizeof *extensions };

EXPORT __attribute__((constructor)) void null_begin(void) { traces = getenv("NULL_TRACE") != NULL; }
EXPORT __attribute__((destructor)) void null_report(void) {
  fprintf(stderr, "calls %llu bytes %llu\n", (unsigned long long)calls, (unsigned long long)uploaded);
}

// The memory of mapped buffers: one for all, since nothing is read from it but by the program.
static void *mapped(size_t size) {
  static char *memory;
  static size_t room;
  if (size > room) {
    free(memory);
    memory = malloc(size);
    if (memory == NULL) abort();
    memset(memory, 255, size);
    room = size;
  }
  return memory;
}

static uint64_t texel_size(GLenum format, GLenum type) {
  int channels = format == GL_RED || format == GL_RED_INTEGER || format == GL_DEPTH_COMPONENT ? 1
    : format == GL_RG || format == GL_RG_INTEGER ? 2 : format == GL_RGB ? 3 : 4;
  int bytes = type == GL_UNSIGNED_BYTE || type == GL_BYTE ? 1
    : type == GL_UNSIGNED_SHORT || type == GL_SHORT || type == GL_HALF_FLOAT ? 2 : 4;
  return (uint64_t)channels * bytes;
}

static EGLBoolean query_devices(EGLint room, EGLDeviceEXT *devices, EGLint *count) {
  if (devices != NULL && room > 0) devices[0] = (EGLDeviceEXT)5;
  *count = 1;
  return EGL_TRUE;
}
static const char *query_device_string(EGLDeviceEXT device, EGLint name) {
  (void)device, (void)name;
  return "";
}
static EGLBoolean query_display_attribute(EGLDisplay display, EGLint name, EGLAttrib *value) {
  (void)display, (void)name;
  *value = 5;
  return EGL_TRUE;
}
static void clip_control(GLenum origin, GLenum depth) { (void)origin, (void)depth, call("glClipControlEXT"); }
static GLenum reset_status(void) { return call("glGetGraphicsResetStatus"), GL_NO_ERROR; }
static void buffer_storage(GLenum target, GLsizeiptr size, const void *data, GLbitfield flags) {
  (void)target, (void)flags, call("glBufferStorageEXT");
  if (data != NULL) uploaded += size;
}

typedef __eglMustCastToProperFunctionPointerType any_function;
EXPORT any_function eglGetProcAddress(const char *name) {
  static const struct { const char *name; any_function function; } known[] = {
    { "eglQueryDevicesEXT", (any_function)query_devices },
    { "eglQueryDeviceStringEXT", (any_function)query_device_string },
    { "eglQueryDisplayAttribEXT", (any_function)query_display_attribute },
    { "glClipControlEXT", (any_function)clip_control },
    { "glGetGraphicsResetStatus", (any_function)reset_status },
    { "glBufferStorageEXT", (any_function)buffer_storage },
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(name, known[i].name) == 0) return known[i].function;
  return NULL;
}
"""

# The bodies of functions that do more than return 0.
BODIES = {
    "eglBindAPI": "return EGL_TRUE;",
    "eglChooseConfig": "*num_config = 0; return EGL_TRUE;",
    "eglCreateContext": "return (EGLContext)2;",
    "eglDestroyContext": "return EGL_TRUE;",
    "eglGetCurrentContext": "return current;",
    "eglGetCurrentDisplay": "return current ? (EGLDisplay)3 : NULL;",
    "eglGetError": "return EGL_SUCCESS;",
    "eglGetPlatformDisplay": "return (EGLDisplay)3;",
    "eglInitialize": "*major = 1, *minor = 5; return EGL_TRUE;",
    "eglMakeCurrent": "current = ctx; return EGL_TRUE;",
    "eglQueryString": 'return name == EGL_EXTENSIONS ? "EGL_KHR_no_config_context" : "1.5";',
    "eglReleaseThread": "return EGL_TRUE;",
    "glBufferData": "if (data != NULL) uploaded += size;",
    "glBufferSubData": "uploaded += size;",
    "glCheckFramebufferStatus": "return GL_FRAMEBUFFER_COMPLETE;",
    "glClientWaitSync": "return GL_ALREADY_SIGNALED;",
    "glCreateProgram": "return ++names;",
    "glCreateShader": "return ++names;",
    "glFenceSync": "return (GLsync)4;",
    "glGetFloatv": "*data = 16;",
    "glGetInteger64v": "*data = INT64_C(1) << 31;",
    "glGetIntegerv": """switch (pname) {
    case GL_NUM_EXTENSIONS: *data = extension_count; break;
    case GL_MAX_VIEWPORT_DIMS: data[0] = data[1] = 32768; break;
    case GL_MAX_TEXTURE_SIZE: case GL_MAX_RENDERBUFFER_SIZE: *data = 32768; break;
    case GL_MAX_FRAGMENT_SHADER_STORAGE_BLOCKS: *data = 16; break;
    case GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT: *data = 256; break;
    case GL_MAX_DEPTH_TEXTURE_SAMPLES: case GL_MAX_COLOR_TEXTURE_SAMPLES: *data = 8; break;
    default: *data = 0;
  }""",
    "glGetInternalformativ": """static const GLint samples[] = { 8, 4, 2 };
  if (pname == GL_NUM_SAMPLE_COUNTS) *params = 3;
  for (GLsizei i = 0; pname == GL_SAMPLES && i < 3 && i < bufSize; i++) params[i] = samples[i];""",
    "glGetMultisamplefv": "val[0] = val[1] = 0.5f;",
    "glGetProgramBinary": "if (length != NULL) *length = 0;",
    "glGetProgramInfoLog": "if (length != NULL) *length = 0;",
    "glGetShaderInfoLog": "if (length != NULL) *length = 0;",
    "glGetProgramiv": "*params = pname == GL_LINK_STATUS;",
    "glGetShaderiv": "*params = pname == GL_COMPILE_STATUS;",
    "glGetString": """const char *device = getenv("NULL_RENDERER");
  return (const GLubyte *)(name == GL_VERSION ? "OpenGL ES 3.2" : name != GL_RENDERER ? "none" : device ? device : "Null GPU");""",
    "glGetStringi": "return (const GLubyte *)extensions[index];",
    "glGetUniformLocation": "return 1;",
    "glFlushMappedBufferRange": "uploaded += length;",
    "glMapBufferRange": """if (access & GL_MAP_PERSISTENT_BIT_EXT) return memset(malloc(length), 255, length);
  uploaded += access & GL_MAP_WRITE_BIT ? length : 0;
  return mapped(length);""",
    # A picture without any color would be an error of the device.
    "glReadPixels": "if (pack_buffer == 0) memset(pixels, 255, 4);",
    "glBindBuffer": "if (target == GL_PIXEL_PACK_BUFFER) pack_buffer = buffer;",
    "glTexSubImage2D": "if (pixels != NULL) uploaded += (uint64_t)width * height * texel_size(format, type);",
    "glTexSubImage3D": "if (pixels != NULL) uploaded += (uint64_t)width * height * depth * texel_size(format, type);",
    "glUnmapBuffer": "return GL_TRUE;",
}

FUNCTION = re.compile(r"X\(\s*([^,]+?),\s*(\w+),\s*(\((?:[^()]|\([^()]*\))*\)),\s*\([^()]*\)\s*\)")


def body(result, name, parameters):
    if name in BODIES:
        return BODIES[name]
    if name.startswith("glGen") and name != "glGenerateMipmap":
        array = re.search(r"\*\s*(\w+)\)$", parameters).group(1)
        return f"for (GLsizei i = 0; i < n; i++) {array}[i] = ++names;"
    return "" if result == "void" else "return 0;"


def main():
    with open(sys.argv[1]) as file:
        functions = FUNCTION.findall(file.read().replace("\\\n", " "))
    if len(functions) < 100:
        sys.exit(f"{sys.argv[1]} lists {len(functions)} functions")
    missing = BODIES.keys() - {name for _, name, _ in functions}
    if missing:
        sys.exit(f"{sys.argv[1]} no longer lists {', '.join(sorted(missing))}; remove them here")
    print(HEAD)
    for result, name, parameters in functions:
        if name == "eglGetProcAddress":
            continue
        print(f"EXPORT {result} {name}{parameters} {{\n  call(__func__);\n  {body(result, name, parameters)}\n}}")


main()
