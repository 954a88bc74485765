import Foundation
import Testing
@Test func explore() {
  for s in SampleFile.all {
    do { let d = try s.read(); print("OK   \(s.path) \(d.warnings.map(\.message))") }
    catch { print("FAIL \(s.path) \((error as? GLTFError)?.code.rawValue ?? "?") \((error as? GLTFError)?.path ?? "") \((error as? GLTFError)?.detail ?? "\(error)")") }
  }
}
import GuiseGLTF
