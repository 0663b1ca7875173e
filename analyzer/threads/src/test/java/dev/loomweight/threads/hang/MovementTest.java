package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.carrying;
import static dev.loomweight.threads.hang.Dumps.json;
import static dev.loomweight.threads.hang.Dumps.locking;
import static dev.loomweight.threads.hang.Dumps.monitor;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.standing;
import static dev.loomweight.threads.hang.Dumps.sync;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.amount.Quantity;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.DumpedThread.Locks;
import dev.loomweight.sample.Dumps.DumpedThread.Running;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.threads.judge.FrameLocks;
import dev.loomweight.threads.judge.Party;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What two dumps show of one thread. */
class MovementTest {

    private static Movement movement(DumpedThreads... dumps) {
        return new Movement(Moment.of(List.of(dumps)).stream()
                .map(moment -> WaitGraph.of(moment, List.of(), FrameLocks.NONE))
                .toList());
    }

    private static Party last(Movement movement, long id) {
        return Objects.requireNonNull(movement.graphs().getLast().ofId(id));
    }

    private static boolean isStill(DumpedThread before, DumpedThread now) {
        Movement movement = movement(json(0, before), json(2, now));
        boolean still = movement.isStill(last(movement, 1));
        assertThat(movement.isStill(last(movement, 1))).as("asked again").isEqualTo(still);
        return still;
    }

    private static Dumps.Builder parked(Lock lock) {
        return virtual(1, "one").frames(locking(4)).parkedFor(lock);
    }

    private static Dumps.Builder enters(Lock lock) {
        return virtual(1, "one").frames(standing(4)).blockedOn(lock);
    }

    private static Lock address(String address) {
        return new Lock("java.lang.Object", address);
    }

    static Stream<Arguments> whatIsStill() {
        return Stream.of(
                Arguments.of("the same", parked(sync(1)), parked(sync(1)), true),
                Arguments.of("another lock", parked(sync(1)), parked(sync(2)), false),
                Arguments.of("another monitor", enters(monitor(1)), enters(monitor(2)), false),
                Arguments.of("an address is of its dump alone", enters(address("0x1")), enters(address("0x2")), true),
                Arguments.of("an address now", enters(monitor(1)), enters(address("0x2")), true),
                Arguments.of("a hash code now, and before too", enters(address("1")), enters(address("2")), false),
                Arguments.of("another line", parked(sync(1)), parked(sync(1)).frames(locking(5)), false),
                Arguments.of("another state", parked(sync(1)), parked(sync(1)).state("TIMED_WAITING"), false),
                Arguments.of(
                        "another kind of wait", parked(sync(1)), parked(sync(1)).initializing("A"), false),
                Arguments.of(
                        "no lock before", virtual(1, "one").frames(locking(4)).state("WAITING"), parked(sync(1)), true),
                Arguments.of(
                        "no lock now",
                        parked(sync(1)),
                        virtual(1, "one").frames(locking(4)).state("WAITING"),
                        true),
                Arguments.of("another thread", virtual(2, "two").frames(locking(4)), parked(sync(1)), false));
    }

    @ParameterizedTest(name = "{0}: {3}")
    @MethodSource
    void whatIsStill(String what, Dumps.Builder before, Dumps.Builder now, boolean still) {
        assertThat(isStill(before.build(), now.build())).as(what).isEqualTo(still);
    }

    /** A dump takes 2 ms of a thread's time at most: 4 ms are those of two dumps. */
    @ParameterizedTest(name = "from {0} to {1} ns: still {2}, and it is known that it has not run: {3}")
    @CsvSource({
        "1000, 1000, true, true",
        "1000, 4001000, true, true",
        "1000, 4001001, false, false",
        "0, 4000001, false, false",
        "0, 0, true, true",
        "-1, 90000000, true, false",
        "90000000, -1, true, false",
        "-1, -1, true, false",
    })
    void processorTimeShowsWhoHasRun(long before, long now, boolean still, boolean notRun) {
        Movement movement = movement(
                json(0, platform(1, "one").cpu(before).frames(standing(1)).build()),
                json(2, platform(1, "one").cpu(now).frames(standing(1)).build()));

        assertThat(movement.isStill(last(movement, 1))).isEqualTo(still);
        assertThat(movement.hasNotRun(last(movement, 1))).isEqualTo(notRun);

        Movement mounted = movement(
                json(0, virtual(1, "one").on(11).frames(standing(1)).build(), carrying(11, before)),
                json(2, virtual(1, "one").on(11).frames(standing(1)).build(), carrying(11, now)));
        assertThat(mounted.isStill(last(mounted, 1))).isEqualTo(still);
        assertThat(mounted.hasNotRun(last(mounted, 1))).isEqualTo(notRun);
    }

    /** Of three moments, the last two: before these, it may have run. */
    @ParameterizedTest(name = "{0}, {1}, {2} ns: still lately {3}")
    @CsvSource({"1000, 1000, 1000, true", "0, 900000000, 900000000, true", "0, 0, 900000000, false"})
    void theTimeOfItsCarrierShowsWhetherAThreadHasRunLately(long first, long second, long third, boolean still) {
        DumpedThread mounted = virtual(1, "one").on(11).frames(standing(1)).build();
        Movement movement = movement(
                json(0, mounted, carrying(11, first)),
                json(2, mounted, carrying(11, second)),
                json(4, mounted, carrying(11, third)));

        assertThat(movement.isStillLately(last(movement, 1))).isEqualTo(still);
    }

