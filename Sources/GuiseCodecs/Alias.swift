/// The name that the contract between modules gave this type at first.
public typealias PangoGlyphRasterizer = EmojiRasterizer
