internal import Foundation

/// Letters drawn for this project as lines on a small grid, so that they can be drawn at any size.
///
/// The grid is 4 wide. Capitals reach from row 0 to row 6, small letters from row 2; tails end in
/// row 8. A line is a list of points, each a column and a row.
enum StrokeFont {
  /// Columns from one letter to the next.
  static let advance = 6
  /// Rows from the top of capitals to the end of tails.
  static let rows = 8

  /// A point of the grid.
  struct Point: Sendable, Hashable {
    let column: Int
    let row: Int
  }

  /// The lines of a letter; one that the font lacks is a box.
  static func lines(of letter: Character) -> [[Point]] {
    glyphs[letter] ?? parse("0040460600")
  }

  /// The letters that a text is drawn with: accents are dropped where the letter alone is known.
  static func letters(of text: String) -> [Character] {
    text.map { letter in
      if glyphs[letter] != nil { return letter }
      let plain = String(letter).folding(options: .diacriticInsensitive, locale: nil)
      return plain.count == 1 && plain.first.map { glyphs[$0] != nil } == true
        ? plain[plain.startIndex] : letter
    }
  }

  /// The letters that the font has.
  static var known: [Character] { Array(glyphs.keys) }

  private static let glyphs: [Character: [[Point]]] = {
    var glyphs: [Character: [[Point]]] = [" ": []]
    for (letter, strokes) in zip(alphabet, strokes.split(separator: "\n")) {
      glyphs[letter] = parse(String(strokes))
    }
    return glyphs
  }()

  /// Lines apart by spaces; a point is two digits.
  private static func parse(_ strokes: String) -> [[Point]] {
    strokes.split(separator: " ").map { line in
      let digits = line.compactMap(\.wholeNumberValue)
      return stride(from: 0, to: digits.count - 1, by: 2).map {
        Point(column: digits[$0], row: digits[$0 + 1])
      }
    }
  }

  private static let alphabet =
    "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"

  /// One line for each letter of the alphabet.
  private static let strokes = """
    2024 26
    1012 3032
    1016 3036 0242 0444
    413010010213334445361605 2026
    0010110100 3545463635 4006
    4612112031320405162644
    2022
    30212536
    10232516
    2125 0244 0442
    2125 0343
    252617
    1333
    26
    4006
    103041453616050110 23
    112026 1636
    01103041420646
    01103041423334 1333 3344453616 1605
    36300444
    400002324345361605
    413010010516364544331304
    004016
    103041423313020110 3344453616050413
    051636454130100102133342
    22 26
    22 252617
    410345
    0242 0444
    014305
    011030414223 2324 26
    343222131424344341301001051636
    062046 1434
    06003041423303 3344453606
    4130100105163645
    06003041453606
    40000646 0333
    400006 0333
    41301001051636454323
    0006 4046 0343
    1030 2026 1636
    4045361605
    0006 400346
    000646
    0600234046
    06004640
    103041453616050110
    06003041423303
    103041453616050110 3446
    06003041423303 2346
    413010010213334445361605
    0040 2026
    000516364540
    002640
    0016233640
    0046 4006
    002340 2326
    00400646
    30101636
    0046
    10303616
    022042
    0747
    1021
    0312324346 4414051636 3645
    0006 0312324345361605
    4332120305163645
    4046 4332120305163645
    04444332120305163645
    41302126 1232
    4332120305163645 4247381807
    0006 0312324346
    2226 20
    32372818 30
    0006 420446
    202536
    0206 03122326 23324346
    0206 0312324346
    123243453616050312
    0208 0312324345361605
    4248 4332120305163645
    0206 03123243
    4212031434453606
    20253646 1242
    020516364542 4246
    022642
    0216243642
    0246 4206
    0226 4218
    02420646
    30212213242536
    2027
    10212233242516
    04133443
    """
}
