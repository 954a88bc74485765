internal import CFFmpeg
import GuiseCore

/// Brings the other streams of a source into a new file: audio and subtitles, packet for packet
/// where the container takes them; and what the source says of itself.
///
/// All streams are moved by the same time, so that they stay in step with the pictures.
@safe final class FFmpegTrackCopier {
  /// One stream on its way.
  private struct Track {
    var input: Int
    var output: Int
    /// Of the source's stamps.
    var timeBase: Rational
    /// Added to the source's stamps.
    var shift: Int64
    /// Source stamp from which on packets are left out.
    var end: Int64?
    /// Source stamp before which packets are left out.
    var start: Int64?
    var transcoder: FFmpegAudioTranscoder?
    /// In ticks of the output stream.
    var lastStamp: Int64?
    var isFinished = false
  }

  /// Output time of the first picture, in ticks of the video's time base.
  let videoOffset: Int64
  private(set) var warnings: [String] = []

  private let demuxer: FFmpegDemuxer
  private let muxer: FFmpegMuxer
  private let name: String
  private var tracks: [Track] = []
  private let packet = FFmpegPacket()
  /// Index into `tracks` of the packet that was read and is not yet due.
  private var pending: Int?
  private var isAtEnd = false

  init(
    source: VideoSource, timeBase: Rational, muxer: FFmpegMuxer, container: VideoContainer,
    keepsMetadata: Bool
  ) throws(MediaError) {
    name = source.url.lastPathComponent
    self.muxer = muxer
    demuxer = try FFmpegDemuxer(url: source.url, pixelLimit: Int(Int32.max))
    let candidates = Self.candidates(of: demuxer)
    // A trimmed file starts with its first picture; a whole one with its earliest stream.
    var origin = (stamp: source.firstStamp, timeBase: timeBase)
    if source.trim == nil {
      for index in candidates {
        let (stamp, ticks) = unsafe Self.start(of: demuxer.stream(index))
        guard let stamp else { continue }
        let isEarlier =
          ticks.rescale(stamp, to: Rational(1, 1_000_000_000))
          < origin.timeBase.rescale(origin.stamp, to: Rational(1, 1_000_000_000))
        if isEarlier { origin = (stamp, ticks) }
      }
    }
    videoOffset = source.firstStamp - origin.timeBase.rescale(origin.stamp, to: timeBase)
    for index in candidates {
      try add(
        index, origin: origin, source: source, timeBase: timeBase, container: container)
    }
    noteOtherVideo(than: source.streamIndex)
    if keepsMetadata { copyDescription(container, origin: origin) }
    let used = Set(tracks.map(\.input))
    isAtEnd = used.isEmpty
    demuxer.useStreams { used.contains($0) }
    if source.trim.map({ $0.start > .zero }) == true {
      _ = demuxer.seek(stream: source.streamIndex, stamp: source.firstStamp)
    }
  }

  /// Writes all packets that are due before a time; nil writes all.
  ///
  /// - Parameter stamp: output time in ticks of `timeBase`.
  func write(until stamp: Int64?, timeBase: Rational) throws(MediaError) {
    while !isAtEnd {
      if pending == nil { try read() }
      guard let index = pending else { return try finishTracks() }
      let track = tracks[index]
      if let stamp, let due = packetStamp(track),
        track.timeBase.rescale(due + track.shift, to: timeBase) > stamp
      {
        return
      }
      pending = nil
      try write(track: index)
      if tracks.allSatisfy(\.isFinished) { return try finishTracks() }
    }
  }

  // MARK: Packets

  private func read() throws(MediaError) {
    while demuxer.read(into: packet) >= 0 {
      let stream = unsafe Int(packet.pointer.pointee.stream_index)
      guard let index = tracks.firstIndex(where: { $0.input == stream }) else { continue }
      let track = tracks[index]
      if let stamp = packetStamp(track) {
        if let end = track.end, stamp >= end {
          tracks[index].isFinished = true
          if tracks.allSatisfy(\.isFinished) { break }
          continue
        }
        let duration = unsafe packet.pointer.pointee.duration
        if let start = track.start, stamp + max(duration, 1) <= start { continue }
      }
      pending = index
      return
    }
    pending = nil
  }

