package dev.loomweight.carriers;

import dev.loomweight.amount.DurationHistogram;
import dev.loomweight.fold.Condenser;
import dev.loomweight.fold.Fold;
import dev.loomweight.fold.State;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Repeated;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.SchedulerDelay;
import dev.loomweight.subject.Analysis;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How long virtual threads that were ready waited for a carrier, as the agent's probe measured it, by process. */
public final class SchedulerDelays implements Analysis<SchedulerDelays.Delays> {

    /** The fold of the probe's measurements. */
    public static final Fold<Delays> FOLD = Fold.of(Interest.in(SchedulerDelay.class, Repeated.class), Delays::new);

    // As long as the probe of an orchestrator waits for an answer by default; the agent's alarm has the same default.
    private static final long LONG_NANOS = 1_000_000_000;
    // A hundredth of all waits longer than this is felt in every request that waits some times.
    private static final long LONG_P99_NANOS = 100_000_000;
    private static final int MOST_ALARMS = 5;

    /** The delays by process: the accumulator. */
    public static final class Delays implements State<Delays> {
        private final Map<String, OfProcess> processes = new TreeMap<>();

        private Delays() {}

        @Override
        public void add(Origin origin, Sample sample) {
            if (sample instanceof SchedulerDelay delay) {
                add(origin, delay, 1);
            } else if (sample instanceof Repeated(SchedulerDelay delay, long count)) {
                add(origin, delay, count);
            }
        }

        /** Adds a measurement, whose alarm there was as many times. */
        void add(Origin origin, SchedulerDelay delay, long count) {
            processes.computeIfAbsent(origin.subject(), any -> new OfProcess()).add(delay, count);
        }

        @Override
        public void merge(Delays other) {
            other.processes.forEach((subject, delays) ->
                    processes.computeIfAbsent(subject, any -> new OfProcess()).add(delays));
        }
    }

    /** An alarm of the agent, in its words. */
    private record Alarm(Instant time, String words) implements Comparable<Alarm> {

        @Override
        public int compareTo(Alarm other) {
            int byTime = time.compareTo(other.time);
            return byTime == 0 ? words.compareTo(other.words) : byTime;
        }
    }

    private static final class OfProcess {
        private final DurationHistogram ended = new DurationHistogram(DurationHistogram.Resolution.COARSE);
        // The first ones, and how many there are.
        private final List<Alarm> alarms = new ArrayList<>();
        private long alarmCount;
        private Instant last = Instant.MIN;
        private long lastOpenNanos;
        private long lastPeriodNanos = 1;
        private Instant worst = Instant.MIN;
        private long worstNanos = -1;
        private long lateNanos;

        void add(SchedulerDelay delay, long count) {
            ended.addAll(delay.delays());
            if (delay.alarm() != null) {
                alarm(new Alarm(delay.time(), delay.alarm()), count);
            }
            last(delay.time(), delay.openNanos(), delay.periodNanos());
            worst(delay.time(), delay.maxNanos());
            lateNanos = Math.max(lateNanos, delay.lateNanos());
        }

        void add(OfProcess other) {
            ended.addAll(other.ended);
            other.alarms.forEach(alarm -> alarm(alarm, 0));
            alarmCount += other.alarmCount;
            last(other.last, other.lastOpenNanos, other.lastPeriodNanos);
            worst(other.worst, other.worstNanos);
            lateNanos = Math.max(lateNanos, other.lateNanos);
        }

        private void alarm(Alarm alarm, long count) {
            alarms.add(alarm);
            alarmCount += count;
            if (alarms.size() > 4 * MOST_ALARMS) {
                Collections.sort(alarms);
                alarms.subList(MOST_ALARMS, alarms.size()).clear();
            }
        }

        private List<Alarm> firstAlarms() {
            return alarms.stream().sorted().limit(MOST_ALARMS).toList();
        }

        private void last(Instant time, long openNanos, long periodNanos) {
            if (time.compareTo(last) > 0 || (time.equals(last) && openNanos > lastOpenNanos)) {
                last = time;
                lastOpenNanos = openNanos;
                lastPeriodNanos = periodNanos;
            }
        }

        private void worst(Instant time, long nanos) {
            if (nanos > worstNanos || (nanos == worstNanos && time.isBefore(worst))) {
                worst = time;
                worstNanos = nanos;
            }
        }

        /** With the wait that went on at the end, which ended in no event. */
        DurationHistogram all() {
            DurationHistogram all = new DurationHistogram(DurationHistogram.Resolution.COARSE);
            all.addAll(ended);
            if (lastOpenNanos > 0) {
                all.addStall(lastOpenNanos, lastPeriodNanos);
            }
            return all;
        }

