/// Sound that a program made: samples for a writer to encode beside a video from nothing.
public struct AudioTrack: Sendable {
  /// Samples a second.
  public var sampleRate: Int
  /// 1 or 2.
  public var channelCount: Int
  /// −1…1, channels interleaved; the first is heard with the first frame.
  public var samples: [Float]

  public init(sampleRate: Int, channelCount: Int, samples: [Float]) {
    precondition((8000...96_000).contains(sampleRate), "a sample rate is 8,000…96,000")
    precondition((1...2).contains(channelCount), "one or two channels")
    precondition(samples.count % channelCount == 0, "whole sample frames")
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.samples = samples
  }
}
