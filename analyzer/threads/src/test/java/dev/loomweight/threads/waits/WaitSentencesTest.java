package dev.loomweight.threads.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.amount.Quantity;
import dev.loomweight.fold.Sampled;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Place;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.DumpedThreads.Kind;
import dev.loomweight.threads.waits.Contended.Holder;
import dev.loomweight.threads.waits.Contended.Owner;
import dev.loomweight.threads.waits.Contended.Site;
import dev.loomweight.threads.waits.WaitAnalysis.OfProcess;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The profile in words, complete: each figure is asserted wherever it stands in a sentence. */
class WaitSentencesTest {

    private static final Sampled NONE = new Sampled(0, Double.NaN, Double.NaN, 3);
    private static final Contended.Had UNSEEN = new Contended.Had(1, List.of(), null, 1);
    private static final Owner RELOAD = new Owner("com.acme.Shop.reload", 15, did(Doing.SLEEP, 15));
    private static final Owner MOSTLY = new Owner("com.acme.Shop.reload", 15, did(Doing.IO, 9));

    @Test
    void findingOfALock() {
        Finding finding = finding(lock(Doing.MONITOR, MOSTLY, 3), 20);

        assertThat(finding.summary())
                .isEqualTo("shop: 60 % (95 % interval: 50 % to 70 %) of the virtual threads waited for the monitor of"
                        + " com.acme.Stock at com.acme.Shop.sell:7.");
        assertThat(finding.explanation())
                .isEqualTo(
                        "On average 4.0 threads waited at once, at most 1,006, and some in 18 of 20 dumps. In 15 of these 18"
                                + " com.acme.Shop.reload held the monitor of com.acme.Stock, and mostly waited for I/O at"
                                + " com.acme.Wait.on:7; in 3 no holder was seen.");
        assertThat(finding.solution())
                .isEqualTo(
                        "Hold the monitor of com.acme.Stock for less time, without waiting for anything meanwhile, or divide"
                                + " what it guards.");
        assertThat(finding.place()).isEqualTo(new Place("com.acme.Shop", "sell", 7, null));
    }

