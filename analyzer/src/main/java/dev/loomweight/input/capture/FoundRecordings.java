package dev.loomweight.input.capture;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.Source;
import dev.loomweight.input.folded.FoldUnit;
import dev.loomweight.input.folded.FoldedSource;
import dev.loomweight.input.folded.UnitHead;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.input.recording.SharedChunks;
import dev.loomweight.input.recording.reader.ChunkHeader;
import dev.loomweight.input.recording.reader.RecordingChunk;
import dev.loomweight.sample.Instrument;
import dev.loomweight.sample.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The recordings of some inputs, until all are known: only then can it be said which of them are of one process, what
 * they are called, and which have the same chunks, so that these are read once.
 */
final class FoundRecordings {

    private static final int MOST_NAMED = 5;

    private final ReaderChoice reader;
    private final List<Found> all = new ArrayList<>();
    private final List<FoldUnit> folded = new ArrayList<>();
    // The folds of captures, by what their processes are called.
    private final IdentityHashMap<FoldUnit, String> captures = new IdentityHashMap<>();
    // The folds of stretches of time that lie in captures, in their order.
    private final Map<FoldUnit, Stretch> stretches = new LinkedHashMap<>();
    private final Map<String, List<String>> names = new HashMap<>();

    FoundRecordings(ReaderChoice reader) {
        this.reader = reader;
    }

    /** A recording, and the process of its capture, or null if it is in none. */
    private record Found(Place place, @Nullable String subject) {}

    /** The process of the capture that the fold of a stretch of time lies in, and what messages call its file. */
    private record Stretch(String subject, String shown) {}

    /** The recordings and folds of one process that are in no capture. */
    private static final class Group {
        private final List<Integer> members = new ArrayList<>();
        private final List<FoldUnit> folded = new ArrayList<>();
        // Its possible names, the shortest first.
        private List<String> names = List.of();
    }

    /**
     * Adds a recording; returns a source to keep its place, which {@link #resolve} replaces.
     *
     * @param subject the process, or null for a recording that is in no capture
     */
    Source add(Place place, @Nullable String subject) {
        all.add(new Found(place, subject));
        return source(place, subject == null ? place.name() : subject);
    }

    /** Adds recordings of one process that were folded; returns a source to keep their place. */
    Source add(FoldUnit unit) {
        folded.add(unit);
        return FoldedSource.of(unit, "").getFirst();
    }

    /** Adds the fold of a capture, whose process has that name: what else is of its JVM is of that process. */
    void add(FoldUnit unit, String subject) {
        folded.add(unit);
        captures.put(unit, subject);
    }

    /**
     * Adds the fold of a stretch of time that lies in a capture; returns a source to keep its place.
     *
     * @param subject the process of the capture
     * @param shown what messages call the fold file
     */
    Source add(FoldUnit unit, String subject, String shown) {
        stretches.put(unit, new Stretch(subject, shown));
        return FoldedSource.ofCapture(unit, subject, shown).getFirst();
    }

    /** Chunks as folds know them. */
    static List<UnitHead.Chunk> chunks(List<RecordingChunk> chunks) {
        return chunks.stream()
                .map(chunk -> {
                    ChunkHeader header = chunk.header();
                    boolean finished = header.finished();
                    return new UnitHead.Chunk(
                            header.startNanos(),
                            header.ticksPerSecond(),
                            finished ? header.durationNanos() : 0,
                            chunk.length(),
                            finished);
                })
                .toList();
    }

    /**
     * The possible names of each process that is in no capture, the shortest first, by what it is called: those of its
     * recordings, or of its folds where it has no recordings.
     */
    Map<String, List<String>> names() {
        return names;
    }

    private RecordingSource source(Place place, String subject) {
        return new RecordingSource(place.path(), new Origin(subject, null, place.shown(), Instrument.JFR), reader);
    }

