package dev.loomweight.threads.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.amount.Quantity;
import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.kernel.diagnosis.Owners;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Place;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.DumpedThreads.Kind;
import dev.loomweight.threads.waits.Contended.Holder;
import dev.loomweight.threads.waits.Contended.Owner;
import dev.loomweight.threads.waits.Contended.Site;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Sums over samples, by samples of a few kinds of waits. */
class WaitProfileTest {

    private static final WaitPlaces PLACES = new WaitPlaces(new Owners(new Code(ClassPath.none()), List.of()));

    private static Waiting waiting(boolean virtual, Doing kind, String lock, @Nullable String identity, String stack) {
        return new Waiting(virtual, kind, lock, identity, DumpedStacks.lines(stack), 0);
    }

    private static Waiting monitor(@Nullable String identity, String method) {
        return waiting(true, Doing.MONITOR, "com.acme.Stock", identity, "com.acme.Shop." + method);
    }

    private static Waiting asleep(String method) {
        return waiting(true, Doing.SLEEP, "", null, "com.acme.Shop." + method);
    }

    private static WaitSample sample(Map<Waiting, Long> threads) {
        return sample(threads, Map.of());
    }

    private static WaitSample sample(Map<Waiting, Long> threads, Map<Holding.Held, Holding> holders) {
        return new WaitSample(
                "a",
                0,
                Kind.JSON,
                Instant.EPOCH,
                DumpedThreads.NOT_MEASURED,
                DumpedThreads.NOT_MEASURED,
                "",
                threads,
                holders);
    }

    private static WaitProfile virtual(WaitSample... samples) {
        return WaitProfile.of(List.of(samples), true, PLACES);
    }

    private static Holding holding(boolean virtual, Doing doing, String method, int frame) {
        return new Holding(virtual, doing, DumpedStacks.lines("com.acme.Wait.on < com.acme.Shop." + method), frame, 0);
    }

    private static Holding.Held held(@Nullable String identity, String stack) {
        return new Holding.Held(Doing.MONITOR, "com.acme.Stock", identity, DumpedStacks.lines(stack), 0);
    }

    @Test
    void sharesOfKinds() {
        Waiting other = waiting(false, Doing.RUNNING, "", null, "");
        WaitProfile profile = virtual(
                sample(Map.of(monitor("1", "sell"), 6L, asleep("rest"), 2L, other, 50L)),
                sample(Map.of(monitor("1", "sell"), 2L, asleep("rest"), 2L)),
                sample(Map.of(waiting(true, Doing.RUNNING, "", null, ""), 4L)));

        assertThat(profile.samples()).isEqualTo(3);
        assertThat(profile.threads().value()).isEqualTo(16 / 3.0);
        assertThat(profile.kinds())
                .extracting(kind -> kind.kind() + " " + kind.waiters().share().value() + " "
                        + kind.waiters().threads().value() * 3 + " "
                        + kind.waiters().most())
                // Of equal shares the order of the kinds.
                .containsExactly("MONITOR 0.5 8.0 6", "SLEEP 0.25 4.0 2", "RUNNING 0.25 4.0 4");
        assertThat(profile.contention().value()).isEqualTo(0.5);
        assertThat(profile.idle())
                .extracting(place -> place.kind() + " " + place.place() + " "
                        + place.waiters().share().value())
                .containsExactly("SLEEP com.acme.Shop.rest:7 0.25");
        assertThat(profile.isEmpty()).isFalse();
        assertThat(WaitProfile.of(List.of(sample(Map.of(other, 1L))), true, PLACES)
                        .isEmpty())
                .isTrue();
    }

    @Test
    void whereThreadsWaitTheMostFrequentFirst() {
        WaitProfile profile = virtual(sample(Map.of(
                asleep("b"),
                1L,
                asleep("a"),
                1L,
                asleep("c"),
                2L,
                waiting(true, Doing.QUEUE, "", null, "com.acme.Shop.z"),
                1L)));

        assertThat(profile.idle())
                .extracting(place -> place.kind() + " " + place.place())
                .containsExactly(
                        "SLEEP com.acme.Shop.c:7",
                        "QUEUE com.acme.Shop.z:7",
                        "SLEEP com.acme.Shop.a:7",
                        "SLEEP com.acme.Shop.b:7");
    }