        /** When the longest began, to a second: the event has when it ended. */
        Instant worstBegan() {
            return lastOpenNanos >= worstNanos ? last.minusNanos(lastOpenNanos) : worst.minusNanos(worstNanos);
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

    /** Passes on few samples in which there is all that is in these. */
    static void condense(Delays all, Origin origin, Condenser.Taker to) {
        all.processes.values().forEach(of -> {
            to.accept(
                    origin,
                    new SchedulerDelay(
                            of.worst, 1, of.ended.sumNanos(), of.worstNanos, 0, of.lateNanos, of.ended.text(), null));
            to.accept(origin, new SchedulerDelay(of.last, of.lastPeriodNanos, 0, 0, of.lastOpenNanos, 0, "", null));
            List<Alarm> alarms = of.firstAlarms();
            for (int i = 0; i < alarms.size(); i++) {
                Alarm alarm = alarms.get(i);
                long count = i + 1 < alarms.size() ? 1 : of.alarmCount - i;
                to.accept(
                        origin,
                        new Repeated(new SchedulerDelay(alarm.time(), 1, 0, 0, 0, 0, "", alarm.words()), count));
            }
        });
    }

    /**
     * A quantile of each process that was measured, in nanoseconds, within {@link DurationHistogram#RELATIVE_ERROR}; of a
     * wait that had not ended at the end, as long as it was known to be.
     *
     * @param part from 0 to 1
     */
    public static Map<String, Long> quantiles(Delays all, double part) {
        Map<String, Long> quantiles = new TreeMap<>();
        all.processes.forEach(
                (subject, delays) -> quantiles.put(subject, delays.all().percentileNanos(100 * part)));
        return quantiles;
    }

    @Override
    public Section finish(Delays all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        if (!all.processes.isEmpty()) {
            blocks.add(table(all));
            all.processes.forEach((subject, delays) -> add(findings, subject, delays, all.processes.size() > 1));
        }
        return new Section(id(), "Waits for a carrier", blocks, findings);
    }

    private static Table table(Delays all) {
        List<Row> rows = new ArrayList<>();
        all.processes.forEach((subject, of) -> {
            DurationHistogram delays = of.all();
            rows.add(Row.of(
                    Cell.text(subject),
                    new Cell.Nanos(delays.percentileNanos(50)),
                    new Cell.Nanos(delays.percentileNanos(99)),
                    new Cell.Nanos(delays.maxNanos()),
                    new Cell.Time(of.worstBegan()),
                    Cell.count(delays.count()),
                    Cell.count(of.alarmCount)));
        });
        return new Table(
                "delays",
                "",
                List.of(
                        Column.of("process", "process"),
                        Column.of("p50", "p50"),
                        Column.of("p99", "p99"),
                        Column.of("max", "longest"),
                        Column.of("at", "at"),
                        Column.of("measured", "measured"),
                        Column.of("alarms", "alarms")),
                rows,
                List.of(
                        "How long a virtual thread that is ready waits for a carrier, measured by the agent's probe some"
                                + " dozens of times a second. Pauses of the garbage collector and other programs are not in it as far"
                                + " as they delay the probe's platform thread as well. Quantiles are within 1.6 %."));
    }

    private static void add(List<Finding> findings, String subject, OfProcess of, boolean several) {
        DurationHistogram delays = of.all();
        String where = several ? subject + ": " : "";
        boolean problem = delays.maxNanos() >= LONG_NANOS || of.alarmCount > 0;
        long p99 = delays.percentileNanos(99);
        if (!problem && p99 < LONG_P99_NANOS) {
            return;
        }
        boolean open = of.lastOpenNanos > 0 && of.lastOpenNanos >= of.worstNanos;
        String summary = problem
                ? where + "Virtual threads that were ready waited up to " + Amounts.time(delays.maxNanos())
                        + " for a carrier, from " + Amounts.instant(of.worstBegan()) + " on"
                        + (open ? ", and still did at the end of the recording." : ".")
                : where + "One wait in a hundred of virtual threads for a carrier took " + Amounts.time(p99)
                        + " or longer.";
        findings.add(new Finding(
                "schedulerDelayLong",
                problem ? Severity.PROBLEM : Severity.WARNING,
                summary,
                explanation(of),
                "What keeps a carrier must end or yield: pins are in the pins of this report; code that computes, spins"
                        + " or blocks in native code belongs on platform threads."));
    }

    private static String explanation(OfProcess of) {
        StringBuilder words = new StringBuilder();
        for (Alarm alarm : of.firstAlarms()) {
            words.append("Alarm at ")
                    .append(Amounts.instant(alarm.time()))
                    .append(": ")
                    .append(alarm.words())
                    .append(". ");
        }
        if (of.alarmCount > MOST_ALARMS) {
            words.append(Amounts.count(of.alarmCount - MOST_ALARMS)).append(" more alarms. ");
        }
        if (of.lateNanos >= LONG_P99_NANOS) {
            words.append("The probe's platform thread was itself late by up to ")
                    .append(Amounts.time(of.lateNanos))
                    .append(", which is not counted: the collector or other programs took the processors.");
        }
        return words.toString().strip();
    }
}
