package dev.loomweight.threads.waits;

import dev.loomweight.amount.Quantity;
import dev.loomweight.kernel.stacks.StackLines;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Held;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.DumpedThread.Locks;
import dev.loomweight.sample.Dumps.DumpedThread.Running;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * Threads of dumps with stacks as a text, the innermost frame first: {@code park} stands for what a virtual thread runs on
 * top while it is parked, {@code acquire} for a synchronizer above it, {@code await} for a condition.
 */
final class DumpedStacks {

    private static final String PARK = "java.lang.VirtualThread.park < java.util.concurrent.locks.LockSupport.park";
    private static final String ACQUIRE = PARK + " < java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire";
    private static final String AWAIT =
            PARK + " < java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await";

    private DumpedStacks() {}

    static List<Frame> frames(String text) {
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.replaceFirst("^acquire\\b", ACQUIRE)
                                .replaceFirst("^await\\b", Matcher.quoteReplacement(AWAIT))
                                .replaceFirst("^park\\b", PARK)
                                .split(" < ", -1))
                        .map(method -> new Frame(
                                method.substring(0, method.lastIndexOf('.')),
                                method.substring(method.lastIndexOf('.') + 1),
                                "",
                                7,
                                -1,
                                0,
                                ""))
                        .toList();
    }

    static StackLines lines(String text) {
        return new StackLines(new StackTrace(frames(text), false));
    }

    /** A lock as {@code class@identity}; null for an empty text. */
    static @Nullable Lock lock(String text) {
        return text.isEmpty() ? null : new Lock(text.split("@", -1)[0], text.split("@", -1)[1]);
    }

    static Builder virtual(long id, @Nullable String state, String stack) {
        return new Builder(id, true, state, stack);
    }

    static Builder platform(long id, @Nullable String state, String stack) {
        return new Builder(id, false, state, stack);
    }

    static DumpedThreads dump(DumpedThreads.Kind kind, @Nullable Instant time, DumpedThread... threads) {
        return new DumpedThreads(kind, time, Quantity.of(5), Quantity.of(3), "25.0.3", List.of(threads));
    }

    /** One thread. */
    static final class Builder {
        private final long id;
        private final @Nullable Boolean virtual;
        private final @Nullable String state;
        private final String stack;
        private @Nullable Lock blockedOn;
        private @Nullable Lock waitingOn;
        private @Nullable Lock parkBlocker;
        private long owner;
        private List<Held> monitors = List.of();
        private List<Lock> owned = List.of();
        private @Nullable String initializing;

        Builder(long id, @Nullable Boolean virtual, @Nullable String state, String stack) {
            this.id = id;
            this.virtual = virtual;
            this.state = state;
            this.stack = stack;
        }

        Builder entering(String lock) {
            blockedOn = lock(lock);
            return this;
        }

        Builder waitingOn(String lock) {
            waitingOn = lock(lock);
            return this;
        }

        Builder parkedFor(String lock, long by) {
            parkBlocker = lock(lock);
            owner = by;
            return this;
        }

        Builder holding(int depth, String lock) {
            monitors = List.of(new Held(depth, Objects.requireNonNull(lock(lock))));
            return this;
        }

        Builder owning(String lock) {
            owned = List.of(Objects.requireNonNull(lock(lock)));
            return this;
        }

        Builder initializing(String name) {
            initializing = name;
            return this;
        }

        DumpedThread thread() {
            return new DumpedThread(
                    id,
                    "",
                    virtual,
                    state,
                    Running.NONE,
                    frames(stack),
                    new Locks(blockedOn, waitingOn, parkBlocker, owner, monitors, owned, initializing));
        }
    }
}
