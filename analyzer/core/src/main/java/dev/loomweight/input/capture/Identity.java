package dev.loomweight.input.capture;

import dev.loomweight.input.folded.Chunk;
import dev.loomweight.input.folded.ChunkHolders;
import dev.loomweight.input.folded.FoldUnit;
import dev.loomweight.input.folded.JvmGroups;
import dev.loomweight.input.folded.UnitHead;
import dev.loomweight.input.recording.SharedChunks;
import dev.loomweight.input.recording.reader.ChunkHeader;
import dev.loomweight.input.recording.reader.ChunkedFile.RecordingChunk;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which recordings and folds that are read together are of one JVM, and which chunks are in several of them, so that these
 * are read once as far as that is possible: a recording can be read without some of its chunks; a fold is taken as it is, or
 * not at all. Recordings are compared with each other first ({@link SharedChunks}), then folds with these and each other.
 */
final class Identity {

    private static final int MAX_NAMED = 5;

    private final List<Found.OfRecording> recordings = new ArrayList<>();
    private final List<SharedChunks> shared;
    // By recording, the chunks that folds have: by their offsets, in bytes.
    private final List<Set<Long>> inFolds = new ArrayList<>();
    // The folds of stretches of time that lie in captures, in their order.
    private final List<Found.OfFold> ofCaptures = new ArrayList<>();
    // Of recordings, and of the folds that are compared.
    private final IdentityHashMap<Found, Integer> places = new IdentityHashMap<>();
    private final JvmGroups jvms = new JvmGroups();
    private final ChunkHolders<Found.OfRecording> recorded = new ChunkHolders<>();
    // By the folds that stay.
    private final ChunkHolders<FoldUnit> folded = new ChunkHolders<>();
    // By the folds that do not, what each is, and where that is. Empty of those in captures: they repeat their
    // recording.
    private final IdentityHashMap<Found, String> leftOut = new IdentityHashMap<>();
    private final List<String> overlapping = new ArrayList<>();
    private final boolean events;

    /** @param events whether single events are asked for, which folds do not have */
    Identity(List<Found> all, boolean events) {
        this.events = events;
        List<Found.OfFold> folds = new ArrayList<>();
        for (Found found : all) {
            if (found instanceof Found.OfRecording recording) {
                recordings.add(recording);
            } else if (found instanceof Found.OfFold fold && fold.capture() != null) {
                ofCaptures.add(fold);
            } else if (found instanceof Found.OfFold fold && fold.naming() != UnitHead.Naming.FIXED) {
                folds.add(fold);
            }
        }
        shared = SharedChunks.of(
                recordings.stream().map(found -> found.place().path()).toList(),
                recordings.stream().map(found -> found.capture() != null).toList());
        if (!events) {
            folds.addAll(ofCaptures);
        }
        recordings.forEach(this::addRecording);
        folds.forEach(fold -> places.put(fold, jvms.add(fold.unit().head())));
        leaveOut(folds);
        shared.forEach(one -> inFolds.add(events ? Set.of() : inFolds(one)));
    }

    private void addRecording(Found.OfRecording recording) {
        List<RecordingChunk> chunks = shared.get(places.size()).all();
        // The JVM goes on where it has finished a chunk, whether or not all of that is in the file.
        places.put(
                recording,
                jvms.add(chunks.stream()
                        .map(chunk -> chunk(chunk, chunk.header().finished()))
                        .toList()));
        recorded.add(chunks(chunks), recording);
    }

    /** Chunks as folds know them. */
    static List<Chunk> chunks(List<RecordingChunk> chunks) {
        return chunks.stream().map(Identity::chunk).toList();
    }

    /** A chunk as folds know it. What is cut off is an earlier state of the complete one, as what was not finished is. */
    static Chunk chunk(RecordingChunk chunk) {
        return chunk(chunk, chunk.header().finished() && chunk.missingBytes() == 0);
    }