    /**
     * The sources, with what all of the recordings together say.
     *
     * @param sources those of {@link #add}, among others
     * @param events whether single events are asked for, which folds do not have
     * @param unique makes the name of a process one that no other has
     */
    List<Source> resolve(List<Source> sources, boolean events, UnaryOperator<String> unique) {
        SharedChunks shared = SharedChunks.of(
                all.stream().map(found -> found.place.path()).toList(),
                all.stream().map(found -> found.subject != null).toList());
        List<FoldUnit> known = new ArrayList<>(folded);
        if (!events) {
            known.addAll(stretches.keySet());
        }
        FoldedParts parts = new FoldedParts(shared, all.size(), known, captures.keySet(), inCaptures(shared), !events);
        IdentityHashMap<FoldUnit, String> units = new IdentityHashMap<>();
        Map<Integer, String> subjects = subjects(shared, parts, unique, units);
        List<Source> resolved = new ArrayList<>();
        int next = 0;
        for (Source source : sources) {
            if (source instanceof RecordingSource) {
                int number = next++;
                Set<Long> leftOut = leftOut(shared, parts, number);
                if (!isLeftOut(shared, parts, number)) {
                    RecordingSource made = source(all.get(number).place, String.valueOf(subjects.get(number)));
                    resolved.add(all.size() > 1 && shared.chunks(number) == 0 ? checked(made) : made.without(leftOut));
                }
            } else if (source instanceof FoldedSource of && of.isOfCapture()) {
                if (!events && !parts.isLeftOut(of.unit())) {
                    Stretch stretch = Objects.requireNonNull(stretches.get(of.unit()));
                    resolved.addAll(FoldedSource.ofCapture(of.unit(), stretch.subject, stretch.shown));
                }
            } else if (source instanceof FoldedSource of && units.containsKey(of.unit())) {
                resolved.addAll(FoldedSource.of(of.unit(), units.getOrDefault(of.unit(), "")));
            } else if (!(source instanceof FoldedSource of && parts.isLeftOut(of.unit()))) {
                resolved.add(source);
            }
        }
        List<String> notes = notes(shared);
        notes.addAll(notes(shared, parts));
        if (events) {
            notes.addAll(notes(parts));
        }
        if (!notes.isEmpty()) {
            resolved.add(new NotesSource("", notes));
        }
        return resolved;
    }

