package dev.loomweight.pins.carriers;

import dev.loomweight.amount.DurationHistogram;
import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Fold.StateForm;
import dev.loomweight.fold.State;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.PinEvents.SchedulerDelay;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.state.DelayParts;
import dev.loomweight.sample.state.DelayParts.Alarm;
import dev.loomweight.sample.state.DelayParts.Latest;
import dev.loomweight.sample.state.DelayParts.Longest;
import dev.loomweight.sample.state.StateParts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How long virtual threads that were ready waited for a carrier, as the agent's probe measured it, by process. */
public final class SchedulerDelays implements Analysis<SchedulerDelays.Delays, SchedulerDelays.DelayReading> {

    /** The fold of the probe's measurements. */
    public static final Fold<Delays> FOLD =
            Fold.of(Interest.in(SchedulerDelay.class), Delays::new, new StateForm<>(DelayParts.class, Delays::of));

    // As long as the probe of an orchestrator waits for an answer by default; the agent's alarm has the same default.
    private static final long LONG_NANOS = 1_000_000_000;
    // A hundredth of all waits longer than this is felt in every request that waits some times.
    private static final long LONG_P99_NANOS = 100_000_000;

    /** Waits of virtual threads for a carrier, by process, as the agent's probe measured them: what is gathered. */
    public static final class Delays implements State<Delays> {

        /** Of more alarms of a process, the first are kept. */
        private static final int MAX_ALARMS = 5;

        private final Map<String, OfProcess> processes = new TreeMap<>();

        private Delays() {}

        @Override
        public void add(Origin origin, Sample sample) {
            if (sample instanceof SchedulerDelay delay) {
                processes
                        .computeIfAbsent(origin.subject(), any -> new OfProcess())
                        .add(delay);
            }
        }

        private static Delays of(String process, DelayParts parts) {
            Delays all = new Delays();
            all.processes.put(process, new OfProcess(parts));
            return all;
        }

        Map<String, StateParts> parts() {
            Map<String, StateParts> parts = new TreeMap<>();
            processes.forEach((process, of) -> parts.put(process, of.parts()));
            return parts;
        }

        @Override
        public void merge(Delays other) {
            other.processes.forEach((subject, delays) ->
                    processes.computeIfAbsent(subject, any -> new OfProcess()).add(delays));
        }

        /** The waits of each process, in the order of their names. */
        private List<Waits> waits() {
            List<Waits> waits = new ArrayList<>();
            processes.forEach((subject, of) -> waits.add(of.waits(subject)));
            return waits;
        }

        private static final class OfProcess {
            private final DurationHistogram ended = new DurationHistogram(DurationHistogram.Resolution.COARSE);
            // The first ones, and how many there are.
            private final List<Alarm> alarms = new ArrayList<>();
            private long alarmCount;
            private Latest latest = new Latest(Instant.MIN, 0, 1);
            private Longest longest = new Longest(Instant.MIN, -1);
            private long lateNanos;

            private OfProcess() {}

            private OfProcess(DelayParts parts) {
                DelayParts.Ended of = parts.ended();
                ended.addAll(DurationHistogram.parse(of.histogram(), of.sumNanos(), of.maxNanos()));
                alarms.addAll(parts.raised().alarms());
                alarmCount = parts.raised().alarmCount();
                latest = parts.latest();
                longest = parts.longest();
                lateNanos = parts.lateNanos();
            }

            private DelayParts parts() {
                return new DelayParts(
                        new DelayParts.Ended(ended.sumNanos(), ended.maxNanos(), ended.text()),
                        new DelayParts.Raised(firstAlarms(), alarmCount),
                        latest,
                        longest,
                        lateNanos);
            }

            void add(SchedulerDelay delay) {
                ended.addAll(delay.delays());
                if (delay.alarm() != null) {
                    alarm(new Alarm(delay.time(), delay.alarm()));
                    alarmCount++;
                }
                add(new Latest(delay.time(), delay.openNanos(), delay.periodNanos()));
                add(new Longest(delay.time(), delay.maxNanos()));
                lateNanos = Math.max(lateNanos, delay.lateNanos());
            }

            void add(OfProcess other) {
                ended.addAll(other.ended);
                other.alarms.forEach(this::alarm);
                alarmCount += other.alarmCount;
                add(other.latest);
                add(other.longest);
                lateNanos = Math.max(lateNanos, other.lateNanos);
            }

            private void alarm(Alarm alarm) {
                alarms.add(alarm);
                if (alarms.size() > 4 * MAX_ALARMS) {
                    Collections.sort(alarms);
                    alarms.subList(MAX_ALARMS, alarms.size()).clear();
                }
            }

