package dev.loomweight.input.capture;

import dev.loomweight.input.capture.Found.NamedPath;
import dev.loomweight.input.folded.FoldUnit;
import dev.loomweight.input.folded.UnitHead;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The recordings and folds of one process that are in no capture, and what it is called: what it would be called if the
 * folds were the recordings that they are of.
 */
final class LooseProcess {

    private final List<Found.OfRecording> recordings = new ArrayList<>();
    private final List<FoldUnit> folds = new ArrayList<>();
    // Its possible names, and those of its recordings alone, the shortest first.
    private List<String> names = List.of();
    private List<String> namesOfRecordings = List.of();

    /** The recordings together, or one fold: its names, how many recordings it has, and when the first of them begins. */
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

    /** Adds a recording or a fold. */
    void add(Found found) {
        if (found instanceof Found.OfRecording recording) {
            recordings.add(recording);
        } else if (found instanceof Found.OfFold fold) {
            folds.add(fold.unit());
        }
    }

    /** The names for a fold of it, the shortest first: where recordings are folded anew, it is named for them alone. */
    List<String> namesWhenFolded() {
        return recordings.isEmpty() ? names : namesOfRecordings;
    }

    /** The shortest names that distinguish some processes, in their order: of one whose name another has, the next. */
    static Map<LooseProcess, String> named(List<LooseProcess> all, Identity identity) {
        all.forEach(process -> process.findNames(all, identity));
        Map<LooseProcess, String> named = new LinkedHashMap<>();
        all.forEach(process -> named.put(process, process.names.getFirst()));
        int most = all.stream().mapToInt(process -> process.names.size()).max().orElse(0);
        for (int length = 1; length < most; length++) {
            Map<String, Long> often =
                    named.values().stream().collect(Collectors.groupingBy(name -> name, Collectors.counting()));
            int next = length;
            named.replaceAll((process, name) -> often.getOrDefault(name, 0L) > 1
                    ? process.names.get(Math.min(next, process.names.size() - 1))
                    : name);
        }
        return named;
    }

    private void findNames(List<LooseProcess> all, Identity identity) {
        List<Part> parts = new ArrayList<>();
        // Of equal ones the first in their order.
        recordings.stream().min(Comparator.comparingLong(identity::startNanos)).ifPresent(first -> {
            Path folder = recordings.size() == 1 ? null : ownFolder(all);
            List<String> found = new ArrayList<>();
            if (folder != null) {
                found.add(nameOf(folder));
                found.add(folder.toString());
            }
            first.place().names().forEach(name -> found.add(name + suffix(recordings.size())));
            namesOfRecordings = found;
            parts.add(new Part(found, recordings.size(), identity.startNanos(first)));
        });
        folds.forEach(unit -> parts.add(Part.of(unit)));
        names = parts.size() == 1 ? parts.getFirst().names : together(parts);
    }

    private static List<String> together(List<Part> parts) {
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

    private static String suffix(int recordings) {
        return recordings > 1 ? " and " + (recordings - 1) + " more" : "";
    }

    /** The folder that holds these recordings and no others, if there is one that was looked through. */
    private @Nullable Path ownFolder(List<LooseProcess> all) {
        Path folder = folderOf(recordings.getFirst());
        if (folder == null
                || !recordings.stream().allMatch(member -> folder.equals(folderOf(member)))
                || all.stream()
                        .filter(other -> other != this)
                        .flatMap(other -> other.recordings.stream())
                        .anyMatch(other -> Path.of(other.place().shown()).startsWith(folder))) {
            return null;
        }
        return folder;
    }

    private static @Nullable Path folderOf(Found.OfRecording recording) {
        NamedPath place = recording.place();
        return place.inside().isEmpty() ? null : Path.of(place.shown()).getParent();
    }

    private static String nameOf(Path folder) {
        Path name = folder.normalize().getFileName();
        if (name == null || name.toString().isEmpty() || name.toString().equals("..")) {
            name = folder.toAbsolutePath().normalize().getFileName();
        }
        return String.valueOf(name == null ? folder : name);
    }
}
