package dev.loomweight.threads.waits;

import dev.loomweight.amount.DurationHistogram;
import dev.loomweight.amount.Quantity;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.kernel.diagnosis.Owners;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.ThreadEvents.TracedWait;
import dev.loomweight.sample.state.WaitParts.One;
import dev.loomweight.threads.waits.WaitTimes.OfStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * How long virtual threads waited where, as JFR traced it.
 *
 * @param processes those with waits, or with a trace that was silent, in the order of their names
 * @param coverage what the inputs recorded
 */
public record WaitTimesReading(List<OfProcess> processes, Coverage coverage) {

    /** Fewer waits are chance, where none is long. */
    private static final int MIN_WAITS = 5;

    /** As long as an orchestrator's probe waits for an answer by default. */
    private static final long LONG_NANOS = 1_000_000_000;

    /** The share of the time in which threads, taken together, must have waited so that it is worth a finding. */
    private static final double MUCH = 0.1;

    private static final Comparator<Site> IN_ORDER = Comparator.comparing((Site site) -> !site.isForOthers())
            .thenComparingLong(site -> -site.nanos())
            .thenComparing(site -> site.at.kind())
            .thenComparing(site -> Objects.toString(site.at.place(), ""))
            .thenComparing(site -> site.at.type());

    public WaitTimesReading {
        processes = List.copyOf(processes);
    }

    /** The longest wait for what other threads or peers have, in nanoseconds; 0 where there is none. */
    public long longestNanos() {
        return processes.stream()
                .flatMap(process -> process.sites.stream())
                .filter(Site::isForOthers)
                .mapToLong(site -> site.times.maxNanos())
                .max()
                .orElse(0);
    }

    /**
     * The 99th percentile of the recorded waits at a method or line, in nanoseconds: of the process where it is longest; 0 where
     * there are none.
     *
     * @param site as {@link CodePlace} prints it, or the method without a line
     */
    long p99NanosAt(String site) {
        return processes.stream()
                .map(process -> {
                    DurationHistogram times = new DurationHistogram();
                    process.sites.stream()
                            .filter(one ->
                                    one.at.place() != null && one.at.place().isNamed(site))
                            .forEach(one -> times.addAll(one.times));
                    return times;
                })
                .filter(times -> times.count() > 0)
                .mapToLong(times -> times.percentileNanos(99))
                .max()
                .orElse(0);
    }

    /** The length from which on all waits were recorded, all the time and in all processes, in nanoseconds. */
    Quantity shortest() {
        return threshold(coverage);
    }

    /**
     * The waits of one process.
     *
     * @param subject its name
     * @param sites by what is waited for and where; what others have first, then by the time that was waited
     * @param longest the longest waits, the longest first
     * @param threshold from which length on each wait was recorded, all the time, in nanoseconds
     * @param coveredNanos for how long waits were recorded, in nanoseconds
     */
    public record OfProcess(
            String subject, List<Site> sites, List<LongWait> longest, Quantity threshold, long coveredNanos) {

        public OfProcess {
            sites = List.copyOf(sites);
            longest = List.copyOf(longest);
        }

        /** How long all waits were together, in nanoseconds. */
        public long nanos() {
            return sites.stream().mapToLong(Site::nanos).sum();
        }

        /** How many there are. */
        public long count() {
            return sites.stream().mapToLong(Site::count).sum();
        }

        /** Those for what other threads or peers have, of which there are so many or so long ones that it is worth a word. */
        List<Site> notable() {
            return sites.stream()
                    .filter(site -> site.isForOthers()
                            && (site.count() >= MIN_WAITS || site.times.maxNanos() >= LONG_NANOS)
                            && site.nanos() >= MUCH * coveredNanos)
                    .toList();
        }
    }

    /**
     * The waits for one thing at one place.
     *
     * @param at what for, and where
     * @param times how long they were
     * @param threads of how many threads
     */
    record Site(WaitSites.At at, DurationHistogram times, long threads) {

        /** How many waits. */
        long count() {
            return times.count();
        }

        /** How long they were together, in nanoseconds. */
        long nanos() {
            return times.sumNanos();
        }

        /** Whether other threads or peers let it wait, and neither the clock nor a lack of work. */
        boolean isForOthers() {
            return at.kind().isContention()
                    || at.kind() == Doing.RESULT
                    || at.kind() == Doing.READY
                    || (at.kind() == Doing.IO && !at.listening());
        }

        /** The 99th percentile of those that were recorded, in nanoseconds. */
        long p99Nanos() {
            return times.percentileNanos(99);
        }
    }

    /** One wait, and what for at which place. */
    record LongWait(One one, WaitSites.At at) {}

    /** Makes the reading. */
    static WaitTimesReading of(WaitTimes all, Coverage coverage, Owners owners) {
        List<OfProcess> processes = new ArrayList<>();
        all.processes().forEach((subject, of) -> {
            WaitSites sites = new WaitSites(owners);
            Coverage own = coverage.ofProcess(subject);
            processes.add(new OfProcess(
                    subject,
                    sites(sites, of.stacks()),
                    of.longest().stream()
                            .map(one -> new LongWait(one, sites.at(new WaitTimes.Key(one.stack(), one.notified()))))
                            .toList(),
                    threshold(own),
                    Coverage.Span.nanos(Coverage.Span.apart(own.sources().stream()
                            .flatMap(source -> source.spansOf(TracedWait.EVENT).stream())
                            .toList()))));
        });
        return new WaitTimesReading(processes, coverage);
    }

    /** From which length on each wait was recorded, all the time, in nanoseconds. */
    static Quantity threshold(Coverage process) {
        OptionalLong highest = process.of(TracedWait.EVENT).stream()
                .map(OfEvent::threshold)
                .filter(Objects::nonNull)
                .mapToLong(Duration::toNanos)
                .max();
        return new Quantity(highest, highest.isPresent() ? "" : "the recording does not say it");
    }

    private static List<Site> sites(WaitSites sites, Map<WaitTimes.Key, OfStack> stacks) {
        Map<WaitSites.At, OfStack> found = new HashMap<>();
        stacks.forEach((key, of) ->
                found.computeIfAbsent(sites.at(key), any -> new OfStack()).addAll(of));
        List<Site> all = new ArrayList<>();
        found.forEach((at, of) -> all.add(new Site(at, of.times(), of.threads())));
        all.sort(IN_ORDER);
        return all;
    }
}
