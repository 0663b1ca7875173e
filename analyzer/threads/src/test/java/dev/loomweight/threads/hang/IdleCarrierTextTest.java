package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.carrying;
import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.idleCarrier;
import static dev.loomweight.threads.hang.Dumps.locking;
import static dev.loomweight.threads.hang.Dumps.same;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.Dumps.DumpedThread;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of idle carriers that overlook threads. */
class IdleCarrierTextTest {

    private static DumpedThread ready(long id) {
        return virtual(id, "ready-" + id).state("RUNNABLE").frames(locking(9)).build();
    }

    private static DumpedThread carrier(long id) {
        return carrying(10 + id, 5);
    }

    private static DumpedThread idle(long id, long cpu) {
        return idleCarrier(id).cpu(cpu).build();
    }

    private static DumpedThread notBegun(long id) {
        return virtual(id, "new-" + id).state("RUNNABLE").build();
    }

    private static DumpedThread busy() {
        return virtual(1, "busy")
                .state("RUNNABLE")
                .on(11)
                .frames(List.of(frame("com.acme.Shop", "spin", 3)))
                .build();
    }

    @Test
    void idleCarriersThatOverlookThreads() {
        assertThat(Said.verdicts(same(2, busy(), carrier(1), idle(30, 7), notBegun(50))))
                .isEqualTo("""
                        PROBLEM overlooked by the scheduler: Overlooked by the scheduler: 1 virtual thread ("new-50") has not begun,
                        although "ForkJoinPool-1-worker-30" is an idle carrier, the same in both dumps.
                        - "busy" (virtual #1) has a carrier and stands at Shop.spin (Shop.java:3).
                        > The JDK's scheduler has lost a wake-up: update the JDK. The threads run as soon as another carrier looks for
                        work, so it hangs only while all others are kept: do not block them ("loomweight pins") or let virtual threads
                        spin until another one has begun.
                        """);
        assertThat(Said.verdicts(same(3, busy(), carrier(1), idle(30, 7), idle(31, 7), notBegun(50), notBegun(51))))
                .isEqualTo("""
                        PROBLEM overlooked by the scheduler: Overlooked by the scheduler: 2 virtual threads ("new-50", "new-51") have
                        not begun, although "ForkJoinPool-1-worker-30", "ForkJoinPool-1-worker-31" are idle carriers, the same in all
                        3 dumps.
                        - "busy" (virtual #1) has a carrier and stands at Shop.spin (Shop.java:3).
                        > The JDK's scheduler has lost a wake-up: update the JDK. The threads run as soon as another carrier looks for
                        work, so it hangs only while all others are kept: do not block them ("loomweight pins") or let virtual threads
                        spin until another one has begun.
                        """);
        assertThat(Said.verdicts(same(2, busy(), carrier(1), idle(30, 7), ready(50))))
                .isEqualTo("""
                        WARNING overlooked by the scheduler: Perhaps overlooked by the scheduler: 1 virtual thread ("ready-50") could
                        run and has no carrier, although "ForkJoinPool-1-worker-30" is an idle carrier, the same in both dumps;
                        whether they have run in between is not known.
                        - "busy" (virtual #1) has a carrier and stands at Shop.spin (Shop.java:3).
                        > Thread.print shows whether they have run: take it with the dumps, as loomweight hang PID does.
                        """);
        assertThat(Said.verdicts(same(2, busy(), carrier(1), idle(30, 7), ready(50), notBegun(51))))
                .isEqualTo("""
                        WARNING overlooked by the scheduler: Perhaps overlooked by the scheduler: 2 virtual threads ("ready-50",
                        "new-51") could run and have no carrier, although "ForkJoinPool-1-worker-30" is an idle carrier, the same in
                        both dumps; whether they have run in between is not known.
                        - "busy" (virtual #1) has a carrier and stands at Shop.spin (Shop.java:3).
                        > Thread.print shows whether they have run: take it with the dumps, as loomweight hang PID does.
                        """);
    }
}
