package dev.loomweight.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.text.TextSource;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Instrument;
import dev.loomweight.sample.Origin;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Dumps of the exhibit {@code hang}, by {@code jcmd PID Thread.dump_to_file}: five threads below a native method, and three
 * in a synchronized method, which hold their carriers on 21 and not on 25.
 */
class HeldNowTest {

    private static final HeldNow HELD_NOW = new HeldNow();

    @ParameterizedTest
    @ValueSource(strings = {"21.json", "21.txt", "25.json", "25.txt"})
    void theThreadsBelowANativeMethodHoldTheirCarriers(String dump) throws Exception {
        Section section = section(dump);
        List<Cell> first = table(section).rows().getFirst().cells();

        assertThat(first)
                .startsWith(
                        Cell.text("a native method"),
                        Cell.text("java.lang.StackStreamFactory$AbstractStackWalker.callStackWalk"),
                        Cell.text("dev.loomweight.samples.gallery.Hang.look"))
                .contains(Cell.text("java.util.concurrent.CountDownLatch.await"), Cell.count(5), Cell.text("calling"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"21.json", "21.txt"})
    void thoseInASynchronizedMethodHoldTheirsBefore24(String dump) throws Exception {
        Section section = section(dump);

        assertThat(table(section).rows()).hasSize(2);
        assertThat(table(section).rows().get(1).cells())
                .startsWith(
                        Cell.text("probably a monitor"),
                        Cell.text(""),
                        Cell.text("dev.loomweight.samples.gallery.Hang$Till.pay"))
                .contains(Cell.count(3), Cell.text("holding"));
        assertThat(((Note) section.blocks().getFirst()).sentences())
                .contains("8 of 8 carriers that have a virtual thread are held by one that waits.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"25.json", "25.txt"})
    void andNotFrom24On(String dump) throws Exception {
        Section section = section(dump);

        assertThat(table(section).rows()).hasSize(1);
        assertThat(section.findings())
                .singleElement()
                .returns("carriersHeld", Finding::id)
                .returns(Finding.Severity.PROBLEM, Finding::severity);
    }

    private static Section section(String dump) throws Exception {
        Path file = Path.of(Objects.requireNonNull(HeldNowTest.class.getResource("/dumps/" + dump))
                .toURI());
        HeldNow.Dumps all = HELD_NOW.fold().empty();
        new TextSource(file, new Origin("shop", null, dump, Instrument.NMT))
                .read(HELD_NOW.fold().interest(), () -> all::add);
        return HELD_NOW.finish(all, Coverage.NONE);
    }

    private static Table table(Section section) {
        return (Table) section.blocks().get(1);
    }
}
