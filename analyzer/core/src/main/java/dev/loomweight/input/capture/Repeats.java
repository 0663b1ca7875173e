package dev.loomweight.input.capture;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.FolderTree;
import dev.loomweight.input.capture.Found.NamedPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What some inputs contain twice, apart from recordings ({@link Identity}): captures, snapshots and texts that are the
 * same file or folder by another path, or a copy with the same contents. Each is read once, and a note names the others.
 */
final class Repeats {

    private static final String TWICE = " is given more than once and was read once.";

    private final Set<Path> snapshots = new HashSet<>();
    private final Map<Long, List<NamedPath>> textsBySize = new HashMap<>();
    private final IdentityHashMap<Found, String> notes = new IdentityHashMap<>();

    private Repeats() {}

    /**
     * Whether a capture is among others; if not, it is added to them.
     *
     * @param captures by where they really are
     * @return why it is left out, as a sentence; null if it is to be read
     */
    static @Nullable String whyRepeated(NamedPath folder, Map<Path, NamedPath> captures) {
        Path real = real(folder.path());
        if (captures.containsKey(real)) {
            return "The capture" + TWICE;
        }
        for (NamedPath other : captures.values()) {
            if (isCopy(folder.path(), other.path())) {
                return "The capture" + copyOf(other);
            }
        }
        captures.put(real, folder);
        return null;
    }

    /** Those snapshots and texts that were named themselves and that others contain, and for each a sentence on it. */
    static IdentityHashMap<Found, String> among(List<Found> all) {
        Repeats repeats = new Repeats();
        all.forEach(found -> {
            if (found instanceof Found.OfCapture capture) {
                repeats.add(capture);
            }
        });
        // Snapshots first, since they contain texts.
        all.forEach(found -> {
            if (found instanceof Found.OfSnapshot snapshot && !repeats.addSnapshot(snapshot.folder())) {
                repeats.notes.put(found, "The snapshot" + TWICE);
            }
        });
        all.forEach(found -> {
            String why = found instanceof Found.OfText text ? repeats.whyLeftOut(text.place()) : null;
            if (why != null) {
                repeats.notes.put(found, "The text" + why);
            }
        });
        return repeats.notes;
    }

    private void add(Found.OfCapture capture) {
        capture.manifest()
                .snapshots()
                .forEach(snapshot -> addSnapshot(capture.folder().resolve(snapshot.folder())));
        NamedPath carriers = capture.folder().resolve(CaptureFolder.CARRIERS);
        if (Files.isRegularFile(carriers.path())) {
            texts(carriers).add(carriers);
        }
    }

    /** Adds a snapshot; false if it was there before. */
    private boolean addSnapshot(NamedPath folder) {
        if (!snapshots.add(real(folder.path()))) {
            return false;
        }
        for (CaptureFolder.Part part : CaptureFolder.Part.values()) {
            NamedPath text = folder.resolve(part.fileName());
            if (Files.exists(text.path())) {
                texts(text).add(text);
            }
        }
        return true;
    }

    private List<NamedPath> texts(NamedPath ofSize) {
        return textsBySize.computeIfAbsent(ofSize.path().toFile().length(), size -> new ArrayList<>());
    }

    private @Nullable String whyLeftOut(NamedPath text) {
        List<NamedPath> ofSize = texts(text);
        for (NamedPath other : ofSize) {
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

    private static String copyOf(NamedPath other) {
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
