package dev.loomweight.input.capture;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a folder holds that can be read, at any depth: captures, which are not looked into further, and recordings and folds,
 * by the endings of their names. Hidden files and folders are left out, and links to folders are not followed, so that no folder
 * is looked through twice.
 */
final class FolderContents {

    /** The endings of recordings, compressed or not. */
    static final List<String> ENDINGS = List.of(".jfr", ".jfr.gz", ".jfr.lz4", ".jfr.zip");

    /** The ending of folds. */
    static final String FOLD = ".lwf";

    // Whoever names a disk by mistake is not to wait for all of it.
    private static final int MAX_FILES = 100_000;
    private static final int MAX_NAMED = 5;

    private final Path root;
    private final int most;
    private final List<Path> captures = new ArrayList<>();
    private final List<Path> recordings = new ArrayList<>();
    private final List<Path> folds = new ArrayList<>();
    private final List<Path> others = new ArrayList<>();
    private final List<Path> linked = new ArrayList<>();
    private final Map<Path, String> unreadable = new LinkedHashMap<>();
    private int seen;

    private FolderContents(Path root, int most) {
        this.root = root;
        this.most = most;
    }

    /**
     * Looks through a folder.
     *
     * @param shown what messages call it
     * @throws DataException if it cannot be read, or has more than {@value #MAX_FILES} files
     */
    static FolderContents of(Path folder, String shown) {
        FolderContents contents = of(folder, shown, MAX_FILES);
        String why = contents.unreadable.get(folder);
        if (why != null) {
            throw new DataException("cannot read the folder " + shown + ": " + why);
        }
        return contents;
    }

    /**
     * Looks through a folder, which is among the {@link #unreadable} if it cannot be read.
     *
     * @param shown what messages call it
     * @param most how many files it may have
     * @throws DataException if it has more
     */
    static FolderContents of(Path folder, String shown, int most) {
        FolderContents contents = new FolderContents(folder, most);
        contents.add(folder, shown);
        return contents;
    }

    private void add(Path folder, String shown) {
        List<Path> inside;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            inside = new ArrayList<>();
            for (Path path : all) {
                if (++seen > most) {
                    throw new DataException("the folder " + shown + " has more than " + most
                            + " files and folders in it; name a smaller one");
                }
                inside.add(path);
            }
        } catch (DirectoryIteratorException e) {
            unreadable.put(folder, CaptureFolder.reason(Objects.requireNonNull(e.getCause())));
            return;
        } catch (IOException e) {
            unreadable.put(folder, CaptureFolder.reason(e));
            return;
        }
        inside.sort(null);
        for (Path path : inside) {
            String name = String.valueOf(path.getFileName());
            if (name.startsWith(".")) {
                continue;
            }
            if (!Files.isDirectory(path)) {
                kind(name).add(path);
            } else if (Files.exists(path.resolve(CaptureFolder.MANIFEST))) {
                captures.add(path);
            } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                add(path, shown);
            } else {
                linked.add(path);
            }
        }
    }

    private List<Path> kind(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return ENDINGS.stream().anyMatch(lower::endsWith) ? recordings : lower.endsWith(FOLD) ? folds : others;
    }

    /** The captures, in the order of their paths. */
    List<Path> captures() {
        return captures;
    }

    /** The recordings, in the order of their paths. */
    List<Path> recordings() {
        return recordings;
    }

    /** The fold files, in the order of their paths. */
    List<Path> folds() {
        return folds;
    }

    /** Folders in it that cannot be read, and why. */
    Map<Path, String> unreadable() {
        return unreadable;
    }

    /** What has another ending, in the order of the paths. */
    List<Path> others() {
        return others;
    }

    /** What was left out of a folder of recordings or folds: a sentence each on files and on links. */
    List<String> notes() {
        return notes("Not read, for want of the ending .jfr or .lwf: ", others);
    }

    /**
     * What was left out: a sentence each on files and on links.
     *
     * @param why how the sentence on the files begins
     * @param left these files
     */
    List<String> notes(String why, List<Path> left) {
        return Stream.of(sentence(why, left), sentence("Links to folders are not followed: ", linked))
                .filter(sentence -> !sentence.isEmpty())
                .toList();
    }

    private String sentence(String start, List<Path> left) {
        if (left.isEmpty()) {
            return "";
        }
        String named = left.stream()
                .limit(MAX_NAMED)
                .map(path -> root.relativize(path).toString())
                .collect(Collectors.joining(", "));
        return start + named + (left.size() > MAX_NAMED ? " and " + (left.size() - MAX_NAMED) + " more" : "") + ".";
    }
}
