#pragma once
#include <vips/vips.h>

// What Swift cannot call: variadic functions and macros of libvips. Each gives vips' own status:
// null or non-zero on failure, with the reason in vips' error buffer.

static inline int guise_vips_init(void) { return VIPS_INIT("guise"); }

static inline VipsImage *guise_vips_load(const void *bytes, size_t count, const char *options) {
  return vips_image_new_from_buffer(bytes, count, options, NULL);
}

static inline int guise_vips_load_svg(
    const void *bytes, size_t count, double scale, VipsImage **out) {
  return vips_svgload_buffer((void *)bytes, count, out, "scale", scale, NULL);
}

static inline int guise_vips_save(
    VipsImage *image, const char *suffix, void **bytes, size_t *count) {
  return vips_image_write_to_buffer(image, suffix, bytes, count, NULL);
}

static inline int guise_vips_colourspace(
    VipsImage *in, VipsImage **out, VipsInterpretation space) {
  return vips_colourspace(in, out, space, NULL);
}

/// Through the embedded profile, or `fallback` where there is none, to sRGB.
static inline int guise_vips_icc_to_srgb(
    VipsImage *in, VipsImage **out, const char *fallback, int depth) {
  return vips_icc_transform(
      in, out, "srgb", "embedded", TRUE, "input_profile", fallback, "depth", depth, "intent",
      VIPS_INTENT_RELATIVE, "black_point_compensation", TRUE, NULL);
}

static inline int guise_vips_extract_bands(VipsImage *in, VipsImage **out, int count) {
  return vips_extract_band(in, out, 0, "n", count, NULL);
}

static inline int guise_vips_flatten_white(VipsImage *in, VipsImage **out, double white) {
  VipsArrayDouble *background = vips_array_double_newv(1, white);
  int status = vips_flatten(in, out, "background", background, "max_alpha", white, NULL);
  vips_area_unref(VIPS_AREA(background));
  return status;
}

static inline const void *guise_vips_region_row(VipsRegion *region, int x, int y) {
  return VIPS_REGION_ADDR(region, x, y);
}

static inline void *guise_vips_region_mutable_row(VipsRegion *region, int x, int y) {
  return VIPS_REGION_ADDR(region, x, y);
}

static inline int guise_vips_region_row_bytes(VipsRegion *region) {
  return VIPS_REGION_LSKIP(region);
}

/// An image whose pixels `generate` makes on demand.
static inline int guise_vips_generated(
    VipsImage *image, VipsGenerateFn generate, void *context) {
  return vips_image_pipelinev(image, VIPS_DEMAND_STYLE_THINSTRIP, NULL) ||
         vips_image_generate(image, NULL, generate, NULL, context, NULL);
}

static void guise_vips_ignore_log(
    const char *domain, GLogLevelFlags level, const char *message, void *data) {
  (void)domain, (void)level, (void)message, (void)data;
}

/// Keeps vips and its loaders from writing to standard error.
static inline void guise_vips_silence(void) {
  g_log_set_handler(
      "VIPS", (GLogLevelFlags)(G_LOG_LEVEL_WARNING | G_LOG_LEVEL_INFO | G_LOG_LEVEL_DEBUG),
      guise_vips_ignore_log, NULL);
}
