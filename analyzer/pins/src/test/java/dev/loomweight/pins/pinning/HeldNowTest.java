package dev.loomweight.pins.pinning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loomweight.input.text.TextSource;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.pins.pinning.HeldNow.Held;
import dev.loomweight.pins.pinning.HeldNow.HeldReading;
import dev.loomweight.pins.pinning.HeldNow.OfDump;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    /** Threads by their number and kind: whether they are held by a frame, an unseen one, or wait or run without. */
    @ParameterizedTest(name = "{0}: {1} of {2}, all {3}, unknown {4}")
    @CsvSource({
        "2 held 1 unseen,          3, 3, true,  0",
        "2 held 1 running,         2, 3, false, 0",
        "2 held 1 elsewhere,       2, 2, true,  0",
        "1 running,                0, 1, false, 0",
        "1 elsewhere,              0, 0, true,  0",
        "1 held 4 truncated,       1, 1, true,  4",
    })
    void whatADumpShows(String threads, long holding, long busy, boolean all, long unknown) {
        List<ThreadDump.Stack> stacks = new ArrayList<>();
        String[] words = threads.split(" ", -1);
        for (int i = 0; i < words.length; i += 2) {
            stacks.addAll(stacks(Long.parseLong(words[i]), words[i + 1]));
        }
        OfDump dump = read(new ThreadDump(stacks)).dumps().getFirst();

        assertThat(dump.holding()).isEqualTo(holding);
        assertThat(dump.busy()).isEqualTo(busy);
        assertThat(dump.isAllHeld()).isEqualTo(all);
        assertThat(dump.unknown()).isEqualTo(unknown);
    }

    @Test
    void theMostAlikeAreFirstWithWhatHoldsThem() {
        List<ThreadDump.Stack> stacks = new ArrayList<>(stacks(1, "held"));
        stacks.addAll(stacks(2, "unseen"));
        OfDump dump = read(new ThreadDump(stacks)).dumps().getFirst();

        assertThat(dump.held())
                .extracting(Held::cause, Held::frame, Held::caller, Held::blocker, Held::count, Held::stated)
                .containsExactly(
                        tuple(
                                null,
                                null,
                                "com.acme.Till.pay",
                                "java.util.concurrent.locks.LockSupport.park",
                                2L,
                                false),
                        tuple(
                                CauseKind.NATIVE_CALL,
                                "com.acme.Native.call",
                                null,
                                "java.util.concurrent.locks.LockSupport.park",
                                1L,
                                false));
        assertThat(dump.deepest()).isEqualTo(3);
    }

    @Test
    void dumpsAreInTheOrderOfTheirFiles() {
        HeldNow.Dumps all = HELD_NOW.fold().empty();
        for (String file : List.of("2.json", "1.json", "3.json")) {
            all.add(new Origin("shop", null, file, Instrument.NMT), new ThreadDump(stacks(1, "running")));
        }

        assertThat(HELD_NOW.read(all, Coverage.NONE).dumps())
                .extracting(OfDump::file)
                .containsExactly("1.json", "2.json", "3.json");
    }

    private static HeldReading read(ThreadDump dump) {
        HeldNow.Dumps all = HELD_NOW.fold().empty();
        all.add(new Origin("shop", null, "1.json", Instrument.NMT), dump);
        return HELD_NOW.read(all, Coverage.NONE);
    }

    /** Virtual threads of a kind, and the carriers that they have. */
    private static List<ThreadDump.Stack> stacks(long count, String kind) {
        ThreadDump.Stack carriers = stack(count, false, ThreadDump.Extent.COMPLETE, "jdk.internal.vm.Continuation.run");
        String park = "java.util.concurrent.locks.LockSupport.park";
        return switch (kind) {
            case "held" ->
                List.of(
                        carriers,
                        stack(
                                count,
                                true,
                                ThreadDump.Extent.COMPLETE,
                                "java.lang.VirtualThread.parkOnCarrierThread",
                                park,
                                "com.acme.Native.call native"));
            case "unseen" ->
                List.of(
                        carriers,
                        stack(
                                count,
                                true,
                                ThreadDump.Extent.COMPLETE,
                                "java.lang.VirtualThread.parkOnCarrierThread",
                                park,
                                "com.acme.Till.pay"));
            case "running" -> List.of(carriers, stack(count, true, ThreadDump.Extent.COMPLETE, "com.acme.Till.add"));
            case "elsewhere" ->
                List.of(stack(
                        count,
                        true,
                        ThreadDump.Extent.COMPLETE,
                        "java.lang.VirtualThread.park",
                        park,
                        "com.acme.Till.pay"));
            default ->
                List.of(stack(
                        count,
                        false,
                        ThreadDump.Extent.TRUNCATED_OF_UNKNOWN_KIND,
                        "java.lang.Object.wait0",
                        "com.acme.Deep.go"));
        };
    }

    private static ThreadDump.Stack stack(long count, boolean virtual, ThreadDump.Extent extent, String... frames) {
        return new ThreadDump.Stack(
                Arrays.stream(frames)
                        .map(text -> {
                            String name = text.replace(" native", "");
                            int dot = name.lastIndexOf('.');
                            return new Frame(
                                    name.substring(0, dot),
                                    name.substring(dot + 1),
                                    "",
                                    -1,
                                    -1,
                                    text.endsWith(" native") ? 0x100 : 0,
                                    "");
                        })
                        .toList(),
                virtual,
                null,
                false,
                count,
                List.of(),
                extent);
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
