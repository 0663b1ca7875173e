package dev.loomweight.input.capture;

import dev.loomweight.input.folded.FoldUnit;
import dev.loomweight.input.folded.JvmGroups;
import dev.loomweight.input.folded.UnitHead;
import dev.loomweight.input.recording.SharedChunks;
import dev.loomweight.input.recording.reader.ChunkHeader;
import dev.loomweight.input.recording.reader.RecordingChunk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Folds among the recordings of some inputs: which are of one JVM, so that they are one process, and what is in several of
 * them, so that it counts once as far as that is possible. A recording can be read without some of its chunks; a fold is
 * taken as it is, or not at all.
 */
final class FoldedParts {

    private final JvmGroups jvms = new JvmGroups();
    private final IdentityHashMap<FoldUnit, Integer> places = new IdentityHashMap<>();
    private final IdentityHashMap<FoldUnit, String> leftOut = new IdentityHashMap<>();
    private final List<String> overlapping = new ArrayList<>();
    private final Map<Integer, Set<Long>> without = new HashMap<>();
    private final Chunks read = new Chunks();
    private final Chunks taken = new Chunks();
    private final Map<Start, List<FoldUnit>> holders = new HashMap<>();

    /**
     * Compares folds with each other and with recordings.
     *
     * @param shared what the recordings have in common
     * @param recordings how many there are
     * @param units the folds
     * @param captured those of them that are of captures, which stay, for their texts, unless the capture is there itself
     * @param inCaptures the chunks that are in captures
     * @param instead whether a recording is read without what a fold has that stays
     */
    FoldedParts(
            SharedChunks shared,
            int recordings,
            List<FoldUnit> units,
            Set<FoldUnit> captured,
            List<UnitHead.Chunk> inCaptures,
            boolean instead) {
        for (int i = 0; i < recordings; i++) {
            List<UnitHead.Chunk> chunks = chunks(shared.all(i));
            jvms.add(chunks);
            jvms.join(i, shared.jvm(i));
            chunks.forEach(read::add);
        }
        units.forEach(unit -> places.put(unit, jvms.add(unit.head())));
        Chunks given = new Chunks();
        inCaptures.forEach(given::add);
        for (FoldUnit unit : captured) {
            if (unit.head().isWithin(given.around(unit.head().chunks()))) {
                leftOut.put(unit, name(unit) + " (in its capture)");
            } else {
                stays(unit);
            }
        }
        // The largest first: what is in a larger one is left out, and of equal ones the later.
        units.stream()
                .filter(unit -> !captured.contains(unit))
                .sorted((one, other) -> Integer.compare(
                        other.head().chunks().size(), one.head().chunks().size()))
                .forEach(this::take);
        for (int i = 0; i < recordings && instead; i++) {
            withoutFolded(shared, i);
        }
    }

    /** Chunks as folds know them. */
    static List<UnitHead.Chunk> chunks(List<RecordingChunk> chunks) {
        return chunks.stream().map(FoldedParts::chunk).toList();
    }

    /** A chunk as folds know it. */
    static UnitHead.Chunk chunk(RecordingChunk chunk) {
        ChunkHeader header = chunk.header();
        // What is cut off is an earlier state of the complete one, as what was not finished is.
        boolean finished = header.finished() && chunk.missingBytes() == 0;
        return new UnitHead.Chunk(
                header.startNanos(),
                header.ticksPerSecond(),
                finished ? header.durationNanos() : 0,
                chunk.length(),
                finished);
    }

    private void take(FoldUnit unit) {
        if (isRead(unit)) {
            leftOut.put(unit, name(unit) + " (in the recordings themselves)");
            return;
        }
        Set<FoldUnit> others = new LinkedHashSet<>();
        unit.head().chunks().forEach(chunk -> others.addAll(holders.getOrDefault(Start.of(chunk), List.of())));
        for (FoldUnit other : others) {
            if (unit.head().isWithin(other.head().chunks())) {
                leftOut.put(unit, name(unit) + " (in " + name(other) + ")");
                return;
            }
        }
        others.forEach(other -> overlapping.add(name(other) + " and " + name(unit)));
        stays(unit);
    }

    private void stays(FoldUnit unit) {
        for (UnitHead.Chunk chunk : unit.head().chunks()) {
            taken.add(chunk);
            holders.computeIfAbsent(Start.of(chunk), start -> new ArrayList<>()).add(unit);
        }
    }

    /** Whether all of it is in the recordings. */
    boolean isRead(FoldUnit unit) {
        return unit.head().isWithin(read.around(unit.head().chunks()));
    }

    /** A recording can be read without what a fold has. */
    private void withoutFolded(SharedChunks shared, int recording) {
        Set<Long> offsets = new TreeSet<>();
        for (RecordingChunk chunk : shared.all(recording)) {
            UnitHead.Chunk one = chunks(List.of(chunk)).getFirst();
            if (taken.around(List.of(one)).stream().anyMatch(one::isWithin)) {
                offsets.add(chunk.offset());
            }
        }
        if (!offsets.isEmpty()) {
            without.put(recording, offsets);
        }
    }

    /** Chunks, found by when they were begun: there can be tens of thousands. */
    private static final class Chunks {
        private final Map<Start, List<UnitHead.Chunk>> byStart = new HashMap<>();

        private void add(UnitHead.Chunk chunk) {
            byStart.computeIfAbsent(Start.of(chunk), start -> new ArrayList<>()).add(chunk);
        }

        /** Those that some others can be the same as, in the order of the others. */
        private List<UnitHead.Chunk> around(List<UnitHead.Chunk> others) {
            List<UnitHead.Chunk> all = new ArrayList<>();
            others.forEach(other -> all.addAll(byStart.getOrDefault(Start.of(other), List.of())));
            return all;
        }
    }

    /** As {@link UnitHead.Chunk#isSame} has it. */
    private record Start(long nanos, long ticksPerSecond) {

        private static Start of(UnitHead.Chunk chunk) {
            return new Start(chunk.startNanos(), chunk.ticksPerSecond());
        }
    }

    /** What messages call a fold: where it is from. */
    static String name(FoldUnit unit) {
        UnitHead head = unit.head();
        int more = head.recordings() - 1;
        return "the fold of "
                + head.inputs().stream()
                        .filter(UnitHead.Input::recording)
                        .findFirst()
                        .map(input -> head.origins().get(input.origin()).file())
                        .orElse(head.paths().getFirst())
                + (more > 0 ? " and " + more + " more" : "");
    }

    /** The place of the first recording or fold of the same JVM as a recording. */
    int jvm(int recording) {
        return jvms.jvm(recording);
    }

    /** The place of the first recording or fold of the same JVM. */
    int jvm(FoldUnit unit) {
        return jvms.jvm(places.getOrDefault(unit, 0));
    }

    /** Whether it is one of the folds that are compared. */
    boolean knows(FoldUnit unit) {
        return places.containsKey(unit);
    }

    /** Whether it is in others. */
    boolean isLeftOut(FoldUnit unit) {
        return leftOut.containsKey(unit);
    }

    /** The chunks of a recording that folds have: by their offsets, in bytes. */
    Set<Long> leftOut(int recording) {
        return without.getOrDefault(recording, Set.of());
    }

    /** The folds that are in others, with these. */
    List<String> leftOut(Predicate<FoldUnit> wanted) {
        return leftOut.entrySet().stream()
                .filter(entry -> wanted.test(entry.getKey()))
                .map(Map.Entry::getValue)
                .sorted()
                .toList();
    }

    /** Pairs of folds that have chunks in common, and others. */
    List<String> overlapping() {
        return overlapping.stream().sorted().toList();
    }
}
