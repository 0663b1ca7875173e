package dev.loomweight.pins.pinning.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.pins.pinning.PinFigures;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.pins.pinning.PinReading;
import dev.loomweight.pins.pinning.Pins;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.Events;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PinComparisonTest {

    private static final Origin SHOP = new Origin("shop", null, "shop.jfr", Instrument.JFR);
    private static final int SYNCHRONIZED = 0x20;
    private static final int NATIVE = 0x100;
    private static final long MILLIS = 1_000_000;

    private static final Subject<Pins, PinReading> PINS = PinFigures.of(PinOptions.NONE);

    private final PinComparison comparison = new PinComparison();

    @Test
    void sitesAppearVanishGrowShrinkAndStay() {
        Section section = between(
                folded(
                        10,
                        held("com.acme.A.gone", 7, 90),
                        held("com.acme.A.more", 7, 20),
                        held("com.acme.A.less", 7, 50),
                        held("com.acme.A.same", 7, 100)),
                folded(
                        10,
                        held("com.acme.A.more", 8, 60),
                        held("com.acme.A.less", 9, 20),
                        held("com.acme.A.same", 10, 105),
                        held("com.acme.A.fresh", 7, 70)));

        assertThat(kinds(section))
                .containsExactly(
                        "com.acme.A.gone gone",
                        "com.acme.A.fresh new",
                        "com.acme.A.more longer",
                        "com.acme.A.less shorter",
                        "com.acme.A.same as before");
        assertThat(section.verdict().orElseThrow().sentences())
                .containsExactly(
                        "Of 5 sites, 1 is gone, 1 is new, 1 is longer, 1 is shorter.",
                        "160 pins of 10.4 s (1.04 s per second) before, 160 pins of 10.2 s (1.02 s per second) after.");
        assertThat(section.findings())
                .extracting(finding -> finding.id() + " "
                        + finding.summary().substring(0, finding.summary().indexOf(':')))
                .containsExactly("pinSiteAppeared New", "pinSiteGrew Longer");
    }

    /** The machine, or the load: at most sites alike. */
    @Test
    void whatMovesAllSitesIsNoDifferenceOfTheProgram() {
        Section load = between(
                folded(10, held("com.acme.A.a", 7, 9), held("com.acme.A.b", 7, 5), held("com.acme.A.c", 7, 2)),
                folded(5, held("com.acme.A.a", 7, 9), held("com.acme.A.b", 7, 5), held("com.acme.A.c", 7, 2)));
        assertThat(load.findings()).isEmpty();
        assertThat(load.verdict().orElseThrow().sentences())
                .startsWith(
                        "The load differs: at most sites, pins came 2.0 times as often after as before. What remains is"
                                + " compared for equal load.")
                .anyMatch(words ->
                        words.startsWith("No difference is certain at 3 sites; the smallest that this much data"
                                + " could show at one of them: "));
        Section pace = between(
                folded(10, held("com.acme.A.a", 7, 10), held("com.acme.A.b", 7, 50), held("com.acme.A.c", 7, 20)),
                folded(10, held("com.acme.A.a", 7, 30), held("com.acme.A.b", 7, 150), held("com.acme.A.c", 7, 20)));
        assertThat(kinds(pace))
                .as("two of three")
                .containsExactly("com.acme.A.b longer", "com.acme.A.a longer", "com.acme.A.c as before");
        Section all = between(
                folded(10, held("com.acme.A.a", 7, 10), held("com.acme.A.b", 7, 50), held("com.acme.A.c", 7, 20)),
                folded(10, held("com.acme.A.a", 7, 30), held("com.acme.A.b", 7, 150), held("com.acme.A.c", 7, 60)));
        assertThat(all.findings()).isEmpty();
        assertThat(all.verdict().orElseThrow().sentences().getFirst())
                .isEqualTo(
                        "At most sites, each pin took 3.0 times as long after as before: the machine or the load. What"
                                + " remains is compared without it.");
    }

    @Test
    void ratesAreComparedWhereRecordingsDifferInLength() {
        Pin pin = pin("com.acme.A.work", 7, 30);
        Section section = between(folded(10, List.of(pin)), folded(20, List.of(pin, pin)));

        assertThat(kinds(section)).containsExactly("com.acme.A.work as before");
        assertThat(table(section, "sites").rows().getFirst().cells())
                .endsWith(new Cell.Nanos(3 * MILLIS), new Cell.Nanos(3 * MILLIS), new Cell.Nanos(0));
        assertThat(table(section, "totals").rows().getFirst().cells())
                .containsSubsequence(Cell.count(1), Cell.count(2), new Cell.Nanos(30 * MILLIS));
    }

    @Test
    void aSiteIsTheSameOnAnotherJdk() {
        Pin before = pin(null, 50, frame("com.acme.A", "call", 9, 0), frame("com.acme.Lib", "walk", 3, NATIVE));
        Pin after = pin(
                "Native or VM frame on stack",
                50,
                frame("com.acme.A", "call", 12, 0),
                frame("com.acme.Lib", "walk", 4, NATIVE));
        List<Pin> was = new ArrayList<>(held("com.acme.A.held", 7, 30));
        was.add(before);
        Section section = between(folded(10, was), new Folded<>(fold(List.of(after)), coverage(10, true)));

        assertThat(kinds(section)).containsExactly("com.acme.A.held gone", "com.acme.Lib.walk as before");
        assertThat(section.verdict().orElseThrow().sentences())
                .contains("Monitors pin on the JDK used before, but not on the JDK used after (JDK 24+).");
    }

    @Test
    void noPinsAndNotRecordedReadDifferently() {
        assertThat(between(folded(5), folded(5)).verdict().orElseThrow().sentences())
                .containsExactly("No pins before, and none after; pinning was recorded in both.");
        Section off = between(folded(5), new Folded<>(fold(List.of()), coverage(State.OFF, Duration.ZERO)));
        assertThat(off.blocks()).isEmpty();
        assertThat(off.findings())
                .extracting(Finding::summary)
                .containsExactly("Pinning was not recorded after, so pins cannot be compared.");
        assertThat(between(folded(5), new Folded<>(fold(List.of()), Coverage.NONE))
                        .findings())
                .extracting(Finding::summary)
                .containsExactly("There is no recording after, so pins cannot be compared.");
        assertThat(between(new Folded<>(fold(List.of()), Coverage.NONE), new Folded<>(fold(List.of()), Coverage.NONE))
                        .isEmpty())
                .isTrue();
    }

    @Test
    void thresholdsThatDifferAreSaid() {
        Folded<Pins> coarse = new Folded<>(fold(List.of()), coverage(State.SILENT, Duration.ofMillis(20)));

        assertThat(between(coarse, folded(5)).findings())
                .extracting(Finding::summary)
                .containsExactly("Pins cannot be compared: pins were recorded from 20 ms before, and from 0 ms after.");
        assertThat(between(coarse, folded(5)).blocks()).hasSize(1);
    }

    @Test
    void unrelatedApplicationsAreNotCompared() {
        Section section = between(folded(10, held("com.acme.A.a", 7, 9)), folded(10, held("org.other.B.b", 7, 5)));

        assertThat(section.findings()).extracting(Finding::id).containsExactly("applicationsDiffer");
        assertThat(section.verdict().orElseThrow().sentences())
                .containsExactly(
                        "Pins cannot be compared: the two have no site and no package of the application in common.");
    }

    /** The first pin of a JVM can be missing on JDK 21: a site without another may be unseen. */
    @Test
    void aSiteThatPinsOnceIsPerhapsGone() {
        Pin once = pin("com.acme.A.once", 7, 30);
        List<Pin> both = new ArrayList<>(held("com.acme.A.often", 7, 20));
        both.add(once);
        Folded<Pins> from = fromStart(20);

        Section gone = between(coarse(both), from);
        assertThat(kinds(gone)).containsExactly("com.acme.A.often gone", "com.acme.A.once perhaps gone");
        assertThat(gone.verdict().orElseThrow().sentences())
                .contains("1 site is only perhaps new or gone: a recording without the site begins with its"
                        + " JVM, and JDK 21 to 23 record the first pin of a JVM too short: one that this makes shorter than"
                        + " the threshold is missing. The site has no more than one pin in a JVM.");
        Section come = between(from, coarse(List.of(once)));
        assertThat(kinds(come)).containsExactly("com.acme.A.once perhaps new");
        assertThat(come.findings())
                .filteredOn(finding -> finding.id().equals("pinSiteAppeared"))
                .extracting(Finding::explanation)
                .allMatch(words ->
                        words.startsWith("no pins before, 1 pin of 30 ms after. It may not be new: a recording"));
        // From 0 ms, a pin that is too short is recorded; but one pin is chance.
        assertThat(between(folded(10, List.of(once)), fromStart(0))
                        .verdict()
                        .orElseThrow()
                        .sentences())
                .contains(
                        "1 site is only perhaps new or gone: there are so few pins that the other run may have none by"
                                + " chance.");
    }

    private Folded<Pins> coarse(List<Pin> pins) {
        return new Folded<>(
                fold(pins),
                coverage(10, Events.of(Pin.EVENT, State.RECORDED, 1, Duration.ofMillis(20), true, 0, 0, 64)));
    }

    private Folded<Pins> fromStart(long thresholdMillis) {
        Pins into = PINS.fold().empty();
        Instant start = Instant.ofEpochMilli(1_000_000);
        PINS.fold().add(into, SHOP, new RecordedJvm(start, 1, 999_900, "21", CarrierOptions.of("-Djdk.x=1"), false));
        OfEvent pins = Events.of(
                Pin.EVENT, State.SILENT, 0, Duration.ofMillis(thresholdMillis), true, 0, 0, 64, List.of("duration"));
        return new Folded<>(into, coverage(10, pins));
    }

    /** All classes in another package, on a machine that is twice as slow: only what moved shows that. */
    @Test
    void whatMovedAsAWholeIsComparedWithoutThePaceOfTheMachine() {
        Section section = between(
                folded(10, moving("com.acme.A.a", 5), moving("com.acme.A.b", 9), moving("com.acme.A.c", 20)),
                folded(
                        10,
                        moving("com.acme.shop.A.a", 10),
                        moving("com.acme.shop.A.b", 18),
                        moving("com.acme.shop.A.c", 40)));
        assertThat(kinds(section))
                .containsExactlyInAnyOrder(
                        "com.acme.shop.A.a moved from com.acme.A.a",
                        "com.acme.shop.A.b moved from com.acme.A.b",
                        "com.acme.shop.A.c moved from com.acme.A.c");
        assertThat(section.verdict().orElseThrow().sentences())
                .startsWith(
                        "At most sites, each pin took 2.0 times as long after as before: the machine or the load. What"
                                + " remains is compared without it.",
                        "Of 3 sites, 3 moved.");
    }

    /** As where classes are loaded when they are first used, here or there. */
    @Test
    void whatMayBeGoneAndNewByChanceHasOnlyPerhapsMoved() {
        Section section = between(
                folded(
                        10,
                        held("com.acme.A.same", 7, 20),
                        moving("com.acme.B.one", 5).subList(0, 1)),
                folded(
                        10,
                        held("com.acme.A.same", 7, 20),
                        moving("com.acme.B.two", 9).subList(0, 1)));
        assertThat(kinds(section))
                .containsExactly("com.acme.A.same as before", "com.acme.B.two perhaps moved from com.acme.B.one");
        assertThat(section.verdict().orElseThrow().sentences().getFirst()).startsWith("No difference is certain");
    }

    /** Waits for class loading have stacks where the pins of the application were recorded without, or have lost theirs. */
    @Test
    void aFewPinsWithStacksAreNoSitesToCompare() {
        List<Pin> without = held("com.acme.A.work", 7, 20).stream()
                .map(pin -> new Pin(
                        pin.start(), pin.nanos(), pin.thread(), null, null, null, new StackTrace(List.of(), false)))
                .toList();
        Section section = between(
                folded(10, held("com.acme.A.work", 7, 20)),
                folded(10, without, held("com.acme.A.other", 7, 20).subList(0, 3)));
        assertThat(section.findings())
                .extracting(Finding::summary)
                .containsExactly("Pins cannot be compared: pins were recorded without stacks after.");
    }

    @Test
    void fewPinsShowNoDifferenceAndNoFigureSaysTheyCould() {
        Section section = between(
                folded(10, held("com.acme.A.few", 7, 20).subList(0, 3)),
                folded(10, held("com.acme.A.few", 7, 20).subList(0, 3)));
        assertThat(section.verdict().orElseThrow().sentences())
                .startsWith("No difference is certain at 1 site: no site has enough pins to show even twice as many, or"
                        + " pins twice as long. Record for longer, or under more load.");
    }

    private static List<Pin> moving(String method, long millis) {
        int dot = method.lastIndexOf('.');
        Frame holder = frame(method.substring(0, dot), method.substring(dot + 1), 7, SYNCHRONIZED);
        Frame caller = frame(method.substring(0, dot) + "Service", "handle", 9, 0);
        return held(method, 7, millis).stream()
                .map(pin -> new Pin(
                        pin.start(),
                        pin.nanos(),
                        pin.thread(),
                        null,
                        null,
                        null,
                        new StackTrace(List.of(frame("java.lang.Thread", "sleep", -1, 0), holder, caller), false)))
                .toList();
    }

    @Test
    void oneRecordingHasNoBefore() {
        assertThat(comparison
                        .within(PINS.read(folded(5, held("com.acme.A.work", 7, 30))))
                        .isEmpty())
                .isTrue();
    }

    /** Forty pins over five seconds, some longer and some shorter by a tenth. */
    private static List<Pin> held(String method, int line, long millis) {
        List<Pin> pins = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Pin pin = pin(method, line, millis);
            pins.add(new Pin(
                    Instant.EPOCH.plusMillis(i * 125L),
                    pin.nanos() * (9 + i % 3) / 10,
                    pin.thread(),
                    null,
                    null,
                    null,
                    pin.stack()));
        }
        return pins;
    }

    private static Pin pin(String method, int line, long millis) {
        int dot = method.lastIndexOf('.');
        return pin(null, millis, frame(method.substring(0, dot), method.substring(dot + 1), line, SYNCHRONIZED));
    }

    private static Pin pin(@Nullable String reason, long millis, Frame... frames) {
        List<Frame> all = new ArrayList<>(List.of(frame("java.lang.Thread", "sleep", -1, 0)));
        all.addAll(List.of(frames));
        return new Pin(
                Instant.EPOCH,
                millis * MILLIS,
                new ThreadRef(1, "", 0, true),
                null,
                reason == null ? null : "LockSupport.park",
                reason,
                new StackTrace(all, false));
    }

    private static Frame frame(String type, String method, int line, int modifiers) {
        return new Frame(type, method, "()V", line, 0, modifiers, "Interpreted");
    }

    private Section between(Folded<Pins> before, Folded<Pins> after) {
        return comparison.changes(PINS.read(before), PINS.read(after));
    }

    private Pins fold(List<Pin> pins) {
        Pins into = PINS.fold().empty();
        pins.forEach(pin -> PINS.fold().add(into, SHOP, pin));
        return into;
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // they are only read
    private Folded<Pins> folded(long seconds, List<Pin>... pins) {
        List<Pin> all = new ArrayList<>();
        for (List<Pin> some : pins) {
            all.addAll(some);
        }
        return new Folded<>(fold(all), coverage(seconds, false));
    }

    private static Coverage coverage(State state, Duration threshold) {
        return coverage(5, Events.of(Pin.EVENT, state, 0, threshold, true, 0, 0, 64));
    }

    private static Coverage coverage(long seconds, boolean reasons) {
        return coverage(
                seconds,
                Events.of(
                        Pin.EVENT,
                        State.RECORDED,
                        1,
                        Duration.ZERO,
                        true,
                        0,
                        0,
                        64,
                        reasons ? List.of("duration", "pinnedReason") : List.of("duration")));
    }

    private static Coverage coverage(long seconds, OfEvent event) {
        return Coverage.of(new Coverage.OfSource(
                SHOP, Instant.EPOCH, Instant.EPOCH.plusSeconds(seconds), 0, 0, List.of(event), List.of()));
    }

    private static List<String> kinds(Section section) {
        return table(section, "sites").rows().stream()
                .map(row -> ((Cell.Text) row.cells().get(0)).value() + " "
                        + ((Cell.Text) row.cells().get(3)).value())
                .toList();
    }

    private static Table table(Section section, String id) {
        return section.blocks().stream()
                .filter(block -> block.id().equals(id) && !(block instanceof Note))
                .map(Table.class::cast)
                .findFirst()
                .orElseThrow();
    }
}
