package dev.loomweight.spark;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.jspecify.annotations.Nullable;

/**
 * The recordings and captures under some paths of any file system that Hadoop knows, as {@code loomweight} finds them in a
 * folder: captures, which are not looked into further, and recordings by the endings of their names; nothing hidden.
 */
final class Listing {

    private static final List<String> ENDINGS = List.of(".jfr", ".jfr.gz", ".jfr.lz4", ".jfr.zip");

    private final Configuration hadoop;
    // By name, so that the order does not depend on the file system.
    private final TreeMap<String, Recording> found = new TreeMap<>();

    private Listing(Configuration hadoop) {
        this.hadoop = hadoop;
    }

    /**
     * Lists them.
     *
     * @param paths files, folders and patterns with {@code *}, {@code ?}, {@code [a-z]} and <code>{a,b}</code>
     * @return sorted by name, without labels
     * @throws DataException if a path does not exist, cannot be listed, or holds none
     */
    static List<Recording> of(List<String> paths, Configuration hadoop) {
        Listing listing = new Listing(hadoop);
        for (String path : paths) {
            try {
                listing.add(path);
            } catch (IOException | IllegalArgumentException e) {
                throw new DataException("cannot list " + path + ": " + reason(e), e);
            }
        }
        return List.copyOf(listing.found.values());
    }

    private void add(String named) throws IOException {
        Path path = new Path(named);
        FileSystem files = path.getFileSystem(hadoop);
        FileStatus[] matches = files.globStatus(path);
        if (matches == null || matches.length == 0) {
            throw new DataException("no such file or folder: " + named);
        }
        Path from = withoutPattern(files.makeQualified(path));
        int before = found.size();
        for (FileStatus match : matches) {
            if (match.isDirectory()) {
                addFolder(files, match.getPath(), matches.length == 1 ? match.getPath() : from);
            } else {
                Path parent = match.getPath().getParent();
                addFile(match, matches.length == 1 && parent != null ? parent : from);
            }
        }
        if (found.size() == before) {
            throw new DataException(named + " holds no captures and no recordings (files that end in "
                    + String.join(", ", ENDINGS) + ")");
        }
    }

    private static Path withoutPattern(Path path) {
        Path from = path;
        for (Path at = path; at != null; at = at.getParent()) {
            if (at.getName().matches(".*[*?\\[{].*") && at.getParent() != null) {
                from = at.getParent();
            }
        }
        return from;
    }

    private void addFolder(FileSystem files, Path folder, Path from) throws IOException {
        List<FileStatus> all = new ArrayList<>();
        TreeSet<String> captures = new TreeSet<>();
        // One request for a thousand objects, in stores that have no folders.
        RemoteIterator<LocatedFileStatus> each = files.listFiles(folder, true);
        while (each.hasNext()) {
            FileStatus file = each.next();
            if (isShown(file.getPath(), folder)) {
                all.add(file);
                if (file.getPath().getName().equals(CaptureFolder.MANIFEST)) {
                    captures.add(String.valueOf(file.getPath().getParent()));
                }
            }
        }
        Map<String, List<FileStatus>> ofCaptures = new LinkedHashMap<>();
        for (FileStatus file : all) {
            String capture = captureAround(file.getPath(), folder, captures);
            if (capture != null) {
                ofCaptures.computeIfAbsent(capture, key -> new ArrayList<>()).add(file);
            } else if (isRecording(file.getPath().getName())) {
                addFile(file, from);
            }
        }
        ofCaptures.forEach((capture, inside) -> addCapture(new Path(capture), inside, from));
    }

    /** The outermost capture that a file lies in; null if it lies in none. */
    private static @Nullable String captureAround(Path file, Path folder, TreeSet<String> captures) {
        String outermost = null;
        for (Path at = file.getParent(); at != null && at.depth() >= folder.depth(); at = at.getParent()) {
            if (captures.contains(at.toString())) {
                outermost = at.toString();
            }
        }
        return outermost;
    }

    private static boolean isShown(Path file, Path folder) {
        for (Path at = file; at != null && at.depth() > folder.depth(); at = at.getParent()) {
            if (at.getName().startsWith(".")) {
                return false;
            }
        }
        return true;
    }

    private static boolean isRecording(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return ENDINGS.stream().anyMatch(lower::endsWith);
    }

    private void addFile(FileStatus file, Path from) {
        Path path = file.getPath();
        ArrayList<Recording.Part> parts = new ArrayList<>();
        parts.add(new Recording.Part(path.getName(), path.toString(), file.getLen()));
        add(new Recording(name(path, from), path.toString(), parts, new TreeMap<>()));
    }

    private void addCapture(Path folder, List<FileStatus> inside, Path from) {
        ArrayList<Recording.Part> parts = new ArrayList<>();
        inside.forEach(file -> parts.add(new Recording.Part(
                name(file.getPath(), folder), file.getPath().toString(), file.getLen())));
        parts.sort(Comparator.comparing(Recording.Part::path));
        String name = folder.equals(from) ? folder.getName() : name(folder, from);
        add(new Recording(name, folder.toString(), parts, new TreeMap<>()));
    }

    private void add(Recording recording) {
        Recording other = found.putIfAbsent(recording.name(), recording);
        if (other != null && !other.uri().equals(recording.uri())) {
            // Of two roots: both are called by where they are.
            found.putIfAbsent(
                    recording.uri(),
                    new Recording(recording.uri(), recording.uri(), recording.parts(), recording.labels()));
        }
    }

    private static String name(Path path, Path from) {
        return from.toUri().relativize(path.toUri()).getPath();
    }

    /** Why a file system refused, in one line. */
    static String reason(Exception e) {
        if (e instanceof FileNotFoundException) {
            return "there is no such file or folder";
        }
        String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return line.isEmpty() ? e.getClass().getSimpleName() : line;
    }
}
