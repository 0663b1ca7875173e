package dev.loomweight.pins.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.match.Regex;
import dev.loomweight.render.Format;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.Events;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.JvmTexts.Scheduler;
import dev.loomweight.sample.MachineEvents.ContainerConfiguration;
import dev.loomweight.sample.MachineEvents.CpuInformation;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadEvents.MonitorWait;
import dev.loomweight.sample.ThreadEvents.ThreadStart;
import dev.loomweight.sample.ThreadRef;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** From samples to the section, without class files: what modifiers and the JVM's reasons tell. */
class PinAnalysisTest {

    private static final Origin SHOP = new Origin("shop", null, "shop.jfr", Instrument.JFR);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final long MILLIS = 1_000_000;
    private static final int SYNCHRONIZED = 0x20;
    private static final int NATIVE = 0x100;
    private static final String FREEZE = "Freeze or preempt failed (2)";
    private static final String NATIVE_REASON = "Native or VM frame on stack";
    private static final Frame SLEEP = frame("java.lang.Thread", "sleep", 0);
    private static final Frame ADD = frame("com.acme.Cart", "add", SYNCHRONIZED);
    private static final Frame MAIN = frame("com.acme.Shop", "main", 0);
    private static final Frame FOR_NAME = frame("java.lang.Class", "forName0", NATIVE);
    private static final StackTrace HELD = stack(SLEEP, ADD, MAIN);
    private static final StackTrace CALLED_BACK =
            stack(SLEEP, frame("com.acme.Cart", "visit", 0), frame("com.acme.Lib", "walk", NATIVE), MAIN);

    @Test
    void aSynchronizedMethodIsKnownByItsModifiers() {
        Section section = section(Coverage.NONE, pin(0, 20, HELD), pin(100, 30, HELD));

        assertThat(row(section, "sites", 0))
                .startsWith(
                        Cell.text("com.acme.Cart.add"),
                        Cell.text("java.lang.Thread.sleep"),
                        Cell.text("a synchronized method"),
                        Cell.count(2))
                .endsWith(Cell.text("no"))
                .contains(new Cell.Nanos(50 * MILLIS), new Cell.Nanos(30 * MILLIS), Cell.count(1));
        assertThat(row(section, "holders", 0))
                .contains(
                        Cell.text("synchronizedMethod"),
                        Cell.text("this"),
                        Cell.text("java.lang.Thread.sleep"),
                        Cell.text("no"));
        assertThat(finding(section, "pinSite").summary())
                .isEqualTo("com.acme.Cart.add is synchronized on this while it blocks in Thread.sleep.");
    }

    @Test
    void whatOnlyAClassFileTellsIsUnknownAndSaysWhatWouldTell() {
        StackTrace stack = stack(SLEEP, frame("com.acme.Cart", "remove", 0), MAIN);
        Section section = section(Coverage.NONE, pin(0, 20, stack));

        assertThat(row(section, "sites", 0))
                .startsWith(
                        Cell.text("com.acme.Cart.remove"), Cell.text("java.lang.Thread.sleep"), Cell.text("unknown"));
        assertThat(finding(section, "pinHoldersUnknown").solution()).contains("--classpath", "--jdk");
    }

    @Test
    void sitesThatDifferByTheBlockingCallAloneShowIt() {
        StackTrace reads = stack(frame("java.net.Socket$SocketInputStream", "read", 0), ADD, MAIN);
        Section section = section(Coverage.NONE, pin(0, 20, HELD), pin(50, 30, reads));
        Table sites = block(section, "sites", Table.class);

        assertThat(row(section, "sites", 0))
                .startsWith(Cell.text("com.acme.Cart.add"), Cell.text("java.net.Socket$SocketInputStream.read"));
        assertThat(row(section, "sites", 1))
                .startsWith(Cell.text("com.acme.Cart.add"), Cell.text("java.lang.Thread.sleep"));
        assertThat(sites.rows())
                .as("one row each, so that sums of rows are the total")
                .hasSize(3);
        assertThat(row(section, "sites", 2)).contains(Cell.count(2), new Cell.Nanos(50 * MILLIS));
        assertThat(section.findings())
                .filteredOn(finding -> finding.id().equals("pinSite"))
                .extracting(Finding::summary)
                .doesNotHaveDuplicates()
                .allMatch(summary -> summary.endsWith("while it blocks in Thread.sleep.")
                        || summary.endsWith("while it blocks in Socket$SocketInputStream.read."));
    }

