package dev.loomweight.threads.waits;

import dev.loomweight.amount.Quantity;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.kernel.diagnosis.Owners;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Coverage.Span;
import dev.loomweight.sample.ThreadEvents.TracedWait;
import dev.loomweight.sample.ThreadEvents.VirtualThreadStart;
import dev.loomweight.threads.waits.Requests.Life;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the time of virtual threads went into that began and ended while they were recorded: of a server with a thread for each
 * request, the time of a request.
 *
 * @param processes those of which waits were traced as long as the beginnings of threads were recorded, by name
 */
public record RequestReading(List<OfProcess> processes) {

    /** Of fewer threads, the slowest of 100 is none. */
    private static final int LEAST = 100;

    public RequestReading {
        processes = List.copyOf(processes);
    }

    /**
     * The threads of one process.
     *
     * @param subject its name
     * @param threads how many began and ended, of those that are known
     * @param oneOf of how many threads one is known
     * @param middle the tenth of them in the middle, by how long they lived
     * @param slowest the hundredth that lived longest
     * @param rows what their time went into, the most of the slowest first; what is left over last
     * @param threshold how long waits are that are known, in nanoseconds
     */
    record OfProcess(
            String subject, long threads, long oneOf, Some middle, Some slowest, List<Row> rows, Quantity threshold) {

        OfProcess {
            rows = List.copyOf(rows);
        }
    }

    /**
     * Some threads.
     *
     * @param threads how many
     * @param nanos how long they lived on average, in nanoseconds
     */
    record Some(long threads, long nanos) {}

    /**
     * What time went into.
     *
     * @param at the site of a wait; null for what is none
     * @param what in words; empty for a wait
     * @param middleNanos of those in the middle, on average, in nanoseconds
     * @param slowestNanos of the slowest, on average, in nanoseconds
     */
    record Row(WaitSites.@Nullable At at, String what, long middleNanos, long slowestNanos) {

        private static final Comparator<Row> IN_ORDER = Comparator.comparingLong((Row row) -> -row.slowestNanos)
                .thenComparingLong(row -> -row.middleNanos)
                .thenComparing(row -> Objects.toString(row.at, ""));

        /** Where it is waited; null where it is not, or without a stack. */
        @Nullable
        CodePlace place() {
            return at == null ? null : at.place();
        }
    }

    /** Makes the reading. */
    static RequestReading of(Requests all, Coverage coverage, Owners owners) {
        List<OfProcess> processes = new ArrayList<>();
        all.processes().forEach((subject, of) -> {
            Coverage own = coverage.ofProcess(subject);
            List<Life> lives = of.whole();
            if (lives.size() >= LEAST && own.sources().stream().allMatch(RequestReading::isTracedThroughout)) {
                processes.add(of(subject, of.oneOf(), lives, WaitTimesReading.threshold(own), new WaitSites(owners)));
            }
        });
        return new RequestReading(processes);
    }

    /** Whether waits were traced whenever the beginnings of threads were recorded: otherwise waits are missing. */
    private static boolean isTracedThroughout(OfSource source) {
        List<Span> traced = on(source, TracedWait.EVENT);
        return on(source, VirtualThreadStart.EVENT).stream()
                .allMatch(span -> traced.stream()
                        .anyMatch(trace -> trace.part(span.fromNanos(), span.toNanos()) == span.nanos()));
    }

    private static List<Span> on(OfSource source, String event) {
        boolean on = source.events().stream()
                .anyMatch(of -> of.eventType().equals(event) && of.state().isOn());
        return on ? Span.apart(source.spansOf(event)) : List.of();
    }

    private static OfProcess of(String subject, long oneOf, List<Life> lives, Quantity threshold, WaitSites sites) {
        lives.sort(Comparator.comparingLong(Life::nanos));
        int count = lives.size();
        Time middle = Time.of(lives.subList(count * 45 / 100, count * 55 / 100), sites);
        Time slowest = Time.of(lives.subList(count - count / 100, count), sites);
        Set<WaitSites.At> waited = new HashSet<>(middle.waited.keySet());
        waited.addAll(slowest.waited.keySet());
        List<Row> rows = new ArrayList<>();
        waited.forEach(at -> rows.add(new Row(at, "", middle.of(at), slowest.of(at))));
        if (middle.pinned + slowest.pinned > 0) {
            rows.add(new Row(null, "pinned to its carrier", middle.mean(middle.pinned), slowest.mean(slowest.pinned)));
        }
        rows.sort(Row.IN_ORDER);
        rows.add(new Row(null, "", middle.mean(middle.rest), slowest.mean(slowest.rest)));
        return new OfProcess(subject, count, oneOf, middle.some, slowest.some, rows, threshold);
    }

    /**
     * What the time of some threads went into, of all of them together, in nanoseconds.
     *
     * @param waited by site
     * @param rest what is left over
     */
    private record Time(Some some, Map<WaitSites.At, Long> waited, long pinned, long rest) {

        static Time of(List<Life> lives, WaitSites sites) {
            Map<WaitSites.At, Long> waited = new HashMap<>();
            long pinned = 0;
            long rest = 0;
            for (Life life : lives) {
                long waits = 0;
                for (Map.Entry<WaitTimes.Key, Long> wait : life.waited().entrySet()) {
                    waited.merge(sites.at(wait.getKey()), wait.getValue(), Long::sum);
                    waits += wait.getValue();
                }
                pinned += life.pinnedNanos();
                rest += Math.max(0, life.nanos() - waits - life.pinnedNanos());
            }
            long mean = (long) lives.stream().mapToLong(Life::nanos).average().orElse(0);
            return new Time(new Some(lives.size(), mean), waited, pinned, rest);
        }

        long of(WaitSites.At at) {
            return mean(waited.getOrDefault(at, 0L));
        }

        long mean(long nanos) {
            return nanos / some.threads;
        }
    }
}
