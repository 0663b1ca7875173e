package dev.loomweight.input.folded;

import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.TargetClasses;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was folded: the inputs of one process, and what they could show.
 *
 * @param paths what the user named, with any of which its inputs came
 * @param rank its place among all that came with the first of these
 * @param labels what it is of, such as {@code service}, {@code version} and {@code pod}
 * @param name how the name of the process is found
 * @param names its possible names, the shortest first; not empty
 * @param secondary whether it repeats another run of an experiment
 * @param run whether it is a run of a series
 * @param statedCarriers the number of carriers that the user stated, or 0
 * @param inputs the files
 * @param origins where its samples come from
 * @param classes where its target's class files are, as its capture says
 */
public record UnitHead(
        List<String> paths,
        int rank,
        Map<String, String> labels,
        Naming name,
        List<String> names,
        boolean secondary,
        boolean run,
        int statedCarriers,
        List<Input> inputs,
        List<Origin> origins,
        List<TargetClasses> classes) {

    public UnitHead {
        paths = List.copyOf(paths);
        labels = Map.copyOf(labels);
        names = List.copyOf(names);
        inputs = List.copyOf(inputs);
        origins = List.copyOf(origins);
        classes = List.copyOf(classes);
        if (names.isEmpty() || paths.isEmpty()) {
            throw new IllegalArgumentException("no name");
        }
    }

    /** How a process gets its name among others. */
    public enum Naming {
        /** As a recording in no capture: the shortest name that no other has. */
        RECORDING,
        /** As a capture or text: a number where another has the name. */
        NUMBERED,
        /** It has the name whatever others are called. */
        FIXED
    }

    /**
     * One file.
     *
     * @param origin its origin, by its place among the origins
     * @param recording whether it is a recording
     * @param content whether it has something to read
     * @param loose whether its threads are given only to those who ask for each dump
     * @param bytes its size
     * @param failure why it could not be read, or null
     * @param coverage what it could show, of everything that can be asked
     * @param plain the same for those who ask for none of the kinds, where that differs; else null
     * @param kinds the samples for which it was read, where that makes a difference
     * @param notes of a damaged recording, what there is to say to those who ask for some events only, by {@link
     *     FoldedSource#keyOf}
     */
    public record Input(
            int origin,
            boolean recording,
            boolean content,
            boolean loose,
            long bytes,
            @Nullable String failure,
            List<Coverage.OfSource> coverage,
            @Nullable List<Coverage.OfSource> plain,
            List<String> kinds,
            Map<String, List<String>> notes) {

        public Input {
            coverage = List.copyOf(coverage);
            plain = plain == null ? null : List.copyOf(plain);
            kinds = List.copyOf(kinds);
            notes = Map.copyOf(notes);
        }
    }
}
