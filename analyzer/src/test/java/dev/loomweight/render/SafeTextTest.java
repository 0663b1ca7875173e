package dev.loomweight.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.strings;

import org.junit.jupiter.api.Test;

class SafeTextTest {

    @Test
    void showsWhatATerminalWouldObey() {
        assertThat(SafeText.of("\u001b[2J\u0007\u009b\u007f")).isEqualTo("\\u001b[2J\\u0007\\u009b\\u007f");
        assertThat(SafeText.of("a\tb\r\nc\u2028d")).isEqualTo("a\\tb\\r\\nc\\u2028d");
    }

    @Test
    void showsWhatHidesOrTurnsText() {
        assertThat(SafeText.of("user\u202Egnp.exe")).isEqualTo("user\\u202egnp.exe");
        assertThat(SafeText.of("a\u200Bb\uFEFF\u2066")).isEqualTo("a\\u200bb\\ufeff\\u2066");
        assertThat(SafeText.of("tag\uDB40\uDC41")).isEqualTo("tag\\u{e0041}");
        assertThat(SafeText.of("\uD800")).isEqualTo("\\ud800");
    }

    @Test
    void leavesLettersOfAnyScript() {
        String text = "naïve 仮想 한국어 \u0627\u0644 \uD83D\uDE00 e\u0301 C:\\temp";
        assertThat(SafeText.of(text)).isEqualTo(text);
    }

    @Test
    void changesNothingTheSecondTime() {
        qt().forAll(strings().allPossible().ofLengthBetween(0, 50)).checkAssert(text -> {
            String once = SafeText.of(text);
            assertThat(SafeText.of(once)).isEqualTo(once);
        });
    }
}
