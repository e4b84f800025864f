// The functions of EGL 1.5 and OpenGL ES 3.1 that this package calls, as the Khronos headers declare them: result,
// name, parameters, arguments. One that is missing here is added in the place that the alphabet gives it.
#pragma once

#define CEGL_FUNCTIONS(X) \
  X(EGLBoolean, eglBindAPI, (EGLenum api), (api)) \
  X(EGLBoolean, eglChooseConfig, \
    (EGLDisplay dpy, const EGLint *attrib_list, EGLConfig *configs, EGLint config_size, EGLint *num_config), \
    (dpy, attrib_list, configs, config_size, num_config)) \
  X(EGLContext, eglCreateContext, \
    (EGLDisplay dpy, EGLConfig config, EGLContext share_context, const EGLint *attrib_list), \
    (dpy, config, share_context, attrib_list)) \
  X(EGLBoolean, eglDestroyContext, (EGLDisplay dpy, EGLContext ctx), (dpy, ctx)) \
  X(EGLContext, eglGetCurrentContext, (void), ()) \
  X(EGLDisplay, eglGetCurrentDisplay, (void), ()) \
  X(EGLSurface, eglGetCurrentSurface, (EGLint readdraw), (readdraw)) \
  X(EGLint, eglGetError, (void), ()) \
  X(EGLDisplay, eglGetPlatformDisplay, \
    (EGLenum platform, void *native_display, const EGLAttrib *attrib_list), \
    (platform, native_display, attrib_list)) \
  X(__eglMustCastToProperFunctionPointerType, eglGetProcAddress, (const char *procname), (procname)) \
  X(EGLBoolean, eglInitialize, (EGLDisplay dpy, EGLint *major, EGLint *minor), (dpy, major, minor)) \
  X(EGLBoolean, eglMakeCurrent, \
    (EGLDisplay dpy, EGLSurface draw, EGLSurface read, EGLContext ctx), \
    (dpy, draw, read, ctx)) \
  X(const char *, eglQueryString, (EGLDisplay dpy, EGLint name), (dpy, name)) \
  X(EGLBoolean, eglReleaseThread, (void), ())

