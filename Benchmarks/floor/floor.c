// The ripple scene with nothing around it: bare EGL, OpenGL ES 3 and a fast deflate. What is left of its time no tool
// can save that draws all these triangles, with all samples, on the same driver. It checks only what a benchmark must:
// that there is a picture.
// Usage: floor IN.png OUT.png
//        floor W2|W2aa|W3|W4|W5 IN.png FOLDER    frames of a moving ripple, as Benchmarks/frames.sh has them; prints
//                                                seconds a frame and peak memory in MiB
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <malloc.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "floor.h"

static int cells = 50, samples = 4;

typedef struct {
  float position[3], normal[3], texcoord[2];
} Vertex;

static const double amplitude = 0.05, waves = 4;
static double eye_distance = 800, angle = -M_PI / 4;

static const char *vertex_source =
    "#version 300 es\n"
    "uniform vec4 scale;\n"  // clip per point in x, y, z; 1 / eye distance
    "in vec3 position; in vec3 normal; in vec2 texcoord;\n"
    "out vec3 vNormal; out vec2 vTexcoord;\n"
    "void main() {\n"
    "  vNormal = normal; vTexcoord = texcoord;\n"
    "  gl_Position = vec4(position * scale.xyz, 1.0 - position.z * scale.w);\n"
    "}\n";
static const char *fragment_source =
    "#version 300 es\n"
    "precision highp float; precision highp sampler2D;\n"
    "uniform sampler2D image;\n"
    "in vec3 vNormal; in vec2 vTexcoord; out vec4 fragColor;\n"
    "void main() {\n"
    "  vec4 texel = texture(image, vTexcoord);\n"
    "  float shade = min(0.25 + 0.75 * abs(normalize(vNormal).z), 1.0);\n"
    "  fragColor = vec4(texel.rgb * shade, texel.a);\n"
    "}\n";

void fail(const char *what) {
  fprintf(stderr, "floor: %s\n", what);
  exit(1);
}

static void open_context(void) {
  EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
  if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API)) fail("EGL does not start");
  const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE};
  EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
  if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) fail("no OpenGL ES 3 context");
}

// Vertices about the image's center: x right, y down, z to the viewer, already rotated.
static void make_ripple(Vertex *vertices, double width, double height, double phase) {
  const int side = cells + 1;
  const double depth = (width + height) / 2, c = cos(angle), s = sin(angle);
  for (int row = 0; row < side; row++) {
    for (int column = 0; column < side; column++) {
      const double u = (double)column / cells, v = (double)row / cells;
      const double z = amplitude * sin((hypot(u - 0.5, v - 0.5) * waves - phase) * 2 * M_PI) * depth;
      const double x = (u - 0.5) * width, y = (v - 0.5) * height;
      vertices[row * side + column] =
          (Vertex){.position = {x, y * c - z * s, y * s + z * c}, .texcoord = {u, v}};
    }
  }
}

static void make_indices(unsigned *indices) {
  const int side = cells + 1;
  for (int i = 0; i < cells * cells; i++) {
    const int first = i / cells * side + i % cells;
    const unsigned corners[6] = {first, first + 1, first + side + 1, first + side + 1, first + side, first};
    memcpy(indices + 6 * i, corners, sizeof corners);
  }
}

// Area-weighted: the cross product of two sides is as long as the triangle is large, twice.
static void add_normals(Vertex *vertices, const unsigned *indices) {
  for (int i = 0; i < cells * cells * 6; i += 3) {
    const float *a = vertices[indices[i]].position;
    float p[3], q[3];
    for (int k = 0; k < 3; k++) {
      p[k] = vertices[indices[i + 1]].position[k] - a[k];
      q[k] = vertices[indices[i + 2]].position[k] - a[k];
    }
    for (int corner = 0; corner < 3; corner++)
      for (int k = 0; k < 3; k++)
        vertices[indices[i + corner]].normal[k] += p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3];
  }
}

