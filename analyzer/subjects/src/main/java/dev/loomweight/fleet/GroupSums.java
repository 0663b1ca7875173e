package dev.loomweight.fleet;

import dev.loomweight.fold.Sum;
import dev.loomweight.input.folded.Copies.Kind;
import dev.loomweight.input.folded.UnitHead.Chunk;
import dev.loomweight.memory.Account;
import dev.loomweight.pinning.SiteKey;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The figures of some recordings. An accumulator: its size depends on the number of distinct sites, hours and kinds of
 * memory, and not on the number of recordings. All is counted or a maximum, so that the order of merging does not matter.
 */
public final class GroupSums {

    /** The most examples of a kind of problem. */
    private static final int MOST_EXAMPLES = 5;

    /** The counters, by what they count. */
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
        STARVED_NANOS
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

        FaultCount and(FaultCount other) {
            return new FaultCount(Sum.together(certain, other.certain), Sum.together(possible, other.possible));
        }
    }

    private final Map<Counter, Long> counters = new EnumMap<>(Counter.class);
    // Shorter pins are not known of all recordings.
    private long thresholdNanos;
    // In nanoseconds since 1970; of nothing, the first is after the last.
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;
    private final TreeSet<String> jdks = new TreeSet<>();
    private final TreeMap<SiteKey, SiteSums> sites = new TreeMap<>();
    private final TreeMap<Account, Distribution> memory = new TreeMap<>();
    private final TreeMap<Long, Long> limits = new TreeMap<>();
    private final Distribution ofLimit = new Distribution();
    private final TreeMap<Long, Hour> hours = new TreeMap<>();
    private final TreeMap<String, FaultCount> faults = new TreeMap<>();
    private final TreeSet<String> examples = new TreeSet<>();
    private final TreeSet<String> copies = new TreeSet<>();
    // Only of one recording: of many they would grow with these.
    private final TreeSet<Chunk> chunks = new TreeSet<>();
    private Kind kind = Kind.RECORDING;

    GroupSums() {}

    void count(Counter counter, long more) {
        counters.merge(counter, more, Sum::together);
    }

    /** A counter's value, not negative. */
    public long get(Counter counter) {
        return counters.getOrDefault(counter, 0L);
    }

    void threshold(long nanos) {
        thresholdNanos = Math.max(thresholdNanos, nanos);
    }

    /** The longest threshold of pins in force, in nanoseconds. */
    public long thresholdNanos() {
        return thresholdNanos;
    }

    void span(long fromNanos, long toNanos) {
        firstNanos = Math.min(firstNanos, fromNanos);
        lastNanos = Math.max(lastNanos, toNanos);
    }

    /** When the first of the recordings began, in nanoseconds since 1970; the largest long where that is not known. */
    public long firstNanos() {
        return firstNanos;
    }

    /** When the last of the recordings ended, in nanoseconds since 1970; the smallest long where that is not known. */
    public long lastNanos() {
        return lastNanos;
    }

    /** The versions of the JVMs. */
    public SortedSet<String> jdks() {
        return jdks;
    }

    /** Pins by site. */
    public SortedMap<SiteKey, SiteSums> sites() {
        return sites;
    }

    SiteSums site(SiteKey key) {
        return sites.computeIfAbsent(key, name -> new SiteSums());
    }

    /** All pins together. */
    public Sum pins() {
        return sites.values().stream().map(SiteSums::sum).reduce(Sum.NONE, Sum::plus);
    }

    /** The peaks of the recordings, by kind of memory, in bytes. */
    public SortedMap<Account, Distribution> memory() {
        return memory;
    }

    Distribution memory(Account kind) {
        return memory.computeIfAbsent(kind, name -> new Distribution());
    }

    /** How many recordings had which limit of memory, in bytes. */
    public SortedMap<Long, Long> limits() {
        return limits;
    }

    void limit(long bytes, long recordings) {
        limits.merge(bytes, recordings, Long::sum);
    }

    /** The peaks of the recordings in thousandths of their limit. */
    public Distribution ofLimit() {
        return ofLimit;
    }

    /** What happened when: by the hour in which a recording began, in hours since 1970. */
    public SortedMap<Long, Hour> hours() {
        return hours;
    }

    void hour(long number, Hour more) {
        hours.merge(number, more, Hour::and);
    }

    /** In how many recordings there is a known fault, by its id. */
    public SortedMap<String, FaultCount> faults() {
        return faults;
    }

    void fault(String id, FaultCount more) {
        faults.merge(id, more, FaultCount::and);
    }

    /** The first few that could not be read, with the reason, in alphabetical order. */
    public SortedSet<String> examples() {
        return examples;
    }

    void example(String words) {
        addTo(examples, words);
    }

    /** The first few that were not counted since others have all of them, with these, in alphabetical order. */
    public SortedSet<String> copies() {
        return copies;
    }

    void copy(String words) {
        addTo(copies, words);
    }

    private static void addTo(SortedSet<String> all, String words) {
        all.add(words);
        while (all.size() > MOST_EXAMPLES) {
            all.removeLast();
        }
    }

    /** Of one recording, the chunks by which a copy of it is known; empty of several. */
    public SortedSet<Chunk> chunks() {
        return chunks;
    }

    /** Of one recording, what it is. */
    public Kind kind() {
        return kind;
    }

    void read(Collection<Chunk> from, Kind of) {
        chunks.addAll(from);
        kind = of;
    }

    void addAll(GroupSums other) {
        for (Counter counter : Counter.values()) {
            count(counter, other.get(counter));
        }
        threshold(other.thresholdNanos);
        span(other.firstNanos, other.lastNanos);
        jdks.addAll(other.jdks);
        other.sites.forEach((key, site) -> site(key).addAll(site));
        other.memory.forEach((kind, peaks) -> memory(kind).addAll(peaks));
        other.limits.forEach(this::limit);
        ofLimit.addAll(other.ofLimit);
        other.hours.forEach(this::hour);
        other.faults.forEach(this::fault);
        other.examples.forEach(this::example);
        other.copies.forEach(this::copy);
    }
}
