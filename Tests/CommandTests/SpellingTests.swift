import GuiseCatalog
import Testing

@Suite struct SpellingTests {
  private let names = ["emoji", "wireframe", "tiger", "clown"]

  @Test(arguments: [
    ("emojy", "emoji"), ("mejoi", nil), ("emjoi", "emoji"), ("Tigre", "tiger"),
    ("wirefrmae", "wireframe"), ("zebra", nil), ("", nil), ("clowns", "clown"),
  ]) func closest(word: String, name: String?) {
    #expect(Spelling.closest(to: word, in: names) == name)
  }
}
