package dev.loomweight.input.capture;

import dev.loomweight.input.folded.UnitHead;
import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.sample.CaptureTexts.ExperimentRun;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which process each of the inputs is of, and what it is called. A capture, text or heap dump is one process; recordings
 * and folds of one JVM are one, which is that of the capture if one of them lies in a capture. Only when all inputs are
 * known can this be said.
 */
final class InputSubjects {

    private final IdentityHashMap<Found, String> subjects = new IdentityHashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    // By what a process is called, what it would be called alone.
    private final Map<String, String> bases = new HashMap<>();
    private final Map<String, List<String>> names = new HashMap<>();
    // The processes of captures that repeat another, or are of JVMs that only observed.
    private final Set<String> secondary = new HashSet<>();
    private final @Nullable Identity identity;

    /**
     * Says which processes some inputs are of.
     *
     * @param events whether single events are asked for, which folds do not have
     */
    InputSubjects(List<Found> all, boolean events) {
        all.forEach(this::nameAlone);
        // Recordings first.
        List<Found> recorded = all.stream()
                .filter(found -> found instanceof Found.OfRecording || found instanceof Found.OfFold)
                .sorted(Comparator.comparing(found -> found instanceof Found.OfFold))
                .toList();
        if (recorded.size() == 1
                && recorded.getFirst() instanceof Found.OfRecording recording
                && recording.capture() == null
                && hasEachChunkOnce(recording)) {
            identity = null;
            List<String> possible = recording.place().names();
            String name = unique(possible.getFirst());
            subjects.put(recording, name);
            names.put(name, possible);
        } else if (recorded.isEmpty()) {
            identity = null;
        } else {
            identity = new Identity(recorded, events);
            nameRecorded(recorded, identity);
        }
    }

    /** Whether it has nothing in common with itself; one without any chunk fails when it is read. */
    private static boolean hasEachChunkOnce(Found.OfRecording recording) {
        try {
            return ChunkedFile.of(recording.place().path()).ascends();
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

    private void nameRecorded(List<Found> recorded, Identity all) {
        Map<Integer, String> captured = captured(recorded, all);
        Map<Integer, LooseProcess> loose = new LinkedHashMap<>();
        IdentityHashMap<Found, LooseProcess> processes = new IdentityHashMap<>();
        for (Found found : recorded) {
            if (!subjects.containsKey(found) && all.isCompared(found)) {
                String subject = captured.get(all.jvm(found));
                if (subject != null) {
                    subjects.put(found, subject);
                } else if (!all.isLeftOut(found)) {
                    LooseProcess process = loose.computeIfAbsent(all.jvm(found), jvm -> new LooseProcess());
                    process.add(found);
                    processes.put(found, process);
                }
            }
        }
        Map<LooseProcess, String> named = LooseProcess.named(List.copyOf(loose.values()), all);
        named.replaceAll((process, name) -> unique(name));
        named.forEach((process, name) -> names.put(name, process.namesWhenFolded()));
        processes.forEach((found, process) -> subjects.put(found, String.valueOf(named.get(process))));
    }

    /** The processes of captures, by their JVMs; names what lies in captures. */
    private Map<Integer, String> captured(List<Found> recorded, Identity all) {
        Map<Integer, String> captured = new HashMap<>();
        for (Found found : recorded) {
            if (found instanceof Found.OfRecording recording && recording.capture() != null) {
                String subject = subject(recording.capture());
                subjects.put(found, subject);
                captured.putIfAbsent(all.jvm(recording), subject);
            }
        }
        for (Found found : recorded) {
            if (found instanceof Found.OfFold fold
                    && fold.capture() == null
                    && fold.naming() == UnitHead.Naming.NUMBERED
                    && !all.isLeftOut(fold)) {
                captured.merge(all.jvm(fold), subject(fold), (one, other) -> one.compareTo(other) <= 0 ? one : other);
            }
        }
        for (Found found : recorded) {
            if (found instanceof Found.OfFold fold && fold.capture() != null) {
                String subject = subject(fold.capture());
                subjects.put(found, subject);
                if (all.isCompared(fold)) {
                    captured.putIfAbsent(all.jvm(fold), subject);
                }
            }
        }
        return captured;
    }

    /** What the process of an input is called that is read. */
    String subject(Found found) {
        return Objects.requireNonNull(subjects.get(found));
    }

    /** What recordings and folds have in common; null where there is nothing to compare. */
    @Nullable
    Identity identity() {
        return identity;
    }

    /** Whether that process repeats another, or only observed. */
    boolean isSecondary(String subject) {
        return secondary.contains(subject);
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