    @Test
    void sitesThatReadAlikeSayWhatSetsThemApart() {
        StackTrace inside = stack(SLEEP, ADD, frame("com.acme.Shop", "sell", SYNCHRONIZED), MAIN);
        StackTrace further = stack(SLEEP, ADD, frame("com.acme.Shop", "give", SYNCHRONIZED), MAIN);
        Section section = section(Coverage.NONE, pin(0, 20, inside), pin(50, 30, further));

        assertThat(row(section, "sites", 0)).contains(Cell.text("a synchronized method (inside Shop.give)"));
        assertThat(row(section, "sites", 1)).contains(Cell.text("a synchronized method (inside Shop.sell)"));
        assertThat(section.findings())
                .filteredOn(finding -> finding.id().equals("pinSite"))
                .extracting(Finding::summary)
                .containsExactly(
                        "com.acme.Cart.add is synchronized on this while it blocks in Thread.sleep (inside Shop.give).",
                        "com.acme.Cart.add is synchronized on this while it blocks in Thread.sleep (inside Shop.sell).");
    }

    @Test
    void theCostliestSiteIsFirstAndTheTotalLast() {
        Section section = section(Coverage.NONE, pin(0, 20, HELD), pin(50, 90, CALLED_BACK));
        Table sites = block(section, "sites", Table.class);

        assertThat(sites.rows()).hasSize(3);
        assertThat(row(section, "sites", 0)).startsWith(Cell.text("com.acme.Lib.walk"));
        assertThat(sites.rows().getLast().role()).isEqualTo(Role.TOTAL);
        assertThat(row(section, "sites", 2)).contains(Cell.count(2), new Cell.Nanos(110 * MILLIS));
    }

    @Test
    void formatsForMachinesHoldEverySiteAndTheTotalApart() throws IOException {
        Report report = new Report("pins", "shop", List.of(section(Coverage.NONE, pinsAtSites(40))));

        JsonObject sites = JsonParser.parseString(written(report, Format.JSON, TextOptions.AS_TABLE))
                .getAsJsonObject()
                .getAsJsonArray("sections")
                .get(0)
                .getAsJsonObject()
                .getAsJsonArray("blocks")
                .asList()
                .stream()
                .map(JsonElement::getAsJsonObject)
                .filter(block -> block.get("id").getAsString().equals("sites"))
                .findFirst()
                .orElseThrow();
        assertThat(sites.getAsJsonArray("rows"))
                .hasSize(40)
                .allMatch(row -> !row.getAsJsonObject().has("role"))
                .allMatch(row -> row.getAsJsonObject().get("site").getAsString().startsWith("com.acme.Site"));
        assertThat(sites.getAsJsonArray("totals")).hasSize(1);
        assertThat(sites.getAsJsonArray("totals")
                        .get(0)
                        .getAsJsonObject()
                        .get("pinsCount")
                        .getAsLong())
                .isEqualTo(40);

        assertThat(written(report, Format.CSV, TextOptions.AS_TABLE).lines())
                .filteredOn(line -> line.startsWith("pins.sites,"))
                .hasSize(40);
        assertThat(written(report, Format.CSV, TextOptions.AS_TABLE).lines())
                .filteredOn(line -> line.startsWith("pins.sites.totals,"))
                .hasSize(1);
        for (int i = 0; i < 40; i++) {
            assertThat(written(report, Format.SARIF, TextOptions.AS_TABLE)).contains("\"com.acme.Site" + i + ".add\"");
            assertThat(written(report, Format.HTML, TextOptions.AS_TABLE)).contains("com.acme.Site" + i + ".add");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"TEXT", "MARKDOWN"})
    void peopleSeeTheCostliestSites(Format format) throws IOException {
        Report report = new Report("pins", "shop", List.of(section(Coverage.NONE, pinsAtSites(40))));

        // Site 0 pinned for 1 ms, site 39 for 40 ms.
        assertThat(written(report, format, TextOptions.AS_TABLE))
                .containsPattern("\\(15 more\\)\\W+15\\W+120 ms")
                .contains("Site15.add", "37 more findings about single sites")
                .doesNotContain("Site14.add");
        assertThat(written(report, format, 38))
                .containsPattern("\\(2 more\\)\\W+2\\W+3 ms")
                .contains("Site2.add")
                .doesNotContain("Site1.add");
        // A row instead of one that says that it is not there.
        assertThat(written(report, format, 39)).contains("Site0.add").doesNotContain("(1 more)");
    }

    private static Pin[] pinsAtSites(int sites) {
        return IntStream.range(0, sites)
                .mapToObj(i ->
                        pin(100L * i, i + 1L, stack(SLEEP, frame("com.acme.Site" + i, "add", SYNCHRONIZED), MAIN)))
                .toArray(Pin[]::new);
    }

