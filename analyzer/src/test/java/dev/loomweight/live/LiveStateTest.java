package dev.loomweight.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.amount.Quantity;
import dev.loomweight.input.text.nmt.NmtText;
import dev.loomweight.kernel.diagnosis.HeldThreads;
import dev.loomweight.memory.live.LiveMemory;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.pins.pinning.live.LiveSite;
import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Locks;
import dev.loomweight.sample.Dumps.DumpedThread.Running;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.GroupTexts.ContainerLimit;
import dev.loomweight.sample.JvmTexts.Scheduler;
import dev.loomweight.sample.MachineEvents.CpuInformation;
import dev.loomweight.sample.MemoryEvents.NativeMemory;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.PinEvents.SubmitFailed;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadEvents.MonitorWait;
import dev.loomweight.sample.ThreadEvents.ThreadStart;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.times.CarrierInterval;
import dev.loomweight.times.CarrierInterval.Row;
import java.io.StringReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LiveStateTest {

    private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");
    private static final long MILLIS = 1_000_000;
    private static final int SYNCHRONIZED = 0x20;
    private static final ThreadRef THREAD = new ThreadRef(41, "worker", 0, true);

    private final LiveState state = new LiveState(PinOptions.NONE, Duration.ofSeconds(10));

    @Test
    void aPinIsSeenTwoSecondsAfterItEndedAndForAsLongAsTheWindow() {
        state.at(START.minusSeconds(20));
        state.add(pin("com.acme.Cart", "add", 300, 37 * MILLIS));

        assertThat(seen(1)).isEmpty();
        assertThat(seen(2)).containsExactly("com.acme.Cart.add");
        assertThat(seen(11)).containsExactly("com.acme.Cart.add");
        assertThat(seen(12)).isEmpty();
    }

    @Test
    void aSiteHasItsCauseItsSumsAndItsCostliestStack() {
        state.add(pin("com.acme.Cart", "add", 0, 37 * MILLIS));
        state.add(pin("com.acme.Cart", "add", 100, 5 * MILLIS));
        state.add(pin("com.acme.Dao", "load", 200, 50 * MILLIS));

        List<LiveSite> sites = state.at(START.plusSeconds(3)).pins().sites();

        assertThat(sites).extracting(LiveSite::name).containsExactly("com.acme.Dao.load", "com.acme.Cart.add");
        LiveSite cart = sites.get(1);
        assertThat(cart.cause().id()).isEqualTo("synchronizedMethod");
        assertThat(cart.holder()).isEqualTo("com.acme.Cart.add:12");
        assertThat(cart.blocker()).isEqualTo("java.lang.Thread.sleep");
        assertThat(cart.sum().count()).isEqualTo(2);
        assertThat(cart.sum().nanos()).isEqualTo(42 * MILLIS);
        assertThat(cart.sum().maxNanos()).isEqualTo(37 * MILLIS);
        assertThat(cart.stack()).contains("com.acme.Cart.add:12");
    }

    @Test
    void carriersThatStandStillAreShownAfterADump() {
        assertThat(state.at(START).held()).isEqualTo(LiveFigures.Held.UNSEEN);
        state.process(4711);
        for (int second = 0; second < 4; second++) {
            state.add(carriers(second, 0, 0));
        }
        LiveFigures.Held before = state.at(START.plusSeconds(4)).held();

        assertThat(before.all()).isTrue();
        assertThat(before.carriers()).isEqualTo(2);
        assertThat(before.leastNanos()).isEqualTo(4000 * MILLIS);
        assertThat(before.waiting()).isEqualTo(LiveFigures.UNKNOWN);
        assertThat(before.command()).isEqualTo("loomweight hang 4711");
        assertThat(before.sites()).noneMatch(HeldThreads.Site::isKnown);
        assertThat(state.wantsDumps()).isTrue();

        state.add(List.of(dump()), "");
        assertThat(state.wantsDumps()).as("a thread moved between the dumps").isTrue();

        state.add(List.of(dump()), "Carriers exhausted.");
        LiveFigures.Held after = state.at(START.plusSeconds(5)).held();

        assertThat(state.wantsDumps()).isFalse();
        assertThat(after.sites())
                .containsExactly(new HeldThreads.Site(
                        "com.acme.Cart.add:12", "java.lang.Thread.sleep", "", 2, List.of("http-1", "http-2")));
        assertThat(after.waiting()).isEqualTo(1);
        assertThat(after.verdict()).isEqualTo("Carriers exhausted.");

        state.add(new Scheduler(2, 2, 2, 9, ""));
        assertThat(state.at(START.plusSeconds(6)).held().waiting())
                .as("the scheduler's own number")
                .isEqualTo(9);

        state.add(carriers(4, 500, 0));
        LiveFigures.Held one = state.at(START.plusSeconds(7)).held();
        assertThat(one.all()).isFalse();
        assertThat(one.carriers()).isEqualTo(1);

        state.add(carriers(5, 500, 500));
        assertThat(state.at(START.plusSeconds(8)).held()).isEqualTo(LiveFigures.Held.none(2));
        assertThat(state.wantsDumps()).isFalse();
    }

    @Test
    void anOlderDumpShowsNothingOfCarriersThatAreHeldSince() {
        state.add(List.of(dump()), "Carriers exhausted.");
        for (int second = 10; second < 14; second++) {
            state.add(carriers(second, 0, 0));
        }
        LiveFigures.Held held = state.at(START.plusSeconds(14)).held();

        assertThat(state.wantsDumps()).isTrue();
        assertThat(held.verdict()).isEmpty();
        assertThat(held.sites()).noneMatch(HeldThreads.Site::isKnown);
    }

    private static CarrierTimes carriers(int second, long firstRan, long secondRan) {
        return new CarrierTimes(
                START.plusSeconds(second),
                START.plusSeconds(second + 1),
                List.of(carrier(1, firstRan), carrier(2, secondRan)),
                new CarrierInterval.Pool(2, 2, 2, -1),
                -1,
                -1,
                -1);
    }

    private static Row carrier(int number, long ran) {
        return new Row(number, "worker-" + number, 1000 * MILLIS, ran * MILLIS, 0, 2, 0, 2, 0, true, 20 + number);
    }

    /** Two threads that hold carriers at one place, and one that is ready. */
    private static DumpedThreads dump() {
        return new DumpedThreads(
                DumpedThreads.Kind.JSON,
                START.plusSeconds(3),
                "25",
                List.of(dumped(21, 11, "WAITING"), dumped(22, 12, "WAITING"), dumped(23, 0, "RUNNABLE")));
    }

    private static DumpedThread dumped(long id, long carrier, String state) {
        return new DumpedThread(
                id,
                "http-" + (id - 20),
                true,
                state,
                Running.on(carrier),
                List.of(frame("java.lang.Thread", "sleep"), frame("com.acme.Cart", "add")),
                Locks.NONE);
    }

    private static Frame frame(String type, String method) {
        return new Frame(type, method, "()V", 12, -1, 0, "");
    }

    @Test
    void ratesAreOfTheTimeThatWasSeen() {
        state.at(START);
        IntStream.range(0, 40).forEach(i -> state.add(pin("com.acme.Cart", "add", i * 100L, MILLIS)));

        assertThat(state.at(START.plusSeconds(5)).pins().perSecond()).isEqualTo(10);
        assertThat(state.at(START.plusSeconds(5)).windowNanos()).isEqualTo(4_000 * MILLIS);
        assertThat(state.at(START.plusSeconds(11)).pins().perSecond()).isEqualTo(4);
        assertThat(state.at(START.plusSeconds(60)).pins().perSecond()).isZero();
        assertThat(state.at(START.plusSeconds(60)).pins().total()).isEqualTo(40);
    }

    @Test
    void allCarriersPinnedAtOnceIsStarvation() {
        state.at(START);
        state.add(new CpuInformation(START, 2));
        state.add(pin("com.acme.Cart", "add", 0, 500 * MILLIS));
        state.add(pin("com.acme.Cart", "add", 200, 300 * MILLIS));

        LiveFigures.Carriers carriers = state.at(START.plusSeconds(2)).carriers();

        assertThat(carriers.parallelism()).isEqualTo(2);
        assertThat(carriers.starvedNanos())
                .as("how many carriers there were is not known")
                .isZero();
        assertThat(carriers.starvedTotalNanos()).isZero();
        assertThat(carriers.mostStarvedNanos()).isEqualTo(300 * MILLIS);
        assertThat(carriers.mostStarvedTotalNanos()).isEqualTo(300 * MILLIS);
        assertThat(carriers.mostPinned()).isEqualTo(2.0);
        assertThat(carriers.pinned()).isEqualTo(0.8);
        assertThat(state.at(START.plusSeconds(30)).carriers().mostStarvedNanos())
                .isZero();
        assertThat(state.at(START.plusSeconds(30)).carriers().mostStarvedTotalNanos())
                .isEqualTo(300 * MILLIS);
    }

    /** Pins of 4 ms, and the time before events were followed: what a window has of that can have been starved. */
    @Test
    void atMostIsABound() {
        state.add(new CpuInformation(START, 2));
        state.at(START.plusMillis(400));
        IntStream.range(100, 200).forEach(i -> {
            state.add(pin("com.acme.Cart", "add", i * 10L, 4 * MILLIS));
            state.add(pin("com.acme.Cart", "add", i * 10L, 4 * MILLIS));
        });

        assertThat(state.at(START.plusSeconds(3)).carriers().mostStarvedNanos())
                .as("of the first second, less than all was seen")
                .isEqualTo(1_400 * MILLIS);
        assertThat(state.at(START.plusSeconds(11)).carriers().mostStarvedNanos())
                .isEqualTo(1_400 * MILLIS);
        assertThat(state.at(START.plusSeconds(12)).carriers().mostStarvedNanos())
                .isEqualTo(400 * MILLIS);
    }

    /** A pin that began before events were followed does not make the window longer. */
    @Test
    void theWindowBeginsWhenEventsAreFollowed() {
        state.at(START.plusSeconds(100));
        state.add(pin("com.acme.Cart", "add", 0, 101_000 * MILLIS));

        assertThat(state.at(START.plusSeconds(104)).windowNanos()).isEqualTo(3_000 * MILLIS);
    }

    /** By the scheduler itself before and after, or by the starts of its carriers. */
    @Test
    void starvationIsCertainWhereTheNumberOfCarriersIsKnown() {
        state.add(new CpuInformation(START, 2));
        state.add(new Scheduler(2, 2, 2, 0, ""));
        state.at(START);
        state.add(new Scheduler(2, 2, 2, 0, ""));
        state.at(START.plusSeconds(1));
        state.add(pin("com.acme.Cart", "add", 100, 500 * MILLIS));
        state.add(pin("com.acme.Cart", "add", 300, 300 * MILLIS));
        // As Object.wait makes the JVM add one, which others run on.
        state.add(new Scheduler(2, 3, 2, 0, ""));
        state.at(START.plusSeconds(2));
        state.add(pin("com.acme.Cart", "add", 1100, 500 * MILLIS));
        state.add(pin("com.acme.Cart", "add", 1300, 300 * MILLIS));

        LiveFigures.Carriers carriers = state.at(START.plusSeconds(3)).carriers();
        assertThat(carriers.starvedTotalNanos()).isEqualTo(300 * MILLIS);
        assertThat(carriers.mostStarvedTotalNanos()).isEqualTo(600 * MILLIS);

        LiveState recorded = new LiveState(PinOptions.NONE, Duration.ofSeconds(10));
        recorded.add(new CpuInformation(START, 1));
        recorded.add(new ThreadStart(EpochNanos.of(START), 1, 1, StackTrace.NONE));
        recorded.add(pin("com.acme.Cart", "add", 100, 500 * MILLIS));
        assertThat(recorded.at(START.plusSeconds(2)).carriers().starvedNanos()).isEqualTo(500 * MILLIS);
    }

    @Test
    void aWaitPinsButTakesNoCarrierAway() {
        StackTrace stack = new StackTrace(
                List.of(frame("java.lang.Object", "wait0", 0x100), frame("com.acme.Queue", "take", SYNCHRONIZED)),
                false);
        state.add(new CpuInformation(START, 1));
        state.add(new MonitorWait(START, 900 * MILLIS, THREAD, "com.acme.Queue", stack));

        LiveFigures moment = state.at(START.plusSeconds(2));

        assertThat(moment.pins().sites()).extracting(site -> site.cause().id()).containsExactly("objectWait");
        assertThat(moment.carriers().starvedNanos()).isZero();
    }

    @Test
    void aWaitTakesACarrierAwayWhereNoneCanBeAdded() {
        StackTrace stack = new StackTrace(
                List.of(frame("java.lang.Object", "wait0", 0x100), frame("com.acme.Queue", "take", SYNCHRONIZED)),
                false);
        state.add(CarrierOptions.of(
                "-Djdk.virtualThreadScheduler.parallelism=1 -Djdk.virtualThreadScheduler.maxPoolSize=1"));
        state.add(new MonitorWait(START, 900 * MILLIS, THREAD, "com.acme.Queue", stack));

        assertThat(state.at(START.plusSeconds(2)).carriers().starvedNanos()).isEqualTo(900 * MILLIS);
    }

    @Test
    void whereTheJvmGivesReasonsMonitorsDoNotPin() {
        StackTrace stack = new StackTrace(List.of(frame("java.lang.Object", "wait0", 0x100)), false);
        state.add(new MonitorWait(START, 900 * MILLIS, THREAD, "com.acme.Queue", stack));
        state.givesReasons();
        state.add(new MonitorWait(START, 800 * MILLIS, THREAD, "com.acme.Queue", stack));

        assertThat(state.at(START.plusSeconds(2)).pins().sites()).hasSize(1);
        assertThat(state.at(START.plusSeconds(2)).pins().total()).isEqualTo(1);
    }

    /** The JVM writes the event of the wait, which names the monitor, before that of the pin. */
    @Test
    void aPinHasTheMonitorThatItsThreadWaitedFor() {
        StackTrace stack = new StackTrace(List.of(frame("com.acme.Shop", "order", 0)), false);
        state.givesReasons();
        state.add(new MonitorEnter(START, 30 * MILLIS, THREAD, "com.acme.PluginClassLoader", stack));
        state.add(waitingFor(START, stack));
        state.add(waitingFor(START.plusMillis(500), stack));

        assertThat(state.at(START.plusSeconds(2)).pins().sites())
                .extracting(site -> site.cause().id())
                .containsExactlyInAnyOrder("classLoaderLock", "freezeFailed");
    }

    private static Pin waitingFor(Instant start, StackTrace stack) {
        return new Pin(
                start, 30 * MILLIS, THREAD, null, "Contended monitor enter", "Freeze or preempt failed (2)", stack);
    }

    @Test
    void theOrderOfSamplesDoesNotMatter() {
        List<Sample> samples = new ArrayList<>(List.of(
                new CpuInformation(START, 2),
                pin("com.acme.Cart", "add", 0, 500 * MILLIS),
                pin("com.acme.Cart", "add", 200, 300 * MILLIS),
                pin("com.acme.Dao", "load", 2200, 700 * MILLIS)));
        LiveState other = new LiveState(PinOptions.NONE, Duration.ofSeconds(10));
        samples.forEach(state::add);
        Collections.reverse(samples.subList(1, samples.size()));
        samples.forEach(other::add);

        assertThat(other.at(START.plusSeconds(6))).isEqualTo(state.at(START.plusSeconds(6)));
    }

    @Test
    void threadsThatAreNotToldOfAreNotCounted() {
        LiveFigures.Threads threads = state.at(START.plusSeconds(4)).threads();

        assertThat(threads.started()).isEqualTo(LiveFigures.UNKNOWN);
        assertThat(threads.ended()).isEqualTo(LiveFigures.UNKNOWN);
        assertThat(threads.startedPerSecond()).isEqualTo(LiveFigures.UNKNOWN);
        assertThat(threads.history()).isEmpty();
        state.aliveBefore(1000);
        assertThat(state.at(START.plusSeconds(4)).threads().alive()).isEqualTo(LiveFigures.UNKNOWN);
        state.countsThreads();
        assertThat(state.at(START.plusSeconds(4)).threads().alive()).isEqualTo(1000);
    }

    @Test
    void threadsAreCounted() {
        state.at(START);
        IntStream.range(0, 30).forEach(i -> state.threadStarted(START.plusSeconds(1)));
        IntStream.range(0, 9).forEach(i -> state.threadEnded(START.plusSeconds(1)));
        state.add(new SubmitFailed(START, null, 5, null, StackTrace.NONE));

        LiveFigures.Threads threads = state.at(START.plusSeconds(4)).threads();

        assertThat(threads.started()).isEqualTo(30);
        assertThat(threads.ended()).isEqualTo(9);
        assertThat(threads.startedPerSecond()).isEqualTo(10);
        assertThat(threads.refused()).isEqualTo(1);
        assertThat(threads.alive()).isEqualTo(LiveFigures.UNKNOWN);
        state.aliveBefore(1000);
        assertThat(state.at(START.plusSeconds(4)).threads().alive()).isEqualTo(1021);
    }

    @Test
    void theSchedulerTellsMoreThanProcessors() {
        state.add(new CpuInformation(START, 64));
        state.add(new Scheduler(2, 3, 1, 17, ""));

        LiveFigures.Carriers carriers = state.at(START).carriers();

        assertThat(carriers.parallelism()).isEqualTo(2);
        assertThat(carriers.active()).isEqualTo(1);
        assertThat(carriers.queued()).isEqualTo(17);
    }

    @Test
    void anAnswerOfNmtReplacesWhatEventsToldAndHasTheStacks() {
        state.add(new NativeMemory(START, "Thread Stack", 99, 99));
        state.add(new NativeMemory(START, "Java Heap", 400, 300));
        assertThat(state.at(START).memory().categories())
                .extracting(LiveMemory.Category::name)
                .containsExactly("Java Heap");

        NmtText.parse(new StringReader("""
                                Native Memory Tracking:

                                Total: reserved=5000, committed=3000

                                -                 Java Heap (reserved=1000, committed=500)
                                                            (mmap: reserved=1000, committed=500)

                                -                    Thread (reserved=4000, committed=2500)
                                                            (threads #4)
                                                            (stack: reserved=3900, committed=2400)
                                                            (malloc=60 #30)
                                                            (arena=40 #20)
                                """), "nmt").forEach(state::add);
        LiveMemory.Figures memory = state.at(START).memory();

        assertThat(memory.tracking()).isEqualTo(LiveMemory.Tracking.ON);
        assertThat(memory.categories()).extracting(LiveMemory.Category::name).containsExactly("Thread", "Java Heap");
        assertThat(memory.categories().get(1).history()).containsExactly(300.0, 500.0);
        assertThat(memory.stacks())
                .isEqualTo(new LiveMemory.Stacks(Quantity.of(4), Quantity.of(3900), Quantity.of(2400)));
    }

    @Test
    void memoryHasItsLimitAndItsPast() {
        state.add(new ContainerLimit(1000, "memory.max"));
        for (int i = 1; i <= 70; i++) {
            state.add(new ResidentSetSize(START, i, i));
            state.at(START);
        }

        LiveMemory.Figures memory = state.at(START).memory();

        assertThat(memory.residentBytes()).isEqualTo(Quantity.of(70));
        assertThat(memory.residentSource()).isEqualTo("jdk.ResidentSetSize");
        assertThat(memory.limitBytes()).isEqualTo(Quantity.of(1000));
        assertThat(memory.residentHistory()).hasSize(60).endsWith(69.0, 70.0, 70.0);
    }

    private List<String> seen(long seconds) {
        return state.at(START.plusSeconds(seconds)).pins().sites().stream()
                .map(LiveSite::name)
                .toList();
    }

    private static Pin pin(String className, String method, long afterMillis, long nanos) {
        return new Pin(
                START.plusMillis(afterMillis),
                nanos,
                THREAD,
                null,
                null,
                null,
                new StackTrace(
                        List.of(
                                frame("java.lang.VirtualThread", "parkOnCarrierThread", 0),
                                frame("java.lang.Thread", "sleep", 0),
                                frame(className, method, SYNCHRONIZED),
                                frame("com.acme.Main", "run", 0)),
                        false));
    }

    private static Frame frame(String className, String method, int modifiers) {
        return new Frame(className, method, "()V", 12, 3, modifiers, "Interpreted");
    }
}
