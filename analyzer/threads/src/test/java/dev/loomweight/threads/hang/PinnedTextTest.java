package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.carrying;
import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.nativeFrame;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static dev.loomweight.threads.hang.Dumps.waitingIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.FrameLocks.Known;
import dev.loomweight.threads.judge.FrameLocks.MayHold;
import dev.loomweight.threads.judge.FrameLocks.Named;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What pins threads of JDK 21 and 23, and what JDK 24 changes about it. */
class PinnedTextTest {

    private static final String CONDITION = "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject";

    /** Line 1 of the shop holds a monitor for sure, and line 2 may. */
    private static Known known(List<Frame> frames) {
        for (int i = 0; i < frames.size(); i++) {
            Frame frame = frames.get(i);
            if (frame.className().equals("com.acme.Shop") && frame.line() <= 2) {
                return new Known(
                        List.of(new MayHold(i, new Named("com.acme.Shop.A", true), frame.line() == 1)), List.of());
            }
        }
        return Known.NOTHING;
    }

    private static DumpedThread pinned(long id, int line, Frame... outer) {
        List<Frame> frames = new ArrayList<>(waitingIn(CONDITION, "await", line));
        frames.addFirst(frame("java.lang.VirtualThread", "parkOnCarrierThread", 817));
        frames.addAll(frames.size() - 1, List.of(outer));
        return virtual(id, "pinned-" + id).frames(frames).build();
    }

    private static DumpedThread carrier(long id) {
        DumpedThread like = carrying(10 + id, 5);
        return platform(like.id(), like.name()).frames(like.frames()).build();
    }

    private static DumpedThread parked() {
        return virtual(60, "parked")
                .frames(waitingIn("java.util.concurrent.CountDownLatch", "await", 7))
                .build();
    }

    /** The advice, and before it what each thread does. */
    private static String said(String runtime, DumpedThread... threads) {
        List<DumpedThread> all = new ArrayList<>(List.of(threads));
        for (DumpedThread thread : threads) {
            all.add(carrier(thread.id()));
        }
        all.add(parked());
        HangResult result = Said.result(
                PinnedTextTest::known,
                List.of(
                        new DumpedThreads(DumpedThreads.Kind.JSON, Instant.EPOCH, runtime, all),
                        new DumpedThreads(DumpedThreads.Kind.JSON, Instant.EPOCH.plusSeconds(5), runtime, all)));
        HangVerdict verdict = result.verdicts().getFirst();
        return Said.wrapped(String.join("\n", HangSentences.details(verdict, result)) + "\n> "
                + HangAdvice.of(verdict, result) + "\n");
    }

    @Test
    void monitorsAlone() {
        assertThat(said("23.0.2+7", pinned(1, 1))).isEqualTo("""
                        "pinned-1" (virtual #1) has a carrier and waits for a condition (AbstractQueuedSynchronizer$ConditionObject)
                        at Shop.order (Shop.java:1), pinned by the monitor com.acme.Shop.A, which it holds in Shop.order
                        (Shop.java:1).
                        > Do not wait where these threads stand, while a monitor, a class initializer or a native method holds the
                        carrier. JDK 24+ ends it: monitors no longer pin there. Nothing but a restart ends it now; until it is mended,
                        more carriers (-Djdk.virtualThreadScheduler.parallelism) make it rarer.
                        """);
        assertThat(said("24+36", pinned(1, 1))).isEqualTo("""
                        "pinned-1" (virtual #1) has a carrier and waits for a condition (AbstractQueuedSynchronizer$ConditionObject)
                        at Shop.order (Shop.java:1).
                        > Do not wait where these threads stand, while a monitor, a class initializer or a native method holds the
                        carrier. Nothing but a restart ends it now; until it is mended, more carriers
                        (-Djdk.virtualThreadScheduler.parallelism) make it rarer.
                        """);
    }

    @Test
    void monitorsThatMayBeHeld() {
        assertThat(said("21.0.8+9-LTS", pinned(1, 1), pinned(2, 2))).isEqualTo("""
                        "pinned-1" (virtual #1) has a carrier and waits for a condition (AbstractQueuedSynchronizer$ConditionObject)
                        at Shop.order (Shop.java:1), pinned by the monitor com.acme.Shop.A, which it holds in Shop.order
                        (Shop.java:1).
                        "pinned-2" (virtual #2) has a carrier and waits for a condition (AbstractQueuedSynchronizer$ConditionObject)
                        at Shop.order (Shop.java:2), pinned by the monitor com.acme.Shop.A, which it may hold in Shop.order
                        (Shop.java:2).
                        > Do not wait where these threads stand, while a monitor, a class initializer or a native method holds the
                        carrier. JDK 24+ ends it where monitors are what pins, as class files show (--classpath): monitors no longer
                        pin there. Nothing but a restart ends it now; until it is mended, more carriers
                        (-Djdk.virtualThreadScheduler.parallelism) make it rarer.
                        """);
    }

    @Test
    void monitorsAndNativeMethods() {
        assertThat(said("21.0.8+9-LTS", pinned(1, 1), pinned(2, 3, nativeFrame("com.acme.Native", "call"))))
                .isEqualTo("""
                        "pinned-1" (virtual #1) has a carrier and waits for a condition (AbstractQueuedSynchronizer$ConditionObject)
                        at Shop.order (Shop.java:1), pinned by the monitor com.acme.Shop.A, which it holds in Shop.order
                        (Shop.java:1).
                        "pinned-2" (virtual #2) has a carrier and waits for a condition (AbstractQueuedSynchronizer$ConditionObject)
                        at Shop.order (Shop.java:3), pinned by a native method, Native.call.
                        > Do not wait where these threads stand, while a monitor, a class initializer or a native method holds the
                        carrier. On JDK 24+, where monitors no longer pin, 1 of these 2 threads would release their carriers. Nothing
                        but a restart ends it now; until it is mended, more carriers (-Djdk.virtualThreadScheduler.parallelism) make
                        it rarer.
                        """);
    }
}