    private static String written(Report report, Format format, int top) throws IOException {
        StringBuilder text = new StringBuilder();
        format.renderer(new TextOptions(140, false).withTop(top)).render(report, text);
        return text.toString();
    }

    @Test
    void whereTheJvmGivesReasonsMonitorsDoNotPin() {
        StackTrace both = stack(SLEEP, ADD, frame("com.acme.Lib", "walk", NATIVE), MAIN);
        Section section = section(Coverage.NONE, pin(0, 20, "LockSupport.park", NATIVE_REASON, both));

        assertThat(row(section, "sites", 0))
                .startsWith(
                        Cell.text("com.acme.Lib.walk"),
                        Cell.text("java.lang.Thread.sleep"),
                        Cell.text("a native method"))
                .endsWith(Cell.text("yes"));
        assertThat(row(section, "holders", 0)).contains(Cell.text("yes"));
    }

    @Test
    void oneStretchOfTimeWithTwoEventsCountsOnce() {
        Pin pin = pin(0, 20, "Contended monitor enter", NATIVE_REASON, CALLED_BACK);
        Section section =
                section(Coverage.NONE, pin, new MonitorEnter(START, 20 * MILLIS, virtual(1, ""), null, CALLED_BACK));

        assertThat(block(section, "sites", Table.class).rows().getLast().cells())
                .contains(Cell.count(1));
    }

    @Test
    void monitorsArePinsWhereTheJvmGivesNoReasons() {
        StackTrace waiting =
                stack(frame("java.lang.Object", "wait0", NATIVE), frame("java.lang.Object", "wait", 0), MAIN);
        Section section = section(
                Coverage.NONE,
                new MonitorEnter(START, 20 * MILLIS, virtual(1, ""), "com.acme.Cart", stack(MAIN)),
                new MonitorWait(START, 30 * MILLIS, virtual(2, ""), "com.acme.Cart", waiting),
                new MonitorEnter(START, 70 * MILLIS, new ThreadRef(3, "main", 9, false), "com.acme.Cart", stack(MAIN)));

        assertThat(block(section, "holders", Table.class).rows())
                .extracting(row -> row.cells().get(2))
                .containsExactly(Cell.text("objectWait"), Cell.text("monitorEnter"));
    }

    @Test
    void aWaitThatDidUnmountIsNoPin() {
        StackTrace bottom = stack(frame("jdk.internal.vm.Continuation", "enterSpecial", NATIVE));
        Section section = section(Coverage.NONE, new MonitorWait(START, 0, virtual(1, ""), "com.acme.Cart", bottom));

        assertThat(section.blocks()).isEmpty();
    }

    @Test
    void theJvmsOwnPinsAreKeptApart() {
        Pin poller = new Pin(START, 5, virtual(9, "SubPoller-3"), null, null, null, HELD);
        Pin waiting =
                pin(0, 5, "Object.wait", "Waited for initialization of sun.nio.ch.Poller by another thread", HELD);
        Section section = section(Coverage.NONE, poller, waiting);

        assertThat(headline(section))
                .contains("2 pins are the JVM's own (network pollers, linking of classes) and in none of the figures"
                        + " below.");
    }

    @Test
    void threadsThatMeetOverLinkingAClassAreTheJvmsOwn() {
        Section section =
                section(Coverage.NONE, new MonitorEnter(START, 5, virtual(4, ""), "[I", stack(FOR_NAME, MAIN)));

        assertThat(headline(section)).anyMatch(sentence -> sentence.startsWith("1 pin is the JVM's own"));
        assertThat(section.blocks()).hasSize(1);
    }

    /** Code can have an int[] as its own lock. */
    @Test
    void withoutClassFilesAShortWaitForAnIntArrayIsCounted() {
        Section section = section(Coverage.NONE, new MonitorEnter(START, 5, virtual(4, ""), "[I", stack(MAIN)));

        assertThat(headline(section)).noneMatch(sentence -> sentence.contains("the JVM's own"));
        assertThat(row(section, "holders", 0)).contains(Cell.text("monitorEnter"), Cell.text("unknown"));
        assertThat(finding(section, "pinSite").summary())
                .isEqualTo("com.acme.Shop.main waits for an int[]: a monitor of the code, or the JVM's lock of a class;"
                        + " only the class file of com.acme.Shop that ran shows which.");
    }

