package dev.loomweight.pins.pinning;

import dev.loomweight.amount.DurationHistogram;
import dev.loomweight.fold.DistinctThreads;
import dev.loomweight.fold.Families.Family;
import dev.loomweight.fold.Sum;
import dev.loomweight.kernel.diagnosis.PinStack;
import dev.loomweight.kernel.monitors.PreviousOwners;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.sample.state.PinParts;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pins of one stack, event and reason: their durations, and their threads.
 *
 * <p>Recordings have thousands of stacks with some hundred pins each, in any order. To enter each pin into the tables of
 * its stack would read memory at several places that no cache holds; so the first pins are appended to an array, and
 * entered together, mostly into the tables of a site at the end.
 */
final class PinGroup {

    private static final int PAIRS = 256;
    private static final long NO_THREAD = Long.MIN_VALUE;

    private final Pins.Lane lane;
    private long count;
    private long sumNanos;
    private long maxNanos;
    // Length and thread of each pin that is not in the tables yet.
    private long[] pending = new long[8];
    private int used;
    private @Nullable Tables tables;
    private @Nullable PreviousOwners owners;
    private final Map<Family, Long> folded = new LinkedHashMap<>();

    /**
     * None yet.
     *
     * @param lane what its pins do to the carriers
     */
    PinGroup(Pins.Lane lane) {
        this.lane = lane;
    }

    /** What its pins do to the carriers. */
    Pins.Lane lane() {
        return lane;
    }

    private record Tables(DurationHistogram durations, DistinctThreads threads) {}

    /** Adds one pin, of that length in nanoseconds. */
    void add(long nanos, @Nullable ThreadRef thread) {
        add(nanos, thread == null ? NO_THREAD : thread.javaThreadId());
    }

    /** Adds one pin, of that length in nanoseconds, and of the thread with that number. */
    void add(long nanos, long thread) {
        long length = Math.max(0, nanos);
        count++;
        sumNanos = Sum.together(sumNanos, length);
        maxNanos = Math.max(maxNanos, length);
        if (used == pending.length) {
            if (used == 2 * PAIRS) {
                sortIn();
            } else {
                pending = Arrays.copyOf(pending, 2 * used);
            }
        }
        pending[used++] = length;
        pending[used++] = thread;
    }

    /**
     * Adds the thread that the event of a wait names, in addition to the pin itself.
     *
     * @param owner its name; nothing is added where it is null
     * @param nanos how long the wait was, in nanoseconds
     */
    void addOwner(@Nullable String owner, long nanos) {
        if (owner != null) {
            owners().add(owner, Math.max(0, nanos));
        }
    }

    private PreviousOwners owners() {
        PreviousOwners all = owners;
        if (all == null) {
            all = new PreviousOwners();
            owners = all;
        }
        return all;
    }

    private void sortIn() {
        Tables into = tables;
        if (into == null) {
            into = new Tables(new DurationHistogram(), new DistinctThreads());
            tables = into;
        }
        addPending(into.durations, into.threads);
        used = 0;
    }

    private void addPending(DurationHistogram durations, DistinctThreads threads) {
        for (int i = 0; i < used; i += 2) {
            durations.add(pending[i]);
            if (pending[i + 1] != NO_THREAD) {
                threads.add(pending[i + 1]);
            }
        }
    }

    /** Adds all of the other, of the same process, which is not changed. */
    void addAll(PinGroup other) {
        count += other.count;
        sumNanos = Sum.together(sumNanos, other.sumNanos);
        maxNanos = Math.max(maxNanos, other.maxNanos);
        if (other.owners != null) {
            owners().addAll(other.owners);
        }
        other.folded.forEach((family, in) -> folded.merge(family, in, Long::sum));
        if (other.tables == null && used + other.used <= 2 * PAIRS) {
            pending = Arrays.copyOf(pending, Math.max(pending.length, used + other.used));
            System.arraycopy(other.pending, 0, pending, used, other.used);
            used += other.used;
            return;
        }
        sortIn();
        Tables into = tables;
        if (into != null) {
            other.addTo(into.durations, into.threads);
        }
    }

    /** Adds all to what counts several. */
    void addTo(DurationHistogram durations, DistinctThreads threads) {
        if (tables != null) {
            durations.addAll(tables.durations);
            threads.addAll(tables.threads);
        }
        addPending(durations, threads);
    }

    /** Adds the threads that the events of its waits name. */
    void addTo(PreviousOwners all) {
        if (owners != null) {
            all.addAll(owners);
        }
    }

    /** How many of its pins are in each family that a fold file has; the others were recorded. */
    Map<Family, Long> folded() {
        return Collections.unmodifiableMap(folded);
    }

    /** What a fold file has of the pins of a stack. */
    PinParts.OfStack folded(PinStack pin, List<PinParts.InFamily> families) {
        return new PinParts.OfStack(
                new PinParts.Alike(
                        pin.event().eventType(),
                        pin.stack(),
                        pin.facts().operation(),
                        pin.facts().reason(),
                        pin.monitorClass(),
                        pin.facts().jvmOwn()),
                new PinParts.Total(count, sumNanos, maxNanos),
                families,
                owners == null ? List.of() : owners.folded(),
                owners != null && owners.areMany());
    }

    /**
     * Adds what a fold file has.
     *
     * @param families those of the file
     * @throws IllegalArgumentException if its figures contradict each other
     */
    void add(PinParts.OfStack stack, List<Family> families) {
        long all = 0;
        for (PinParts.InFamily one : stack.families()) {
            if (one.family() < 0 || one.family() >= families.size() || one.count() < 1) {
                throw new IllegalArgumentException(one.count() + " in family " + one.family());
            }
            folded.merge(families.get(one.family()), one.count(), Long::sum);
            all += one.count();
        }
        PinParts.Total sum = stack.sum();
        if (all != sum.count() || sum.nanos() < 0 || sum.maxNanos() < 0) {
            throw new IllegalArgumentException(all + " of " + sum.count());
        }
        count += sum.count();
        sumNanos = Sum.together(sumNanos, sum.nanos());
        maxNanos = Math.max(maxNanos, sum.maxNanos());
        if (stack.manyOwners() || !stack.owners().isEmpty()) {
            owners().add(stack.owners(), stack.manyOwners());
        }
    }

    /** All together. */
    Sum sum() {
        return new Sum(count, sumNanos, maxNanos);
    }
}
