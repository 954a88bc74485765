import Foundation
import GuisePipeline

StandardStreams.keepOpen()
let code = CommandNode.guise.run(Array(CommandLine.arguments.dropFirst()), on: .standard)
exit(Console.exitCode(after: code).number)