    private static Chunk chunk(RecordingChunk chunk, boolean finished) {
        ChunkHeader header = chunk.header();
        return new Chunk(
                header.start().nanos(),
                header.start().ticksPerSecond(),
                finished ? header.durationNanos() : 0,
                chunk.length(),
                finished);
    }

    /** The folds of captures stay, for their texts, unless the capture is there itself; the others with what they add. */
    private void leaveOut(List<Found.OfFold> folds) {
        ChunkHolders<Found> captured = new ChunkHolders<>();
        for (Found.OfRecording recording : recordings) {
            if (recording.capture() != null) {
                captured.add(chunks(shared.get(place(recording)).all()), recording);
            }
        }
        ofCaptures.forEach(fold -> captured.add(fold.unit().head().chunks(), fold));
        List<Found.OfFold> others = new ArrayList<>();
        for (Found.OfFold fold : folds) {
            if (fold.capture() != null || fold.naming() != UnitHead.Naming.NUMBERED) {
                others.add(fold);
            } else if (captured.haveAllOf(fold.unit().head())) {
                leaveOut(fold, "in its capture");
            } else {
                stay(fold);
            }
        }
        // The largest first: what is in a larger one is left out, and of equal ones the later.
        others.sort(Comparator.comparingInt(fold -> -fold.unit().head().chunks().size()));
        others.forEach(this::take);
    }

    private void take(Found.OfFold fold) {
        UnitHead head = fold.unit().head();
        if (recorded.haveAllOf(head)) {
            leaveOut(fold, "in the recordings themselves");
            return;
        }
        List<FoldUnit> others = folded.of(head.chunks());
        for (FoldUnit other : others) {
            if (head.isWithin(other.head().chunks())) {
                leaveOut(fold, "in " + name(other));
                return;
            }
        }
        others.forEach(other -> overlapping.add(name(other) + " and " + name(fold.unit())));
        stay(fold);
    }

    private void stay(Found.OfFold fold) {
        folded.add(fold.unit().head().chunks(), fold.unit());
    }

    private void leaveOut(Found.OfFold fold, String where) {
        leftOut.put(fold, fold.capture() == null ? name(fold.unit()) + " (" + where + ")" : "");
    }

    private Set<Long> inFolds(SharedChunks recording) {
        return recording.all().stream()
                .filter(chunk -> folded.first(chunk(chunk)) != null)
                .map(RecordingChunk::offset)
                .collect(Collectors.toSet());
    }

    /** What messages call a fold: where it is from. */
    private static String name(FoldUnit unit) {
        UnitHead head = unit.head();
        return "the fold of "
                + head.inputs().stream()
                        .filter(UnitHead.Input::recording)
                        .findFirst()
                        .map(input -> head.origins().get(input.origin()).file())
                        .orElse(head.paths().getFirst())
                + andMore(head.recordings() - 1);
    }

    private static String andMore(int more) {
        return more > 0 ? " and " + more + " more" : "";
    }

    private int place(Found found) {
        return places.getOrDefault(found, -1);
    }

    /** Whether it is compared with others; not what captures have as folds, if single events are asked for. */
    boolean isCompared(Found found) {
        return places.containsKey(found);
    }

    /** A number that all recordings and folds of one JVM have that are compared. */
    int jvm(Found found) {
        return jvms.jvm(place(found));
    }

    /** Whether all of a recording or fold is in others. */
    boolean isLeftOut(Found found) {
        if (found instanceof Found.OfFold fold) {
            return leftOut.containsKey(fold) || (events && fold.capture() != null);
        }
        int all = shared.get(place(found)).all().size();
        return all > 0 && leftOut(place(found)).size() == all;
    }

    /** What is not read of a recording, since others or folds have it: where chunks begin, in bytes. */
    Set<Long> leftOut(Found.OfRecording recording) {
        return leftOut(place(recording));
    }

    private Set<Long> leftOut(int recording) {
        Set<Long> all = new TreeSet<>(shared.get(recording).leftOut());
        all.addAll(inFolds.get(recording));
        return all;
    }

