package dev.loomweight.input.folded;

import dev.loomweight.sample.CaptureTexts.TargetClasses;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.Origin;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
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
 * @param chunks the chunks of its recordings in the order of time, by which others of the same process are found; of very
 *     many, the first and the last
 * @param jvm the JVM, where its recordings say which it is; else null
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
        List<Chunk> chunks,
        @Nullable Jvm jvm,
        List<Origin> origins,
        List<TargetClasses> classes) {

    /** So many chunks are known, some 6 GB. */
    private static final int MAX_CHUNKS = 512;

    public UnitHead {
        paths = List.copyOf(paths);
        labels = Map.copyOf(labels);
        names = List.copyOf(names);
        inputs = List.copyOf(inputs);
        chunks = bounded(chunks);
        origins = List.copyOf(origins);
        classes = List.copyOf(classes);
        if (names.isEmpty() || paths.isEmpty()) {
            throw new IllegalArgumentException("no name");
        }
    }

    /** The same with labels in addition to its own, which win over these. */
    UnitHead labelled(Map<String, String> more) {
        Map<String, String> all = new TreeMap<>(labels);
        all.putAll(more);
        return new UnitHead(
                paths, rank, all, name, names, secondary, run, statedCarriers, inputs, chunks, jvm, origins, classes);
    }

    private static List<Chunk> bounded(List<Chunk> all) {
        List<Chunk> sorted = new ArrayList<>(new TreeSet<>(all));
        if (sorted.size() > MAX_CHUNKS) {
            sorted.subList(MAX_CHUNKS / 2, sorted.size() - MAX_CHUNKS / 2).clear();
        }
        return List.copyOf(sorted);
    }

    /**
     * Whether all that was recorded here is in some other chunks.
     *
     * @param others the chunks of other recordings
     */
    public boolean isWithin(List<Chunk> others) {
        boolean isComplete = chunks.size() < MAX_CHUNKS || chunks.equals(others);
        return isComplete
                && !chunks.isEmpty()
                && chunks.stream().allMatch(chunk -> others.stream().anyMatch(chunk::isWithin));
    }

    /** How many of the inputs are recordings. */
    public int recordings() {
        return (int) inputs.stream().filter(Input::recording).count();
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
     * What distinguishes a JVM from others, also on other machines.
     *
     * @param pid its process id
     * @param startedMillis when it was started, in milliseconds since 1970
     * @param version its version
     * @param clockNanos when the recording's clock was at 0, in nanoseconds since 1970: about when the machine was started
     */
    public record Jvm(long pid, long startedMillis, String version, long clockNanos) {

        /** What recordings say of their JVM; null where they do not say which it is, or contradict each other. */
        public static @Nullable Jvm of(Collection<RecordedJvm> recorded, long clockNanos) {
            List<Jvm> all = recorded.stream()
                    .map(jvm -> new Jvm(jvm.pid(), jvm.startedMillis(), jvm.version(), clockNanos))
                    .distinct()
                    .toList();
            return all.size() == 1 && all.getFirst().startedMillis != 0 ? all.getFirst() : null;
        }
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
