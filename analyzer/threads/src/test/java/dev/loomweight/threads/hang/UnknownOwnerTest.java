package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.locking;
import static dev.loomweight.threads.hang.Dumps.monitor;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.standing;
import static dev.loomweight.threads.hang.Dumps.sync;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.FrameLocks;
import dev.loomweight.threads.judge.Party;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is named where no dump shows the owner of a lock, or each look another. */
class UnknownOwnerTest {

    private static final long OWNER = 2;

    private static List<HangVerdict> judge(
            DumpedThreads.Kind kind, String runtime, List<LockOwners> owners, DumpedThread... threads) {
        List<DumpedThreads> dumps = new ArrayList<>();
        for (int second = 0; second < 2; second++) {
            dumps.add(new DumpedThreads(kind, Instant.EPOCH.plusSeconds(second), runtime, List.of(threads)));
        }
        List<WaitGraph> graphs = Moment.of(dumps).stream()
                .map(moment -> WaitGraph.of(moment, owners, FrameLocks.NONE))
                .toList();
        return new Judge(graphs, 0, false).judge();
    }

    private static DumpedThread sleeps(String how) {
        List<Frame> frames = new ArrayList<>(
                List.of(frame("java.lang.Thread", "sleep", 509), standing(9).getFirst()));
        return switch (how) {
            case "platform" ->
                platform(OWNER, how).state("TIMED_WAITING").frames(frames).build();
            case "runs" ->
                platform(OWNER, how).state("RUNNABLE").frames(standing(9)).build();
            default -> {
                frames.addFirst(frame("java.lang.VirtualThread", how, 817));
                frames.add(frame("java.lang.VirtualThread", "run", 460));
                yield virtual(OWNER, how).frames(frames).build();
            }
        };
    }

    @ParameterizedTest(name = "{0} {1} {2}: {3}")
    @CsvSource({
        "JSON, 21.0.8, parkNanos, false",
        "JSON, 21.0.8, parkOnCarrierThread, true",
        "JSON, 25.0.3, parkNanos, true",
        "JSON, '', parkNanos, true",
        "PRINT, 21.0.8, platform, false",
        "PRINT, 21.0.8, runs, true",
        "JSON, 25.0.3, platform, true"
    })
    void aMonitorIsOwnedByWhoCanHaveOne(DumpedThreads.Kind kind, String runtime, String how, boolean mayOwn) {
        DumpedThread enters =
                platform(1, "enters").frames(standing(4)).blockedOn(monitor(7)).build();

        List<HangVerdict> verdicts = judge(kind, runtime, List.of(), enters, sleeps(how));

        assertThat(verdicts).hasSize(1).first().isInstanceOfSatisfying(HangVerdict.OwnerUnknown.class, unknown -> {
            assertThat(unknown.someOfThem()).extracting(Party::id).isEqualTo(mayOwn ? List.of(OWNER) : List.of());
            assertThat(unknown.mayOwn()).isEqualTo(mayOwn ? 1 : 0);
        });
    }

    /** A thread of a loop owns it in the print, and another when the agent looks. */
    @Test
    void aLockThatWasPassedOnBetweenTheLooksHasTheLastOwner() {
        DumpedThread waits =
                virtual(1, "waits").frames(locking(4)).parkedFor(sync(9)).build();
        DumpedThread first = platform(OWNER, "first")
                .state("RUNNABLE")
                .frames(standing(9))
                .owns(sync(9))
                .build();
        DumpedThread last =
                platform(3, "last").state("RUNNABLE").frames(standing(9)).build();
        LockOwners agent = new LockOwners(
                LockOwners.From.AGENT,
                List.of(new LockOwners.Owned(sync(9), new LockOwners.Owner(3, "last", false), 1, List.of(1L))));

        List<HangVerdict> verdicts = judge(DumpedThreads.Kind.JSON, "25.0.3", List.of(agent), waits, first, last);

        assertThat(verdicts)
                .hasSize(1)
                .first()
                .isInstanceOfSatisfying(
                        HangVerdict.Held.class,
                        held -> assertThat(held.holder().id()).isEqualTo(3));
    }
}
