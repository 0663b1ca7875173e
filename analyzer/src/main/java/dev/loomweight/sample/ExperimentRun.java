package dev.loomweight.sample;

import dev.loomweight.capture.CaptureState;
import java.util.List;

/**
 * What {@code capture.json} says about one run of a part of an experiment: what was run, where, and what it measured
 * itself.
 *
 * @param experiment its name, such as {@code pools}
 * @param part which of its programs
 * @param size how large it was run: {@code short}, {@code normal} or {@code full}, which is the published size
 * @param repeat which repetition of the same, from 1
 * @param of how many repetitions were planned
 * @param jdk the target's JDK, as {@code java.vm.version} names it
 * @param machine the machine in a few words; may be empty
 * @param status how it ended: {@code complete}, or why it is not
 * @param figures what it measured, in the order in which it said so
 */
public record ExperimentRun(
        String experiment,
        String part,
        String size,
        int repeat,
        int of,
        String jdk,
        String machine,
        String status,
        List<Measured> figures)
        implements Sample {

    public ExperimentRun {
        figures = List.copyOf(figures);
    }

    /** Whether it ran to its end, with all its threads. */
    public boolean isComplete() {
        return CaptureState.of(status) == CaptureState.COMPLETE;
    }

    /** What a figure is counted in. */
    public enum Unit {
        /** Nanoseconds. */
        NANOS,
        /** Bytes. */
        BYTES,
        /** A number of things. */
        COUNT,
        /** No number: words. */
        WORDS,
        /** Not measured: the words say why. */
        ABSENT
    }

    /**
     * One figure.
     *
     * @param key what was measured: lower camel case, unique within the experiment
     * @param unit in what
     * @param number the value, or 0 where the unit is no number's
     * @param words the value as it was said
     */
    public record Measured(String key, Unit unit, long number, String words) {}
}
