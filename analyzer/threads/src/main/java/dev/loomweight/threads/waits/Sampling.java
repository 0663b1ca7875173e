package dev.loomweight.threads.waits;

import dev.loomweight.fold.Selection;
import dev.loomweight.sample.Dumps.DumpedThreads.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The samples of a process, and how they were taken.
 *
 * @param samples in order; of one kind, which shows the most
 * @param leftOut how many other dumps there are: of formats that show less, and those that an alarm took
 * @param budget the share of the time for which they were allowed to stop threads, or 0 for no such limit
 */
record Sampling(List<WaitSample> samples, int leftOut, double budget) {

    Sampling {
        samples = List.copyOf(samples);
    }

    /**
     * The samples among some dumps: JSON if there is any, else text, else what has platform threads alone; those that an
     * alarm took are left out.
     */
    static Sampling of(List<WaitSample> dumps, double budget) {
        List<WaitSample> drawn =
                dumps.stream().filter(dump -> !dump.isOfAlarm()).toList();
        // An alarm takes a dump when something is wrong: such dumps are no sample, unless there is nothing else.
        List<WaitSample> among = drawn.isEmpty() ? dumps : drawn;
        Kind best = among.stream().map(WaitSample::kind).min(Kind::compareTo).orElse(Kind.JSON);
        List<WaitSample> of = among.stream()
                .filter(dump -> dump.kind() == best)
                .sorted(WaitSample.IN_ORDER)
                .toList();
        return new Sampling(of, dumps.size() - of.size(), budget);
    }

    /** Which command printed them. */
    Kind kind() {
        return samples.getFirst().kind();
    }

    /** Whether they have states, so that waiting for a monitor differs from running. */
    boolean hasStates() {
        return samples.stream()
                .flatMap(sample -> sample.threads().keySet().stream())
                .noneMatch(waiting -> waiting.kind() == Doing.ACTIVE);
    }

    /** The versions of the JDK; empty where no dump names it. */
    String runtime() {
        return samples.stream()
                .map(WaitSample::runtime)
                .filter(version -> !version.isEmpty())
                .map(version -> version.replaceFirst("[+-].*", ""))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** From the first to the last, or zero where not all have a time. */
    Duration span() {
        List<Instant> times =
                samples.stream().map(WaitSample::time).filter(Objects::nonNull).toList();
        return times.size() < samples.size() ? Duration.ZERO : Duration.between(times.getFirst(), times.getLast());
    }

    /** The time from one to the next in the middle, in nanoseconds; 0 for fewer than two, or without times. */
    long intervalNanos() {
        if (span().isZero()) {
            return 0;
        }
        long[] between = new long[samples.size() - 1];
        for (int i = 0; i < between.length; i++) {
            between[i] = Duration.between(
                            Objects.requireNonNull(samples.get(i).time()),
                            Objects.requireNonNull(samples.get(i + 1).time()))
                    .toNanos();
        }
        return Selection.select(between, (between.length - 1) / 2);
    }

    /** How long each dump was made, in nanoseconds; 0 where that was not measured. */
    Durations took() {
        return new Durations(samples.stream().mapToLong(WaitSample::tookNanos).toArray(), 1);
    }

    /** For how long each dump stopped all threads, in nanoseconds; -1 where that was not measured. */
    Durations paused() {
        return new Durations(samples.stream().mapToLong(WaitSample::pausedNanos).toArray(), 0);
    }

    /**
     * The share of time for which threads were stopped, or NaN where that is not known: by all dumps but the last, over
     * the time from the first to the last.
     */
    double pausedShare() {
        if (!paused().isComplete() || span().isZero()) {
            return Double.NaN;
        }
        long sum = paused().sum() - samples.getLast().pausedNanos();
        return (double) sum / span().toNanos();
    }

    /** Some durations of the dumps. */
    static final class Durations {

        private final long[] all;
        private final long least;

        // One for each dump, in nanoseconds, and the least that is one that was measured.
        private Durations(long[] all, long least) {
            this.all = all;
            this.least = least;
        }

        private long[] known() {
            return Arrays.stream(all).filter(nanos -> nanos >= least).toArray();
        }

        /** Whether each was measured. */
        boolean isComplete() {
            return known().length == all.length;
        }

        /** Whether any was measured. */
        boolean isKnown() {
            return known().length > 0;
        }

        private long sum() {
            return Arrays.stream(known()).sum();
        }

        /** The one in the middle, in nanoseconds; 0 where none was measured. */
        long median() {
            long[] known = known();
            return known.length == 0 ? 0 : Selection.select(known, (known.length - 1) / 2);
        }

        /** The longest, in nanoseconds; 0 where none was measured. */
        long most() {
            return Arrays.stream(known()).max().orElse(0);
        }
    }
}
