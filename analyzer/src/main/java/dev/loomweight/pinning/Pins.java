package dev.loomweight.pinning;

import dev.loomweight.fold.DistinctThreads;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.Scheduler;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.time.Instant;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Pins by process and {@link PinStack}: the accumulator of {@link PinAnalysis}. Grows with the number of distinct stacks,
 * and by 20 bytes a pin up to the bound of {@link PinTimes}. A pin costs a look-up of its stack and some counts; each distinct stack is diagnosed once, at the end.
 */
public final class Pins {

    // A cache by identity: a source that makes a new stack for each event must not fill the memory.
    private static final int MOST_CACHED = 50_000;

    private final Map<String, Recorded> processes = new TreeMap<>();
    private @Nullable Recorded latest;

    Pins() {}

    /** What a pin does to the carriers. */
    enum Lane {
        /** It parks: the carrier is lost. */
        PARK,
        /** It waits for a monitor or a class: the carrier is lost. */
        MONITOR,
        /** It has waited and enters the monitor again: the carrier is lost. */
        REENTRY,
        /** It waits in {@code Object.wait}, for which JDK 21 to 23 may start another carrier. */
        COMPENSATED;

        private static Lane of(PinStack pin) {
            return switch (pin.event()) {
                case PINNED -> PARK;
                case ENTER -> pin.isInWait() ? REENTRY : MONITOR;
                case WAIT -> pin.isInWait() ? COMPENSATED : MONITOR;
            };
        }
    }

    /** The pins of one process. */
    static final class Recorded {
        private final String subject;
        private final Map<PinStack, PinGroup> groups = new HashMap<>();
        private final PinTimes times = new PinTimes();
        private final DistinctThreads carriers = new DistinctThreads();
        private final IdentityHashMap<StackTrace, Place> known = new IdentityHashMap<>();
        private boolean reasons;
        private final Parallelism parallelism = new Parallelism();
        private long queued;

        private Recorded(String subject) {
            this.subject = subject;
        }

        String subject() {
            return subject;
        }

        Map<PinStack, PinGroup> groups() {
            return groups;
        }

        /** When its pins were. */
        PinTimes times() {
            return times;
        }

        /** The carriers that the events name: those that were pinned at least once, from JDK 24 on. */
        DistinctThreads carriers() {
            return carriers;
        }

        /** Whether an event has the JVM's reason, so that monitors do not pin. */
        boolean reasons() {
            return reasons;
        }

        /** How many carriers there are. */
        Parallelism parallelism() {
            return parallelism;
        }

        /** The most virtual threads that a snapshot found waiting for a carrier. */
        long queued() {
            return queued;
        }

        private void addAll(Recorded other) {
            IdentityHashMap<PinGroup, PinGroup> ours = new IdentityHashMap<>();
            other.groups.forEach((pin, group) -> {
                PinGroup own = groups.putIfAbsent(pin, group);
                if (own != null) {
                    own.addAll(group);
                }
                ours.put(group, own == null ? group : own);
            });
            times.addAll(other.times, ours);
            carriers.addAll(other.carriers);
            reasons |= other.reasons;
            parallelism.addAll(other.parallelism);
            queued = Math.max(queued, other.queued);
        }
    }

    /** Where the pins of a stack go; several where one stack has several events or reasons. */
    private record Place(
            PinStack pin, PinGroup group, @Nullable Place other) {}

    /**
     * Adds one event.
     *
     * @param subject the process
     * @param pin its stack, with all else that decides its diagnosis
     * @param start when it began
     * @param nanos its duration, in nanoseconds
     * @param thread the virtual thread, or null where the recording does not name it
     * @param carrier the carrier, or null where the recording does not name it
     */
    void add(
            String subject,
            PinStack pin,
            Instant start,
            long nanos,
            @Nullable ThreadRef thread,
            @Nullable ThreadRef carrier) {
        Recorded process = process(subject);
        Place place = place(process, pin);
        place.group.add(nanos, thread);
        if (pin.jvmOwn()) {
            return;
        }
        long from = EpochNanos.of(start);
        process.times.add(from, nanos, place.group);
        if (carrier != null) {
            process.carriers.add(subject, carrier.javaThreadId());
        }
    }

    /** Takes what a sample says of a process's carriers, if anything. */
    void parallelism(String subject, Sample sample) {
        if (Parallelism.INTEREST.wants(sample.getClass())) {
            Recorded process = process(subject);
            process.parallelism.add(sample);
            if (sample instanceof Scheduler scheduler) {
                process.queued = Math.max(process.queued, scheduler.queued());
            }
        }
    }

    private Recorded process(String subject) {
        Recorded process = latest;
        if (process == null || !process.subject.equals(subject)) {
            process = processes.computeIfAbsent(subject, Recorded::new);
            latest = process;
        }
        return process;
    }

    private static Place place(Recorded process, PinStack pin) {
        Place first = process.known.get(pin.stack());
        for (Place place = first; place != null; place = place.other) {
            if (place.pin.isLike(pin)) {
                return place;
            }
        }
        if (process.known.size() >= MOST_CACHED) {
            process.known.clear();
            first = null;
        }
        process.reasons |= pin.hasReason();
        PinGroup group = process.groups.computeIfAbsent(pin, key -> new PinGroup(process.subject, Lane.of(pin)));
        Place place = new Place(pin, group, first);
        process.known.put(pin.stack(), place);
        return place;
    }

    /** Adds all of the other, which is not used again. */
    void addAll(Pins other) {
        other.processes.forEach((subject, process) -> process(subject).addAll(process));
    }

    /** By the name of the process. */
    Map<String, Recorded> processes() {
        return processes;
    }
}
