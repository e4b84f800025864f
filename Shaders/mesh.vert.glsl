#version 310 es