    @Test
    void whoHasHadAnotherCarrierHasNotKeptIt() {
        DumpedThread before = virtual(1, "one").on(11).frames(standing(1)).build();
        DumpedThread now = virtual(1, "one").on(12).frames(standing(1)).build();
        Movement same = movement(json(0, before, carrying(11, 0)), json(2, before, carrying(11, 900_000_000)));
        Movement other = movement(json(0, before, carrying(11, 0)), json(2, now, carrying(12, 0)));

        assertThat(same.keepsCarrier(last(same, 1))).isTrue();
        assertThat(other.keepsCarrier(last(other, 1))).isFalse();
    }

    @Test
    void theTimeOfACarrierIsNotThatOfAThreadThatHasLeftIt() {
        DumpedThread left = parked(sync(1)).on(0).build();
        Movement movement = movement(json(0, left, carrying(11, 0)), json(2, left, carrying(11, 900_000_000)));

        assertThat(movement.isStill(last(movement, 1))).isTrue();
        assertThat(movement.hasNotRun(last(movement, 1))).isFalse();
    }

    @Test
    void aCarrierThatHasMovedHasRun() {
        DumpedThread mounted = virtual(1, "one").on(11).frames(standing(1)).build();
        DumpedThread other = platform(11, "ForkJoinPool-1-worker-11")
                .state("RUNNABLE")
                .cpu(5)
                .frames(standing(9))
                .build();
        Movement movement = movement(json(0, mounted, other), json(2, mounted, carrying(11, 5)));

        assertThat(movement.isStill(last(movement, 1))).isTrue();
        assertThat(movement.hasNotRun(last(movement, 1))).isFalse();
    }

    @Test
    void aThreadWithoutItsCarrierOrOfOneDumpMayHaveRun() {
        DumpedThread mounted = virtual(1, "one").on(11).frames(standing(1)).build();

        assertThat(List.of(
                        movement(json(0, mounted), json(2, mounted)),
                        movement(json(0, mounted), json(2, mounted, carrying(11, 5))),
                        movement(json(0, mounted, carrying(11, 5)), json(2, mounted)),
                        movement(json(2, mounted, carrying(11, 5)))))
                .allSatisfy(movement -> {
                    assertThat(movement.isStill(last(movement, 1))).isTrue();
                    assertThat(movement.hasNotRun(last(movement, 1))).isFalse();
                });
    }

    /** Thread.print names the thread that a carrier carries; JSON of JDK 21 does not name its carrier. */
    @Test
    void aCarrierIsKnownByWhatItCarries() {
        for (long now : new long[] {5, 900_000_000}) {
            Movement movement = movement(
                    json(0, virtual(1, "one").frames(standing(1)).build(), carries(11, 1, 5), carries(12, 2, 5)),
                    json(2, virtual(1, "one").frames(standing(1)).build(), carries(11, 1, now), carries(12, 2, 5)));

            assertThat(movement.isStill(last(movement, 1))).isEqualTo(now == 5);
            assertThat(movement.hasNotRun(last(movement, 1))).isEqualTo(now == 5);
        }
    }

    private static DumpedThread carries(long id, long virtual, long cpu) {
        DumpedThread carrier = carrying(id, cpu);
        return new DumpedThread(
                id,
                carrier.name(),
                false,
                carrier.state(),
                Running.carrying(virtual),
                carrier.frames(),
                Locks.NONE,
                "",
                Quantity.of(cpu));
    }

    private static DumpedThread enters(long id, int wanted) {
        return virtual(id, "t" + id)
                .frames(standing((int) id))
                .blockedOn(monitor(wanted))
                .build();
    }

    private static DumpedThread holds(long id, int held) {
        return virtual(id, "t" + id)
                .frames(standing((int) id))
                .holds(0, monitor(held))
                .build();
    }

    @Test
    void waitersThatWaitNoMoreAreLost() {
        Movement stays = movement(json(0, enters(1, 1)), json(2, enters(1, 1), enters(2, 1)));
        Movement lost = movement(json(0, enters(2, 1), enters(1, 1)), json(2, enters(1, 1), holds(2, 1)));

        assertThat(stays.hasLostWaiters(first(stays))).isFalse();
        assertThat(lost.hasLostWaiters(first(lost))).isTrue();
    }

    private static Resource first(Movement movement) {
        return movement.graphs().getLast().resources().iterator().next();
    }

    @Test
    void momentsInWhichOneWaitsForTheOther() {
        Movement movement = movement(
                json(0, enters(1, 1), holds(2, 1), holds(3, 2)),
                json(2, enters(1, 1), holds(3, 1), holds(2, 2)),
                json(4, holds(2, 1), holds(3, 2)),
                json(6, holds(1, 3), holds(2, 1), holds(3, 2)),
                json(8, enters(1, 1), holds(2, 1), holds(3, 2)));

        assertThat(movement.moments()).isEqualTo(5);
        assertThat(movement.momentsOf(last(movement, 1), last(movement, 2))).isEqualTo(2);
        assertThat(movement.momentsOf(last(movement, 1), last(movement, 3))).isEqualTo(1);
        assertThat(movement.momentsOf(last(movement, 2), last(movement, 1))).isZero();
    }
}