    @Test
    void findingOfALockThatIsAlwaysHeld() {
        assertThat(finding(lock(Doing.LOCK, RELOAD, 0), 20).explanation())
                .endsWith(" In 15 of these 18 com.acme.Shop.reload held the lock com.acme.Stock, and slept at"
                        + " com.acme.Wait.on:7.");
        assertThat(finding(lock(Doing.LOCK, null, 18), 20).explanation())
                .endsWith(" and some in 18 of 20 dumps. Who had the lock com.acme.Stock is not in the dumps.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            MONITOR        | the monitor of com.acme.Stock        | Hold the monitor of com.acme.Stock for less time, without
            LOCK           | the lock com.acme.Stock              | Hold the lock com.acme.Stock for less time, without
            PERMIT         | a permit of com.acme.Stock           | If the semaphore limits a resource: hold permits for less time, or give it more. If it signals work, these threads are idle.
            POOL           | an object of the pool com.acme.Stock | Return objects sooner, or make the pool larger if what it connects to bears more.
            INITIALIZATION | the initialization of com.acme.Stock | Initialize the class before load comes, and let its initializer wait for nothing.
            """)
    void whatIsWaitedFor(Doing kind, String name, String solution) {
        Finding finding = finding(lock(kind, null, 18), 20);

        assertThat(finding.summary()).contains(" of the virtual threads waited for " + name + " at ");
        assertThat(finding.explanation()).endsWith(" Who had " + name + " is not in the dumps.");
        assertThat(finding.solution()).startsWith(solution);
    }

    /** A place without a line, and a wait of which no frame is known. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            com.acme.Shop, sell, -1
            com.acme.Shop, sell, 7
            -,             -,    0
            """)
    void placeOfAFinding(@Nullable String className, @Nullable String name, int line) {
        CodePlace at = className == null || name == null ? null : new CodePlace(className, name, line);
        Contended lock = lock(Doing.LOCK, null, 18, List.of(new Site(at, 1)));

        assertThat(finding(lock, 20).place())
                .isEqualTo(className == null || name == null ? null : new Place(className, name, line, null));
    }

    /** Over the limit with the lower end of its interval. */
    @ParameterizedTest
    @CsvSource({
        "0.05, NaN, true",
        "0.0499, NaN, false",
        "0, 2, true",
        "0, 1.99, false",
        "NaN, NaN, false",
        "NaN, 2, true"
    })
    void lockThatIsContended(double ofThreads, double waiting, boolean contended) {
        Contended lock = new Contended(
                Doing.LOCK,
                "",
                null,
                Quantity.of(1),
                NONE,
                new Waiters(low(ofThreads), low(waiting), 1),
                List.of(),
                UNSEEN,
                Map.of());

        assertThat(lock.isContended()).isEqualTo(contended);
    }

    @Test
    void contention() {
        assertThat(said(lock(Doing.MONITOR, MOSTLY, 3), sampling(12, true, 0.05)))
                .containsExactly(
                        "Contention: 80 % (95 % interval: 70 % to 90 %) of the virtual threads waited for what other threads had;"
                                + " the most for the monitor of com.acme.Stock (75 % of it), at com.acme.Shop.sell:7;"
                                + " com.acme.Shop.reload held it in 15 of 18 dumps with waiting threads, and mostly waited for I/O"
                                + " at com.acme.Wait.on:7.",
                        "12 dumps of JDK 25.0.3 over 11 s, 1 s apart (median); each stopped the threads for 2 ms (median; 9 ms at"
                                + " most), together 0.3 % of the time (budget 5 %). 2 other dumps not counted: of a format that"
                                + " shows less, or taken by an alarm.");
    }

    /** Without pauses, how long each dump took; a cost that was not measured is not named. */
    @Test
    void costOfDumps() {
        assertThat(said(lock(Doing.LOCK, RELOAD, 0), sampling(12, false, 0)).get(1))
                .isEqualTo(
                        "12 dumps of JDK 25.0.3 over 11 s, 1 s apart (median); each took 3 ms (median; 10 ms at most), in which"
                                + " threads were stopped for an unknown time. 2 other dumps not counted: of a format that shows less, or"
                                + " taken by an alarm.");
        WaitSample bare = new WaitSample(
                "a",
                0,
                Kind.JSON,
                null,
                DumpedThreads.NOT_MEASURED,
                DumpedThreads.NOT_MEASURED,
                "",
                Map.of(),
                Map.of());
        assertThat(said(lock(Doing.LOCK, RELOAD, 0), new Sampling(List.of(bare), 1, 0))
                        .get(1))
                .isEqualTo("1 dump. 1 other dump not counted: of a format that shows less, or taken by an alarm.");
        assertThat(said(lock(Doing.LOCK, RELOAD, 0), new Sampling(List.of(bare), 0, 0))
                        .get(1))
                .isEqualTo("1 dump.");
        WaitSample paused = new WaitSample(
                "a", 0, Kind.JSON, null, DumpedThreads.NOT_MEASURED, Quantity.of(2_000_000), "", Map.of(), Map.of());
        assertThat(said(lock(Doing.LOCK, RELOAD, 0), new Sampling(List.of(paused), 0, 0))
                        .get(1))
                .isEqualTo("1 dump; each stopped the threads for 2 ms (median; 2 ms at most).");
        assertThat(said(lock(Doing.LOCK, RELOAD, 0), sampling(12, true, 0)).get(1))
                .contains(" together 0.3 % of the time. 2 other dumps");
    }

    /** Of dumps without times, or of which nobody knows how long they took, no reason for their number is known. */
    @ParameterizedTest
    @CsvSource({"0, 9, false", "1, 0, false", "1, 9, true"})
    void whyThereAreFewDumps(long apart, long took, boolean said) {
        Quantity tookNanos = took == 0 ? DumpedThreads.NOT_MEASURED : Quantity.of(took);
        List<WaitSample> samples = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Instant time = Instant.EPOCH.plusSeconds(i * apart);
            samples.add(new WaitSample(
                    "00" + i + "-9s-sampled.json",
                    0,
                    Kind.JSON,
                    time,
                    tookNanos,
                    DumpedThreads.NOT_MEASURED,
                    "",
                    Map.of(),
                    Map.of()));
        }
        OfProcess process = new OfProcess(
                "shop",
                new Sampling(samples, 0, 0),
                profile(NONE, List.of(lock(Doing.MONITOR, RELOAD, 0))),
                profile(NONE, List.of()));

        assertThat(WaitSentences.of(process).get(2))
                .startsWith("Shares have no error with fewer than 10 dumps: what one dump shows can be chance.")
                .matches(sentence -> sentence.contains(" Each took ") == said);
    }

