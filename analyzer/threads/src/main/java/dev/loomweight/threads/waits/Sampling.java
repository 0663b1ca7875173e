package dev.loomweight.threads.waits;

import dev.loomweight.amount.Quantity;
import dev.loomweight.fold.Selection;
import dev.loomweight.sample.Dumps.DumpedThreads.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The samples of a process, and how they were taken.
 *
 * @param samples in order; of one kind, which shows the most
 * @param leftOut how many other dumps there are: of formats that show less, and those that an alarm took
 * @param budget the share of the time for which they were allowed to stop threads, or 0 for no such limit
 */
record Sampling(List<WaitSample> samples, int leftOut, double budget) {

    private static final Quantity NOT_KNOWN = Quantity.unknown("not known");
    private static final Quantity NOT_MEASURED = Quantity.unknown("not measured");

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

    /** The time from the first to the last, in nanoseconds; not known where not all have a time, or all the same. */
    Quantity spanNanos() {
        List<Instant> times =
                samples.stream().map(WaitSample::time).filter(Objects::nonNull).toList();
        return times.size() < samples.size() ? NOT_KNOWN : positive(nanos(times.getFirst(), times.getLast()));
    }

    /** The time from one to the next in the middle, in nanoseconds. */
    Quantity intervalNanos() {
        if (!spanNanos().isKnown()) {
            return NOT_KNOWN;
        }
        long[] between = new long[samples.size() - 1];
        for (int i = 0; i < between.length; i++) {
            between[i] = nanos(
                    Objects.requireNonNull(samples.get(i).time()),
                    Objects.requireNonNull(samples.get(i + 1).time()));
        }
        return positive(Selection.select(between, (between.length - 1) / 2));
    }

    private static long nanos(Instant from, Instant to) {
        return Duration.between(from, to).toNanos();
    }

    private static Quantity positive(long nanos) {
        return nanos == 0 ? NOT_KNOWN : Quantity.of(nanos);
    }

    /** How long each dump was made, in nanoseconds. */
    Durations took() {
        return new Durations(samples.stream().map(WaitSample::tookNanos).toList());
    }

    /** For how long each dump stopped all threads, in nanoseconds. */
    Durations paused() {
        return new Durations(samples.stream().map(WaitSample::pausedNanos).toList());
    }

    /**
     * The share of time for which threads were stopped, as far as that is known: by all dumps but the last, over the time
     * from the first to the last.
     */
    OptionalDouble pausedShare() {
        if (!paused().isComplete() || !spanNanos().isKnown()) {
            return OptionalDouble.empty();
        }
        long sum = paused().sum() - samples.getLast().pausedNanos().known();
        return OptionalDouble.of((double) sum / spanNanos().known());
    }

    /** Some durations of the dumps, in nanoseconds: one for each. */
    record Durations(List<Quantity> all) {

        private long[] measured() {
            return all.stream().flatMapToLong(nanos -> nanos.value().stream()).toArray();
        }

        /** Whether each was measured. */
        boolean isComplete() {
            return all.stream().allMatch(Quantity::isKnown);
        }

        /** Whether any was measured. */
        boolean isKnown() {
            return all.stream().anyMatch(Quantity::isKnown);
        }

        private long sum() {
            return Arrays.stream(measured()).sum();
        }

        /** The one in the middle. */
        Quantity median() {
            long[] some = measured();
            return some.length == 0 ? NOT_MEASURED : Quantity.of(Selection.select(some, (some.length - 1) / 2));
        }

        /** The longest. */
        Quantity most() {
            return isKnown() ? Quantity.of(Arrays.stream(measured()).max().getAsLong()) : NOT_MEASURED;
        }
    }
}
