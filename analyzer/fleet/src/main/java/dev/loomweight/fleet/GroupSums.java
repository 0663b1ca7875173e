package dev.loomweight.fleet;

import dev.loomweight.fold.Sum;
import dev.loomweight.input.folded.Chunk;
import dev.loomweight.input.folded.Copies.Kind;
import dev.loomweight.memory.Account;
import dev.loomweight.pins.pinning.PinSite.SiteKey;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongBinaryOperator;

/**
 * The figures of some recordings. An accumulator, whose parts are its columns in files: its size depends on the number of
 * distinct sites, hours and kinds of memory, and not on the number of recordings. All is counted or a maximum, so that the
 * order of merging does not matter. What is not possible is refused, so that no damaged file becomes figures.
 *
 * @param counters by what they count, without what is {@linkplain Counter#nothing nothing}
 * @param jdks the versions of the JVMs
 * @param examples the first few that could not be read, with the reason, in alphabetical order
 * @param copies the first few that were not counted since others have all of them, with these, in alphabetical order
 * @param chunks of one recording, the chunks by which a copy of it is known, and what it is; empty of several, of which they
 *     would grow with their number
 * @param sites pins by site
 * @param memory the peaks of the recordings, by kind of memory, in bytes
 * @param limits how many recordings had which limit of memory, in bytes
 * @param ofLimit the peaks of the recordings in thousandths of their limit
 * @param hours what happened when: by the hour in which a recording began, in hours since 1970
 * @param faults in how many recordings there is a known fault, by its id
 */
