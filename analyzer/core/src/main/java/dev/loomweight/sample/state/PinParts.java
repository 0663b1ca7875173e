package dev.loomweight.sample.state;

import dev.loomweight.sample.InPlace;
import dev.loomweight.sample.StackTrace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All pins of one process: by stack, and what they did to the carriers.
 *
 * @param stacks the pins of each stack; none is empty
 * @param families their durations and threads
 * @param reasons whether an event has the JVM's reason
 * @param carriers the ids of the carriers that were pinned at least once, as far as they are retained
 * @param allCarriers whether that is all of them
 * @param held what pins did to the carriers over time, or null where there are none
 */
public record PinParts(
        List<OfStack> stacks,
        List<OfFamily> families,
        boolean reasons,
        List<Long> carriers,
        boolean allCarriers,
        @Nullable Held held)
        implements StateParts {

    public PinParts {
        stacks = List.copyOf(stacks);
        families = List.copyOf(families);
        carriers = List.copyOf(carriers);
    }

    /**
     * The pins of one stack, event and reason.
     *
     * @param alike what they have in common
     * @param sum their number and length
     * @param families how many are counted in which families
     * @param owners who held the monitors before, or ended the waits
     * @param manyOwners whether these are too many to be named
     */
    public record OfStack(Alike alike, Total sum, List<InFamily> families, List<Owner> owners, boolean manyOwners) {

        public OfStack {
            families = List.copyOf(families);
            owners = List.copyOf(owners);
        }
    }

    /**
     * What pins that are counted together have in common.
     *
     * @param event the full name of the event
     * @param stack the stack
     * @param operation what blocked, in the JVM's words, or null
     * @param reason why it could not unmount, in the JVM's words, or null
     * @param monitorClass the class of the monitor that was waited for, or null
     * @param jvmOwn whether they are the JVM's own
     */
    public record Alike(
            String event,
            StackTrace stack,
            @Nullable String operation,
            @Nullable String reason,
            @Nullable String monitorClass,
            boolean jvmOwn)
            implements InPlace {}

    /**
     * Lengths of time, together.
     *
     * @param count how many
     * @param nanos how long together, in nanoseconds
     * @param maxNanos the longest, in nanoseconds
     */
    public record Total(long count, long nanos, long maxNanos) implements InPlace {}

    /**
     * Some pins of a family.
     *
     * @param family its place in the list of all
     * @param count how many
     */
    public record InFamily(int family, long count) {}

    /**
     * How long pins were, and of which threads: of one stack, or of several that are alike.
     *
     * @param sum their number and length
     * @param buckets the numbers of the buckets of their histogram
     * @param counts how many are in each
     * @param threads of how many threads
     * @param exact whether that is exact
     * @param sample the ids of some threads
     * @param complete whether that is all of them
     */
    public record OfFamily(
            Total sum,
            List<Integer> buckets,
            List<Long> counts,
            long threads,
            boolean exact,
            List<Long> sample,
            boolean complete) {

        public OfFamily {
            buckets = List.copyOf(buckets);
            counts = List.copyOf(counts);
            sample = List.copyOf(sample);
        }
    }

    /**
     * A thread that held monitors before, or ended waits.
     *
     * @param name its name
     * @param sum the waits
     */
    public record Owner(String name, Total sum) {}

    /**
     * The carriers that pins held, over time.
     *
     * @param stated the number of carriers that a user stated, or 0
     * @param pins the pins that held them
     * @param maxima how many were held at most, interval by interval
     * @param time the time of the carriers while it was recorded
     * @param full the windows in which all carriers were held
     * @param seen the pins while the carriers were watched
     */
    public record Held(long stated, Pinned pins, Maxima maxima, Time time, Full full, Watched seen) {}

    /**
     * Pins that hold carriers, together.
     *
     * @param fromNanos when the first one began, in nanoseconds since 1970
     * @param toNanos when the last one ended
     * @param apart whether they are known one by one
     * @param most the most carriers that were held at once
     * @param waits what waits are for which the JVM may add a carrier, by its name
     * @param shorter those that are not known one by one: how many, how long at most, by steps of which length
     */
    public record Pinned(long fromNanos, long toNanos, boolean apart, long most, String waits, List<Long> shorter)
            implements InPlace {

        public Pinned {
            shorter = List.copyOf(shorter);
        }
    }

    /**
     * The most carriers that were held in each interval.
     *
     * @param intervalNanos the length of the intervals
     * @param maxima one number for each
     */
    public record Maxima(long intervalNanos, List<Long> maxima) implements InPlace {

        public Maxima {
            maxima = List.copyOf(maxima);
        }
    }

    /**
     * The pins while the carriers were watched.
     *
     * @param watched by stack
     * @param watchedRestNanos the time of those that are not known one by one, in nanoseconds
     */
    public record Watched(List<Share> watched, long watchedRestNanos) implements InPlace {

        public Watched {
            watched = List.copyOf(watched);
        }
    }

    /**
     * The time of the carriers.
     *
     * @param fromNanos from when on, in nanoseconds since 1970
     * @param toNanos up to when
     * @param leastNanos at least
     * @param mostNanos at most
     * @param most the most carriers that there can have been
     */
    public record Time(long fromNanos, long toNanos, double leastNanos, double mostNanos, long most) {}

    /**
     * The windows in which all carriers were held.
     *
     * @param least number, sum and longest of those that are certain, in nanoseconds
     * @param all number, sum and longest of all, in nanoseconds
     * @param certain whether all are certain
     * @param refuted the sum, the signs and the longest of what others refute
     * @param leastFull the fewest carriers
     * @param mostFull the most carriers
     * @param undecidedNanos what cannot be decided
     * @param omittedNanos what pins that are not known one by one can add
     * @param longest the longest windows
     */
    public record Full(
            List<Long> least,
            List<Long> all,
            boolean certain,
            List<Long> refuted,
            long leastFull,
            long mostFull,
            long undecidedNanos,
            long omittedNanos,
            List<Window> longest) {

        public Full {
            least = List.copyOf(least);
            all = List.copyOf(all);
            refuted = List.copyOf(refuted);
            longest = List.copyOf(longest);
        }
    }

    /**
     * One window.
     *
     * @param fromNanos when it began, in nanoseconds since 1970
     * @param spanNanos how long it was with its gaps
     * @param nanos how long without
     * @param fullNanos how much of that is certain
     * @param shares the stacks that were pinned in it
     */
    public record Window(long fromNanos, long spanNanos, long nanos, long fullNanos, List<Share> shares) {

        public Window {
            shares = List.copyOf(shares);
        }
    }

    /**
     * Part of some time.
     *
     * @param stack the place of the stack in the list of all
     * @param count how many pins have a part; 0 where that is not counted
     * @param nanos how long
     */
    public record Share(int stack, long count, long nanos) {}
}