    /** It linked for a long time, which is no noise: on JDK 21 nothing else shows such a wait. */
    @Test
    void aLongWaitForAClassThatIsLinkedIsAPin() {
        Section section = section(
                Coverage.NONE,
                new MonitorEnter(START, 30 * MILLIS, virtual(4, ""), "[I", platform("first"), stack(FOR_NAME, MAIN)));

        assertThat(row(section, "holders", 0)).contains(Cell.text("classLinking"), Cell.text("yes"));
        assertThat(row(section, "monitors", 0))
                .containsExactly(
                        Cell.text("int[]"),
                        Cell.text("com.acme.Shop.main"),
                        Cell.count(1),
                        new Cell.Nanos(30 * MILLIS),
                        new Cell.Nanos(30 * MILLIS),
                        Cell.text("first"));
    }

    @Test
    void onJdk21AWaitForAClassLoaderStaysOn24() {
        Section section = section(
                Coverage.NONE,
                new MonitorEnter(
                        START,
                        30 * MILLIS,
                        virtual(4, ""),
                        "com.acme.PluginClassLoader",
                        platform("first"),
                        stack(MAIN)));

        assertThat(row(section, "holders", 0)).contains(Cell.text("classLoaderLock"), Cell.text("yes"));
        assertThat(finding(section, "pinSite").summary())
                .isEqualTo(
                        "com.acme.Shop.main waits for the class loader com.acme.PluginClassLoader, whose lock was last"
                                + " held by first.");
    }

    /** The event of the wait names the monitor, whichever comes first; a pin of another time has none. */
    @Test
    void aPinIsJoinedWithTheEventOfItsWait() {
        Pin one = pin(0, 30, "Contended monitor enter", FREEZE, stack(MAIN));
        Pin other = pin(100, 20, "Contended monitor enter", FREEZE, stack(MAIN));
        MonitorEnter loader = new MonitorEnter(
                START, 30 * MILLIS, virtual(1, ""), "com.acme.PluginClassLoader", platform("first"), stack(MAIN));
        MonitorEnter link = new MonitorEnter(
                START.plusMillis(100), 20 * MILLIS, virtual(1, ""), "[I", platform("main"), stack(MAIN));
        MonitorEnter later = new MonitorEnter(
                START.plusMillis(500), 20 * MILLIS, virtual(1, ""), "com.acme.Cart", platform("main"), stack(MAIN));

        Section section = section(Coverage.NONE, one, other, loader, link, later);
        assertThat(block(section, "holders", Table.class).rows())
                .extracting(row -> row.cells().get(2))
                .containsExactly(Cell.text("classLoaderLock"), Cell.text("classLinking"));
        assertThat(block(section(Coverage.NONE, later, link, loader, other, one), "monitors", Table.class))
                .isEqualTo(block(section, "monitors", Table.class));
        assertThat(block(section(Coverage.NONE, one, later), "holders", Table.class)
                        .rows())
                .extracting(row -> row.cells().get(2))
                .containsExactly(Cell.text("freezeFailed"));
    }

    @Test
    void theMonitorAndItsLastOwnersAreNamed() {
        Sample[] waits = new Sample[5];
        for (int i = 0; i < waits.length; i++) {
            waits[i] = new MonitorEnter(
                    START.plusMillis(100L * i),
                    (20 + i) * MILLIS,
                    virtual(1, ""),
                    "com.acme.Cart",
                    platform("http-" + i),
                    stack(MAIN));
        }
        Section section = section(Coverage.NONE, waits);

        assertThat(finding(section, "pinSite").explanation())
                .endsWith(
                        "The monitor is of class com.acme.Cart; it was last held by http-4, http-3, http-2 and 2 more.");
    }

    @Test
    void allCarriersPinnedAtOnceIsAProblem() {
        Section section = section(
                Coverage.NONE,
                new Scheduler(2, 2, 2, 0, ""),
                new ThreadStart(EpochNanos.of(START), 1, 1, StackTrace.NONE),
                new ThreadStart(EpochNanos.of(START), 2, 1, StackTrace.NONE),
                pin(0, 100, HELD),
                pin(0, 100, CALLED_BACK),
                pin(500, 100, HELD));
        Finding starved = finding(section, "carriersStarved");

        assertThat(starved.severity()).isEqualTo(Finding.Severity.PROBLEM);
        assertThat(starved.summary())
                .isEqualTo(
                        "All carriers (2) were pinned at once, so that no other virtual thread could run: once, for 100 ms.");
        assertThat(block(section, "starvation", Table.class).rows())
                .singleElement()
                .satisfies(row -> {
                    assertThat(((Cell.Nanos) row.cells().get(1)).value()).isZero();
                    assertThat(((Cell.Nanos) row.cells().get(2)).value()).isEqualTo(100 * MILLIS);
                });
        assertThat(headline(section)).anyMatch(sentence -> sentence.contains("up to 2 were pinned at once"));
        assertThat(block(section, "carriersPinned", Series.class)
                        .lines()
                        .getFirst()
                        .points())
                .extracting(Series.Point::value)
                .contains(Cell.count(2), Cell.count(1), Cell.count(0));
    }

