#pragma once
#include <lcms2.h>

// Pixel layouts, which are macros.
static inline cmsUInt32Number guise_cms_rgb8(void) { return TYPE_RGB_8; }
static inline cmsUInt32Number guise_cms_rgba8(void) { return TYPE_RGBA_8; }
static inline cmsUInt32Number guise_cms_rgb16(void) { return TYPE_RGB_16; }
static inline cmsUInt32Number guise_cms_rgba16(void) { return TYPE_RGBA_16; }