  private func packetStamp(_ track: Track) -> Int64? {
    let (pts, dts) = unsafe (packet.pointer.pointee.pts, packet.pointer.pointee.dts)
    if dts != guise_no_timestamp { return dts }
    return pts != guise_no_timestamp ? pts : nil
  }

  private func write(track index: Int) throws(MediaError) {
    let track = tracks[index]
    if let transcoder = track.transcoder {
      try transcoder.push(packet, shift: track.shift) { packet throws(MediaError) in
        try muxer.write(packet, stream: track.output, timeBase: transcoder.outputTimeBase)
      }
      return
    }
    let timeBase = muxer.timeBase(ofStream: track.output)
    func moved(_ stamp: Int64) -> Int64? {
      stamp == guise_no_timestamp
        ? nil : track.timeBase.rescale(stamp + track.shift, to: timeBase)
    }
    let (pts, dts) = unsafe (packet.pointer.pointee.pts, packet.pointer.pointee.dts)
    var stamp = moved(dts) ?? moved(pts) ?? (track.lastStamp ?? -1) + 1
    if let last = track.lastStamp, stamp <= last { stamp = last + 1 }
    tracks[index].lastStamp = stamp
    let shown = max(moved(pts) ?? stamp, stamp)
    let duration = unsafe track.timeBase.rescale(packet.pointer.pointee.duration, to: timeBase)
    unsafe packet.pointer.pointee.dts = stamp
    unsafe packet.pointer.pointee.pts = shown
    unsafe packet.pointer.pointee.duration = duration
    try muxer.write(packet, stream: track.output, timeBase: timeBase)
  }

  private func finishTracks() throws(MediaError) {
    isAtEnd = true
    for track in tracks {
      guard let transcoder = track.transcoder else { continue }
      try transcoder.push(nil, shift: track.shift) { packet throws(MediaError) in
        try muxer.write(packet, stream: track.output, timeBase: transcoder.outputTimeBase)
      }
    }
  }

  // MARK: Streams

  /// Streams that go along with the pictures.
  private static func candidates(of demuxer: FFmpegDemuxer) -> [Int] {
    (0..<demuxer.streamCount).filter { index in
      let kind = unsafe demuxer.stream(index).pointee.codecpar.pointee.codec_type
      return kind == AVMEDIA_TYPE_AUDIO || kind == AVMEDIA_TYPE_SUBTITLE
    }
  }

  /// When a stream starts to be heard; a codec's run-up before zero is not heard.
  private static func start(
    of stream: UnsafeMutablePointer<AVStream>
  ) -> (stamp: Int64?, timeBase: Rational) {
    let timeBase = unsafe Rational(stream.pointee.time_base) ?? Rational(1, 90_000)
    let start = unsafe stream.pointee.start_time
    let kind = unsafe stream.pointee.codecpar.pointee.codec_type
    guard start != guise_no_timestamp, kind == AVMEDIA_TYPE_AUDIO else { return (nil, timeBase) }
    let isRunUp = start < 0 && timeBase.duration(ofTicks: start) > .milliseconds(-200)
    return (isRunUp ? 0 : start, timeBase)
  }

