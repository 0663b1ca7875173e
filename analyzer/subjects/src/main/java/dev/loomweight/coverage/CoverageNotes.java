package dev.loomweight.coverage;

import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a reader must know of the files, as notes. */
final class CoverageNotes {

    private CoverageNotes() {}

    private record Noted(String file, String note) {

        /** The note with its file; one on the inputs together has none. */
        String sentence() {
            return file.isEmpty() ? note : file + ": " + note;
        }
    }

    /** Every note, in the order of reading. */
    static List<String> all(Coverage coverage) {
        return noted(coverage).stream().map(Noted::sentence).toList();
    }

    /** Of notes that differ only in their numbers one, and how many more files there are it applies to. */
    static List<String> folded(Coverage coverage) {
        Map<String, List<Noted>> alike = new LinkedHashMap<>();
        for (Noted noted : noted(coverage)) {
            String kind = noted.file.isEmpty() ? noted.note : noted.note.replaceAll("\\d+", "0");
            alike.computeIfAbsent(kind, any -> new ArrayList<>()).add(noted);
        }
        List<String> folded = new ArrayList<>();
        alike.values().forEach(notes -> {
            if (notes.size() <= Alike.MOST_SINGLY) {
                notes.stream().map(Noted::sentence).forEach(folded::add);
                return;
            }
            Set<String> others = new LinkedHashSet<>();
            notes.stream().skip(1).map(Noted::file).forEach(others::add);
            folded.add(notes.getFirst().sentence() + " The same kind of note applies to "
                    + Alike.names(new ArrayList<>(others), others.size()) + ".");
        });
        return folded;
    }

    private static List<Noted> noted(Coverage coverage) {
        List<Noted> notes = new ArrayList<>();
        for (OfSource source : coverage.sources()) {
            source.notes().forEach(note -> notes.add(new Noted(source.origin().file(), note)));
        }
        return notes;
    }
}
