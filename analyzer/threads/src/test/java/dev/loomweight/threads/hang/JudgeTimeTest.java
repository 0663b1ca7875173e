package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.locking;
import static dev.loomweight.threads.hang.Dumps.monitor;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.same;
import static dev.loomweight.threads.hang.Dumps.standing;
import static dev.loomweight.threads.hang.Dumps.sync;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.threads.judge.FrameLocks;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How long a verdict takes, apart from what it says: mutants of the rules are judged by the tests that take no time. */
@Tag("oracles")
class JudgeTimeTest {

    /** Quadratic work would take minutes. */
    @Test
    void aHundredThousandThreadsWithAsManyLocksAreJudgedInLinearTime() {
        List<DumpedThread> threads = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            threads.add(virtual(2L * i, "of a lock")
                    .frames(locking(4))
                    .parkedFor(sync(i))
                    .build());
            threads.add(virtual(2L * i + 1, "in a chain")
                    .frames(standing(12))
                    .blockedOn(monitor(100_000 + i + 1))
                    .holds(0, monitor(100_000 + i))
                    .build());
        }
        threads.add(
                platform(200_000, "runs").state("RUNNABLE").frames(standing(9)).build());
        DumpedThread[] all = threads.toArray(DumpedThread[]::new);

        List<WaitGraph> graphs = Moment.of(same(2, all)).stream()
                .map(moment -> WaitGraph.of(moment, List.of(), FrameLocks.NONE))
                .toList();
        List<HangVerdict> verdicts = new Judge(graphs, 0, false).judge();

        assertThat(verdicts).noneMatch(HangVerdict::isHang);
        assertThat(verdicts.getFirst().waiting()).isEqualTo(50_000);
        assertThat(verdicts).hasSize(50_001);
    }
}
