package dev.loomweight.input.capture;

import dev.loomweight.input.folded.FoldUnit;
import dev.loomweight.input.folded.JvmGroups;
import dev.loomweight.input.folded.UnitHead;
import dev.loomweight.input.recording.SharedChunks;
import dev.loomweight.input.recording.reader.RecordingChunk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

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

    /**
     * Compares folds with each other and with recordings.
     *
     * @param shared what the recordings have in common
     * @param recordings how many there are
     * @param units the folds
     * @param captured those of them that are of captures, which always stay
     */
    FoldedParts(SharedChunks shared, int recordings, List<FoldUnit> units, Set<FoldUnit> captured) {
        List<UnitHead.Chunk> read = new ArrayList<>();
        for (int i = 0; i < recordings; i++) {
            List<UnitHead.Chunk> chunks = chunks(shared, i);
            jvms.add(chunks);
            jvms.join(i, shared.jvm(i));
            read.addAll(chunks);
        }
        units.forEach(unit -> places.put(unit, jvms.add(unit.head())));
        List<FoldUnit> taken = new ArrayList<>();
        units.stream().filter(captured::contains).forEach(taken::add);
        // The largest first: what is in a larger one is left out, and of equal ones the later.
        units.stream()
                .filter(unit -> !captured.contains(unit))
                .sorted((one, other) -> Integer.compare(
                        other.head().chunks().size(), one.head().chunks().size()))
                .forEach(unit -> take(unit, read, taken));
        for (int i = 0; i < recordings; i++) {
            withoutFolded(shared, i, taken);
        }
    }

    private static List<UnitHead.Chunk> chunks(SharedChunks shared, int recording) {
        return FoundRecordings.chunks(shared.all(recording));
    }

    private void take(FoldUnit unit, List<UnitHead.Chunk> read, List<FoldUnit> taken) {
        if (unit.head().isWithin(read)) {
            leftOut.put(unit, name(unit) + " (in the recordings themselves)");
            return;
        }
        for (FoldUnit other : taken) {
            if (unit.head().isWithin(other.head().chunks())) {
                leftOut.put(unit, name(unit) + " (in " + name(other) + ")");
                return;
            }
        }
        for (FoldUnit other : taken) {
            if (unit.head().chunks().stream()
                    .anyMatch(chunk -> other.head().chunks().stream().anyMatch(chunk::isSame))) {
                overlapping.add(name(other) + " and " + name(unit));
            }
        }
        taken.add(unit);
    }

    /** A recording can be read without what a fold has. */
    private void withoutFolded(SharedChunks shared, int recording, List<FoldUnit> taken) {
        Set<Long> offsets = new TreeSet<>();
        for (RecordingChunk chunk : shared.all(recording)) {
            UnitHead.Chunk one = FoundRecordings.chunks(List.of(chunk)).getFirst();
            if (taken.stream().anyMatch(unit -> unit.head().chunks().stream().anyMatch(one::isWithin))) {
                offsets.add(chunk.offset());
            }
        }
        if (!offsets.isEmpty()) {
            without.put(recording, offsets);
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

    /** Whether it is in others. */
    boolean isLeftOut(FoldUnit unit) {
        return leftOut.containsKey(unit);
    }

    /** The chunks of a recording that folds have: by their offsets, in bytes. */
    Set<Long> leftOut(int recording) {
        return without.getOrDefault(recording, Set.of());
    }

    /** The folds that are in others, with these. */
    List<String> leftOut() {
        return leftOut.values().stream().sorted().toList();
    }

    /** Pairs of folds that have chunks in common, and others. */
    List<String> overlapping() {
        return overlapping.stream().sorted().toList();
    }
}