    /** Both have one stack: a window names the pin that was in it, by its monitor. */
    @Test
    void aWindowHasTheSitesOfItsOwnPins() {
        StackTrace needs = stack(frame("com.acme.Shop", "order", 0));
        StackTrace called = stack(SLEEP, frame("com.acme.Lib", "walk", NATIVE), MAIN);
        Section section = section(
                Coverage.NONE,
                new Scheduler(1, 1, 1, 0, ""),
                pin(0, 100, "Contended monitor enter", FREEZE, needs),
                new MonitorEnter(
                        START, 100 * MILLIS, virtual(1, ""), "com.acme.PluginClassLoader", platform("first"), needs),
                pin(500, 50, "Contended monitor enter", FREEZE, needs),
                pin(800, 20, "LockSupport.park", NATIVE_REASON, called));

        assertThat(block(section, "holders", Table.class).rows())
                .extracting(row -> row.cells().get(2))
                .containsExactly(Cell.text("classLoaderLock"), Cell.text("freezeFailed"), Cell.text("nativeCall"));
        assertThat(block(section, "starvation", Table.class).rows())
                .extracting(row -> row.cells().get(3))
                .containsExactly(
                        Cell.text("com.acme.Shop.order"),
                        Cell.text("com.acme.Shop.order"),
                        Cell.text("com.acme.Lib.walk"));
    }

    @Test
    void theNumberOfCarriersIsInTheTargetsCommand() {
        CaptureInfo info = new CaptureInfo(
                "shop",
                "21",
                1,
                START,
                List.of("java", "-Djdk.virtualThreadScheduler.parallelism=1"),
                CaptureInfo.Threads.NONE,
                CaptureEnd.COMPLETE.status(),
                null,
                CaptureInfo.End.UNKNOWN);

        assertThat(finding(section(Coverage.NONE, info, pin(0, 100, HELD)), "carriersPossiblyStarved")
                        .summary())
                .isEqualTo(
                        "As many carriers were pinned at once as the scheduler runs (1), so that other virtual threads may have waited: at most once, for 100 ms.");
        ThreadStart only = new ThreadStart(EpochNanos.of(START), 1, 1, StackTrace.NONE);
        assertThat(finding(section(Coverage.NONE, info, only, pin(0, 100, HELD)), "carriersStarved")
                        .summary())
                .startsWith("The only carrier was pinned, so that no other virtual thread could run: once, ");
    }

    @Test
    void theRecordingTellsAsManyCarriersAsProcessors() {
        Section section = section(
                Coverage.NONE,
                new CpuInformation(START, 8),
                new ContainerConfiguration(START, 0, 1),
                new RecordedJvm(START, 1, 0, "25", CarrierOptions.of("-Xmx1g"), false),
                pin(0, 100, HELD));

        assertThat(finding(section, "carriersPossiblyStarved").summary())
                .startsWith("As many carriers were pinned at once as the scheduler runs (1), so that ");
        assertThat(headline(section))
                .anyMatch(sentence -> sentence.contains("1 or more carriers (one per available processor)"));
    }

    @Test
    void anAskedTraceIsIgnoredWhereTheJvmGivesReasons() {
        CaptureInfo traced = new CaptureInfo(
                "shop",
                "25",
                1,
                START,
                List.of("java", "-Djdk.tracePinnedThreads=full", "-jar", "shop.jar"),
                CaptureInfo.Threads.NONE,
                CaptureEnd.COMPLETE.status(),
                null,
                CaptureInfo.End.UNKNOWN);
        Pin withReason = pin(0, 20, "LockSupport.park", NATIVE_REASON, CALLED_BACK);

        assertThat(finding(section(Coverage.NONE, traced, withReason), "tracePinnedIgnored")
                        .summary())
                .isEqualTo("-Djdk.tracePinnedThreads does nothing on this JDK.");
        assertThat(section(Coverage.NONE, traced, pin(0, 20, HELD)).findings())
                .as("on a JDK before 24 it prints")
                .extracting(Finding::id)
                .doesNotContain("tracePinnedIgnored");
        assertThat(section(Coverage.NONE, withReason).findings())
                .extracting(Finding::id)
                .doesNotContain("tracePinnedIgnored");
    }