    /** Without virtual threads, dumps that show less of these are none the worse. */
    @Test
    void limitsAreThoseOfVirtualThreads() {
        Waiting active = new Waiting(false, Doing.ACTIVE, "", null, DumpedStacks.lines("com.acme.Shop.sell"), 0);
        WaitSample sample = new WaitSample(
                "a",
                0,
                Kind.JSON,
                null,
                DumpedThreads.NOT_MEASURED,
                DumpedThreads.NOT_MEASURED,
                "",
                Map.of(active, 1L),
                Map.of());
        OfProcess process = new OfProcess(
                "shop", new Sampling(List.of(sample), 0, 0), profile(NONE, List.of()), profile(1, List.of()));

        assertThat(WaitSentences.of(process)).containsExactly("There was no virtual thread in any dump.", "1 dump.");
    }

    /** A lock whose holder was seen at least once, or never waited for without one, is no limit of the dumps. */
    @Test
    void ownerThatWasSeenIsNoLimit() {
        assertThat(said(lock(Doing.LOCK, RELOAD, 3), sampling(12, true, 0))).hasSize(2);
        assertThat(said(lock(Doing.LOCK, null, 0), sampling(12, true, 0))).hasSize(2);
        assertThat(said(lock(Doing.LOCK, null, 1), sampling(12, true, 0))).hasSize(3);
    }

