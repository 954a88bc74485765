#pragma once
#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// What Swift can't import or call well: macros that cast, arrays of pointers in structs, and fields
// that moved between FFmpeg's versions.

static const int64_t guise_no_timestamp = AV_NOPTS_VALUE;
static const int guise_error_again = AVERROR(EAGAIN);
static const int guise_error_end_of_file = AVERROR_EOF;
static const int guise_error_invalid_data = AVERROR_INVALIDDATA;
static const int guise_error_exit = AVERROR_EXIT;

static inline int guise_errno_of(int status) { return AVUNERROR(status); }

static inline int64_t guise_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_MAJOR >= 58
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

static inline int guise_frame_is_interlaced(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_INTERLACED
  return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
  return frame->interlaced_frame;
#endif
}

static inline int guise_scale(struct SwsContext *context, const AVFrame *from, AVFrame *to) {
  return sws_scale(
      context, (const uint8_t *const *)from->data, from->linesize, 0, from->height, to->data,
      to->linesize);
}
