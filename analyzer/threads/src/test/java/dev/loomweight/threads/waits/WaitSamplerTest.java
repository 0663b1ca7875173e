package dev.loomweight.threads.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.amount.Quantity;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads.Kind;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which threads of a dump are counted as what, and who has what they wait for. */
class WaitSamplerTest {

    private static final String LOCKED = "acquire < java.util.concurrent.locks.ReentrantLock.lock < com.acme.Shop.book";
    private static final String LEDGER = "java.util.concurrent.locks.ReentrantLock$NonfairSync@2b";
    private static final String STOCK = "com.acme.Stock@1a";

    private static WaitSample sample(Kind kind, DumpedThread... threads) {
        return WaitSampler.of(
                new Origin("shop", null, "a.json", Instrument.THREAD_DUMP),
                DumpedStacks.dump(kind, Instant.EPOCH, threads));
    }

    private static DumpedThread entering(long id) {
        return DumpedStacks.virtual(id, "BLOCKED", "com.acme.Shop.sell")
                .entering(STOCK)
                .thread();
    }

    private static DumpedThread locking(long id, long owner) {
        return DumpedStacks.virtual(id, "WAITING", LOCKED)
                .parkedFor(LEDGER, owner)
                .thread();
    }

    /** Running threads are as many places as lines of code; those of equal waits are counted together. */
    @Test
    void threadsThatAreAlike() {
        Map<Waiting, Long> threads = sample(
                        Kind.JSON,
                        DumpedStacks.platform(1, "RUNNABLE", "com.acme.Shop.sell")
                                .thread(),
                        DumpedStacks.platform(2, "RUNNABLE", "com.acme.Shop.book")
                                .thread(),
                        DumpedStacks.virtual(3, "TIMED_WAITING", "java.lang.Thread.sleep < com.acme.Shop.sell")
                                .thread(),
                        DumpedStacks.virtual(4, "TIMED_WAITING", "java.lang.Thread.sleep < com.acme.Shop.sell")
                                .thread(),
                        DumpedStacks.virtual(5, "TIMED_WAITING", "java.lang.Thread.sleep < com.acme.Shop.book")
                                .thread(),
                        DumpedStacks.virtual(6, "RUNNABLE", "com.acme.Shop.sell")
                                .thread())
                .threads();

        assertThat(threads)
                .containsOnly(
                        Map.entry(new Waiting(false, Doing.RUNNING, "", null, DumpedStacks.lines(""), 0), 2L),
                        Map.entry(
                                new Waiting(
                                        true,
                                        Doing.SLEEP,
                                        "",
                                        null,
                                        DumpedStacks.lines("java.lang.Thread.sleep < com.acme.Shop.sell"),
                                        0),
                                2L),
                        Map.entry(
                                new Waiting(
                                        true,
                                        Doing.SLEEP,
                                        "",
                                        null,
                                        DumpedStacks.lines("java.lang.Thread.sleep < com.acme.Shop.book"),
                                        0),
                                1L),
                        Map.entry(new Waiting(true, Doing.READY, "", null, DumpedStacks.lines(""), 0), 1L));
    }

