package dev.loomweight.spark;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.input.capture.FleetInputs;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * folder: captures, which are not looked into further, recordings and folds by the endings of their names; nothing hidden.
 */
final class Listing {

    private final Configuration hadoop;
    // By where they are: one that is found twice is taken once, and the order does not depend on the file system.
    private final TreeMap<String, Recording> found = new TreeMap<>();

    private Listing(Configuration hadoop) {
        this.hadoop = hadoop;
    }

    /**
     * Lists them.
     *
     * @param paths files, folders and patterns with {@code *}, {@code ?}, {@code [a-z]} and <code>{a,b}</code>
     * @return each once, without labels
     * @throws DataException if a path does not exist, cannot be listed, or if none of them holds any
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
        if (listing.found.isEmpty()) {
            throw new DataException("there is neither a recording (*.jfr), a capture nor a fold (*.lwf) in "
                    + String.join(", ", paths));
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
        for (FileStatus match : matches) {
            String name = isPattern(named) ? shown(match.getPath(), path) : withoutSlash(named);
            if (match.isDirectory()) {
                if (!isPattern(named) || !isHidden(match.getPath())) {
                    addFolder(files, match.getPath(), name);
                }
            } else if (!isPattern(named) || isTaken(match.getPath())) {
                addFile(match, name);
            }
        }
    }

    private static boolean isHidden(Path path) {
        return path.getName().startsWith(".");
    }

    private static boolean isTaken(Path file) {
        return !isHidden(file) && FleetInputs.isTaken(file.getName());
    }

    private static boolean isPattern(String named) {
        return named.matches(".*[*?\\[{].*");
    }

    /** As the user would have named it: with a scheme if the pattern has one. */
    private static String shown(Path match, Path pattern) {
        return pattern.toUri().getScheme() == null ? match.toUri().getPath() : match.toString();
    }

    /** Without a slash at the end. */
    static String withoutSlash(String named) {
        return named.replaceFirst("(?<=[^/])/+$", "");
    }

    private void addFolder(FileSystem files, Path folder, String shown) throws IOException {
        List<FileStatus> all = new ArrayList<>();
        Set<String> captures = new TreeSet<>();
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
            } else if (isTaken(file.getPath())) {
                addFile(file, shown + "/" + relative(file.getPath(), folder));
            }
        }
        ofCaptures.forEach((capture, inside) -> {
            Path of = new Path(capture);
            addCapture(of, inside, of.equals(folder) ? shown : shown + "/" + relative(of, folder));
        });
    }

    /** The outermost capture that a file lies in; null if it lies in none. */
    private static @Nullable String captureAround(Path file, Path folder, Set<String> captures) {
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
            if (isHidden(at)) {
                return false;
            }
        }
        return true;
    }

    private void addFile(FileStatus file, String name) {
        Path path = file.getPath();
        ArrayList<Recording.Part> parts = new ArrayList<>();
        parts.add(new Recording.Part(path.getName(), path.toString(), file.getLen()));
        found.putIfAbsent(path.toString(), new Recording(name, path.toString(), parts, new TreeMap<>()));
    }

    private void addCapture(Path folder, List<FileStatus> inside, String name) {
        ArrayList<Recording.Part> parts = new ArrayList<>();
        inside.forEach(file -> parts.add(new Recording.Part(
                relative(file.getPath(), folder), file.getPath().toString(), file.getLen())));
        parts.sort(Comparator.comparing(Recording.Part::path));
        found.putIfAbsent(folder.toString(), new Recording(name, folder.toString(), parts, new TreeMap<>()));
    }

    private static String relative(Path path, Path folder) {
        return folder.toUri().relativize(path.toUri()).getPath();
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
