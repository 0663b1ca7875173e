package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.lock;
import static dev.loomweight.threads.hang.Dumps.sync;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Dumps.LockOwners.From;
import dev.loomweight.sample.Dumps.LockOwners.Owned;
import dev.loomweight.sample.Dumps.LockOwners.Owner;
import dev.loomweight.threads.judge.OwnedLocks;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which lock of a heap dump or of the agent a thread waits for. */
class OwnedLocksTest {

    private static final LockOwners.Owned NINE = new LockOwners.Owned(sync(9), null, 1, List.of(1L));

    private static LockOwners.@Nullable Owned of(From from, long id, @Nullable Lock parkedFor, WaitKind kind) {
        Dumps.Builder thread = virtual(id, "one");
        return new OwnedLocks(List.of(new LockOwners(from, List.of(NINE))), null)
                .of((parkedFor == null ? thread : thread.parkedFor(parkedFor)).build(), kind);
    }

    /** A heap dump has no hash codes: there its number is not the one that dumps of threads print. */
    @Test
    void theAgentNamesLocksAsDumpsDo() {
        assertThat(of(From.AGENT, 5, sync(9), WaitKind.LOCK)).isEqualTo(NINE);
        assertThat(of(From.HEAP, 5, sync(9), WaitKind.LOCK)).isNull();
        assertThat(of(From.AGENT, 5, sync(8), WaitKind.LOCK)).isNull();
    }

    @Test
    void aWaiterIsKnownToBothByItsId() {
        for (From from : From.values()) {
            assertThat(of(from, 1, null, WaitKind.LOCK)).isEqualTo(NINE);
            assertThat(of(from, 1, sync(3), WaitKind.LOCK)).isEqualTo(NINE);
            assertThat(of(from, 1, lock("java.util.concurrent.Semaphore$NonfairSync", 9), WaitKind.LOCK))
                    .as("of another class: it has gone on since")
                    .isNull();
            assertThat(of(from, 2, null, WaitKind.LOCK)).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(WaitKind.class)
    void onlySynchronizersHaveOwnersOrPermits(WaitKind kind) {
        boolean may = switch (kind) {
            case LOCK, LATCH, SEMAPHORE, BARRIER, CONDITION, TASK, JOIN, ROOM, PARK -> true;
            case NONE, CARRIER, MONITOR, INITIALIZER, LOADER, POOL, NOTIFY, INPUT, SLEEP, WORK -> false;
        };

        assertThat(of(From.AGENT, 1, sync(9), kind)).isEqualTo(may ? NINE : null);
    }

    /** A look before the dump may be of a time at which nothing hung yet. */
    @Test
    void whatTwoLooksShowOtherwiseHasMoved() {
        Owner owner = new Owner(5, "owner", false);
        LockOwners heap = look(From.HEAP, 1, List.of(), new Owned(sync(9), owner, 1, List.of(1L, 2L)));
        LockOwners agent = look(
                From.AGENT,
                2,
                List.of(7L),
                new Owned(sync(0x90), owner, 1, List.of(2L)),
                new Owned(sync(0x80), owner, 1, List.of(3L)));

        assertThat(new OwnedLocks(List.of(agent, heap), at(0)).moved()).containsExactlyInAnyOrder(1L, 3L, 7L);
        assertThat(new OwnedLocks(List.of(heap, agent), at(1)).moved()).containsExactlyInAnyOrder(1L, 3L, 7L);
        assertThat(new OwnedLocks(List.of(heap, agent), at(2)).moved()).containsExactly(7L);
        assertThat(new OwnedLocks(List.of(heap, agent), at(3)).moved()).isEmpty();
        assertThat(new OwnedLocks(List.of(heap, agent), null).moved()).isEmpty();
    }

    @Test
    void whoGetsTheLockMeanwhileIsAnotherOwner() {
        Owned before = new Owned(sync(9), new Owner(5, "five", false), 1, List.of(1L));
        Owned after = new Owned(sync(9), new Owner(6, "six", false), 1, List.of(1L));

        assertThat(new OwnedLocks(
                                List.of(look(From.AGENT, 1, List.of(), before), look(From.AGENT, 2, List.of(), after)),
                                at(0))
                        .moved())
                .containsExactly(1L);
    }

    private static LockOwners look(From from, int second, List<Long> moved, Owned... locks) {
        return new LockOwners(from, at(second), List.of(locks), List.of(), moved);
    }

    private static Instant at(int second) {
        return Instant.EPOCH.plusSeconds(second);
    }
}
