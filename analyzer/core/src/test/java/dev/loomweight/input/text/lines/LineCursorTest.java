package dev.loomweight.input.text.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines are those that {@link String#lines} finds, however the reader hands the characters over. */
class LineCursorTest {

    private static List<String> lines(Reader reader) {
        LineCursor cursor = new LineCursor(reader, "text");
        List<String> lines = new ArrayList<>();
        for (String line = cursor.next(); line != null; line = cursor.next()) {
            lines.add(line);
        }
        return lines;
    }

    /** Hands over a few characters at a time, so that ends of lines fall between two reads. */
    private static Reader slow(String text, int most) {
        return new StringReader(text) {
            @Override
            public int read(char[] into, int offset, int length) throws java.io.IOException {
                return super.read(into, offset, Math.min(length, most));
            }
        };
    }

    @Test
    void findsTheLinesThatTheJdkFinds() {
        List<String> pieces = List.of("", "a", "some words", "\n", "\r", "\r\n", "\n\n", "x".repeat(17_000));
        qt().forAll(
                        lists().of(integers().between(0, pieces.size() - 1)).ofSizeBetween(0, 12),
                        integers().between(1, 5))
                .checkAssert((indexes, most) -> {
                    StringBuilder text = new StringBuilder();
                    indexes.forEach(index -> text.append(pieces.get(index)));
                    List<String> expected = text.toString().lines().toList();
                    // The JDK's lines are not cut; these are long only when several pieces of 17,000 follow each other.
                    List<String> cut = expected.stream()
                            .map(line -> line.substring(0, Math.min(line.length(), LineCursor.LONGEST_LINE)))
                            .toList();
                    assertThat(lines(slow(text.toString(), most))).isEqualTo(cut);
                    assertThat(lines(new StringReader(text.toString()))).isEqualTo(cut);
                });
    }

    @Test
    void cutsLinesThatNoTextHas() {
        assertThat(lines(new StringReader("x".repeat(1_000_000) + "\nnext")))
                .containsExactly("x".repeat(LineCursor.LONGEST_LINE), "next");
    }
}