#define CEGL_GL_FUNCTIONS(X) \
  X(void, glActiveTexture, (GLenum texture), (texture)) \
  X(void, glAttachShader, (GLuint program, GLuint shader), (program, shader)) \
  X(void, glBindBuffer, (GLenum target, GLuint buffer), (target, buffer)) \
  X(void, glBindBufferBase, (GLenum target, GLuint index, GLuint buffer), (target, index, buffer)) \
  X(void, glBindBufferRange, \
    (GLenum target, GLuint index, GLuint buffer, GLintptr offset, GLsizeiptr size), \
    (target, index, buffer, offset, size)) \
  X(void, glBindFramebuffer, (GLenum target, GLuint framebuffer), (target, framebuffer)) \
  X(void, glBindImageTexture, \
    (GLuint unit, GLuint texture, GLint level, GLboolean layered, GLint layer, GLenum access, GLenum format), \
    (unit, texture, level, layered, layer, access, format)) \
  X(void, glBindRenderbuffer, (GLenum target, GLuint renderbuffer), (target, renderbuffer)) \
  X(void, glBindTexture, (GLenum target, GLuint texture), (target, texture)) \
  X(void, glBindVertexArray, (GLuint array), (array)) \
  X(void, glBlendEquation, (GLenum mode), (mode)) \
  X(void, glBlendFunc, (GLenum sfactor, GLenum dfactor), (sfactor, dfactor)) \
  X(void, glBlendFuncSeparate, \
    (GLenum sfactorRGB, GLenum dfactorRGB, GLenum sfactorAlpha, GLenum dfactorAlpha), \
    (sfactorRGB, dfactorRGB, sfactorAlpha, dfactorAlpha)) \
  X(void, glBlitFramebuffer, \
    (GLint srcX0, GLint srcY0, GLint srcX1, GLint srcY1, GLint dstX0, \
      GLint dstY0, GLint dstX1, GLint dstY1, GLbitfield mask, GLenum filter), \
    (srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1, mask, filter)) \
  X(void, glBufferData, \
    (GLenum target, GLsizeiptr size, const void *data, GLenum usage), \
    (target, size, data, usage)) \
  X(void, glBufferSubData, \
    (GLenum target, GLintptr offset, GLsizeiptr size, const void *data), \
    (target, offset, size, data)) \
  X(GLenum, glCheckFramebufferStatus, (GLenum target), (target)) \
  X(void, glClear, (GLbitfield mask), (mask)) \
  X(void, glClearColor, \
    (GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha), \
    (red, green, blue, alpha)) \
  X(void, glClearDepthf, (GLfloat d), (d)) \
  X(void, glClearStencil, (GLint s), (s)) \
  X(GLenum, glClientWaitSync, (GLsync sync, GLbitfield flags, GLuint64 timeout), (sync, flags, timeout)) \
  X(void, glColorMask, \
    (GLboolean red, GLboolean green, GLboolean blue, GLboolean alpha), \
    (red, green, blue, alpha)) \
  X(void, glCompileShader, (GLuint shader), (shader)) \
  X(void, glCopyBufferSubData, \
    (GLenum readTarget, GLenum writeTarget, GLintptr readOffset, GLintptr writeOffset, GLsizeiptr size), \
    (readTarget, writeTarget, readOffset, writeOffset, size)) \
  X(void, glCopyTexSubImage2D, \
    (GLenum target, GLint level, GLint xoffset, GLint yoffset, \
      GLint x, GLint y, GLsizei width, GLsizei height), \
    (target, level, xoffset, yoffset, x, y, width, height)) \
  X(GLuint, glCreateProgram, (void), ()) \
  X(GLuint, glCreateShader, (GLenum type), (type)) \
  X(void, glCullFace, (GLenum mode), (mode)) \
  X(void, glDeleteBuffers, (GLsizei n, const GLuint *buffers), (n, buffers)) \
  X(void, glDeleteFramebuffers, (GLsizei n, const GLuint *framebuffers), (n, framebuffers)) \
  X(void, glDeleteProgram, (GLuint program), (program)) \
  X(void, glDeleteRenderbuffers, (GLsizei n, const GLuint *renderbuffers), (n, renderbuffers)) \
  X(void, glDeleteShader, (GLuint shader), (shader)) \
  X(void, glDeleteSync, (GLsync sync), (sync)) \
  X(void, glDeleteTextures, (GLsizei n, const GLuint *textures), (n, textures)) \
  X(void, glDeleteVertexArrays, (GLsizei n, const GLuint *arrays), (n, arrays)) \
  X(void, glDepthFunc, (GLenum func), (func)) \
  X(void, glDepthMask, (GLboolean flag), (flag)) \
  X(void, glDepthRangef, (GLfloat n, GLfloat f), (n, f)) \
  X(void, glDisable, (GLenum cap), (cap)) \
  X(void, glDispatchCompute, \
    (GLuint num_groups_x, GLuint num_groups_y, GLuint num_groups_z), \
    (num_groups_x, num_groups_y, num_groups_z)) \
  X(void, glDrawArrays, (GLenum mode, GLint first, GLsizei count), (mode, first, count)) \
  X(void, glDrawArraysInstanced, \
    (GLenum mode, GLint first, GLsizei count, GLsizei instancecount), \
    (mode, first, count, instancecount)) \
  X(void, glDrawElements, \
    (GLenum mode, GLsizei count, GLenum type, const void *indices), \
    (mode, count, type, indices)) \
  X(void, glEnable, (GLenum cap), (cap)) \
  X(void, glEnableVertexAttribArray, (GLuint index), (index)) \
  X(GLsync, glFenceSync, (GLenum condition, GLbitfield flags), (condition, flags)) \
  X(void, glFinish, (void), ()) \
  X(void, glFlush, (void), ()) \
  X(void, glFlushMappedBufferRange, \
    (GLenum target, GLintptr offset, GLsizeiptr length), \
    (target, offset, length)) \
  X(void, glFramebufferRenderbuffer, \
    (GLenum target, GLenum attachment, GLenum renderbuffertarget, GLuint renderbuffer), \
    (target, attachment, renderbuffertarget, renderbuffer)) \
  X(void, glFramebufferTexture2D, \
    (GLenum target, GLenum attachment, GLenum textarget, GLuint texture, GLint level), \
    (target, attachment, textarget, texture, level)) \
  X(void, glFrontFace, (GLenum mode), (mode)) \
  X(void, glGenBuffers, (GLsizei n, GLuint *buffers), (n, buffers)) \
  X(void, glGenFramebuffers, (GLsizei n, GLuint *framebuffers), (n, framebuffers)) \
  X(void, glGenRenderbuffers, (GLsizei n, GLuint *renderbuffers), (n, renderbuffers)) \
  X(void, glGenTextures, (GLsizei n, GLuint *textures), (n, textures)) \
  X(void, glGenVertexArrays, (GLsizei n, GLuint *arrays), (n, arrays)) \
  X(void, glGetActiveUniform, \
    (GLuint program, GLuint index, GLsizei bufSize, GLsizei *length, GLint *size, GLenum *type, GLchar *name), \
    (program, index, bufSize, length, size, type, name)) \
  X(GLenum, glGetError, (void), ()) \
  X(void, glGetFloatv, (GLenum pname, GLfloat *data), (pname, data)) \
  X(void, glGetInteger64v, (GLenum pname, GLint64 *data), (pname, data)) \
  X(void, glGetIntegerv, (GLenum pname, GLint *data), (pname, data)) \
  X(void, glGetInternalformativ, \
    (GLenum target, GLenum internalformat, GLenum pname, GLsizei bufSize, GLint *params), \
    (target, internalformat, pname, bufSize, params)) \
  X(void, glGetMultisamplefv, (GLenum pname, GLuint index, GLfloat *val), (pname, index, val)) \
  X(void, glGetProgramBinary, \
    (GLuint program, GLsizei bufSize, GLsizei *length, GLenum *binaryFormat, void *binary), \
    (program, bufSize, length, binaryFormat, binary)) \
  X(void, glGetProgramInfoLog, \
    (GLuint program, GLsizei bufSize, GLsizei *length, GLchar *infoLog), \
    (program, bufSize, length, infoLog)) \
  X(void, glGetProgramiv, (GLuint program, GLenum pname, GLint *params), (program, pname, params)) \
  X(void, glGetShaderInfoLog, \
    (GLuint shader, GLsizei bufSize, GLsizei *length, GLchar *infoLog), \
    (shader, bufSize, length, infoLog)) \
  X(void, glGetShaderiv, (GLuint shader, GLenum pname, GLint *params), (shader, pname, params)) \
  X(const GLubyte *, glGetString, (GLenum name), (name)) \
  X(const GLubyte *, glGetStringi, (GLenum name, GLuint index), (name, index)) \
  X(GLuint, glGetUniformBlockIndex, \
    (GLuint program, const GLchar *uniformBlockName), \
    (program, uniformBlockName)) \
  X(GLint, glGetUniformLocation, (GLuint program, const GLchar *name), (program, name)) \
  X(GLboolean, glIsBuffer, (GLuint buffer), (buffer)) \
  X(GLboolean, glIsFramebuffer, (GLuint framebuffer), (framebuffer)) \
  X(GLboolean, glIsProgram, (GLuint program), (program)) \
  X(GLboolean, glIsRenderbuffer, (GLuint renderbuffer), (renderbuffer)) \
  X(GLboolean, glIsShader, (GLuint shader), (shader)) \
  X(GLboolean, glIsTexture, (GLuint texture), (texture)) \
  X(GLboolean, glIsVertexArray, (GLuint array), (array)) \
  X(void, glLinkProgram, (GLuint program), (program)) \
  X(void *, glMapBufferRange, \
    (GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access), \
    (target, offset, length, access)) \
  X(void, glMemoryBarrier, (GLbitfield barriers), (barriers)) \
  X(void, glPixelStorei, (GLenum pname, GLint param), (pname, param)) \
  X(void, glPolygonOffset, (GLfloat factor, GLfloat units), (factor, units)) \
  X(void, glProgramBinary, \
    (GLuint program, GLenum binaryFormat, const void *binary, GLsizei length), \
    (program, binaryFormat, binary, length)) \
  X(void, glProgramParameteri, (GLuint program, GLenum pname, GLint value), (program, pname, value)) \
  X(void, glReadPixels, \
    (GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels), \
    (x, y, width, height, format, type, pixels)) \
  X(void, glRenderbufferStorage, \
    (GLenum target, GLenum internalformat, GLsizei width, GLsizei height), \
    (target, internalformat, width, height)) \
  X(void, glRenderbufferStorageMultisample, \
    (GLenum target, GLsizei samples, GLenum internalformat, GLsizei width, GLsizei height), \
    (target, samples, internalformat, width, height)) \
  X(void, glScissor, (GLint x, GLint y, GLsizei width, GLsizei height), (x, y, width, height)) \
  X(void, glShaderSource, \
    (GLuint shader, GLsizei count, const GLchar *const*string, const GLint *length), \
    (shader, count, string, length)) \
  X(void, glStencilFunc, (GLenum func, GLint ref, GLuint mask), (func, ref, mask)) \
  X(void, glStencilMask, (GLuint mask), (mask)) \
  X(void, glStencilOp, (GLenum fail, GLenum zfail, GLenum zpass), (fail, zfail, zpass)) \
  X(void, glTexParameteri, (GLenum target, GLenum pname, GLint param), (target, pname, param)) \
  X(void, glTexStorage2D, \
    (GLenum target, GLsizei levels, GLenum internalformat, GLsizei width, GLsizei height), \
    (target, levels, internalformat, width, height)) \
  X(void, glTexStorage2DMultisample, \
    (GLenum target, GLsizei samples, GLenum internalformat, \
      GLsizei width, GLsizei height, GLboolean fixedsamplelocations), \
    (target, samples, internalformat, width, height, fixedsamplelocations)) \
  X(void, glTexStorage3D, \
    (GLenum target, GLsizei levels, GLenum internalformat, GLsizei width, GLsizei height, GLsizei depth), \
    (target, levels, internalformat, width, height, depth)) \
  X(void, glTexSubImage2D, \
    (GLenum target, GLint level, GLint xoffset, GLint yoffset, \
      GLsizei width, GLsizei height, GLenum format, GLenum type, const void *pixels), \
    (target, level, xoffset, yoffset, width, height, format, type, pixels)) \
  X(void, glTexSubImage3D, \
    (GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset, GLsizei width, GLsizei height, \
     GLsizei depth, GLenum format, GLenum type, const void *pixels), \
    (target, level, xoffset, yoffset, zoffset, width, height, depth, format, type, pixels)) \
  X(void, glUniform1f, (GLint location, GLfloat v0), (location, v0)) \
  X(void, glUniform1fv, (GLint location, GLsizei count, const GLfloat *value), (location, count, value)) \
  X(void, glUniform1i, (GLint location, GLint v0), (location, v0)) \
  X(void, glUniform1ui, (GLint location, GLuint v0), (location, v0)) \
  X(void, glUniform2f, (GLint location, GLfloat v0, GLfloat v1), (location, v0, v1)) \
  X(void, glUniform2fv, (GLint location, GLsizei count, const GLfloat *value), (location, count, value)) \
  X(void, glUniform3f, (GLint location, GLfloat v0, GLfloat v1, GLfloat v2), (location, v0, v1, v2)) \
  X(void, glUniform4f, \
    (GLint location, GLfloat v0, GLfloat v1, GLfloat v2, GLfloat v3), \
    (location, v0, v1, v2, v3)) \
  X(void, glUniform4fv, (GLint location, GLsizei count, const GLfloat *value), (location, count, value)) \
  X(void, glUniform2i, (GLint location, GLint v0, GLint v1), (location, v0, v1)) \
  X(void, glUniform4i, (GLint location, GLint v0, GLint v1, GLint v2, GLint v3), (location, v0, v1, v2, v3)) \
  X(void, glUniformBlockBinding, \
    (GLuint program, GLuint uniformBlockIndex, GLuint uniformBlockBinding), \
    (program, uniformBlockIndex, uniformBlockBinding)) \
  X(void, glUniformMatrix3fv, \
    (GLint location, GLsizei count, GLboolean transpose, const GLfloat *value), \
    (location, count, transpose, value)) \
  X(void, glUniformMatrix4fv, \
    (GLint location, GLsizei count, GLboolean transpose, const GLfloat *value), \
    (location, count, transpose, value)) \
  X(GLboolean, glUnmapBuffer, (GLenum target), (target)) \
  X(void, glUseProgram, (GLuint program), (program)) \
  X(void, glVertexAttribDivisor, (GLuint index, GLuint divisor), (index, divisor)) \
  X(void, glVertexAttribIPointer, \
    (GLuint index, GLint size, GLenum type, GLsizei stride, const void *pointer), \
    (index, size, type, stride, pointer)) \
  X(void, glVertexAttribPointer, \
    (GLuint index, GLint size, GLenum type, GLboolean normalized, GLsizei stride, const void *pointer), \
    (index, size, type, normalized, stride, pointer)) \
  X(void, glViewport, (GLint x, GLint y, GLsizei width, GLsizei height), (x, y, width, height))
