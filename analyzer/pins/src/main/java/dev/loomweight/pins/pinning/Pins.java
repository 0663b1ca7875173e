package dev.loomweight.pins.pinning;

import dev.loomweight.fold.DistinctThreads;
import dev.loomweight.fold.Families;
import dev.loomweight.fold.Families.Family;
import dev.loomweight.jvm.PinFacts;
import dev.loomweight.kernel.diagnosis.PinStack;
import dev.loomweight.kernel.monitors.MonitorJoin;
import dev.loomweight.pins.scheduler.FoldedHeld;
import dev.loomweight.pins.scheduler.Parallelism;
import dev.loomweight.pins.scheduler.PoolSizes;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.Scheduler;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.sample.state.PinParts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Pins by process and {@link PinStack}: the accumulator of {@link PinAnalysis}. Grows with the number of distinct stacks,
 * and by 20 bytes a pin up to the bound of {@link PinTimes}. A pin costs a look-up of its stack and some counts; each
 * distinct stack is diagnosed once, at the end.
 */
public final class Pins {

    /** A JVM that describes itself so soon after its start is recorded from that on. */
    private static final long YOUNG_MILLIS = 10_000;

    // Of few stacks, as where pins are counted test by test, a small cache does.
    private static final int CACHED_AT_FIRST = 1 << 6;
    private static final int CACHED = 1 << 13;

    /** What says something of the pool of carriers. */
    static final Interest OF_POOL = Parallelism.INTEREST.and(PoolSizes.INTEREST);

    private final Map<String, Recorded> processes = new TreeMap<>();
    private @Nullable Recorded latest;
    // Where the pins of a stack of the latest process went last, by the lower bits of its serial number.
    private @Nullable Place[] known = new @Nullable Place[CACHED_AT_FIRST];
    private int places;

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
        // Until a pin or a wait names a monitor, or lacks one.
        private @Nullable MonitorJoin waits;
        private boolean reasons;
        private final Parallelism parallelism = new Parallelism();
        private final PoolSizes sizes = new PoolSizes();
        private long queued;
        private boolean tracesPins;
        private boolean sinceStart;
        private final List<FoldedHeld<PinGroup>> folded = new ArrayList<>();

        private Recorded(String subject) {
            this.subject = subject;
        }

        String subject() {
            return subject;
        }

        /** Whether pins are among its events, not waits for monitors alone. */
        boolean hasPinned() {
            return groups.keySet().stream().anyMatch(pin -> pin.event() == PinFacts.Event.PINNED);
        }

        /** The pins with the monitors that they waited for. Nothing here is changed. */
        Joined joined() {
            Map<PinStack, PinGroup> all = new HashMap<>(groups);
            Map<PinStack, PinGroup> more = new HashMap<>();
            Map<Joined.At, PinStack> at = new HashMap<>();
            MonitorJoin.Joined join = (wait, monitor) -> {
                PinStack pin = monitor == null ? wait.of() : wait.of().waitingFor(monitor.className(), wait.nanos());
                PinGroup group = more.computeIfAbsent(pin, this::newGroup);
                group.add(wait.nanos(), wait.thread());
                group.addOwner(monitor == null ? null : monitor.owner(), wait.nanos());
                PinGroup recorded = groups.get(wait.of());
                if (monitor != null && recorded != null) {
                    // Two pins with the same start and duration are not distinguished there.
                    at.merge(new Joined.At(recorded, wait.start(), wait.nanos()), pin, PinStack::firstByMonitor);
                }
            };
            if (waits != null) {
                waits.forEach(join);
            }
            IdentityHashMap<PinGroup, PinGroup> joined = new IdentityHashMap<>();
            more.forEach((pin, group) -> {
                PinGroup recorded = all.put(pin, group);
                if (recorded != null) {
                    group.addAll(recorded);
                    joined.put(recorded, group);
                }
            });
            Map<Joined.At, PinGroup> groupAt = new HashMap<>();
            at.forEach((moment, pin) -> groupAt.put(moment, Objects.requireNonNull(more.get(pin))));
            return new Joined(all, groupAt, joined);
        }

        private MonitorJoin waits() {
            MonitorJoin all = waits;
            if (all == null) {
                all = new MonitorJoin();
                waits = all;
            }
            return all;
        }

        private PinGroup newGroup(PinStack pin) {
            return new PinGroup(Lane.of(pin));
        }

        private void withoutMonitor(MonitorJoin.Stretch<PinStack> wait) {
            groups.computeIfAbsent(wait.of(), this::newGroup).add(wait.nanos(), wait.thread());
        }

        /** What a fold file has of pins that were read before. */
        private void add(PinParts pins) {
            List<PinGroup> own = new ArrayList<>();
            List<Family> families = new ArrayList<>();
            pins.families().forEach(family -> families.add(Families.of(subject, family)));
            for (PinParts.OfStack stack : pins.stacks()) {
                PinStack pin = PinStack.of(stack.alike());
                PinGroup group = groups.computeIfAbsent(pin, this::newGroup);
                group.add(stack, families);
                own.add(group);
            }
            reasons |= pins.reasons();
            carriers.addAll(DistinctThreads.of(pins.carriers(), pins.allCarriers()));
            if (pins.held() != null) {
                folded.add(FoldedHeld.of(pins.held(), own));
                if (pins.held().stated() > 0) {
                    parallelism.state(pins.held().stated());
                }
            }
        }

