package dev.loomweight.waits;

import dev.loomweight.fold.Selection;
import dev.loomweight.sample.DumpedThreads.Kind;
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
 * @param leftOut how many dumps of other kinds there are
 */
record Sampling(List<WaitSample> samples, int leftOut) {

    Sampling {
        samples = List.copyOf(samples);
    }

    /** The samples among some dumps: JSON if there is any, else text, else what has platform threads alone. */
    static Sampling of(List<WaitSample> dumps) {
        Kind best = dumps.stream().map(WaitSample::kind).min(Kind::compareTo).orElse(Kind.JSON);
        List<WaitSample> of = dumps.stream()
                .filter(dump -> dump.kind() == best)
                .sorted(WaitSample.IN_ORDER)
                .toList();
        return new Sampling(of, dumps.size() - of.size());
    }

    /** Which command printed them. */
    Kind kind() {
        return samples.getFirst().kind();
    }

    /** Whether they have states, so that waiting for a monitor differs from running. */
    boolean hasStates() {
        return samples.stream()
                .flatMap(sample -> sample.threads().keySet().stream())
                .noneMatch(waiting -> waiting.kind() == WaitKind.ACTIVE);
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
        List<Instant> times = samples.stream()
                .map(WaitSample::time)
                .filter(Objects::nonNull)
                .toList();
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

    private long[] took() {
        return samples.stream()
                .mapToLong(WaitSample::tookNanos)
                .filter(nanos -> nanos > 0)
                .toArray();
    }

    /** Whether it was measured how long they took. */
    boolean isTimed() {
        return took().length > 0;
    }

    /** How long one took in the middle, in nanoseconds; of those that were measured. */
    long medianNanos() {
        long[] took = took();
        return took.length == 0 ? 0 : Selection.select(took, (took.length - 1) / 2);
    }

    /** How long one took at most, in nanoseconds. */
    long mostNanos() {
        return Arrays.stream(took()).max().orElse(0);
    }

    /**
     * The share of time that they took, or NaN where that is not known: of all but the last, over the time from the first to
     * the last.
     */
    double shareOfTime() {
        if (took().length < samples.size() || span().isZero()) {
            return Double.NaN;
        }
        long sum = Arrays.stream(took()).sum() - samples.getLast().tookNanos();
        return (double) sum / span().toNanos();
    }
}