    @Test
    void oneLockOverTime() {
        Contended lock = virtual(
                        sample(Map.of(monitor("1", "sell"), 3L, monitor("1", "count"), 1L, asleep("rest"), 4L)),
                        sample(Map.of(asleep("rest"), 1L)),
                        sample(Map.of(monitor("1", "sell"), 2L)))
                .locks()
                .getFirst();

        assertThat(lock.kind()).isEqualTo(Doing.MONITOR);
        assertThat(lock.name()).isEqualTo("com.acme.Stock");
        assertThat(lock.instances()).isEqualTo(Quantity.of(1));
        assertThat(lock.ofContention().value()).isEqualTo(1);
        assertThat(lock.waiters().share().value()).isEqualTo(6 / 11.0);
        assertThat(lock.waiters().threads().value()).isEqualTo(2);
        assertThat(lock.waiters().most()).isEqualTo(4);
        assertThat(lock.had().samples()).isEqualTo(2);
        assertThat(lock.sites())
                .containsExactly(
                        new Site(new CodePlace("com.acme.Shop", "sell", 7), 5),
                        new Site(new CodePlace("com.acme.Shop", "count", 7), 1));
        assertThat(lock.stacks())
                .containsOnly(
                        Map.entry(DumpedStacks.lines("com.acme.Shop.sell"), 5L),
                        Map.entry(DumpedStacks.lines("com.acme.Shop.count"), 1L));
        assertThat(lock.had().holders()).isEmpty();
        assertThat(lock.had().owner()).isNull();
        assertThat(lock.had().unseen()).isEqualTo(2);
    }

    /** Locks of a class are told apart by identity where there are several; by their site where none is known. */
    @Test
    void severalLocks() {
        List<Contended> locks = virtual(sample(Map.of(
                        monitor("1", "sell"), 5L,
                        monitor("2", "sell"), 9L,
                        monitor(null, "sell"), 4L,
                        monitor(null, "book"), 2L,
                        waiting(true, Doing.PERMIT, "com.acme.Gate", "3", "com.acme.Shop.pass"), 2L,
                        waiting(true, Doing.LOCK, "", null, "com.acme.Shop.pass"), 2L)))
                .locks();

        assertThat(locks)
                .extracting(lock ->
                        lock.name() + " " + CodePlace.methodOf(lock.site().at()) + " "
                                + lock.instances().orElse(0))
                .containsExactly(
                        "com.acme.Stock@2 com.acme.Shop.sell 1",
                        "com.acme.Stock@1 com.acme.Shop.sell 1",
                        "com.acme.Stock com.acme.Shop.sell 0",
                        "com.acme.Stock com.acme.Shop.book 0",
                        "unknown lock com.acme.Shop.pass 0",
                        "com.acme.Gate com.acme.Shop.pass 1");
    }

    /** Those with less than 5 % of the contention are joined by class and site. */
    @Test
    void smallLocksAreJoined() {
        Map<Waiting, Long> threads = new HashMap<>();
        IntStream.range(0, 10).forEach(i -> threads.put(monitor("s" + i, "sell"), 4L));
        IntStream.range(0, 2).forEach(i -> threads.put(monitor("b" + i, "book"), 4L));
        threads.put(monitor("large", "sell"), 5L);
        threads.put(monitor("rest", "rest"), 47L);
        List<Contended> locks = virtual(sample(threads)).locks();

        assertThat(locks)
                .extracting(lock -> lock.name() + " " + lock.waiters().most())
                .containsExactly(
                        "com.acme.Stock@rest 47",
                        "com.acme.Stock (10 of them) 40",
                        "com.acme.Stock (2 of them) 8",
                        "com.acme.Stock@large 5");
    }

    /** A small lock that threads wait for at two sites goes with the more frequent, or the first by name. */
    @Test
    void theSiteOfASmallLock() {
        Map<Waiting, Long> threads = new LinkedHashMap<>();
        threads.put(monitor("rest", "rest"), 90L);
        threads.put(monitor("a", "sell"), 1L);
        threads.put(monitor("a", "book"), 1L);
        threads.put(monitor("b", "book"), 1L);
        threads.put(monitor("b", "sell"), 2L);
        threads.put(monitor("c", "book"), 1L);
        List<Contended> locks = virtual(sample(threads)).locks();

        assertThat(locks)
                .extracting(lock -> lock.name() + " " + lock.waiters().most())
                .containsExactly("com.acme.Stock@rest 90", "com.acme.Stock (2 of them) 3", "com.acme.Stock@b 3");
    }

