package dev.loomweight.threads.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The law of doors finds what two of them say otherwise. */
class DoorLawTest {

    private static Table table(String id, String columns, String... rows) {
        List<Column> of = Arrays.stream(columns.split(" "))
                .map(column -> new Column(column, column, false))
                .toList();
        return new Table(
                id,
                "",
                of,
                Arrays.stream(rows)
                        .map(row -> new Row(
                                Table.Role.PLAIN,
                                Arrays.stream(row.split(" \\| "))
                                        .map(cell -> cell.matches("\\d+")
                                                ? Cell.count(Long.parseLong(cell))
                                                : Cell.text(cell))
                                        .toList()))
                        .toList(),
                List.of());
    }

    private static List<Section> hang(String... others) {
        return List.of(new Section("hang", "", List.of(table("others", "thread threads does at", others)), List.of()));
    }

    private static List<Section> waits(String doing, String... elsewhere) {
        return List.of(new Section(
                "waits",
                "",
                List.of(table("doing", "doing threads", doing), table("elsewhere", "doing site", elsewhere)),
                List.of()));
    }

    private static List<String> said(List<Section> hang, List<Section> waits) {
        DoorLaw law = new DoorLaw(hang);
        law.waits(waits);
        return law.found().stream().map(DoorLaw.Contradiction::door).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "waits for the clock, sleep, false",
        "'waits for the clock, with a time', sleep, false",
        "waits for the clock, parked, true",
        "waits for work, 'condition, queue', false",
        "waits for a lock, 'condition, queue', true",
        "waits for something new, sleep, true",
        "runs, sleep, false",
    })
    void oneLineIsCalledTheSame(String does, String doing, boolean contradiction) {
        List<Section> hang = hang("\"a\" | 1 | " + does + " | com.acme.Shop.order (Shop.java:12)");

        assertThat(said(hang, waits("sleep | 1", doing + " | com.acme.Shop.order:12")))
                .isEqualTo(contradiction ? List.of("waits") : List.of());
        assertThat(said(hang, waits("sleep | 1", doing + " | com.acme.Shop.order:13")))
                .isEmpty();
    }

    @Test
    void asManyThreadsHaveNoCarrier() {
        List<Section> hang = hang(
                "\"a\" | 2 | could run and has no carrier | com.acme.Shop.order (Shop.java:12)",
                "\"b\" | 1 | has not begun and has no carrier | no Java frame");

        assertThat(said(hang, waits("ready, no carrier | 3"))).isEmpty();
        assertThat(said(hang, waits("ready, no carrier | 2"))).containsExactly("waits");
        assertThat(said(hang, waits("sleep | 3"))).containsExactly("waits");
    }

    @Test
    void allCarriersAreHeldOrNot() {
        List<Section> hang = List.of(new Section(
                "hang",
                "",
                List.of(new Note(
                        Note.HEADLINE,
                        List.of("Carriers exhausted: all 2 carriers are held by virtual threads that wait without"
                                + " releasing them (pinned)."))),
                List.of()));
        for (int held = 1; held <= 2; held++) {
            DoorLaw law = new DoorLaw(hang);
            law.pins(List.of(new Section(
                    "heldNow",
                    "",
                    List.of(new Note(
                            Note.HEADLINE,
                            List.of(held + " of 2 carriers that have a virtual thread are held by one that waits."))),
                    List.of())));

            assertThat(law.found()).hasSize(2 - held);
        }
    }

    @Test
    void threadsHasTheSectionsOfItsParts() {
        DoorLaw law = new DoorLaw(hang("\"a\" | 1 | runs | com.acme.Shop.order (Shop.java:12)"));
        law.threads(hang("\"a\" | 2 | runs | com.acme.Shop.order (Shop.java:12)"), List.of());
        law.threads(hang("\"a\" | 1 | runs | com.acme.Shop.order (Shop.java:12)"), List.of());

        assertThat(law.found()).extracting(DoorLaw.Contradiction::sentence).containsExactly("has another section hang");
    }
}
