package dev.loomweight.input.capture;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.Source;
import dev.loomweight.input.folded.FoldUnit;
import dev.loomweight.input.folded.FoldedSource;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.input.recording.SharedChunks;
import dev.loomweight.sample.Instrument;
import dev.loomweight.sample.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private final Map<String, List<String>> names = new HashMap<>();

    FoundRecordings(ReaderChoice reader) {
        this.reader = reader;
    }

    /** A recording, and the process of its capture, or null if it is in none. */
    private record Found(Place place, @Nullable String subject) {}

    /** The recordings of one process that are in no capture, and their possible names, the shortest first. */
    private record Group(List<Integer> members, @Nullable FoldUnit folded, List<String> names) {}

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

    /** The possible names of each process that is in no capture, the shortest first, by what it is called. */
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
     * @param unique makes the name of a process one that no other has
     */
    List<Source> resolve(List<Source> sources, UnaryOperator<String> unique) {
        SharedChunks shared = SharedChunks.of(
                all.stream().map(found -> found.place.path()).toList(),
                all.stream().map(found -> found.subject != null).toList());
        IdentityHashMap<FoldUnit, String> units = new IdentityHashMap<>();
        Map<Integer, String> subjects = subjects(shared, unique, units);
        List<Source> resolved = new ArrayList<>();
        int next = 0;
        for (Source source : sources) {
            if (source instanceof RecordingSource) {
                int number = next++;
                if (!shared.isLeftOut(number)) {
                    RecordingSource made = source(all.get(number).place, String.valueOf(subjects.get(number)));
                    resolved.add(
                            all.size() > 1 && shared.chunks(number) == 0
                                    ? checked(made)
                                    : made.without(shared.leftOut(number)));
                }
            } else if (source instanceof FoldedSource of && units.containsKey(of.unit())) {
                resolved.addAll(FoldedSource.of(of.unit(), units.getOrDefault(of.unit(), "")));
            } else {
                resolved.add(source);
            }
        }
        List<String> notes = notes(shared);
        if (!notes.isEmpty()) {
            resolved.add(new NotesSource("", notes));
        }
        return resolved;
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

    private Map<Integer, String> subjects(
            SharedChunks shared, UnaryOperator<String> unique, Map<FoldUnit, String> units) {
        Map<Integer, String> subjects = new HashMap<>();
        Map<Integer, String> captured = new HashMap<>();
        for (int i = 0; i < all.size(); i++) {
            String subject = all.get(i).subject;
            if (subject != null) {
                subjects.put(i, subject);
                captured.putIfAbsent(shared.jvm(i), subject);
            }
        }
        Map<Integer, List<Integer>> loose = new LinkedHashMap<>();
        for (int i = 0; i < all.size(); i++) {
            String subject = captured.get(shared.jvm(i));
            if (all.get(i).subject == null && subject != null) {
                subjects.put(i, subject);
            } else if (all.get(i).subject == null && !shared.isLeftOut(i)) {
                loose.computeIfAbsent(shared.jvm(i), jvm -> new ArrayList<>()).add(i);
            }
        }
        List<Group> groups = new ArrayList<>();
        loose.values().forEach(members -> groups.add(new Group(members, null, names(members, loose.values(), shared))));
        folded.forEach(unit -> groups.add(new Group(List.of(), unit, unit.head().names())));
        Map<Group, String> named = names(groups);
        for (Group group : groups) {
            String name = unique.apply(String.valueOf(named.get(group)));
            group.members.forEach(member -> subjects.put(member, name));
            if (group.folded != null) {
                units.put(group.folded, name);
            }
            names.put(name, group.names);
        }
        return subjects;
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

    private List<String> names(List<Integer> members, Collection<List<Integer>> groups, SharedChunks shared) {
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
        String more = members.size() == 1 ? "" : " and " + (members.size() - 1) + " more";
        names.add(place.name() + more);
        if (!place.inside().isEmpty()) {
            names.add(place.inside() + more);
        }
        names.add(place.shown() + more);
        return names;
    }

    /** The folder that holds these recordings and no others, if there is one that was looked through. */
    private @Nullable Path ownFolder(List<Integer> members, Collection<List<Integer>> groups) {
        Path folder = folderOf(members.getFirst());
        if (folder == null
                || !members.stream().allMatch(member -> folder.equals(folderOf(member)))
                || groups.stream()
                        .filter(group -> !group.equals(members))
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