public record GroupSums(
        SortedMap<Counter, Long> counters,
        SortedSet<String> jdks,
        SortedSet<String> examples,
        SortedSet<String> copies,
        SortedMap<Chunk, Kind> chunks,
        SortedMap<SiteKey, SiteSums> sites,
        SortedMap<Account, Distribution> memory,
        SortedMap<Long, Long> limits,
        Distribution ofLimit,
        SortedMap<Long, Hour> hours,
        SortedMap<String, FaultCount> faults) {

    /** The most examples of a kind of problem. */
    private static final int MAX_EXAMPLES = 5;

    /** The counters, by what they count, and the extremes. */
    public enum Counter {
        /** Recordings that were named, readable or not. */
        RECORDINGS,
        /** That were not counted, since others have all that they have. */
        COPIES,
        /** That were counted without what others have, too. */
        SHARED,
        /** Folds that were counted although others have a part of them. */
        TWICE,
        /** Of which nothing could be read. */
        UNREADABLE,
        /** Of which a part could not be read. */
        DAMAGED,
        /** Of the others, that end before their JVM had written all: it was killed, or was still writing. */
        CUT,
        /** Of which the JVM says that it lost events. */
        LOST,
        /** In which pins were recorded, or would have been. */
        TOLD,
        /** Of these, in which the first pin of their JVM may be missing: JDK 21 to 23 record it too short. */
        FIRST_MISSING,
        /** In which pinning was switched off. */
        PINS_OFF,
        /** Of a JDK that does not know the event. */
        PINS_UNKNOWN,
        /** That do not say whether it was on. */
        PINS_UNSTATED,
        /** With a limit of memory and resident memory, of which it is not known what the kernel charges. */
        CHARGE_UNKNOWN,
        /** Of these, in which resident memory is more than the limit, of which no more can be charged. */
        RESIDENT_OVER_LIMIT,
        /** Captures without a recording. */
        NO_RECORDING,
        /** In which pins have no stacks. */
        WITHOUT_STACKS,
        /** In which refused submits were recorded, or would have been. */
        SUBMITS_TOLD,
        /** Virtual threads that their scheduler refused. */
        FAILED_SUBMITS,
        /** With a known number of carriers. */
        CARRIERS_KNOWN,
        /** Windows in which all carriers were pinned. */
        STARVATION_WINDOWS,
        /** Bytes of the files. */
        BYTES,
        /** For how long pins were recorded, in nanoseconds. */
        RECORDED_NANOS,
        /** That time, for each of the carriers where their number is known, in nanoseconds. */
        CARRIER_NANOS,
        /** Of recordings with a known number of carriers: how long carriers were pinned, in nanoseconds. */
        PINNED_OF_KNOWN_NANOS,
        /** For how long all carriers were pinned, in nanoseconds. */
        STARVED_NANOS,
        /** The longest threshold of pins in force, in nanoseconds: shorter pins are not known of all recordings. */
        THRESHOLD_NANOS(Math::max, 0),
        /** When the first of the recordings began, in nanoseconds since 1970; the largest long where that is not known. */
        FIRST_NANOS(Math::min, Long.MAX_VALUE),
        /** When the last of the recordings ended, in nanoseconds since 1970; the smallest long where that is not known. */
        LAST_NANOS(Math::max, Long.MIN_VALUE);

        @SuppressWarnings("ImmutableEnumChecker") // of constants
        private final LongBinaryOperator merge;

        private final long nothing;

        Counter() {
            this(Sum::together, 0);
        }

        Counter(LongBinaryOperator merge, long nothing) {
            this.merge = merge;
            this.nothing = nothing;
        }

        /** What it is of no recordings, and what changes nothing when it is added. */
        long nothing() {
            return nothing;
        }
    }

    /**
     * What happened in recordings that began in one hour.
     *
     * @param recordedNanos for how long pins were recorded, in nanoseconds
     * @param pinnedNanos for how long carriers were pinned, in nanoseconds
     * @param residentBytes the highest resident memory, in bytes; 0 where it is not known
     * @param ofLimitThousandths the highest share of a limit of memory, in thousandths; 0 where it is not known
     */
    public record Hour(long recordedNanos, long pinnedNanos, long residentBytes, long ofLimitThousandths) {

        /** @throws IllegalArgumentException if one is negative */
        public Hour {
            notNegative(recordedNanos, pinnedNanos, residentBytes, ofLimitThousandths);
        }

        Hour and(Hour other) {
            return new Hour(
                    Sum.together(recordedNanos, other.recordedNanos),
                    Sum.together(pinnedNanos, other.pinnedNanos),
                    Math.max(residentBytes, other.residentBytes),
                    Math.max(ofLimitThousandths, other.ofLimitThousandths));
        }
    }

    /**
     * How many recordings show a known fault.
     *
     * @param certain in how many it is the fault
     * @param possible in how many others it may be
     */
    public record FaultCount(long certain, long possible) {

        /** @throws IllegalArgumentException if one is negative */
        public FaultCount {
            notNegative(certain, possible);
        }

        FaultCount and(FaultCount other) {
            return new FaultCount(Sum.together(certain, other.certain), Sum.together(possible, other.possible));
        }
    }

    /** @throws IllegalArgumentException if such figures cannot be */
    public GroupSums {
        counters.forEach((counter, value) -> notNegative(counter.nothing == 0 ? value : 0));
        limits.forEach((bytes, recordings) -> notNegative(bytes, recordings));
    }

    /** Those of no recordings. */
    GroupSums() {
        this(
                new TreeMap<>(),
                new TreeSet<>(),
                new TreeSet<>(),
                new TreeSet<>(),
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeMap<>(),
                new Distribution(),
                new TreeMap<>(),
                new TreeMap<>());
    }

    static void notNegative(long... numbers) {
        for (long number : numbers) {
            if (number < 0) {
                throw new IllegalArgumentException("negative: " + number);
            }
        }
    }

    void count(Counter counter, long more) {
        if (more != counter.nothing) {
            counters.merge(counter, more, counter.merge::applyAsLong);
        }
    }

    /** A counter's value. */
    public long get(Counter counter) {
        return counters.getOrDefault(counter, counter.nothing);
    }

    void site(SiteKey key, SiteSums more) {
        sites.merge(key, more, SiteSums::and);
    }

    /** All pins together. */
    public Sum pins() {
        return sites.values().stream().map(SiteSums::sum).reduce(Sum.NONE, Sum::plus);
    }

    /** The peaks of resident memory, in bytes; of no recording where it is not known. */
    Distribution resident() {
        return memory.getOrDefault(Account.RESIDENT, new Distribution());
    }

    Distribution memory(Account kind) {
        return memory.computeIfAbsent(kind, name -> new Distribution());
    }

    void limit(long bytes, long recordings) {
        limits.merge(bytes, recordings, Long::sum);
    }

    void hour(long number, Hour more) {
        hours.merge(number, more, Hour::and);
    }

    void fault(String id, FaultCount more) {
        faults.merge(id, more, FaultCount::and);
    }

    void example(String words) {
        addTo(examples, words);
    }

    void copy(String words) {
        addTo(copies, words);
    }

    private static void addTo(SortedSet<String> all, String words) {
        all.add(words);
        while (all.size() > MAX_EXAMPLES) {
            all.removeLast();
        }
    }

    /** Adds all of another, which is not changed, without its chunks. */
    void addAll(GroupSums other) {
        other.counters.forEach(this::count);
        jdks.addAll(other.jdks);
        other.examples.forEach(this::example);
        other.copies.forEach(this::copy);
        other.sites.forEach(this::site);
        other.memory.forEach((kind, peaks) -> memory(kind).addAll(peaks));
        other.limits.forEach(this::limit);
        ofLimit.addAll(other.ofLimit);
        other.hours.forEach(this::hour);
        other.faults.forEach(this::fault);
    }
}