static GLuint make_program(void) {
  GLuint program = glCreateProgram();
  const char *sources[2] = {vertex_source, fragment_source};
  const GLenum kinds[2] = {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER};
  for (int i = 0; i < 2; i++) {
    GLuint shader = glCreateShader(kinds[i]);
    glShaderSource(shader, 1, &sources[i], NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
  }
  const char *names[3] = {"position", "normal", "texcoord"};
  for (GLuint i = 0; i < 3; i++) glBindAttribLocation(program, i, names[i]);
  glLinkProgram(program);
  GLint linked;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  if (!linked) fail("the shaders do not compile");
  return program;
}

static GLuint make_framebuffer(int width, int height, int samples, int has_depth) {
  GLuint framebuffer, buffers[2];
  glGenFramebuffers(1, &framebuffer);
  glGenRenderbuffers(2, buffers);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  const GLenum formats[2] = {GL_RGBA8, GL_DEPTH_COMPONENT24};
  const GLenum points[2] = {GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT};
  for (int i = 0; i < (has_depth ? 2 : 1); i++) {
    glBindRenderbuffer(GL_RENDERBUFFER, buffers[i]);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, formats[i], width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, points[i], GL_RENDERBUFFER, buffers[i]);
  }
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) fail("incomplete framebuffer");
  return framebuffer;
}

// Half the size by a box of four; on llvmpipe cheaper than the driver's own, which compiles code first.
static void halve(unsigned char *pixels, int width, int height) {
  for (int y = 0; y < height / 2; y++)
    for (int x = 0; x < width / 2; x++)
      for (int k = 0; k < 4; k++) {
        const unsigned char *p = pixels + ((size_t)2 * y * width + 2 * x) * 4 + k;
        pixels[((size_t)y * (width / 2) + x) * 4 + k] = (p[0] + p[4] + p[4 * width] + p[4 * width + 4] + 2) / 4;
      }
}

static void upload(unsigned char *pixels, int width, int height) {
  for (int level = 0;; level++) {
    glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    if (width == 1 && height == 1) break;
    if (width % 2 || height % 2) fail("the sides must be equal powers of two");
    halve(pixels, width, height);
    width /= 2, height /= 2;
  }
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

static Vertex *vertices;
static unsigned *indices;

static void make_buffers(int width, int height) {
  const size_t vertex_size = (size_t)(cells + 1) * (cells + 1) * sizeof(Vertex);
  const size_t index_size = (size_t)cells * cells * 6 * sizeof(unsigned);
  vertices = malloc(vertex_size), indices = malloc(index_size);
  if (!vertices || !indices) fail("out of memory");
  make_indices(indices);
  GLuint buffers[2];
  glGenBuffers(2, buffers);
  glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
  glBufferData(GL_ARRAY_BUFFER, vertex_size, NULL, GL_STREAM_DRAW);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, index_size, indices, GL_STATIC_DRAW);
  const GLint lengths[3] = {3, 3, 2};
  for (size_t i = 0, offset = 0; i < 3; offset += lengths[i++] * sizeof(float)) {
    glEnableVertexAttribArray(i);
    glVertexAttribPointer(i, lengths[i], GL_FLOAT, GL_FALSE, sizeof(Vertex), (void *)offset);
  }
  GLuint program = make_program();
  glUseProgram(program);
  // Read-back starts at the bottom row; y stays down, so that the bottom row is the picture's top.
  glUniform4f(glGetUniformLocation(program, "scale"), 2.0 / width, 2.0 / height, -1.0 / 2000, 1 / eye_distance);
  glViewport(0, 0, width, height);
  glEnable(GL_DEPTH_TEST);
}

static GLuint target, resolved;

static void draw(int width, int height, double phase) {
  make_ripple(vertices, width, height, phase);
  add_normals(vertices, indices);
  glBufferSubData(GL_ARRAY_BUFFER, 0, (size_t)(cells + 1) * (cells + 1) * sizeof(Vertex), vertices);
  glBindFramebuffer(GL_FRAMEBUFFER, target);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  glDrawElements(GL_TRIANGLES, cells * cells * 6, GL_UNSIGNED_INT, NULL);
}

static void read_back(unsigned char *pixels, int width, int height) {
  if (samples > 1) {
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved);
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved);
  }
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  if (glGetError() != GL_NO_ERROR) fail("OpenGL reports an error");
}

static void make_targets(int width, int height) {
  target = make_framebuffer(width, height, samples > 1 ? samples : 0, 1);
  if (samples > 1) resolved = make_framebuffer(width, height, 0, 0);
}

