import Foundation

exit(CommandNode.guise.run(Array(CommandLine.arguments.dropFirst()), on: .standard).number)