    /** JDK 27 can leave values of options out of a recording (JEP 536). */
    @Test
    void aNumberOfCarriersThatWasLeftOutIsUnknown() {
        Section section = section(
                Coverage.NONE,
                new CpuInformation(START, 1),
                new RecordedJvm(
                        START,
                        1,
                        0,
                        "27",
                        CarrierOptions.of("-Djdk.virtualThreadScheduler.parallelism=[REDACTED]"),
                        false),
                pin(0, 100, HELD));

        assertThat(section.findings()).noneMatch(finding -> finding.id().startsWith("carriers"));
        assertThat(headline(section))
                .contains("Up to 1 carrier was pinned at once; the number of carriers was left out of the recording"
                        + " ([REDACTED]), so starvation cannot be detected; pass --carriers N.");
    }

    /** What is beyond a truncated stack can pin on every JDK. */
    @Test
    void whereATruncatedStackPinsOnNewerJdksIsUnknown() {
        StackTrace cut = new StackTrace(HELD.frames(), true);
        Section section = section(Coverage.NONE, pin(0, 20, cut));

        assertThat(row(section, "holders", 0)).contains(Cell.text("unknown"), Cell.text("21-23, unknown on 24+"));
        assertThat(finding(section, "pinSite").solution())
                .doesNotContain("no longer pins")
                .endsWith("On JDK 24+, where monitors do not pin, it pins only if something else on its stacks does:"
                        + " they are truncated.");
        assertThat(headline(section)).contains("Of that, 20 ms cannot be decided.");
    }

    @Test
    void theReleasesOfAMonitorAreThoseBefore24() {
        assertThat(row(section(Coverage.NONE, pin(0, 20, HELD)), "holders", 0))
                .contains(Cell.text("no"), Cell.text("21-23"));
        assertThat(row(section(Coverage.NONE, pin(0, 20, CALLED_BACK)), "holders", 0))
                .contains(Cell.text("yes"), Cell.text("21+"));
    }

    /** A native method that stands innermost has called nothing back. */
    @Test
    void aNativeMethodThatWaitsItselfHasNoCallback() {
        StackTrace waits = stack(frame("com.acme.Lib", "enter", NATIVE), MAIN);
        Section section = section(Coverage.NONE, pin(0, 20, "Contended monitor enter", NATIVE_REASON, waits));

        assertThat(finding(section, "pinSite").summary())
                .isEqualTo("Java code calls the native method com.acme.Lib.enter, which blocks.");
        assertThat(finding(section, "pinSite").solution()).isEqualTo("Call Lib.enter on a platform thread.");
        Section back = section(Coverage.NONE, pin(0, 20, "LockSupport.park", NATIVE_REASON, CALLED_BACK));
        assertThat(finding(back, "pinSite").summary())
                .isEqualTo(
                        "Java code calls the native method com.acme.Lib.walk, which calls com.acme.Cart.visit back, and"
                                + " that blocks in Thread.sleep.");
        assertThat(finding(back, "pinSite").solution())
                .isEqualTo("Call Lib.walk on a platform thread, or do not block in its callback Cart.visit.");
    }

    /** The storm was never seen, only that nothing explains what the JVM says. */
    @Test
    void whatNothingExplainsIsNotSaidToBeSo() {
        Section section = section(Coverage.NONE, pin(0, 20, "Object.wait", NATIVE_REASON, HELD));

        assertThat(finding(section, "pinSite").summary())
                .startsWith("The JVM could not unmount at a monitor, and no recorded frame shows why, as when many");
        assertThat(finding(section, "pinSite").solution()).startsWith("If many threads wait on one monitor there,");
        Section frozen = section(Coverage.NONE, pin(0, 20, "LockSupport.park", "Freeze or preempt failed (2)", HELD));
        assertThat(finding(frozen, "pinSite").summary())
                .startsWith(
                        "The JVM refused to unmount in Thread.sleep (\"Freeze or preempt failed (2)\"), as in critical");
    }

    @Test
    void aSnapshotTellsHowManyWaitedForACarrier() {
        Section section = section(
                Coverage.NONE,
                new Scheduler(2, 2, 2, 17, "pool"),
                new Scheduler(2, 2, 2, 5, "pool"),
                pin(0, 100, HELD));

        assertThat(headline(section)).contains("A snapshot found 17 virtual threads waiting for a carrier.");
    }