    /** The JVM's own threads have no frames; of a thread of unknown kind nothing can be said. */
    @ParameterizedTest(name = "virtual {0}, {1}: {2}")
    @CsvSource(
            nullValues = "null",
            value = {
                "false, com.acme.Shop.sell, 1",
                "false, '', 0",
                "true, '', 1",
                "null, com.acme.Shop.sell, 0",
                "null, com.acme.Shop.sell < java.lang.VirtualThread.run, 1",
                "null, '', 1"
            })
    void whichThreadsAreCounted(@Nullable Boolean virtual, String stack, long counted) {
        DumpedThread thread = new DumpedStacks.Builder(1, virtual, null, stack).thread();

        assertThat(sample(Kind.JSON, thread).threads().values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(counted);
    }

    /** Addresses of Thread.print change from dump to dump, and of no other wait does it matter. */
    @Test
    void whatIdentifiesALockInAllDumps() {
        assertThat(identity(Kind.JSON, entering(1))).isEqualTo("1a");
        assertThat(identity(Kind.PRINT, entering(1))).isNull();
        assertThat(identity(
                        Kind.JSON,
                        DumpedStacks.virtual(1, "WAITING", "java.lang.Object.wait < com.acme.Shop.sell")
                                .waitingOn(STOCK)
                                .thread()))
                .isNull();
    }

    private static @Nullable String identity(Kind kind, DumpedThread thread) {
        return sample(kind, thread).threads().keySet().iterator().next().identity();
    }

    @Test
    void theTimeOfADumpOrOfItsMoment() {
        Instant moment = Instant.EPOCH.plusSeconds(5);
        Origin origin = new Origin("shop", new Origin.SnapshotId(7, "a", moment), "a.json", Instrument.THREAD_DUMP);
        WaitSample own = WaitSampler.of(origin, DumpedStacks.dump(Kind.JSON, Instant.EPOCH));
        WaitSample without = WaitSampler.of(origin, DumpedStacks.dump(Kind.JSON, null));

        assertThat(own.time()).isEqualTo(Instant.EPOCH);
        assertThat(own.index()).isEqualTo(7);
        assertThat(own.tookNanos()).isEqualTo(Quantity.of(5));
        assertThat(own.pausedNanos()).isEqualTo(Quantity.of(3));
        assertThat(without.time()).isEqualTo(moment);
        assertThat(sample(Kind.JSON).index()).isZero();
        assertThat(WaitSampler.of(
                                new Origin("shop", null, "a.json", Instrument.THREAD_DUMP),
                                DumpedStacks.dump(Kind.JSON, null))
                        .time())
                .isNull();
    }

    private static String holder(WaitSample sample) {
        assertThat(sample.holders()).hasSizeLessThan(2);
        return sample.holders().values().stream()
                .map(holding -> (holding.virtual() ? "virtual " : "platform ") + holding.doing() + " " + holding.frame()
                        + " " + holding.waits() + " " + holding.stack().labels().getLast())
                .findFirst()
                .orElse("none");
    }

    private static DumpedStacks.Builder sleeping(long id) {
        return DumpedStacks.platform(
                id, "TIMED_WAITING", "java.lang.Thread.sleep < com.acme.Shop.hold < com.acme.Shop.main");
    }

    @Test
    void whoHasAMonitor() {
        assertThat(holder(sample(
                        Kind.JSON, entering(1), sleeping(2).holding(1, STOCK).thread())))
                .isEqualTo("platform SLEEP 1 0 com.acme.Shop.main:7");
        // The last frame, and one that the dump does not name.
        assertThat(holder(sample(
                        Kind.JSON, entering(1), sleeping(2).holding(2, STOCK).thread())))
                .isEqualTo("platform SLEEP 2 0 com.acme.Shop.main:7");
        assertThat(holder(sample(
                        Kind.JSON, entering(1), sleeping(2).holding(3, STOCK).thread())))
                .isEqualTo("platform SLEEP -1 0 com.acme.Shop.main:7");
        assertThat(holder(sample(
                        Kind.JSON,
                        entering(1),
                        sleeping(2).holding(1, "com.acme.Stock@9").thread())))
                .isEqualTo("none");
        assertThat(holder(sample(
                        Kind.JSON,
                        sleeping(2).holding(1, STOCK).thread(),
                        sleeping(3).thread())))
                .as("no thread waits")
                .isEqualTo("none");
        // One that enters again what it has waited on still lists it.
        assertThat(holder(sample(
                        Kind.JSON,
                        DumpedStacks.virtual(1, "BLOCKED", "com.acme.Shop.sell")
                                .entering(STOCK)
                                .holding(0, STOCK)
                                .thread())))
                .isEqualTo("none");
    }

    @Test
    void whoHasALock() {
        assertThat(holder(sample(
                        Kind.JSON,
                        locking(1, 2),
                        sleeping(2).thread(),
                        sleeping(3).thread())))
                .isEqualTo("platform SLEEP -1 0 com.acme.Shop.main:7");
        assertThat(holder(sample(
                        Kind.PRINT, locking(1, 0), sleeping(2).owning(LEDGER).thread())))
                .isEqualTo("platform SLEEP -1 0 com.acme.Shop.main:7");
        assertThat(holder(sample(
                        Kind.JSON,
                        locking(1, 0),
                        sleeping(0).thread(),
                        sleeping(2).thread())))
                .isEqualTo("none");
        assertThat(holder(sample(
                        Kind.JSON,
                        locking(1, 2),
                        DumpedStacks.virtual(2, "WAITING", "park < com.acme.Shop.hold")
                                .thread())))
                .isEqualTo("virtual PARKED -1 2 com.acme.Shop.hold:7");
    }

    /** In dumps whose names are of one dump, the place of those who wait identifies the lock. */
    @Test
    void aLockByThoseWhoWait() {
        DumpedThread holder = sleeping(2).holding(1, STOCK).thread();

        assertThat(sample(Kind.JSON, entering(1), holder).holders().keySet())
                .containsExactly(new Holding.Held(Doing.MONITOR, "com.acme.Stock", "1a", DumpedStacks.lines(""), 0));
        assertThat(sample(Kind.PRINT, entering(1), holder).holders().keySet())
                .containsExactly(new Holding.Held(
                        Doing.MONITOR, "com.acme.Stock", null, DumpedStacks.lines("com.acme.Shop.sell"), 0));
        assertThat(sample(Kind.PRINT, locking(1, 0), sleeping(2).owning(LEDGER).thread())
                        .holders()
                        .keySet())
                .extracting(Holding.Held::frame)
                .containsExactly(3);
    }

    /** A dump looks at one thread after the other, so that a lock can have two owners: the same one in any order. */
    @Test
    void aLockWithTwoOwners() {
        DumpedThread one = sleeping(2).holding(1, STOCK).thread();
        DumpedThread other = sleeping(3).holding(2, STOCK).thread();

        assertThat(holder(sample(Kind.JSON, entering(1), one, other)))
                .isEqualTo(holder(sample(Kind.JSON, entering(1), other, one)))
                .isEqualTo("platform SLEEP 1 0 com.acme.Shop.main:7");
    }

    @Test
    void threadsThatDoTheSameAreEqual() {
        Waiting one = new Waiting(true, Doing.LOCK, "a.Lock", "1", DumpedStacks.lines("a.A.a"), 0);

        assertThat(one)
                .isEqualTo(new Waiting(true, Doing.LOCK, "a.Lock", "1", DumpedStacks.lines("a.A.a"), 0))
                .isNotEqualTo(new Waiting(false, Doing.LOCK, "a.Lock", "1", DumpedStacks.lines("a.A.a"), 0))
                .isNotEqualTo(new Waiting(true, Doing.PERMIT, "a.Lock", "1", DumpedStacks.lines("a.A.a"), 0))
                .isNotEqualTo(new Waiting(true, Doing.LOCK, "b.Lock", "1", DumpedStacks.lines("a.A.a"), 0))
                .isNotEqualTo(new Waiting(true, Doing.LOCK, "a.Lock", null, DumpedStacks.lines("a.A.a"), 0))
                .isNotEqualTo(new Waiting(true, Doing.LOCK, "a.Lock", "1", DumpedStacks.lines("a.A.b"), 0))
                .isNotEqualTo(new Waiting(true, Doing.LOCK, "a.Lock", "1", DumpedStacks.lines("a.A.a"), 1))
                .hasSameHashCodeAs(new Waiting(true, Doing.LOCK, "a.Lock", "1", DumpedStacks.lines("a.A.a"), 0));
    }
}
