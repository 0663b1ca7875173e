package dev.loomweight.input.capture;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.FolderTree;
import dev.loomweight.input.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What some inputs contain twice, apart from recordings ({@link FoundRecordings}): captures, snapshots and texts that are the
 * same file or folder by another path, or a copy with the same contents. Each is read once, and a note names the others.
 */
final class Repeats {

    private static final String TWICE = " is given more than once and was read once.";

    // By where they really are.
    private final Map<Path, Place> captures = new LinkedHashMap<>();
    private final Set<Path> snapshots = new HashSet<>();
    private final Map<Long, List<Place>> textsBySize = new HashMap<>();
    private final List<Loose> loose = new ArrayList<>();

    /** A snapshot or text that was named itself, and what it became. */
    private record Loose(boolean isText, Place place, List<Source> sources) {}

    /**
     * Adds a capture.
     *
     * @return why it is left out, as a sentence; null if it is to be read
     */
    @Nullable
    String addCapture(Place folder) {
        Path real = real(folder.path());
        if (captures.containsKey(real)) {
            return "The capture" + TWICE;
        }
        for (Place other : captures.values()) {
            if (isCopy(folder.path(), other.path())) {
                return "The capture" + copyOf(other);
            }
        }
        captures.put(real, folder);
        return null;
    }

    /**
     * Adds a snapshot of a capture that is read.
     *
     * @return whether it was not there before
     */
    boolean addSnapshot(Place folder) {
        if (!snapshots.add(real(folder.path()))) {
            return false;
        }
        for (CaptureFolder.Part part : CaptureFolder.Part.values()) {
            Place text = folder.resolve(part.fileName());
            if (Files.exists(text.path())) {
                texts(text).add(text);
            }
        }
        return true;
    }

    /** Adds a text of a capture that is in none of its snapshots. */
    void addText(Place text) {
        texts(text).add(text);
    }

    private List<Place> texts(Place ofSize) {
        return textsBySize.computeIfAbsent(ofSize.path().toFile().length(), size -> new ArrayList<>());
    }

    /** Adds a snapshot that was named by its own folder, and its sources. */
    void addLooseSnapshot(Place folder, List<Source> sources) {
        loose.add(new Loose(false, folder, List.copyOf(sources)));
    }

    /** Adds a text that is in no capture, and its source. */
    void addLooseText(Place text, Source source) {
        loose.add(new Loose(true, text, List.of(source)));
    }

    /** The sources without those of snapshots and texts that others contain, each of which is replaced by a note. */
    List<Source> resolve(List<Source> sources) {
        List<Source> resolved = new ArrayList<>(sources);
        // Snapshots first, since they contain texts.
        loose.sort(Comparator.comparing(Loose::isText));
        for (Loose each : loose) {
            String why = each.isText() ? whyLeftOut(each.place) : addSnapshot(each.place) ? null : TWICE;
            if (why != null) {
                int first = resolved.indexOf(each.sources.getFirst());
                resolved.removeAll(each.sources);
                String note = "The " + (each.isText() ? "text" : "snapshot") + why;
                resolved.add(first, new NotesSource(each.place.shown(), List.of(note)));
            }
        }
        return resolved;
    }

    private @Nullable String whyLeftOut(Place text) {
        List<Place> ofSize = texts(text);
        for (Place other : ofSize) {
            try {
                if (Files.isSameFile(text.path(), other.path())) {
                    return TWICE;
                }
                if (Files.mismatch(text.path(), other.path()) < 0) {
                    return copyOf(other);
                }
            } catch (IOException e) {
                // Its reading will say why.
            }
        }
        ofSize.add(text);
        return null;
    }

    private static String copyOf(Place other) {
        return " is a copy of " + other.shown() + " and was read once.";
    }

    /** Whether two captures are of the same start of the same process, with files of the same names and sizes. */
    private static boolean isCopy(Path folder, Path other) {
        try {
            return Files.mismatch(folder.resolve(CaptureFolder.MANIFEST), other.resolve(CaptureFolder.MANIFEST)) < 0
                    && sizes(folder).equals(sizes(other));
        } catch (IOException e) {
            return false;
        }
    }

    private static Map<String, Long> sizes(Path folder) throws IOException {
        Map<String, Long> sizes = new TreeMap<>();
        for (Path file : FolderTree.walk(folder)) {
            if (Files.isRegularFile(file)) {
                sizes.put(folder.relativize(file).toString(), Files.size(file));
            }
        }
        return sizes;
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path.toAbsolutePath().normalize();
        }
    }
}
