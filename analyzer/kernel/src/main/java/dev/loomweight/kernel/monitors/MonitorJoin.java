package dev.loomweight.kernel.monitors;

import dev.loomweight.fold.Longest;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.jvm.PinFacts;
import dev.loomweight.kernel.diagnosis.PinStack;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadEvents.MonitorWait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Pins that waited for a monitor, and the events of such waits. From JDK 24 on, one wait of a pinned thread leaves two
 * events, and only the second names the monitor: {@code jdk.VirtualThreadPinned}, and {@code jdk.JavaMonitorEnter} or
 * {@code jdk.JavaMonitorWait} of the same thread and time. They come in any order, and from chunks that are read in
 * parallel, so both are retained until the end: the longest ones, in bounded memory. What is retained does not depend
 * on the order: of equal durations at the limit, none is.
 */
public final class MonitorJoin {

    private static final int MAX_WAITS = 1 << 15;

    private final Longest<Stretch<PinStack>> pins = new Longest<>(MAX_WAITS, Stretch::nanos);
    private final Longest<Stretch<Monitor>> waits = new Longest<>(MAX_WAITS, Stretch::nanos);

    /**
     * The monitor of a wait.
     *
     * @param event which event names it
     * @param className its class
     * @param owner the thread that held it last, or ended the wait; null where it is not recorded
     */
    public record Monitor(
            PinFacts.Event event,
            @Nullable String className,
            @Nullable String owner) {

        public static Monitor of(MonitorEnter enter) {
            return new Monitor(
                    PinFacts.Event.ENTER, stable(enter.monitorClass()), PreviousOwners.nameOf(enter.previousOwner()));
        }

        public static Monitor of(MonitorWait wait) {
            return new Monitor(
                    PinFacts.Event.WAIT,
                    stable(wait.monitorClass()),
                    wait.timedOut() ? PreviousOwners.TIMED_OUT : PreviousOwners.nameOf(wait.notifier()));
        }

        private static @Nullable String stable(@Nullable String className) {
            return className == null ? null : JvmNames.stableName(className);
        }
    }

    /**
     * One event.
     *
     * @param thread the thread that waited, by its number
     * @param start when it began, in nanoseconds since 1970
     * @param nanos how long it was
     * @param of what it is of
     */
    public record Stretch<T>(long thread, long start, long nanos, T of) {

        long end() {
            long end = start + nanos;
            return end < start ? Long.MAX_VALUE : end;
        }

        /** How long both were at once, in nanoseconds; negative if they were not. */
        long together(Stretch<?> other) {
            return Math.min(end(), other.end()) - Math.max(start, other.start);
        }
    }

    /** Takes a pin with its monitor. */
    @FunctionalInterface
    public interface Joined {

        /**
         * One pin.
         *
         * @param pin the pin
         * @param monitor the monitor that it waited for, or null where no event names it
         */
        void accept(Stretch<PinStack> pin, @Nullable Monitor monitor);
    }

    public boolean isEmpty() {
        return pins.isEmpty();
    }

    /** Adds a pin; those that are too many are handed over, without their monitors. */
    public void pin(Stretch<PinStack> pin, Consumer<Stretch<PinStack>> dropped) {
        pins.add(pin, dropped);
    }

    /** Whether a wait of that length is among the longest so far; of a shorter one, nothing needs to be known. */
    public boolean keepsWait(long nanos) {
        return waits.keeps(nanos);
    }

    /** Adds a wait. */
    public void wait(Stretch<Monitor> wait) {
        waits.add(wait, gone -> {});
    }

    /** Adds all of the other, which is not changed; pins that are too many are handed over, without their monitors. */
    public void addAll(MonitorJoin other, Consumer<Stretch<PinStack>> dropped) {
        pins.addAll(other.pins, dropped);
        waits.addAll(other.waits, gone -> {});
    }

    /** Hands over the pins, each with its monitor, in no order. Nothing is changed. */
    public void forEach(Joined to) {
        Map<Long, Waits> byThread = new HashMap<>();
        waits.forEach((wait, kept) -> {
            if (kept) {
                byThread.computeIfAbsent(wait.thread, key -> new Waits()).add(wait);
            }
        });
        byThread.values().forEach(Waits::sort);
        pins.forEach((pin, kept) -> {
            Waits of = kept ? byThread.get(pin.thread) : null;
            to.accept(pin, of == null ? null : of.during(pin));
        });
    }

    /** The waits of one thread, in the order of time. */
    private static final class Waits {
        private static final Comparator<Stretch<Monitor>> IN_ORDER = Comparator.comparingLong(
                        (Stretch<Monitor> wait) -> wait.start)
                .thenComparingLong(Stretch::nanos)
                .thenComparing(wait -> wait.of.toString());

        private final List<Stretch<Monitor>> all = new ArrayList<>();
        // When the last of all up to each has ended.
        private long[] ends = new long[0];

        private void add(Stretch<Monitor> wait) {
            all.add(wait);
        }

        private void sort() {
            all.sort(IN_ORDER);
            ends = new long[all.size()];
            long last = Long.MIN_VALUE;
            for (int i = 0; i < ends.length; i++) {
                last = Math.max(last, all.get(i).end());
                ends[i] = last;
            }
        }

        /** What a pin waited for: the wait that shares most of its time. A thread waits for one monitor at a time. */
        private @Nullable Monitor during(Stretch<PinStack> pin) {
            Stretch<Monitor> found = null;
            for (int i = lastBefore(pin.end()); i >= 0 && ends[i] >= pin.start; i--) {
                Stretch<Monitor> wait = all.get(i);
                long together = pin.together(wait);
                if (together >= 0
                        && pin.of.facts().waitsIn() == wait.of.event
                        && (found == null || together >= pin.together(found))) {
                    found = wait;
                }
            }
            return found == null ? null : found.of;
        }

        /** The last that begins then or before, or -1. */
        private int lastBefore(long time) {
            int low = 0;
            int high = all.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (all.get(middle).start <= time) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low - 1;
        }
    }
}