// Premultiplied to PNG's straight alpha; only edges are in between.
static void make_straight(unsigned char *pixels, size_t count) {
  for (size_t i = 0; i < count; i++, pixels += 4) {
    const int alpha = pixels[3];
    if (alpha == 0 || alpha == 255) continue;
    for (int k = 0; k < 3; k++) {
      const int value = (pixels[k] * 255 + alpha / 2) / alpha;
      pixels[k] = value > 255 ? 255 : value;
    }
  }
}

// Where frames go: files written in the drawing's thread, or beside the drawing, one frame behind.
static pthread_t encoder;
static struct {
  char path[4096];
  unsigned char *pixels;
  int width, height;
} job;

static void *encode(void *unused) {
  (void)unused;
  make_straight(job.pixels, (size_t)job.width * job.height);
  write_png(job.path, job.pixels, job.width, job.height);
  return NULL;
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

typedef struct {
  const char *name;
  int width, height, cells, samples, frames, is_written;
} Work;

// As frames_ripple.py has them.
static const Work works[] = {
    {"W2", 1920, 1080, 100, 1, 120, 0}, {"W2aa", 1920, 1080, 100, 4, 80, 0}, {"W3", 1920, 1080, 1000, 1, 20, 0},
    {"W4", 3840, 2160, 100, 4, 8, 1},   {"W5", 1280, 720, 100, 4, 120, 1},
};

// Frames of a moving ripple: all after the first are timed. W4 draws and writes one after the other, W5 side by side.
static void draw_frames(const char *name, const char *in, const char *folder) {
  const Work *work = works;
  while (strcmp(work->name, name))
    if (++work == works + sizeof works / sizeof *works) fail("the work is W2, W2aa, W3, W4 or W5");
  const int width = work->width, height = work->height, is_beside = !strcmp(name, "W5");
  cells = work->cells, samples = work->samples;
  eye_distance = 2000, angle = -M_PI / 6;
  int content_width, content_height;
  unsigned char *content = read_png(in, &content_width, &content_height);
  unsigned char *pixels[2] = {malloc((size_t)4 * width * height), malloc((size_t)4 * width * height)};
  if (!pixels[0] || !pixels[1]) fail("out of memory");
  open_context();
  upload(content, content_width, content_height);
  make_targets(width, height);
  make_buffers(width, height);
  double start = 0;
  for (int frame = -1; frame < work->frames; frame++) {
    if (frame == 0) start = seconds();
    unsigned char *target_pixels = pixels[is_beside ? frame & 1 : 0];
    draw(width, height, frame < 0 ? 0 : frame % 30 / 30.0);
    read_back(target_pixels, width, height);
    if (is_beside && frame > 0) pthread_join(encoder, NULL);
    job.pixels = target_pixels, job.width = width, job.height = height;
    if (!work->is_written) continue;
    snprintf(job.path, sizeof job.path, "%s/frame-%03d.png", folder, frame < 0 ? 0 : frame);
    if (is_beside && frame >= 0) {
      if (pthread_create(&encoder, NULL, encode, NULL)) fail("no thread");
    } else {
      encode(NULL);
    }
  }
  if (is_beside) pthread_join(encoder, NULL);
  const double time = seconds() - start;
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("%.6f %ld\n", time / work->frames, usage.ru_maxrss / 1024);
  if (!work->is_written) {
    snprintf(job.path, sizeof job.path, "%s/last.png", folder);
    encode(NULL);
  }
}

int main(int count, char **arguments) {
  // The driver's memory of each frame is kept for the next instead of being given back and asked for page by page.
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  if (count == 4) {
    draw_frames(arguments[1], arguments[2], arguments[3]);
  } else if (count == 3) {
    int width, height;
    unsigned char *pixels = read_png(arguments[1], &width, &height);
    open_context();
    upload(pixels, width, height);
    make_targets(width, height);
    make_buffers(width, height);
    draw(width, height, 0);
    read_back(pixels, width, height);
    make_straight(pixels, (size_t)width * height);
    write_png(arguments[2], pixels, width, height);
  } else {
    fail("usage: floor IN.png OUT.png, or floor W2|W2aa|W3|W4|W5 IN.png FOLDER");
  }
  // Without the driver's clean-up at exit, which a picture does not need.
  fflush(NULL);
  _Exit(0);
}