    @Test
    void whatOnlyClassFilesTellIsOneFindingWhereItsCostPutsIt() {
        StackTrace remove = stack(SLEEP, frame("com.acme.Cart", "remove", 0), MAIN);
        StackTrace clear = stack(SLEEP, frame("com.acme.Cart", "clear", 0), MAIN);
        Section section = section(
                Coverage.NONE, pin(0, 20, remove), pin(50, 20, clear), pin(100, 30, HELD), pin(200, 90, CALLED_BACK));

        assertThat(section.findings().stream().map(Finding::id).filter(id -> id.startsWith("pin")))
                .startsWith("pinSite", "pinHoldersUnknown", "pinSite");
        assertThat(finding(section, "pinHoldersUnknown").summary())
                .isEqualTo("The holder is unknown for 2 pins, 40 ms, for want of class files of com.acme.Cart,"
                        + " com.acme.Shop; seen in Cart.clear, Cart.remove.");
    }

    @Test
    void aSiteOfTheJdkHasTheNameOfWhoCalledIt() {
        StackTrace stack = stack(
                SLEEP,
                frame("com.acme.Cart", "price", 0),
                frame("java.util.concurrent.ConcurrentHashMap", "computeIfAbsent", SYNCHRONIZED),
                frame("com.acme.Shop", "total", 0));
        Section section = section(Coverage.NONE, pin(0, 20, stack));

        assertThat(row(section, "sites", 0))
                .startsWith(
                        Cell.text("com.acme.Shop.total"),
                        Cell.text("java.lang.Thread.sleep"),
                        Cell.text("a monitor of a library"));
        assertThat(row(section, "holders", 0))
                .startsWith(Cell.text("java.util.concurrent.ConcurrentHashMap.computeIfAbsent"))
                .contains(Cell.text("com.acme.Shop.total"));
    }

    @Test
    void withoutTheNumberOfCarriersItSaysSo() {
        Section section = section(Coverage.NONE, pin(0, 100, HELD));

        assertThat(headline(section)).anyMatch(sentence -> sentence.contains("pass --carriers N"));
        assertThat(section.findings()).noneMatch(finding -> finding.id().startsWith("carriers"));
    }

    @Test
    void filtersLeaveOut() {
        PinOptions.Filter filter = new PinOptions.Filter(
                Set.of(CauseKind.SYNCHRONIZED_METHOD),
                Regex.of("^worker"),
                Duration.ofMillis(10),
                List.of("com.acme.Cart"),
                START,
                START.plusSeconds(1));
        PinAnalysis analysis = new PinAnalysis(new PinOptions(PinOptions.NONE.code(), List.of(), filter, 0));
        Section section = section(
                analysis,
                Coverage.NONE,
                new Pin(START, 20 * MILLIS, virtual(1, "worker-1"), null, null, null, HELD),
                new Pin(START, 20 * MILLIS, virtual(1, "other"), null, null, null, HELD),
                new Pin(START, 9 * MILLIS, virtual(1, "worker-1"), null, null, null, HELD),
                new Pin(START, 20 * MILLIS, virtual(1, "worker-1"), null, null, null, CALLED_BACK),
                new Pin(START.plusSeconds(1), 20 * MILLIS, virtual(1, "worker-1"), null, null, null, HELD),
                new Pin(START.minusMillis(1), 20 * MILLIS, virtual(1, "worker-1"), null, null, null, HELD));

        assertThat(row(section, "sites", 0)).contains(Cell.count(1));
        assertThat(headline(section)).anyMatch(sentence -> sentence.startsWith("Only pins that pass the filters"));
    }

    @Test
    void aSiteInALibraryShowsWhoOfOnesOwnCalledIt() {
        PinAnalysis analysis =
                new PinAnalysis(new PinOptions(PinOptions.NONE.code(), List.of("com.acme."), PinOptions.Filter.ALL, 0));
        StackTrace stack = stack(SLEEP, frame("org.lib.Pool", "get", SYNCHRONIZED), MAIN);
        Section section = section(analysis, Coverage.NONE, pin(0, 20, stack));

        assertThat(row(section, "holders", 0))
                .contains(Cell.text("org.lib.Pool.get"), Cell.text("libraryMonitor"), Cell.text("com.acme.Shop.main"));
    }

    @Test
    void holderAndBlockerAreMarkedInTheStacks() {
        StackTree tree = block(section(Coverage.NONE, pin(0, 20, HELD)), "stacks", StackTree.class);
        StackTree.Node sleep = tree.roots().getFirst().children().getFirst();

        assertThat(sleep.marker()).isEqualTo(StackTree.Marker.BLOCKER);
        assertThat(sleep.children().getFirst().marker()).isEqualTo(StackTree.Marker.HOLDER);
    }