        /** What its pins did to the carriers that was found before, in fold files. */
        List<FoldedHeld<PinGroup>> folded() {
            return folded;
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

        /** How many carriers there were at a time. */
        PoolSizes sizes() {
            return sizes;
        }

        /** The most virtual threads that a snapshot found waiting for a carrier. */
        long queued() {
            return queued;
        }

        /** Whether the JVM was asked to print its pins. */
        boolean tracesPins() {
            return tracesPins;
        }

        /** Whether it was recorded from the start of the JVM, as far as that is recorded. */
        boolean isSinceStart() {
            return sinceStart;
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
            MonitorJoin more = other.waits;
            if (more != null) {
                waits().addAll(more, this::withoutMonitor);
            }
            carriers.addAll(other.carriers);
            reasons |= other.reasons;
            parallelism.addAll(other.parallelism);
            sizes.addAll(other.sizes);
            other.folded.forEach(held -> folded.add(held.with(ours)));
            queued = Math.max(queued, other.queued);
            tracesPins |= other.tracesPins;
            sinceStart |= other.sinceStart;
        }
    }

    /**
     * The pins of one process, complete.
     *
     * @param groups by stack, and all else that decides the diagnosis; none is empty
     * @param at of the pins whose monitor is known, the group of each
     * @param joined of recorded groups that are not complete, the complete ones
     */
    record Joined(Map<PinStack, PinGroup> groups, Map<At, PinGroup> at, IdentityHashMap<PinGroup, PinGroup> joined) {

        Joined {
            groups.values().removeIf(group -> group.sum().count() == 0);
        }

        /** One pin of a recorded group, by when it was. */
        record At(PinGroup recorded, long startNanos, long nanos) {}

        /** The group of a pin, of which {@link PinTimes} has the recorded one. */
        PinGroup groupOf(PinGroup recorded, long fromNanos, long toNanos) {
            PinGroup known = at.get(new At(recorded, fromNanos, toNanos - fromNanos));
            return known == null ? joined.getOrDefault(recorded, recorded) : known;
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
     * @param start when it began, in nanoseconds since 1970
     * @param nanos its duration, in nanoseconds
     * @param thread the virtual thread, or null where the recording does not name it
     * @param carrier the carrier, or null where the recording does not name it
     * @param owner the thread that held the monitor last, or ended the wait; null where the event has none
     */
    void add(
            String subject,
            PinStack pin,
            long start,
            long nanos,
            @Nullable ThreadRef thread,
            @Nullable ThreadRef carrier,
            @Nullable String owner) {
        Recorded process = process(subject);
        Place place = place(process, pin);
        if (thread != null && !pin.facts().jvmOwn() && pin.facts().waitsIn() != null) {
            process.waits()
                    .pin(
                            new MonitorJoin.Stretch<>(thread.javaThreadId(), start, nanos, place.pin),
                            process::withoutMonitor);
        } else {
            place.group.add(nanos, thread);
            place.group.addOwner(owner, nanos);
        }
        if (pin.facts().jvmOwn() && !pin.facts().isPerhapsOwn()) {
            return;
        }
        process.times.add(start, nanos, place.group);
        if (carrier != null) {
            process.carriers.add(carrier.javaThreadId());
        }
    }

    /**
     * Takes the event of a wait, which names the monitor of a pin of the same thread and time, if there is one.
     *
     * @param subject the process
     * @param start when the wait began, in nanoseconds since 1970
     * @param nanos its duration, in nanoseconds
     * @param thread the virtual thread that waited
     * @param monitor the monitor
     */
    void waited(String subject, long start, long nanos, ThreadRef thread, MonitorJoin.Monitor monitor) {
        process(subject).waits().wait(new MonitorJoin.Stretch<>(thread.javaThreadId(), start, nanos, monitor));
    }

    /** Whether a wait of that length, in nanoseconds, can be among those that are retained. */
    boolean keepsWait(String subject, long nanos) {
        return process(subject).waits().keepsWait(nanos);
    }

    /**
     * The pins of a process that a fold file has.
     *
     * @throws IllegalArgumentException if their figures contradict each other
     */
    static Pins of(String subject, PinParts parts) {
        Pins pins = new Pins();
        pins.process(subject).add(parts);
        return pins;
    }

    /** Takes what a sample says of a process's carriers, if anything. */
    void pool(Origin origin, Sample sample) {
        if (OF_POOL.wants(sample.getClass())) {
            Recorded process = process(origin.subject());
            process.sizes.add(origin, sample);
            process.parallelism.add(sample);
            process.tracesPins |= switch (sample) {
                case RecordedJvm jvm -> jvm.tracesPins();
                case CaptureInfo info -> RecordedJvm.tracesPins(String.join(" ", info.command()));
                default -> false;
            };
            if (sample instanceof RecordedJvm jvm) {
                long age = jvm.time().toEpochMilli() - jvm.startedMillis();
                process.sinceStart |= jvm.startedMillis() > 0 && age < YOUNG_MILLIS;
            }
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
            Arrays.fill(known, null);
        }
        return process;
    }

    @SuppressWarnings("ReferenceEquality") // a reader makes one object of equal stacks, mostly
    private Place place(Recorded process, PinStack pin) {
        StackTrace stack = pin.stack();
        int slot = stack.serial() & known.length - 1;
        Place first = known[slot];
        if (first != null && first.pin.stack() != stack) {
            first = null;
        }
        for (Place place = first; place != null; place = place.other) {
            if (place.pin.facts().equals(pin.facts())) {
                return place;
            }
        }
        process.reasons |= pin.facts().hasReason();
        PinGroup group = process.groups.computeIfAbsent(pin, process::newGroup);
        Place place = new Place(pin, group, first);
        known[slot] = place;
        if (++places == CACHED_AT_FIRST) {
            known = new @Nullable Place[CACHED];
        }
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