  private func add(
    _ index: Int, origin: (stamp: Int64, timeBase: Rational), source: VideoSource,
    timeBase: Rational, container: VideoContainer
  ) throws(MediaError) {
    let stream = unsafe demuxer.stream(index)
    let kind = unsafe stream.pointee.codecpar.pointee.codec_type
    let codec = unsafe FFmpeg.codecName(stream.pointee.codecpar.pointee.codec_id)
    let ticks = unsafe Rational(stream.pointee.time_base) ?? Rational(1, 90_000)
    var track = Track(
      input: index, output: 0, timeBase: ticks,
      shift: -origin.timeBase.rescale(origin.stamp, to: ticks))
    if let trim = source.trim {
      track.start = timeBase.rescale(source.firstStamp, to: ticks)
      if trim.end != nil { track.end = source.endStamp.map { timeBase.rescale($0, to: ticks) } }
    }
    if kind == AVMEDIA_TYPE_SUBTITLE {
      guard container.copiesSubtitles(codec) else {
        warnings.append("\(name): subtitles (\(codec)) don't fit into \(container); left out")
        return
      }
    } else if !container.copiesAudio(codec) || codec == "none" {
      let encoder = container.audioEncoderName
      do {
        unsafe track.transcoder = try FFmpegAudioTranscoder(
          stream: stream, encoderName: encoder, hasGlobalHeader: muxer.hasGlobalHeader, name: name)
      } catch {
        warnings.append("\(error.message); this sound is left out")
        return
      }
      let target = encoder == "libopus" ? "Opus" : "AAC"
      warnings.append(
        "\(name): sound (\(codec)) doesn't fit into \(container); encoded as \(target)")
    }
    let output = unsafe muxer.addStream()
    track.output = unsafe Int(output.pointee.index)
    if let transcoder = track.transcoder {
      try unsafe transcoder.describe(output)
    } else {
      try unsafe FFmpeg.check(
        avcodec_parameters_copy(output.pointee.codecpar, stream.pointee.codecpar), .damaged,
        "\(name): stream \(index) is described wrongly")
      unsafe output.pointee.codecpar.pointee.codec_tag = 0
      unsafe output.pointee.time_base = stream.pointee.time_base
    }
    unsafe output.pointee.disposition = stream.pointee.disposition
    for key in ["language", "title"] {
      if let entry = unsafe av_dict_get(stream.pointee.metadata, key, nil, 0) {
        unsafe av_dict_set(&output.pointee.metadata, key, entry.pointee.value, 0)
      }
    }
    tracks.append(track)
  }

  private func noteOtherVideo(than used: Int) {
    let others = (0..<demuxer.streamCount).filter { index in
      unsafe index != used
        && demuxer.stream(index).pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
        && demuxer.stream(index).pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
    }
    if !others.isEmpty {
      warnings.append("\(name): only the best of its \(others.count + 1) video streams is kept")
    }
  }

  // MARK: Metadata

  /// Copies what the source says of itself: title, place, time of creation, chapters.
  private func copyDescription(
    _ container: VideoContainer, origin: (stamp: Int64, timeBase: Rational)
  ) {
    let input = unsafe demuxer.context
    let output = unsafe muxer.description
    unsafe av_dict_copy(&output.pointee.metadata, input.pointee.metadata, 0)
    // What described the old file and not the recording.
    for key in ["major_brand", "minor_version", "compatible_brands", "encoder"] {
      unsafe av_dict_set(&output.pointee.metadata, key, nil, 0)
    }
    // Apple's names for what other containers know by shorter ones.
    let apple = "com.apple.quicktime."
    for (key, plain) in [
      ("location.ISO6709", "location"), ("make", "make"), ("model", "model"), ("title", "title"),
    ] {
      guard let entry = unsafe av_dict_get(input.pointee.metadata, apple + key, nil, 0),
        unsafe av_dict_get(input.pointee.metadata, plain, nil, 0) == nil
      else { continue }
      unsafe av_dict_set(&output.pointee.metadata, plain, entry.pointee.value, 0)
    }
    copyChapters(origin: origin)
  }

  private func copyChapters(origin: (stamp: Int64, timeBase: Rational)) {
    let input = unsafe demuxer.context
    let output = unsafe muxer.description
    let count = unsafe Int(input.pointee.nb_chapters)
    for index in 0..<count {
      guard let chapter = unsafe input.pointee.chapters[index],
        let ticks = unsafe Rational(chapter.pointee.time_base)
      else { continue }
      let shift = origin.timeBase.rescale(origin.stamp, to: ticks)
      let end = unsafe chapter.pointee.end - shift
      guard end > 0 else { continue }
      let start = unsafe max(0, chapter.pointee.start - shift)
      unsafe guise_add_chapter(
        output, chapter.pointee.id, chapter.pointee.time_base, start, end, chapter.pointee.metadata)
    }
  }
}