            private List<Alarm> firstAlarms() {
                return alarms.stream().sorted().limit(MAX_ALARMS).toList();
            }

            private void add(Latest other) {
                int order = other.last().compareTo(latest.last());
                if (order > 0 || (order == 0 && other.lastOpenNanos() > latest.lastOpenNanos())) {
                    latest = other;
                }
            }

            private void add(Longest other) {
                boolean as = other.worstNanos() == longest.worstNanos();
                if (other.worstNanos() > longest.worstNanos()
                        || (as && other.worst().isBefore(longest.worst()))) {
                    longest = other;
                }
            }

            private Waits waits(String subject) {
                // With the wait that went on at the end, which ended in no event.
                long openNanos = latest.lastOpenNanos();
                long worstNanos = longest.worstNanos();
                DurationHistogram all = new DurationHistogram(DurationHistogram.Resolution.COARSE);
                all.addAll(ended);
                if (openNanos > 0) {
                    all.addStall(openNanos, latest.lastPeriodNanos());
                }
                return new Waits(
                        subject,
                        all.percentileNanos(50),
                        all.percentileNanos(99),
                        new LongestWait(
                                all.maxNanos(),
                                // An event has when the wait ended.
                                openNanos >= worstNanos
                                        ? latest.last().minusNanos(openNanos)
                                        : longest.worst().minusNanos(worstNanos),
                                openNanos > 0 && openNanos >= worstNanos),
                        all.count(),
                        firstAlarms(),
                        alarmCount,
                        lateNanos);
            }
        }
    }

    /**
     * How long virtual threads that were ready waited.
     *
     * @param processes those that were measured, in the order of their names
     * @param coverage what the inputs recorded
     */
    public record DelayReading(List<Waits> processes, Coverage coverage) {

        public DelayReading {
            processes = List.copyOf(processes);
        }

        /** The 99th percentile of the process that waited longest by it, in nanoseconds; 0 where none was measured. */
        public long p99Nanos() {
            return processes.stream().mapToLong(Waits::p99Nanos).max().orElse(0);
        }

        /** Whether a process was measured. */
        public boolean isMeasured(String subject) {
            return processes.stream().anyMatch(waits -> waits.subject.equals(subject));
        }
    }

    /**
     * The longest wait.
     *
     * @param nanos how long it was
     * @param began when it began, to a second
     * @param open whether it had not ended at the end
     */
    public record LongestWait(long nanos, Instant began, boolean open) {}

    /**
     * The waits of one process. Quantiles are within {@link dev.loomweight.amount.DurationHistogram#RELATIVE_ERROR}. A
     * wait that had not ended at the end counts as long as it was known to be.
     *
     * @param subject its name
     * @param p50Nanos their median, in nanoseconds
     * @param p99Nanos their 99th percentile, in nanoseconds
     * @param longest the longest
     * @param count how many were measured
     * @param alarms the first alarms, in the order of their times
     * @param alarmCount how many alarms there were
     * @param lateNanos by how much the probe's platform thread was late at most, which counts in no wait, in nanoseconds
     */
    public record Waits(
            String subject,
            long p50Nanos,
            long p99Nanos,
            LongestWait longest,
            long count,
            List<Alarm> alarms,
            long alarmCount,
            long lateNanos) {

        public Waits {
            alarms = List.copyOf(alarms);
        }

        /** Whether virtual threads waited so long that it is a problem. */
        public boolean isLong() {
            return longest.nanos >= LONG_NANOS || alarmCount > 0;
        }

        /** Whether so many waited long that requests feel it. */
        public boolean isOftenLong() {
            return p99Nanos >= LONG_P99_NANOS;
        }

        /** Whether the collector or other programs took the processors from the probe. */
        public boolean isProbeLate() {
            return lateNanos >= LONG_P99_NANOS;
        }
    }

    @Override
    public String id() {
        return "schedulerDelay";
    }

    @Override
    public Fold<Delays> fold() {
        return FOLD;
    }

    @Override
    public DelayReading read(Delays all, Coverage coverage) {
        return new DelayReading(all.waits(), coverage);
    }

    @Override
    public Section say(DelayReading reading, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        if (!reading.processes.isEmpty()) {
            blocks.add(DelaySentences.table(reading));
            reading.processes.stream()
                    .filter(waits -> waits.isLong() || waits.isOftenLong())
                    .forEach(waits -> findings.add(DelaySentences.finding(waits, reading.processes.size() > 1)));
        }
        return new Section(id(), "Waits for a carrier", blocks, findings);
    }
}