    private List<UnitHead.Chunk> inCaptures(SharedChunks shared) {
        List<UnitHead.Chunk> chunks = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).subject != null) {
                chunks.addAll(chunks(shared.all(i)));
            }
        }
        stretches.keySet().forEach(unit -> chunks.addAll(unit.head().chunks()));
        return chunks;
    }

    /** One of several that has nothing to read: it says why. */
    private static Source checked(RecordingSource source) {
        try {
            source.describe(Set.of());
            return source;
        } catch (DataException e) {
            return new UnreadableSource(source.origin().file(), e);
        }
    }

    /** What is not read of a recording: what is in others, or in folds. */
    private static Set<Long> leftOut(SharedChunks shared, FoldedParts parts, int number) {
        Set<Long> all = new TreeSet<>(shared.leftOut(number));
        all.addAll(parts.leftOut(number));
        return all;
    }

    private static boolean isLeftOut(SharedChunks shared, FoldedParts parts, int number) {
        int chunks = shared.chunks(number);
        return chunks > 0 && leftOut(shared, parts, number).size() == chunks;
    }

    private Map<Integer, String> subjects(
            SharedChunks shared, FoldedParts parts, UnaryOperator<String> unique, Map<FoldUnit, String> units) {
        Map<Integer, String> subjects = new HashMap<>();
        Map<Integer, String> captured = new HashMap<>();
        for (int i = 0; i < all.size(); i++) {
            String subject = all.get(i).subject;
            if (subject != null) {
                subjects.put(i, subject);
                captured.putIfAbsent(parts.jvm(i), subject);
            }
        }
        captures.forEach((unit, subject) -> {
            if (!parts.isLeftOut(unit)) {
                captured.merge(parts.jvm(unit), subject, (one, other) -> one.compareTo(other) <= 0 ? one : other);
            }
        });
        stretches.forEach((unit, stretch) -> {
            if (parts.knows(unit)) {
                captured.putIfAbsent(parts.jvm(unit), stretch.subject);
            }
        });
        Map<Integer, Group> loose = new LinkedHashMap<>();
        for (int i = 0; i < all.size(); i++) {
            String subject = captured.get(parts.jvm(i));
            if (all.get(i).subject == null && subject != null) {
                subjects.put(i, subject);
            } else if (all.get(i).subject == null && !isLeftOut(shared, parts, i)) {
                loose.computeIfAbsent(parts.jvm(i), jvm -> new Group()).members.add(i);
            }
        }
        for (FoldUnit unit : folded) {
            String subject = captured.get(parts.jvm(unit));
            if (captures.containsKey(unit) || parts.isLeftOut(unit)) {
                continue;
            }
            if (subject != null) {
                units.put(unit, subject);
            } else {
                loose.computeIfAbsent(parts.jvm(unit), jvm -> new Group())
                        .folded
                        .add(unit);
            }
        }
        List<Group> groups = List.copyOf(loose.values());
        for (Group group : groups) {
            group.names = names(group, groups, shared);
        }
        Map<Group, String> named = names(groups);
        for (Group group : groups) {
            String name = unique.apply(String.valueOf(named.get(group)));
            group.members.forEach(member -> subjects.put(member, name));
            group.folded.forEach(unit -> units.put(unit, name));
            // Where recordings are folded anew, their fold is named for them alone.
            names.put(name, group.members.isEmpty() ? group.names : names(group.members, groups, shared));
        }
        return subjects;
    }

    private List<String> names(Group group, List<Group> groups, SharedChunks shared) {
        return group.folded.isEmpty()
                ? names(group.members, groups, shared)
                : FoldedNames.of(
                        group.members.isEmpty() ? List.of() : names(group.members, groups, shared),
                        group.members.size(),
                        group.members.stream()
                                .mapToLong(shared::startNanos)
                                .min()
                                .orElse(Long.MAX_VALUE),
                        group.folded);
    }

    /** The shortest names that distinguish them: of a group whose name another has, the next. */
    private static Map<Group, String> names(List<Group> groups) {
        Map<Group, String> names = new LinkedHashMap<>();
        groups.forEach(group -> names.put(group, group.names.getFirst()));
        int most = groups.stream().mapToInt(group -> group.names.size()).max().orElse(0);
        for (int length = 1; length < most; length++) {
            Map<String, Long> often =
                    names.values().stream().collect(Collectors.groupingBy(name -> name, Collectors.counting()));
            int next = length;
            names.replaceAll((group, name) ->
                    often.getOrDefault(name, 0L) > 1 ? group.names.get(Math.min(next, group.names.size() - 1)) : name);
        }
        return names;
    }

    private List<String> names(List<Integer> members, List<Group> groups, SharedChunks shared) {
        Integer first = members.stream()
                .min(Comparator.comparingLong(shared::startNanos).thenComparing(member -> member))
                .orElseThrow();
        List<String> names = new ArrayList<>();
        Path folder = members.size() == 1 ? null : ownFolder(members, groups);
        if (folder != null) {
            names.add(nameOf(folder));
            names.add(folder.toString());
        }
        Place place = all.get(first).place;
        String more = FoldedNames.suffix(members.size());
        names.add(place.name() + more);
        if (!place.inside().isEmpty()) {
            names.add(place.inside() + more);
        }
        names.add(place.shown() + more);
        return names;
    }

    /** The folder that holds these recordings and no others, if there is one that was looked through. */
    private @Nullable Path ownFolder(List<Integer> members, List<Group> groups) {
        Path folder = folderOf(members.getFirst());
        if (folder == null
                || !members.stream().allMatch(member -> folder.equals(folderOf(member)))
                || groups.stream()
                        .map(group -> group.members)
                        .filter(other -> !other.equals(members))
                        .flatMap(List::stream)
                        .anyMatch(other -> Path.of(all.get(other).place.shown()).startsWith(folder))) {
            return null;
        }
        return folder;
    }

    private @Nullable Path folderOf(int member) {
        Place place = all.get(member).place;
        return place.inside().isEmpty() ? null : Path.of(place.shown()).getParent();
    }

    private static String nameOf(Path folder) {
        Path name = folder.normalize().getFileName();
        if (name == null || name.toString().isEmpty() || name.toString().equals("..")) {
            name = folder.toAbsolutePath().normalize().getFileName();
        }
        return String.valueOf(name == null ? folder : name);
    }

    private List<String> notes(SharedChunks shared) {
        List<String> notes = new ArrayList<>();
        List<String> repeated = new ArrayList<>();
        List<String> partly = new ArrayList<>();
        List<String> repeating = new ArrayList<>();
        List<String> contradicting = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            int number = i;
            List<Integer> others =
                    shared.keptIn(i).stream().filter(other -> other != number).toList();
            String in = others.stream()
                            .limit(2)
                            .map(other -> all.get(other).place.shown())
                            .collect(Collectors.joining(" and "))
                    + (others.size() > 2 ? " and " + (others.size() - 2) + " more" : "");
            String shown = all.get(i).place.shown();
            int left = shared.leftOut(i).size();
            if (shared.isLeftOut(i)) {
                repeated.add(
                        isSameFile(i, others) ? shown + " (the same file as " + in + ")" : shown + " (in " + in + ")");
            } else if (left > 0) {
                String chunks = left + " of " + shared.chunks(i) + " chunks of " + shown;
                (in.isEmpty() ? repeating : partly).add(in.isEmpty() ? chunks : chunks + " (in " + in + ")");
            }
            shared.contradicting(i).stream()
                    .filter(other -> other != number)
                    .forEach(other -> contradicting.add(
                            shown + " and " + all.get(other).place.shown()));
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
        return notes;
    }

    private List<String> notes(SharedChunks shared, FoldedParts parts) {
        List<String> notes = new ArrayList<>();
        List<String> partly = new ArrayList<>();
        // That what a capture has in its recording and in its folds is read once is no news.
        List<String> leftOut = new ArrayList<>(parts.leftOut(unit -> !stretches.containsKey(unit)));
        for (int i = 0; i < all.size(); i++) {
            int left = parts.leftOut(i).size();
            String shown = all.get(i).place.shown();
            if (left > 0 && !shared.isLeftOut(i) && all.get(i).subject == null) {
                if (isLeftOut(shared, parts, i)) {
                    leftOut.add(shown + " (in a fold)");
                } else {
                    partly.add(left + " of " + shared.chunks(i) + " chunks of " + shown + " (in a fold)");
                }
            }
        }
        add(notes, "Left out, because other inputs contain the same: ", leftOut, "inputs");
        add(notes, "Read once, although several inputs contain them: ", partly, "recordings");
        add(
                notes,
                "Read all, although they are in part of one time, so events can be counted twice; fold the recordings"
                        + " together: ",
                parts.overlapping(),
                "pairs");
        return notes;
    }

    /** What is not read where single events are asked for. */
    private List<String> notes(FoldedParts parts) {
        long earlier =
                stretches.keySet().stream().filter(unit -> !parts.isRead(unit)).count();
        return earlier == 0
                ? List.of()
                : List.of("Not read, since they have no single events: " + earlier + " fold" + (earlier == 1 ? "" : "s")
                        + " of captures that have what is no longer in their recordings.");
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
                                all.get(file).place.path(), all.get(other).place.path());
                    } catch (IOException e) {
                        return false;
                    }
                });
    }
}
