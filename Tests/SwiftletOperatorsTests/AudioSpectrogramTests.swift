import SwiftletTestSupport
import Testing

@Suite struct AudioSpectrogramTests {
  @Test(arguments: RecordedCase.names(of: "AudioSpectrogram")) func recorded(_ name: String) throws
  {
    try RecordedCase.check(name)
  }
}
