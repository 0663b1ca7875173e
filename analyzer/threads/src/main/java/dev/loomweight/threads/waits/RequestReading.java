package dev.loomweight.threads.waits;

import dev.loomweight.amount.Quantity;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.kernel.diagnosis.Owners;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Coverage.Span;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.ThreadEvents.TracedWait;
import dev.loomweight.sample.ThreadEvents.VirtualThreadStart;
import dev.loomweight.threads.waits.Requests.Life;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
                .anyMatch(of ->
                        of.eventType().equals(event) && (of.state() == State.RECORDED || of.state() == State.SILENT));
        return on ? Span.apart(source.spansOf(event)) : List.of();
    }

    private static OfProcess of(String subject, long oneOf, List<Life> lives, Quantity threshold, WaitSites sites) {
        lives.sort(Comparator.comparingLong(Life::nanos));
        int count = lives.size();
        List<Life> middle = lives.subList(count * 45 / 100, count * 55 / 100);
        List<Life> slowest = lives.subList(count - count / 100, count);
        Map<WaitSites.At, long[]> waited = new HashMap<>();
        long[] pinned = new long[2];
        long[] rest = new long[2];
        add(middle, 0, waited, pinned, rest, sites);
        add(slowest, 1, waited, pinned, rest, sites);
        List<Row> rows = new ArrayList<>();
        waited.forEach((at, nanos) -> rows.add(new Row(at, "", nanos[0] / middle.size(), nanos[1] / slowest.size())));
        if (pinned[0] + pinned[1] > 0) {
            rows.add(new Row(null, "pinned to its carrier", pinned[0] / middle.size(), pinned[1] / slowest.size()));
        }
        rows.sort(Row.IN_ORDER);
        rows.add(new Row(null, "", rest[0] / middle.size(), rest[1] / slowest.size()));
        return new OfProcess(subject, count, oneOf, mean(middle), mean(slowest), rows, threshold);
    }

    private static Some mean(List<Life> lives) {
        return new Some(lives.size(), (long)
                lives.stream().mapToLong(Life::nanos).average().orElse(0));
    }

    private static void add(
            List<Life> lives, int part, Map<WaitSites.At, long[]> waited, long[] pinned, long[] rest, WaitSites sites) {
        for (Life life : lives) {
            life.waited()
                    .forEach((key, nanos) -> waited.computeIfAbsent(sites.at(key), any -> new long[2])[part] += nanos);
            long waits =
                    life.waited().values().stream().mapToLong(Long::longValue).sum();
            pinned[part] += life.pinnedNanos();
            rest[part] += Math.max(0, life.nanos() - waits - life.pinnedNanos());
        }
    }
}