    @ParameterizedTest
    @EnumSource(State.class)
    void noPinsReadsDifferentlyInEveryState(State state) {
        OfEvent event = Events.of(Pin.EVENT, state, 0, Duration.ZERO, true, 0, 0, 0);
        Coverage coverage = Coverage.of(new Coverage.OfSource(SHOP, null, null, 0, 0, List.of(event), List.of()));
        String expected = switch (state) {
            case RECORDED, SILENT -> "0 pins recorded (threshold 0 ms, no truncated stacks).";
            case OFF -> "Pinning was not recorded: jdk.VirtualThreadPinned was off.";
            case UNKNOWN ->
                "Pinning was not recorded: the recording does not define jdk.VirtualThreadPinned: its JDK does not have"
                        + " this event, or a profiler other than JFR wrote it.";
            case UNSTATED ->
                "0 pins recorded, but jdk.VirtualThreadPinned may have been off:"
                        + " the settings (jdk.ActiveSetting) were not recorded.";
        };

        assertThat(headline(section(coverage))).containsExactly(expected);
    }

    @Test
    void whatIsMissingInTheRecordingIsAFinding() {
        OfEvent event = Events.of(Pin.EVENT, State.RECORDED, 7, Duration.ofMillis(20), true, 1, 3, 64);
        Coverage coverage = Coverage.of(new Coverage.OfSource(SHOP, null, null, 0, 0, List.of(event), List.of()));

        assertThat(section(coverage).findings())
                .extracting(Finding::id)
                .containsExactly("pinStacksCut", "pinStacksMissing", "pinThreshold");
    }

    /** On JDK 21, the first pin of a JVM is 2 to 5 ms too short: where that is in a recording, it is said. */
    @ParameterizedTest
    @CsvSource({"900, true", "20000, false"})
    void theFirstPinOfAJvmIsTooShort(long ageMillis, boolean said) {
        RecordedJvm jvm = new RecordedJvm(
                START, 1, START.toEpochMilli() - ageMillis, "21", CarrierOptions.of("-Djdk.x=1"), false);

        assertThat(section(Coverage.NONE, jvm, pin(0, 20, HELD)).blocks().stream()
                        .filter(block -> block.id().equals("blindSpots"))
                        .map(Note.class::cast)
                        .flatMap(note -> note.sentences().stream())
                        .anyMatch(sentence -> sentence.contains("record the first pin of a JVM too short")))
                .isEqualTo(said);
    }

    @Test
    void withoutARecordingItSaysNothing() {
        assertThat(section(Coverage.NONE).isEmpty()).isTrue();
    }

    private static Section section(Coverage coverage, Sample... samples) {
        return section(new PinAnalysis(), coverage, samples);
    }

    private static Section section(PinAnalysis analysis, Coverage coverage, Sample... samples) {
        Pins all = analysis.fold().empty();
        for (Sample sample : samples) {
            analysis.fold().add(all, SHOP, sample);
        }
        return analysis.finish(all, coverage);
    }

    private static Pin pin(long atMillis, long millis, StackTrace stack) {
        return pin(atMillis, millis, null, null, stack);
    }

    private static Pin pin(
            long atMillis, long millis, @Nullable String operation, @Nullable String reason, StackTrace stack) {
        return new Pin(START.plusMillis(atMillis), millis * MILLIS, virtual(1, ""), null, operation, reason, stack);
    }

    private static ThreadRef platform(String name) {
        return new ThreadRef(77, name, 78, false);
    }

    private static ThreadRef virtual(long id, String name) {
        return new ThreadRef(id, name, 0, true);
    }

    private static StackTrace stack(Frame... frames) {
        return new StackTrace(Arrays.asList(frames), false);
    }

    private static Frame frame(String type, String method, int modifiers) {
        return new Frame(type, method, "()V", -1, 0, modifiers, "Interpreted");
    }

    private static List<String> headline(Section section) {
        return block(section, "headline", Note.class).sentences();
    }

    private static List<Cell> row(Section section, String table, int row) {
        return block(section, table, Table.class).rows().get(row).cells();
    }

    private static Finding finding(Section section, String id) {
        return section.findings().stream()
                .filter(finding -> finding.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static <B extends Block> B block(Section section, String id, Class<B> type) {
        return section.blocks().stream()
                .filter(block -> block.id().equals(id))
                .map(type::cast)
                .findFirst()
                .orElseThrow();
    }
}