    @Test
    void whoHadItMostOften() {
        Map<Waiting, Long> waits = Map.of(monitor("1", "sell"), 1L);
        Holding.Held held = held("1", "");
        Contended lock = virtual(
                        sample(waits, Map.of(held, holding(true, Doing.SLEEP, "reload", 1))),
                        sample(waits, Map.of(held, holding(true, Doing.SLEEP, "reload", 1))),
                        sample(waits, Map.of(held, holding(true, Doing.IO, "reload", 1))),
                        sample(waits, Map.of(held, holding(false, Doing.SLEEP, "count", 1))),
                        // Without a frame, the method in which its owner is.
                        sample(waits, Map.of(held, holding(false, Doing.SLEEP, "count", -1))),
                        sample(waits),
                        // Nobody waits for it then.
                        sample(Map.of(asleep("rest"), 1L), Map.of(held, holding(false, Doing.SLEEP, "rest", 1))))
                .locks()
                .getFirst();

        assertThat(lock.had().holders())
                .containsExactly(
                        new Holder("com.acme.Shop.reload", "com.acme.Wait.on:7", Doing.SLEEP, true, 2),
                        new Holder("com.acme.Shop.count", "com.acme.Wait.on:7", Doing.SLEEP, false, 1),
                        new Holder("com.acme.Shop.reload", "com.acme.Wait.on:7", Doing.IO, true, 1),
                        new Holder("com.acme.Wait.on", "com.acme.Wait.on:7", Doing.SLEEP, false, 1))
                .hasSize(4);
        assertThat(lock.had().owner())
                .isEqualTo(new Owner(
                        "com.acme.Shop.reload",
                        3,
                        new Holder("com.acme.Shop.reload", "com.acme.Wait.on:7", Doing.SLEEP, true, 2)));
        assertThat(lock.had().samples()).isEqualTo(6);
        assertThat(lock.had().unseen()).isEqualTo(1);
    }

    /** A lock without an identity is held by whoever has it where the same site waits. */
    @Test
    void whoHadALockWithoutIdentity() {
        List<Contended> locks = virtual(sample(
                        Map.of(monitor(null, "sell"), 3L, monitor(null, "book"), 1L),
                        Map.of(held(null, "com.acme.Shop.sell"), holding(true, Doing.SLEEP, "reload", 1))))
                .locks();

        assertThat(locks)
                .extracting(lock ->
                        CodePlace.methodOf(lock.site().at()) + " " + (lock.had().owner() == null ? "-" : "seen") + " "
                                + lock.had().unseen())
                .containsExactly("com.acme.Shop.sell seen 0", "com.acme.Shop.book - 1");
    }

    /** Over the limit with its whole interval: 5 % of the threads, or two in line on average. */
    @Test
    void whichLocksAreFindings() {
        assertThat(findings(20, 3, 10)).isEqualTo(1);
        assertThat(findings(9, 3, 10)).as("too few dumps for an interval").isZero();
        assertThat(findings(200, 1, 100)).as("1 %").isZero();
        assertThat(findings(200, 2, 1000)).as("two in line").isEqualTo(1);
        assertThat(findings(200, 1, 1000)).as("one in line").isZero();
    }

    private static long findings(int dumps, long waiting, long others) {
        List<WaitSample> samples =
                Collections.nCopies(dumps, sample(Map.of(monitor("1", "sell"), waiting, asleep("rest"), others)));
        return WaitProfile.of(samples, true, PLACES).contended().size();
    }

    @Test
    void theFiveWorstLocksAreFindings() {
        Map<Waiting, Long> threads = new HashMap<>();
        IntStream.range(0, 7).forEach(i -> threads.put(monitor("s" + i, "sell"), 5L));
        List<WaitSample> samples = Collections.nCopies(20, sample(threads));

        WaitProfile profile = WaitProfile.of(samples, true, PLACES);

        assertThat(profile.contended()).isEqualTo(profile.locks().subList(0, 5));
        assertThat(WaitSentences.findings(
                        "", new WaitAnalysis.OfProcess("shop", new Sampling(samples, 0, 0), profile, profile)))
                .hasSize(5)
                .extracting(Finding::place)
                .containsOnly(new Place("com.acme.Shop", "sell", 7, null));
    }
}