    /** Fewer than ten dumps have no error, and those within a budget say why there are few. */
    @Test
    void fewDumps() {
        Sampled share = new Sampled(0.8, Double.NaN, Double.NaN, 3);
        OfProcess process = new OfProcess(
                "shop",
                sampling(3, true, 0),
                profile(share, List.of(lock(Doing.MONITOR, RELOAD, 0))),
                profile(NONE, List.of()));

        assertThat(WaitSentences.of(process))
                .startsWith(
                        "Contention: 80 % of the virtual threads waited for what other threads had; the most for the monitor of"
                                + " com.acme.Stock (75 % of it), at com.acme.Shop.sell:7; com.acme.Shop.reload held it in 15 of 18 dumps"
                                + " with waiting threads, and slept at com.acme.Wait.on:7.")
                .contains(
                        "Shares have no error with fewer than 10 dumps: what one dump shows can be chance. Each took 3 ms"
                                + " (median), and they are spaced so that stops and processor time stay within the budget: give them more"
                                + " time (--duration), or a larger budget (--dump-budget).");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            JSON  | 0 | 0 | The dumps show no thread.
            JSON  | 0 | 5 | There was no virtual thread in any dump.
            PRINT | 0 | 5 | These dumps show platform threads only; virtual threads are in those of Thread.dump_to_file.
            JSON  | 5 | 0 | No virtual thread waited for a lock, a semaphore or a pool in the dump.
            """)
    void noContention(Kind kind, long virtual, long platform, String sentence) {
        WaitSample sample = new WaitSample(
                "a", 0, kind, null, DumpedThreads.NOT_MEASURED, DumpedThreads.NOT_MEASURED, "", Map.of(), Map.of());
        OfProcess process = new OfProcess(
                "shop", new Sampling(List.of(sample), 0, 0), profile(virtual, List.of()), profile(platform, List.of()));

        assertThat(WaitSentences.of(process)).startsWith(sentence);
    }

    /** What the dumps cannot show: states, which lock it is, who held a lock of java.util.concurrent. */
    @Test
    void limitsOfDumps() {
        Waiting active = new Waiting(true, Doing.ACTIVE, "", null, DumpedStacks.lines("com.acme.Shop.sell"), 0);
        WaitSample sample = new WaitSample(
                "a",
                0,
                Kind.JSON,
                null,
                DumpedThreads.NOT_MEASURED,
                DumpedThreads.NOT_MEASURED,
                "",
                Map.of(active, 1L),
                Map.of());
        Contended lock = new Contended(
                Doing.LOCK,
                "",
                null,
                Quantity.unknown(""),
                NONE,
                new Waiters(NONE, NONE, 1),
                List.of(new Site(new CodePlace("", "a"), 1)),
                UNSEEN,
                Map.of());
        OfProcess without = new OfProcess(
                "shop", new Sampling(List.of(sample), 0, 0), profile(1, List.of()), profile(0, List.of()));
        OfProcess unknown = new OfProcess(
                "shop", new Sampling(List.of(sample), 0, 0), profile(1, List.of(lock)), profile(0, List.of()));

        assertThat(WaitSentences.of(without).getFirst())
                .isEqualTo(
                        "No virtual thread waited for a lock, a semaphore or a pool in the dump; waiting for a monitor cannot be"
                                + " seen in them.");
        assertThat(WaitSentences.of(unknown))
                .endsWith(
                        "These dumps have no states of threads (JSON of JDK 25 and later has): a thread that waits to enter a monitor"
                                + " looks like one that runs. Before JDK 24 such a thread pins its carrier; see loomweight pins.",
                        "These dumps do not say which lock a thread waits for: locks are told apart by the method that waits.",
                        "Who held a java.util.concurrent lock is not in these dumps.");
    }

    /** A pool is known by its name; a holder that was seen, or a monitor, is no limit of the dumps. */
    @ParameterizedTest
    @EnumSource(
            value = Doing.class,
            names = {"POOL", "MONITOR"})
    void whatIsNoLimitOfDumps(Doing kind) {
        Quantity instances = kind == Doing.POOL ? Quantity.unknown("") : Quantity.of(1);
        Contended lock = new Contended(
                kind,
                "a",
                null,
                instances,
                NONE,
                new Waiters(NONE, NONE, 1),
                List.of(new Site(new CodePlace("", "a"), 1)),
                UNSEEN,
                Map.of());

        assertThat(said(lock, sampling(12, true, 0))).hasSize(2);
    }

    private static List<String> said(Contended lock, Sampling sampling) {
        return WaitSentences.of(new OfProcess(
                "shop", sampling, profile(new Sampled(0.8, 0.7, 0.9, 20), List.of(lock)), profile(NONE, List.of())));
    }

    private static WaitProfile profile(long threads, List<Contended> locks) {
        return new WaitProfile(
                1, new Sampled(threads, 1, 9, 20), List.of(), new Sampled(0.8, 0.7, 0.9, 20), locks, List.of());
    }

    private static WaitProfile profile(Sampled contention, List<Contended> locks) {
        return new WaitProfile(1, new Sampled(locks.size(), 1, 9, 20), List.of(), contention, locks, List.of());
    }

    /** One each second; the second last stops the threads for 9 ms and takes 10 ms, the others 2 ms and 3 ms. */
    private static Sampling sampling(int dumps, boolean paused, double budget) {
        List<WaitSample> samples = new ArrayList<>();
        for (int i = 0; i < dumps; i++) {
            long millis = i == dumps - 2 ? 9 : 2;
            samples.add(new WaitSample(
                    "00" + i + "-9s-sampled.json",
                    0,
                    Kind.JSON,
                    Instant.EPOCH.plusSeconds(i),
                    Quantity.of((millis + 1) * 1_000_000),
                    paused ? Quantity.of(millis * 1_000_000) : DumpedThreads.NOT_MEASURED,
                    "25.0.3+9-LTS",
                    Map.of(),
                    Map.of()));
        }
        return new Sampling(samples, 2, budget);
    }

    private static Finding finding(Contended lock, int dumps) {
        WaitProfile profile = profile(5, List.of(lock));
        return WaitSentences.findings("shop: ", new OfProcess("shop", sampling(dumps, true, 0), profile, profile))
                .getFirst();
    }

    private static Contended lock(Doing kind, @Nullable Owner owner, int unseen) {
        return lock(kind, owner, unseen, List.of(new Site(new CodePlace("com.acme.Shop", "sell", 7), 5)));
    }

    private static Contended lock(Doing kind, @Nullable Owner owner, int unseen, List<Site> sites) {
        return new Contended(
                kind,
                "com.acme.Stock",
                null,
                Quantity.of(1),
                new Sampled(0.75, 0.6, 0.9, 20),
                new Waiters(new Sampled(0.6, 0.5, 0.7, 20), new Sampled(4, 3, 5, 20), 1006),
                sites,
                new Contended.Had(18, owner == null ? List.of() : List.of(owner.mostly()), owner, unseen),
                Map.of());
    }

    private static Sampled low(double low) {
        return new Sampled(9, low, 99, 20);
    }

    private static Holder did(Doing doing, int samples) {
        return new Holder("com.acme.Shop.reload", "com.acme.Wait.on:7", doing, true, samples);
    }
}
