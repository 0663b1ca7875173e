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
import org.jspecify.annotations.Nullable;

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
            .thenComparing(site -> site.kind)
            .thenComparing(site -> Objects.toString(site.place, ""))
            .thenComparing(Site::type);

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
                            .filter(one -> one.place != null
                                    && (one.place.toString().equals(site)
                                            || one.place.method().equals(site)))
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
     * @param kind what for
     * @param type the class of what is waited for, as people name it; empty where it is not known
     * @param place where; null without a stack
     * @param times how long they were
     * @param threads of how many threads
     * @param listening whether it waits for what may never come: a connection, a key
     */
    public record Site(
            Doing kind,
            String type,
            @Nullable CodePlace place,
            DurationHistogram times,
            long threads,
            boolean listening) {

        /** How many waits. */
        public long count() {
            return times.count();
        }

        /** How long they were together, in nanoseconds. */
        public long nanos() {
            return times.sumNanos();
        }

        /** Whether other threads or peers let it wait, and neither the clock nor a lack of work. */
        public boolean isForOthers() {
            return kind.isContention()
                    || kind == Doing.RESULT
                    || kind == Doing.READY
                    || (kind == Doing.IO && !listening);
        }

        /** The 99th percentile of those that were recorded, in nanoseconds. */
        public long p99Nanos() {
            return times.percentileNanos(99);
        }
    }

    /** One wait, and what for at which place. */
    record LongWait(
            One one, Doing kind, String type, @Nullable CodePlace place) {}

    /** Makes the reading. */
    static WaitTimesReading of(WaitTimes all, Coverage coverage, Owners owners) {
        List<OfProcess> processes = new ArrayList<>();
        all.processes().forEach((subject, of) -> {
            WaitSites sites = new WaitSites(owners);
            Coverage own = coverage.ofProcess(subject);
            processes.add(new OfProcess(
                    subject,
                    sites(sites, of.stacks()),
                    of.longest().stream().map(one -> longWait(sites, one)).toList(),
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
        found.forEach((at, of) ->
                all.add(new Site(at.kind(), at.type(), at.place(), of.times(), of.threads(), at.listening())));
        all.sort(IN_ORDER);
        return all;
    }

    private static LongWait longWait(WaitSites sites, One wait) {
        WaitSites.At at = sites.at(new WaitTimes.Key(wait.stack(), wait.notified()));
        return new LongWait(wait, at.kind(), at.type(), at.place());
    }
}