    /** Whether a recording is one of several and has nothing to read, so that it must not cost the others. */
    boolean isEmptyAmongOthers(Found.OfRecording recording) {
        return recordings.size() > 1 && shared.get(place(recording)).all().isEmpty();
    }

    /** When a recording begins, in nanoseconds since 1970; the greatest number for one that cannot be read. */
    long startNanos(Found.OfRecording recording) {
        return shared.get(place(recording)).startNanos();
    }

    /** What is to be said of what is not read, or read twice, as sentences. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        notesOnRecordings(notes);
        notesOnFolds(notes);
        // What is not read where single events are asked for.
        long earlier = ofCaptures.stream()
                .filter(fold -> events && !recorded.haveAllOf(fold.unit().head()))
                .count();
        if (earlier > 0) {
            notes.add("Not read, since they have no single events: " + earlier + " fold" + (earlier == 1 ? "" : "s")
                    + " of captures that have what is no longer in their recordings.");
        }
        return notes;
    }

    private void notesOnRecordings(List<String> notes) {
        List<String> repeated = new ArrayList<>();
        List<String> partly = new ArrayList<>();
        List<String> repeating = new ArrayList<>();
        List<String> contradicting = new ArrayList<>();
        for (int i = 0; i < recordings.size(); i++) {
            SharedChunks one = shared.get(i);
            String in = one.keptIn().stream().limit(2).map(this::shown).collect(Collectors.joining(" and "))
                    + andMore(one.keptIn().size() - 2);
            if (one.isLeftOut()) {
                repeated.add(shown(i) + (isSameFile(i, one.keptIn()) ? " (the same file as " : " (in ") + in + ")");
            } else if (!one.leftOut().isEmpty()) {
                (in.isEmpty() ? repeating : partly)
                        .add(some(i, one.leftOut()) + (in.isEmpty() ? "" : " (in " + in + ")"));
            }
            for (int other : one.contradicting()) {
                contradicting.add(shown(i) + " and " + shown(other));
            }
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
        List<String> all = new ArrayList<>(leftOut.values().stream()
                .filter(what -> !what.isEmpty())
                .sorted()
                .toList());
        List<String> partly = new ArrayList<>();
        for (int i = 0; i < recordings.size(); i++) {
            if (!inFolds.get(i).isEmpty()
                    && !shared.get(i).isLeftOut()
                    && recordings.get(i).capture() == null) {
                if (isLeftOut(recordings.get(i))) {
                    all.add(shown(i) + " (in a fold)");
                } else {
                    partly.add(some(i, inFolds.get(i)) + " (in a fold)");
                }
            }
        }
        add(notes, "Left out, because other inputs contain the same: ", all, "inputs");
        add(notes, "Read once, although several inputs contain them: ", partly, "recordings");
        add(
                notes,
                "Read all, although they are in part of one time, so events can be counted twice; fold the recordings"
                        + " together: ",
                overlapping.stream().sorted().toList(),
                "pairs");
    }

    private static void add(List<String> notes, String start, List<String> what, String many) {
        if (!what.isEmpty()) {
            String more = andMore(what.size() - MAX_NAMED);
            notes.add(start + what.stream().limit(MAX_NAMED).collect(Collectors.joining(", "))
                    + (more.isEmpty() ? "" : more + " " + many) + ".");
        }
    }

    private String shown(int recording) {
        return recordings.get(recording).place().shown();
    }

    private String some(int recording, Set<Long> chunks) {
        return chunks.size() + " of " + shared.get(recording).all().size() + " chunks of " + shown(recording);
    }

    private boolean isSameFile(int file, List<Integer> others) {
        try {
            return others.size() == 1
                    && Files.isSameFile(
                            recordings.get(file).place().path(),
                            recordings.get(others.getFirst()).place().path());
        } catch (IOException e) {
            return false;
        }
    }
}
