import GuisePipeline

/// `guise apply`: puts filters on photos and videos.
struct ApplyCommand: Command {
  var filters: [String] = []
  var faceFilters: [FaceFilter] = []
  var emoji: [EmojiChoice] = []
  var output: String?
  var format: String?
  var isMirrored = false
  var faceCount: Int?
  var fieldOfView: Double?
  var trim: TimeRange?
  var quality: Int?
  var stripsMetadata = false
  var jobs: Int?
  var overwrites = false
  var requiresFace = false
  var isJSON = false
  var isQuiet = false
  var inputs: [String] = []

  static let formats = [
    "jpg", "jpeg", "png", "webp", "gif", "tif", "tiff", "heic", "avif", "mp4", "m4v", "mov",
    "webm", "mkv",
  ]

  static let syntax = Syntax<ApplyCommand>(
    name: "apply", summary: "Put filters on photos and videos",
    discussion: """
      Photos: JPEG, PNG, WebP, GIF (animated too), TIFF, HEIC, AVIF. Videos: whatever FFmpeg \
      decodes; the sound is kept. What the filter doesn't cover stays as it was.

      OUT is a file; a folder (made where it is missing; IN's names are kept); a template with \
      {name}, {ext}, {dir} (IN's folder) and {filter}; or - for standard output. Without -o, \
      outputs lie beside their inputs as {dir}/{name}-worn.{ext}. HEIC and AVIF photos become \
      JPEG, and videos in containers that aren't written become MP4, unless OUT says otherwise.

      Outputs appear whole or not at all, and no file is replaced without --overwrite. A photo \
      without a face is copied unchanged, with a warning. An input that fails doesn't stop the \
      others; all that failed are named at the end.
      """,
    operands: .list(
      \.inputs, value: .path("IN"),
      help: """
        Photos, videos, and folders: those stand for the photos and videos in them and below. \
        - is standard input.
        """),
    options: [
      .options(
        \.filters, "filter", short: "f", value: .filter,
        help: "Wear this filter: an id from “guise filters list”, or a path. Again to wear several."
      ),
      .options(
        \.faceFilters, "face", value: .faceFilter,
        help: """
          Face I wears FILTER and nothing else; 1 is the leftmost. In a video, faces are numbered \
          as they appear.
          """),
      .options(
        \.emoji, "emoji", value: .emojiChoice,
        help: "The emoji that the filter puts on a feature, such as nose=🐽; off for none."),
      .option(
        \.output, "output", short: "o", value: .path("OUT"),
        help: "Where outputs go: a file, a folder, a template, or -."),
      .option(
        \.format, "format", value: .choice("EXT", of: formats),
        help: "The outputs' format, where OUT's name doesn't say it."),
      .flag(\.isMirrored, "mirror", help: "Turn the finished picture into what a mirror shows."),
      .option(
        \.faceCount, "faces", value: .integer("N", in: 1...64),
        help: "At most N faces: 64 in photos and 4 in videos by default; 8 is a video's most."),
      .option(
        \.fieldOfView, "fov", value: .number("DEG", in: 5...170),
        help: "The camera's vertical field of view in degrees; 63 by default."),
      .option(
        \.trim, "trim", value: .timeRange,
        help: "Only this part of a video, such as 5-10, 1:30- or -0:20."),
      .option(
        \.quality, "quality", value: .integer("N", in: 1...100),
        help: "1 to 100; by default as good as the input."),
      .flag(\.stripsMetadata, "strip-metadata", help: "Leave out place, camera, dates and titles."),
      .option(
        \.jobs, "jobs", short: "j", value: .integer("N", in: 1...64),
        help: "Photos that are worked on at a time; by default one for each core, at most 8."),
      .flag(\.overwrites, "overwrite", help: "Replace files that exist, inputs too."),
      .flag(
        \.requiresFace, "require-face",
        help: "Write nothing where no face is found, and end with status 3."),
      .flag(\.isJSON, "json", help: "Print a JSON object for each input."),
      .flag(\.isQuiet, "quiet", short: "q", help: "Only warnings and errors."),
    ],
    examples: [
      .init("guise apply -f emoji me.jpg", "Writes me-worn.jpg."),
      .init(
        "guise apply -f emoji --emoji nose=🐽 -f wireframe clip.mp4 -o worn.mp4", "Both at once."),
      .init("guise apply -f emoji holiday/ -o worn/", "All photos and videos of a folder."),
      .init("guise apply -f emoji - < me.jpg > worn.jpg", "Through a pipe."),
    ],
    validate: { command throws(UsageError) in
      if command.filters.isEmpty && command.faceFilters.isEmpty {
        throw UsageError("a filter is missing: -f FILTER (“guise filters list” shows them)")
      }
      if command.inputs.count(where: { $0 == "-" }) > 1 {
        throw UsageError("standard input can be read only once")
      }
      let places = command.faceFilters.map(\.face)
      if let limit = command.faceCount, let place = places.first(where: { $0 > limit }) {
        throw UsageError("--face \(place)=… is over --faces \(limit)")
      }
    })

  func run(on console: Console) throws -> ExitCode {
    try ApplyRun(self, on: console.quieted(isQuiet)).run()
  }

  var exportOptions: ExportOptions {
    var options = ExportOptions()
    options.maximumFaceCount = faceCount
    options.verticalFieldOfViewRadians = fieldOfView.map { Float($0 * .pi / 180) }
    options.isMirrored = isMirrored
    options.requiresFace = requiresFace
    options.quality = quality
    options.stripsMetadata = stripsMetadata
    options.trim = trim?.videoTrim
    options.replacesOutput = overwrites
    return options
  }
}
