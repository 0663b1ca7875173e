package dev.loomweight.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.Instrument;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Pin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PinSitesTest {

    private static final PinSites PINS = new PinSites();
    private static final String NATIVE = "Native or VM frame on stack";
    private static final StackTrace ADD =
            Samples.stack("java.lang.VirtualThread.park", "com.acme.Cart.add:12", "com.acme.Shop.main:3");
    private static final StackTrace ADD_ELSEWHERE =
            Samples.stack("java.lang.VirtualThread.park", "com.acme.Cart.add:40", "com.acme.Shop.main:3");
    private static final StackTrace PAY = Samples.stack("java.lang.VirtualThread.park", "com.acme.Till.pay:7");

    @Test
    void pinsAreSummedBySite() {
        Table sites = Samples.block(
                Samples.section(
                        PINS,
                        Coverage.NONE,
                        Samples.pin(20, 1, NATIVE, ADD),
                        Samples.pin(30, 2, NATIVE, ADD_ELSEWHERE),
                        Samples.pin(70, 2, null, PAY)),
                "sites",
                Table.class);

        assertThat(sites.rows())
                .containsExactly(
                        row(Role.PLAIN, "com.acme.Till.pay", 1, 70, 70, 70, 1, Cell.absent("recorded from JDK 24 on")),
                        row(Role.PLAIN, "com.acme.Cart.add", 2, 50, 30, 20, 2, Cell.text(NATIVE)),
                        row(Role.TOTAL, "Total", 3, 120, 70, 30, 2, Cell.absent("")));
    }

    private static Row row(
            Role role, String site, long pins, long total, long max, long median, long threads, Cell reason) {
        return new Row(
                role,
                List.of(
                        Cell.text(site),
                        Cell.count(pins),
                        new Cell.Nanos(total),
                        new Cell.Nanos(max),
                        new Cell.Nanos(median),
                        new Cell.Nanos(max),
                        new Cell.Nanos(max),
                        Cell.count(threads),
                        reason));
    }

    @Test
    void pinsAreSummedByReasonAndItsClasses() {
        Table reasons = Samples.block(
                Samples.section(
                        PINS,
                        Coverage.NONE,
                        Samples.pin(20, 1, "VM call to a.B.<clinit> on stack", ADD),
                        Samples.pin(30, 1, "VM call to a.C.<clinit> on stack", ADD),
                        Samples.pin(70, 1, NATIVE, PAY)),
                "reasons",
                Table.class);

        assertThat(reasons.rows())
                .extracting(
                        Row::role,
                        row -> row.cells().get(0),
                        row -> row.cells().get(1),
                        row -> row.cells().get(4))
                .containsExactly(
                        tuple(Role.PLAIN, Cell.text("LockSupport.park"), Cell.text(NATIVE), new Cell.Nanos(70)),
                        tuple(
                                Role.PLAIN,
                                Cell.text("LockSupport.park"),
                                Cell.text("Class initializer on stack"),
                                new Cell.Nanos(50)),
                        tuple(Role.PART, Cell.text("a.C"), Cell.absent(""), new Cell.Nanos(30)),
                        tuple(Role.PART, Cell.text("a.B"), Cell.absent(""), new Cell.Nanos(20)));
    }

    @Test
    void stacksStandBelowTheirSitesTheHeaviestFirst() {
        StackTree tree = Samples.block(
                Samples.section(
                        PINS,
                        Coverage.NONE,
                        Samples.pin(20, 1, NATIVE, ADD),
                        Samples.pin(30, 1, NATIVE, ADD_ELSEWHERE),
                        Samples.pin(70, 1, NATIVE, PAY)),
                "stacks",
                StackTree.class);

        assertThat(tree.roots())
                .extracting(StackTree.Node::label)
                .containsExactly("com.acme.Till.pay", "com.acme.Cart.add");
        StackTree.Node park = tree.roots().get(1).children().getFirst();
        assertThat(park.label()).isEqualTo("java.lang.VirtualThread.park");
        assertThat(park.nanos()).isEqualTo(50);
        assertThat(park.count()).isEqualTo(2);
        assertThat(park.children())
                .extracting(StackTree.Node::label)
                .containsExactly("com.acme.Cart.add:40", "com.acme.Cart.add:12");
    }

    @Test
    void onlyTheTenHeaviestStacksAreShown() {
        Sample[] pins = IntStream.rangeClosed(1, 12)
                .mapToObj(i -> Samples.pin(i, 1, NATIVE, Samples.stack("com.acme.Site" + i + ".run")))
                .toArray(Sample[]::new);
        StackTree tree = Samples.block(Samples.section(PINS, Coverage.NONE, pins), "stacks", StackTree.class);

        assertThat(tree.title()).isEqualTo("The 10 heaviest of 12 stacks");
        assertThat(tree.roots()).hasSize(10).noneMatch(node -> node.label().matches(".*Site[12]\\.run"));
    }

    @Test
    void theJvmsOwnPinsAreKeptApart() {
        Pin poller = new Pin(Instant.EPOCH, 5, new ThreadRef(9, "SubPoller-3", 0, true), null, null, null, PAY);
        Pin waiting = Samples.pin(5, 4, "Waited for initialization of sun.nio.ch.Poller by another thread", PAY);
        Pin named = new Pin(Instant.EPOCH, 5, new ThreadRef(9, "SubPoller-mine", 0, true), null, null, null, PAY);
        Section section = Samples.section(PINS, Coverage.NONE, poller, waiting, named);

        assertThat(Samples.block(section, "headline", Note.class).sentences())
                .contains("2 pins are the JVM's own, of its network pollers, and in none of the figures below.");
        assertThat(Samples.block(section, "sites", Table.class)
                        .rows()
                        .getLast()
                        .cells()
                        .get(1))
                .isEqualTo(Cell.count(1));
    }

    @ParameterizedTest
    @EnumSource(State.class)
    void noPinsReadsDifferentlyInEveryState(State state) {
        Coverage coverage = coverage("a.jfr", event(state, 0, Duration.ZERO, 0, 0));
        String expected = switch (state) {
            case RECORDED, SILENT -> "0 pins: recorded, threshold 0 ms, stacks whole.";
            case OFF -> "Pinning was not recorded: jdk.VirtualThreadPinned was off.";
            case UNKNOWN -> "Pinning was not recorded: this JDK does not know jdk.VirtualThreadPinned.";
            case UNSTATED ->
                "0 pins in the recording, which does not tell whether jdk.VirtualThreadPinned was on:"
                        + " its settings (jdk.ActiveSetting) were not recorded.";
        };

        assertThat(headline(Samples.section(PINS, coverage))).containsExactly(expected);
    }

    @Test
    void severalRecordingsAreNamed() {
        Coverage coverage = coverage("a.jfr", event(State.OFF, 0, null, 0, 0))
                .and(coverage("b.jfr", event(State.RECORDED, 7, Duration.ofMillis(20), 1, 3)));
        Section section = Samples.section(PINS, coverage);

        assertThat(headline(section))
                .containsExactly(
                        "a.jfr: Pinning was not recorded: jdk.VirtualThreadPinned was off.",
                        "b.jfr: 7 pins: recorded, threshold 20 ms, 1 of 7 without a stack,"
                                + " 3 of 7 stacks cut at 64 frames.");
        assertThat(section.findings())
                .extracting(Finding::id, Finding::summary)
                .containsExactly(
                        tuple("pinsNotRecorded", "a.jfr: Pinning was not recorded."),
                        tuple("pinStacksCut", "b.jfr: 3 of 7 stacks cut at 64 frames."),
                        tuple("pinStacksMissing", "b.jfr: 1 of 7 pins have no stack."),
                        tuple("pinThreshold", "b.jfr: Pins shorter than 20 ms are not in this recording."));
    }

    @Test
    void withoutARecordingItSaysSo() {
        assertThat(Samples.section(PINS, Coverage.NONE).isEmpty()).isTrue();
    }

    private static List<String> headline(Section section) {
        return Samples.block(section, "headline", Note.class).sentences();
    }

    private static OfEvent event(
            State state, long count, @Nullable Duration threshold, long withoutStack, long truncated) {
        return new OfEvent(Pin.EVENT, state, count, threshold, true, withoutStack, truncated, truncated > 0 ? 64 : 0);
    }

    private static Coverage coverage(String file, OfEvent event) {
        return Coverage.of(new Coverage.OfSource(
                new Origin(file, null, file, Instrument.JFR), null, null, 0, 0, List.of(event), List.of()));
    }
}
