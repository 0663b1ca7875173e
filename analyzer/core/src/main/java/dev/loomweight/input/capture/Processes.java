package dev.loomweight.input.capture;

import dev.loomweight.input.folded.UnitHead;
import dev.loomweight.input.recording.reader.Recording;
import dev.loomweight.sample.CaptureTexts.ExperimentRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which process each of the inputs is of, and what it is called. A capture, text or heap dump is one process; recordings
 * and folds of one JVM are one, which is that of the capture if one of them lies in a capture. Only when all inputs are
 * known can this be said.
 */
final class Processes {

    private final IdentityHashMap<Found, String> subjects = new IdentityHashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    // By what a process is called, what it would be called alone.
    private final Map<String, String> bases = new HashMap<>();
    private final Map<String, List<String>> names = new HashMap<>();
    // The processes of captures that repeat another, or are of JVMs that only observed.
    private final Set<String> secondary = new HashSet<>();
    private final @Nullable SharedParts shared;

    /** The recordings and folds of one process that are in no capture. */
    private static final class Group {
        private final List<Found.OfRecording> recordings = new ArrayList<>();
        private final List<Found.OfFold> folds = new ArrayList<>();
        // Its possible names, the shortest first.
        private List<String> names = List.of();
    }

    /**
     * Says which processes some inputs are of.
     *
     * @param events whether single events are asked for, which folds do not have
     */
    Processes(List<Found> all, boolean events) {
        all.forEach(this::nameAlone);
        List<Found> recorded = all.stream()
                .filter(found -> found instanceof Found.OfRecording || found instanceof Found.OfFold)
                .toList();
        if (recorded.size() == 1
                && recorded.getFirst() instanceof Found.OfRecording recording
                && recording.capture() == null
                && hasEachChunkOnce(recording)) {
            shared = null;
            List<String> possible = names(recording.place(), 1);
            String name = unique(possible.getFirst());
            subjects.put(recording, name);
            names.put(name, possible);
        } else if (recorded.isEmpty()) {
            shared = null;
        } else {
            shared = new SharedParts(recorded, events);
            nameRecorded(recorded, shared);
        }
    }

    /** Whether it has nothing in common with itself; one without any chunk fails when it is read. */
    private static boolean hasEachChunkOnce(Found.OfRecording recording) {
        try {
            return Recording.of(recording.place().path()).ascends();
        } catch (IOException e) {
            return true;
        }
    }

    /** Names what is a process whatever else there is. */
    private void nameAlone(Found found) {
        switch (found) {
            case Found.OfCapture capture -> {
                String subject = unique(subject(capture.manifest()));
                subjects.put(found, subject);
                ExperimentRun experiment = capture.manifest().experiment();
                if (capture.manifest().outside() || (experiment != null && experiment.repeat() > 1)) {
                    secondary.add(subject);
                }
            }
            case Found.OfSnapshot snapshot ->
                subjects.put(found, unique(subject(snapshot.capture().manifest())));
            case Found.OfText text -> subjects.put(found, unique(text.place().name()));
            case Found.OfHeapDump dump ->
                subjects.put(found, unique(dump.place().name()));
            case Found.OfFold fold -> nameAlone(fold);
            default -> {}
        }
    }

    private void nameAlone(Found.OfFold fold) {
        UnitHead head = fold.unit().head();
        if (fold.capture() == null && fold.naming() == UnitHead.Naming.NUMBERED) {
            String subject = unique(head.names().getFirst());
            subjects.put(fold, subject);
            if (head.secondary()) {
                secondary.add(subject);
            }
        } else if (fold.capture() == null && fold.naming() == UnitHead.Naming.FIXED) {
            subjects.put(fold, head.names().getFirst());
        }
    }

    private static String subject(CaptureManifest manifest) {
        ExperimentRun experiment = manifest.experiment();
        if (experiment != null) {
            return experiment.part() + ", JDK " + experiment.jdk().replaceFirst("\\+.*", "")
                    + (experiment.of() > 1 ? ", run " + experiment.repeat() : "");
        }
        String kind = manifest.info().kind();
        return kind == null ? manifest.info().target() : kind;
    }

    /** Two inputs of one name are distinguished by a number, since a subject is one process. */
    private String unique(String subject) {
        int number = numbers.merge(subject, 1, Integer::sum);
        String name = number == 1 ? subject : subject + " " + number;
        bases.put(name, subject);
        return name;
    }

    private void nameRecorded(List<Found> recorded, SharedParts parts) {
        Map<Integer, String> captured = captured(recorded, parts);
        Map<Integer, Group> loose = new LinkedHashMap<>();
        for (Found found : recorded) {
            if (found instanceof Found.OfRecording recording && !subjects.containsKey(found)) {
                String subject = captured.get(parts.jvm(recording));
                if (subject != null) {
                    subjects.put(found, subject);
                } else if (!parts.isLeftOut(recording)) {
                    loose.computeIfAbsent(parts.jvm(recording), jvm -> new Group())
                            .recordings
                            .add(recording);
                }
            }
        }
        for (Found found : recorded) {
            if (found instanceof Found.OfFold fold && !subjects.containsKey(found) && !parts.isLeftOut(fold)) {
                String subject = captured.get(parts.jvm(fold));
                if (subject != null) {
                    subjects.put(found, subject);
                } else {
                    loose.computeIfAbsent(parts.jvm(fold), jvm -> new Group())
                            .folds
                            .add(fold);
                }
            }
        }
        name(List.copyOf(loose.values()), parts);
    }

