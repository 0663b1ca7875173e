package dev.loomweight.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.strings;

import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The widths are those of Unicode's annex 11 and of the terminals that follow it. */
class TerminalColumnsTest {

    @ParameterizedTest
    @CsvSource({
        "abc, 3",
        "é, 1",
        "e\u0301, 1",
        "仮想, 4",
        "한국어, 6",
        "\u1112\u1161\u11ab, 2",
        "ＡＢ, 4",
        "ｱ, 1",
        "\uD83D\uDE00, 2",
        "\uD83C\uDDE9\uD83C\uDDEA, 2",
        "▏█─└–…µ, 7",
        "\uD840\uDC00, 2",
        "\u0623\u0628, 2",
    })
    void wideCharactersTakeTwoColumnsAndMarksNone(String text, int columns) {
        assertThat(TerminalColumns.of(text)).isEqualTo(columns);
    }

    @Test
    void reportsAndFullScreensCountAlike() {
        for (int i = 0x20; i <= Character.MAX_CODE_POINT; i++) {
            String character = Character.toString(i);
            boolean halfOfAFlag = i >= 0x1F1E6 && i <= 0x1F1FF;
            if (SafeText.of(character).equals(character) && !halfOfAFlag) {
                assertThat(TerminalColumns.of(character))
                        .as("U+%x", i)
                        .isEqualTo(new AttributedString(character).columnLength());
            }
        }
    }

    @Test
    void headAndTailFitAndLeaveNoRoomForMore() {
        qt().forAll(
                        strings().basicMultilingualPlaneAlphabet().ofLengthBetween(0, 20),
                        integers().between(1, 30))
                .checkAssert((any, columns) -> {
                    String text = SafeText.of(any);
                    String head = TerminalColumns.head(text, columns);
                    String tail = TerminalColumns.tail(text, columns);
                    assertThat(text).startsWith(head).endsWith(tail);
                    for (String part : new String[] {head, tail}) {
                        int width = TerminalColumns.of(part);
                        assertThat(width).isLessThanOrEqualTo(columns);
                        if (part.length() < text.length()) {
                            assertThat(width).isGreaterThanOrEqualTo(columns - 1);
                        }
                    }
                });
    }
}
