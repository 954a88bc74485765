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

// Swresample keeps what does not fit in its output: samples are pushed as they come and pulled by
// the encoder's frame.
static inline int guise_resampler_push(struct SwrContext *context, const AVFrame *from) {
  return swr_convert(
      context, NULL, 0, (const uint8_t **)from->extended_data, from->nb_samples);
}

static inline int guise_resampler_pull(struct SwrContext *context, AVFrame *to, int count) {
  return swr_convert(context, to->extended_data, count, NULL, 0);
}

static inline void guise_set_plane(AVFrame *frame, int plane, uint8_t *base, int rowBytes) {
  frame->data[plane] = base;
  frame->linesize[plane] = rowBytes;
}

static inline uint8_t *guise_plane(const AVFrame *frame, int plane) { return frame->data[plane]; }

static inline int guise_row_bytes(const AVFrame *frame, int plane) { return frame->linesize[plane]; }

static const uint32_t guise_tag_hvc1 = MKTAG('h', 'v', 'c', '1');

// The field is private to libavformat's users only by the lack of a function that fills it.
static inline int guise_add_chapter(
    AVFormatContext *context, int64_t id, AVRational timeBase, int64_t start, int64_t end,
    const AVDictionary *metadata) {
  AVChapter **chapters =
      av_realloc_array(context->chapters, context->nb_chapters + 1, sizeof *chapters);
  if (!chapters) return AVERROR(ENOMEM);
  context->chapters = chapters;
  AVChapter *chapter = av_mallocz(sizeof *chapter);
  if (!chapter) return AVERROR(ENOMEM);
  chapter->id = id;
  chapter->time_base = timeBase;
  chapter->start = start;
  chapter->end = end;
  av_dict_copy(&chapter->metadata, metadata, 0);
  chapters[context->nb_chapters++] = chapter;
  return 0;
}