    /** The processes of captures, by their JVMs; names what lies in captures. */
    private Map<Integer, String> captured(List<Found> recorded, SharedParts parts) {
        Map<Integer, String> captured = new HashMap<>();
        for (Found found : recorded) {
            if (found instanceof Found.OfRecording recording && recording.capture() != null) {
                String subject = subject(recording.capture());
                subjects.put(found, subject);
                captured.putIfAbsent(parts.jvm(recording), subject);
            }
        }
        for (Found found : recorded) {
            if (found instanceof Found.OfFold fold
                    && fold.capture() == null
                    && fold.naming() == UnitHead.Naming.NUMBERED
                    && !parts.isLeftOut(fold)) {
                captured.merge(parts.jvm(fold), subject(fold), (one, other) -> one.compareTo(other) <= 0 ? one : other);
            }
        }
        for (Found found : recorded) {
            if (found instanceof Found.OfFold fold && fold.capture() != null) {
                String subject = subject(fold.capture());
                subjects.put(found, subject);
                if (parts.isCompared(fold)) {
                    captured.putIfAbsent(parts.jvm(fold), subject);
                }
            }
        }
        return captured;
    }

    private void name(List<Group> groups, SharedParts parts) {
        for (Group group : groups) {
            group.names = names(group, groups, parts);
        }
        Map<Group, String> named = distinct(groups);
        for (Group group : groups) {
            String name = unique(String.valueOf(named.get(group)));
            group.recordings.forEach(recording -> subjects.put(recording, name));
            group.folds.forEach(fold -> subjects.put(fold, name));
            // Where recordings are folded anew, their fold is named for them alone.
            names.put(name, group.recordings.isEmpty() ? group.names : namesOfRecordings(group, groups, parts));
        }
    }

    private static List<String> names(Group group, List<Group> groups, SharedParts parts) {
        return group.folds.isEmpty()
                ? namesOfRecordings(group, groups, parts)
                : FoldedNames.of(
                        group.recordings.isEmpty() ? List.of() : namesOfRecordings(group, groups, parts),
                        group.recordings.size(),
                        group.recordings.stream()
                                .mapToLong(parts::startNanos)
                                .min()
                                .orElse(Long.MAX_VALUE),
                        group.folds.stream().map(Found.OfFold::unit).toList());
    }

    /** The shortest names that distinguish them: of a group whose name another has, the next. */
    private static Map<Group, String> distinct(List<Group> groups) {
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

    private static List<String> namesOfRecordings(Group group, List<Group> groups, SharedParts parts) {
        // Of equal ones the first in their order.
        Found.OfRecording first = group.recordings.stream()
                .min(Comparator.comparingLong(parts::startNanos))
                .orElseThrow();
        List<String> names = new ArrayList<>();
        Path folder = group.recordings.size() == 1 ? null : ownFolder(group, groups);
        if (folder != null) {
            names.add(nameOf(folder));
            names.add(folder.toString());
        }
        names.addAll(names(first.place(), group.recordings.size()));
        return names;
    }

    /** What a process is called for the first of its recordings, the shortest name first. */
    private static List<String> names(Place first, int recordings) {
        String more = recordings == 1 ? "" : FoldedNames.suffix(recordings);
        List<String> names = new ArrayList<>();
        names.add(first.name() + more);
        if (!first.inside().isEmpty()) {
            names.add(first.inside() + more);
        }
        names.add(first.shown() + more);
        return names;
    }

    /** The folder that holds these recordings and no others, if there is one that was looked through. */
    private static @Nullable Path ownFolder(Group group, List<Group> groups) {
        Path folder = folderOf(group.recordings.getFirst());
        if (folder == null
                || !group.recordings.stream().allMatch(member -> folder.equals(folderOf(member)))
                || groups.stream()
                        .filter(other -> other != group)
                        .flatMap(other -> other.recordings.stream())
                        .anyMatch(other -> Path.of(other.place().shown()).startsWith(folder))) {
            return null;
        }
        return folder;
    }

    private static @Nullable Path folderOf(Found.OfRecording recording) {
        Place place = recording.place();
        return place.inside().isEmpty() ? null : Path.of(place.shown()).getParent();
    }

    private static String nameOf(Path folder) {
        Path name = folder.normalize().getFileName();
        if (name == null || name.toString().isEmpty() || name.toString().equals("..")) {
            name = folder.toAbsolutePath().normalize().getFileName();
        }
        return String.valueOf(name == null ? folder : name);
    }

    /** What the process of an input is called that is read. */
    String subject(Found found) {
        return Objects.requireNonNull(subjects.get(found));
    }

    /** What recordings and folds have in common; null where there is nothing to compare. */
    @Nullable
    SharedParts shared() {
        return shared;
    }

    /** Whether that process repeats another, or only observed. */
    boolean isSecondary(String subject) {
        return secondary.contains(subject);
    }

    /** Whether any does. */
    boolean hasSecondary() {
        return !secondary.isEmpty();
    }

    /** Whether recordings or folds of that process are in no capture. */
    boolean isOfRecordings(String subject) {
        return names.containsKey(subject);
    }

    /** The possible names of a process, the shortest first; empty for what is no process, and has one name. */
    List<String> namesOf(String subject) {
        List<String> possible = names.get(subject);
        String base = bases.get(subject);
        return possible != null ? possible : base == null ? List.of() : List.of(base);
    }
}
