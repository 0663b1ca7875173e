package dev.loomweight.input.capture;

import dev.loomweight.input.folded.FoldUnit;
import dev.loomweight.input.folded.UnitHead;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What a process is called of which there are folds: what it would be called if they were the recordings that they are of. */
final class FoldedNames {

    private FoldedNames() {}

    /** What one part is called, and when it begins. */
    private record Part(List<String> names, int recordings, long startNanos) {

        private static Part of(FoldUnit unit) {
            UnitHead head = unit.head();
            return new Part(
                    head.names(),
                    head.recordings(),
                    head.chunks().isEmpty()
                            ? Long.MAX_VALUE
                            : head.chunks().getFirst().startNanos());
        }

        /** Its names for one file, without the number of others. */
        private List<String> ofFiles() {
            String suffix = suffix(recordings);
            return names.stream()
                    .filter(name -> name.endsWith(suffix))
                    .map(name -> name.substring(0, name.length() - suffix.length()))
                    .toList();
        }
    }

    /** What follows the name of the first of some recordings. */
    static String suffix(int recordings) {
        return recordings > 1 ? " and " + (recordings - 1) + " more" : "";
    }

    /**
     * The possible names, the shortest first.
     *
     * @param names those of recordings of the process; empty where there are none
     * @param recordings how many these are
     * @param startNanos when the first of these begins
     * @param units the folds, at least one
     */
    static List<String> of(List<String> names, int recordings, long startNanos, List<FoldUnit> units) {
        List<Part> parts = new ArrayList<>();
        if (!names.isEmpty()) {
            parts.add(new Part(names, recordings, startNanos));
        }
        units.forEach(unit -> parts.add(Part.of(unit)));
        if (parts.size() == 1) {
            return parts.getFirst().names;
        }
        int all = parts.stream().mapToInt(Part::recordings).sum();
        Part first = parts.stream()
                .min(Comparator.comparingLong(Part::startNanos).thenComparing(part -> part.names.getLast()))
                .orElseThrow();
        List<String> made = new ArrayList<>();
        // A folder of recordings that were folded in parts.
        String folder = first.names.getFirst();
        if (parts.stream()
                .allMatch(part -> part.names.getFirst().equals(folder)
                        && part.recordings > 1
                        && !folder.endsWith(suffix(part.recordings)))) {
            made.add(folder);
        }
        first.ofFiles().forEach(name -> made.add(name + suffix(all)));
        return made.isEmpty() ? first.names : made;
    }
}
