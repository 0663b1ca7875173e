package dev.loomweight.input.capture;

import dev.loomweight.input.folded.FoldUnit;
import dev.loomweight.input.folded.UnitHead;
import dev.loomweight.input.recording.SharedChunks;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What some recordings and folds have in common: which are of one JVM, and which chunks are in several of them, so that
 * these are read once. Recordings are compared with each other first ({@link SharedChunks}), then folds with what is left
 * ({@link FoldedParts}).
 */
final class SharedParts {

    private static final int MOST_NAMED = 5;

    private final List<Found.OfRecording> recordings = new ArrayList<>();
    private final IdentityHashMap<Found, Integer> places = new IdentityHashMap<>();
    // The folds of stretches of time that lie in captures, in their order.
    private final List<FoldUnit> ofCaptures = new ArrayList<>();
    private final SharedChunks chunks;
    private final FoldedParts folds;
    private final boolean events;

    /** @param events whether single events are asked for, which folds do not have */
    SharedParts(List<Found> all, boolean events) {
        this.events = events;
        List<FoldUnit> named = new ArrayList<>();
        Set<FoldUnit> foldedCaptures = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Found found : all) {
            if (found instanceof Found.OfRecording recording) {
                places.put(found, recordings.size());
                recordings.add(recording);
            } else if (found instanceof Found.OfFold fold && fold.capture() != null) {
                ofCaptures.add(fold.unit());
            } else if (found instanceof Found.OfFold fold && fold.naming() != UnitHead.Naming.FIXED) {
                named.add(fold.unit());
                if (fold.naming() == UnitHead.Naming.NUMBERED) {
                    foldedCaptures.add(fold.unit());
                }
            }
        }
        chunks = SharedChunks.of(
                recordings.stream().map(found -> found.place().path()).toList(),
                recordings.stream().map(found -> found.capture() != null).toList());
        List<FoldUnit> known = new ArrayList<>(named);
        if (!events) {
            known.addAll(ofCaptures);
        }
        folds = new FoldedParts(chunks, recordings.size(), known, foldedCaptures, inCaptures(), !events);
    }

    private List<UnitHead.Chunk> inCaptures() {
        List<UnitHead.Chunk> all = new ArrayList<>();
        for (int i = 0; i < recordings.size(); i++) {
            if (recordings.get(i).capture() != null) {
                all.addAll(FoldedParts.chunks(chunks.all(i)));
            }
        }
        ofCaptures.forEach(unit -> all.addAll(unit.head().chunks()));
        return all;
    }

    private int place(Found.OfRecording recording) {
        return places.getOrDefault(recording, -1);
    }

    /** A number that all recordings and folds of one JVM have. */
    int jvm(Found.OfRecording recording) {
        return folds.jvm(place(recording));
    }

    /** The same number for a fold that {@link #isCompared}. */
    int jvm(Found.OfFold fold) {
        return folds.jvm(fold.unit());
    }

    /** Whether a fold is compared with others; not what captures have as folds, if single events are asked for. */
    boolean isCompared(Found.OfFold fold) {
        return folds.knows(fold.unit());
    }

    /** Whether all of a fold is in others. */
    boolean isLeftOut(Found.OfFold fold) {
        return folds.isLeftOut(fold.unit()) || (events && fold.capture() != null);
    }

    /** Whether all of a recording is in others, or in folds. */
    boolean isLeftOut(Found.OfRecording recording) {
        return isLeftOut(place(recording));
    }

    private boolean isLeftOut(int recording) {
        int all = chunks.chunks(recording);
        return all > 0 && leftOut(recording).size() == all;
    }

    /** What is not read of a recording, since others or folds have it: where chunks begin, in bytes. */
    Set<Long> leftOut(Found.OfRecording recording) {
        return leftOut(place(recording));
    }

    private Set<Long> leftOut(int recording) {
        Set<Long> all = new TreeSet<>(chunks.leftOut(recording));
        all.addAll(folds.leftOut(recording));
        return all;
    }

    /** Whether a recording is one of several and has nothing to read, so that it must not cost the others. */
    boolean isEmptyAmongOthers(Found.OfRecording recording) {
        return recordings.size() > 1 && chunks.chunks(place(recording)) == 0;
    }

    /** When a recording begins, in nanoseconds since 1970; the greatest number for one that cannot be read. */
    long startNanos(Found.OfRecording recording) {
        return chunks.startNanos(place(recording));
    }

    /** What is to be said of what is not read, or read twice, as sentences. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        notesOnRecordings(notes);
        notesOnFolds(notes);
        if (events) {
            notesOnEvents(notes);
        }
        return notes;
    }

    private void notesOnRecordings(List<String> notes) {
        List<String> repeated = new ArrayList<>();
        List<String> partly = new ArrayList<>();
        List<String> repeating = new ArrayList<>();
        List<String> contradicting = new ArrayList<>();
        for (int i = 0; i < recordings.size(); i++) {
            int number = i;
            List<Integer> others =
                    chunks.keptIn(i).stream().filter(other -> other != number).toList();
            String in = others.stream()
                            .limit(2)
                            .map(other -> recordings.get(other).place().shown())
                            .collect(Collectors.joining(" and "))
                    + (others.size() > 2 ? " and " + (others.size() - 2) + " more" : "");
            String shown = recordings.get(i).place().shown();
            int left = chunks.leftOut(i).size();
            if (chunks.isLeftOut(i)) {
                repeated.add(
                        isSameFile(i, others) ? shown + " (the same file as " + in + ")" : shown + " (in " + in + ")");
            } else if (left > 0) {
                String some = left + " of " + chunks.chunks(i) + " chunks of " + shown;
                (in.isEmpty() ? repeating : partly).add(in.isEmpty() ? some : some + " (in " + in + ")");
            }
            chunks.contradicting(i).stream()
                    .filter(other -> other != number)
                    .forEach(other -> contradicting.add(
                            shown + " and " + recordings.get(other).place().shown()));
        }
        add(notes, "Left out, because other inputs contain the same: ", repeated, "recordings");
        add(notes, "Read once, although several inputs contain them: ", partly, "recordings");
        add(notes, "Left out, because the same file contains them before: ", repeating, "recordings");
        add(
                notes,
                "Read all, although they are of one JVM and time with different contents, as after jfr scrub, so"
                        + " events can be counted twice: ",
                contradicting,
                "pairs");
    }

    private void notesOnFolds(List<String> notes) {
        List<String> partly = new ArrayList<>();
        // That what a capture has in its recording and in its folds is read once is no news.
        List<String> leftOut = new ArrayList<>(folds.leftOut(unit -> !ofCaptures.contains(unit)));
        for (int i = 0; i < recordings.size(); i++) {
            int left = folds.leftOut(i).size();
            String shown = recordings.get(i).place().shown();
            if (left > 0 && !chunks.isLeftOut(i) && recordings.get(i).capture() == null) {
                if (isLeftOut(i)) {
                    leftOut.add(shown + " (in a fold)");
                } else {
                    partly.add(left + " of " + chunks.chunks(i) + " chunks of " + shown + " (in a fold)");
                }
            }
        }
        add(notes, "Left out, because other inputs contain the same: ", leftOut, "inputs");
        add(notes, "Read once, although several inputs contain them: ", partly, "recordings");
        add(
                notes,
                "Read all, although they are in part of one time, so events can be counted twice; fold the recordings"
                        + " together: ",
                folds.overlapping(),
                "pairs");
    }

    /** What is not read where single events are asked for. */
    private void notesOnEvents(List<String> notes) {
        long earlier = ofCaptures.stream().filter(unit -> !folds.isRead(unit)).count();
        if (earlier > 0) {
            notes.add("Not read, since they have no single events: " + earlier + " fold" + (earlier == 1 ? "" : "s")
                    + " of captures that have what is no longer in their recordings.");
        }
    }

    private static void add(List<String> notes, String start, List<String> what, String many) {
        if (!what.isEmpty()) {
            int more = what.size() - MOST_NAMED;
            notes.add(start + what.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                    + (more > 0 ? " and " + more + " more " + many : "") + ".");
        }
    }

    private boolean isSameFile(int file, List<Integer> others) {
        return others.size() == 1
                && IntStream.of(others.getFirst()).anyMatch(other -> {
                    try {
                        return Files.isSameFile(
                                recordings.get(file).place().path(),
                                recordings.get(other).place().path());
                    } catch (IOException e) {
                        return false;
                    }
                });
    }
}
