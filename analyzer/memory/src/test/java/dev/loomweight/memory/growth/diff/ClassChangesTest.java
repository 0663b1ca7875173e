package dev.loomweight.memory.growth.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which classes of live objects changed: by class as {@code name:instances/bytes}. */
class ClassChangesTest {

    private static ClassHistogram histogram(String classes) {
        return new ClassHistogram(
                Arrays.stream(classes.strip().split(" +", -1))
                        .filter(one -> !one.isEmpty())
                        .map(one -> one.split("[:/]", -1))
                        .map(parts -> new ClassHistogram.Line(
                                parts[0], "", Long.parseLong(parts[1]), Long.parseLong(parts[2])))
                        .toList(),
                0,
                0);
    }

    private static String text(Table table) {
        return table.rows().stream()
                .map(row -> row.cells().stream()
                        .map(cell -> cell instanceof Cell.Text text
                                ? text.value()
                                : Long.toString((long) cell.number().orElseThrow()))
                        .collect(Collectors.joining(" ")))
                .collect(Collectors.joining(", "));
    }

    /** The objects that came, the bytes that the class has now, and their change; the largest change first. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            A:1/10                  | A:3/35               | A 2 35 25
            A:3/35                  | A:1/10               | A -2 10 -25
            A:1/10                  | B:2/30               | B 2 30 30, A -1 0 -10
            A:1/10 B:1/10 C:9/90    | A:2/20 B:3/40 C:5/50 | C -4 50 -40, B 2 40 30, A 1 20 10
            B:1/10 A:1/10           | B:0/5 A:2/15         | A 1 15 5, B -1 5 -5
            # As many bytes are no change, however many objects.
            A:1/10 B:1/10           | A:5/10 B:1/11        | B 0 11 1
            # Classes of one name from several loaders count as one.
            A:1/10 A:2/20           | A:1/10 A:2/25 A:1/7  | A 1 42 12
            A:1/10 A:2/20           | A:3/30               | ''
            A:1/10                  | A:1/10               | ''
            """)
    void classesByTheirChange(String before, String after, String rows) {
        assertThat(ChangeTables.classes(histogram(before), histogram(after))
                        .map(ClassChangesTest::text)
                        .orElse(""))
                .isEqualTo(rows);
    }

    @Test
    void twoHistogramsAreNeeded() {
        ClassHistogram histogram = histogram("A:1/10");

        assertThat(ChangeTables.classes(null, histogram)).isEmpty();
        assertThat(ChangeTables.classes(histogram, null)).isEmpty();
        assertThat(ChangeTables.classes(null, null)).isEmpty();
    }

    @Test
    void twelveClassesAreShown() {
        assertThat(ChangeTables.classes(histogram(""), histogram("A:1/10")).orElseThrow())
                .satisfies(table -> assertThat(table.id()).isEqualTo("classes"))
                .satisfies(table -> assertThat(table.top()).isEqualTo(12));
    }
}
