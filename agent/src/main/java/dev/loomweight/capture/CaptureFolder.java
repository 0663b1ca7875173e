package dev.loomweight.capture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A capture on disk: a folder of files that people can read with plain tools. This class is the one place that knows
 * the names in it.
 *
 * <pre>
 * app.lw/
 *   capture.json        what the collector knew of the target, kept up to date while the capture runs
 *   recording.jfr       the recording, written when the target ends
 *   loomweight.jfc      what was recorded
 *   repository/         the recording's unfinished chunks; left only by a target that was killed
 *   jvm.log             what the JVM logged for the capture: collections, and allocations that failed
 *   hs_err.txt          the reason of a crash, from the JVM's crash log
 *   carriers.txt        where the time of the carriers went
 *   output.txt          what the target printed
 *   000-12s-before/     a snapshot: its place, seconds since the start, name
 *     nmt.txt ...       one file per {@link Part}
 *   folds/              what the agent folded of its recording, see docs/fleet.md
 *   dumps/              thread dumps, compressed, with dumps.csv: when each was taken and what it took
 * </pre>
 */
public final class CaptureFolder {

    /** The file with what the collector knew. */
    public static final String MANIFEST = "capture.json";

    /** The recording. */
    public static final String RECORDING = "recording.jfr";

    /** What was recorded, as JFR reads it. */
    public static final String SETTINGS = "loomweight.jfc";

    /** Where the target keeps the chunks of a recording that is not finished. */
    public static final String REPOSITORY = "repository";

    /**
     * The figures of the control group when the application was started again, for a capture whose collector was killed
     * with its target: as a snapshot's {@link Part#CGROUP}.
     */
    public static final String CGROUP_AFTER = "cgroup-after.txt";

    /**
     * What the JVM logged for the capture, where {@code run} started it: collections, and allocations that failed. Unlike the
     * recording, it is complete whatever the JVM dies of.
     */
    public static final String JVM_LOG = "jvm.log";

    /** The reason of a crash: of the JVM's crash log what is read, without its environment and command line. */
    public static final String CRASH = "hs_err.txt";

    /** Where the time of the carriers went, as {@code times} writes it. */
    public static final String CARRIERS = "carriers.txt";

    /** The owners of locks, see {@link OwnersText}. */
    public static final String OWNERS = "owners.txt";

    /** What the target printed. */
    public static final String OUTPUT = "output.txt";

    /** Thread dumps that belong to no snapshot. */
    public static final String DUMPS = "dumps";

    /** What is known of each file in {@link #DUMPS}. */
    public static final String DUMPS_INDEX = "dumps.csv";

    /** Fold files of the recording, one for each stretch of time. */
    public static final String FOLDS = "folds";

    /** Stretches of the recording that are being folded, or could not be. */
    public static final String FOLDING = "folding";

    /** The key of {@link #MANIFEST} that says until when there are folds; what follows is in the recording alone. */
    public static final String FOLDED_UNTIL = "foldedUntil";

    /** The version of {@link #MANIFEST}'s keys; raised when one is renamed or removed. */
    public static final int SCHEMA_VERSION = 1;

    /** The recordings of all JVMs below a script, until that of the one that is followed is chosen. */
    public static final String RECORDINGS = "recordings";

    private static final Set<String> FILES_WITHOUT_DATA = Set.of(MANIFEST, SETTINGS, JVM_LOG);
    private static final Set<String> FOLDERS_OF_RECORDINGS = Set.of(REPOSITORY, RECORDINGS);

    private final Path path;
    private final boolean made;

    private CaptureFolder(Path path, boolean made) {
        this.path = path;
        this.made = made;
    }

    /** One file of a snapshot. */
    public enum Part {
        /** {@code VM.native_memory}, by bytes. */
        NMT("nmt.txt"),
        /** {@code GC.class_histogram}. */
        HISTOGRAM("histogram.txt"),
        /** The resident pages of NMT's regions, where NMT is in detail. */
        PAGES("pages.txt"),
        /** {@code /proc/PID/status}. */
        STATUS("status"),
        /** {@code /proc/PID/smaps}. */
        SMAPS("smaps"),
        /** {@code /proc/PID/smaps_rollup}. */
        SMAPS_ROLLUP("smaps_rollup"),
        /** {@code System.map}. */
        SYSTEM_MAP("system_map.txt"),
        /** {@code Thread.vthread_scheduler}. */
        SCHEDULER("vthread_scheduler.txt"),
        /** {@code Thread.vthread_pollers}, where pollers are virtual threads. */
        POLLERS("vthread_pollers.txt"),
        /** {@code System.native_heap_info}. */
        NATIVE_HEAP("native_heap_info.txt"),
        /** {@code Thread.dump_to_file}, as text. */
        THREADS("threads.txt"),
        /** {@code Thread.dump_to_file -format=json}; taken instead of the text, never in addition. */
        THREADS_JSON("threads.json"),
        /** {@code GC.heap_info}. */
        HEAP_INFO("heap_info.txt"),
        /** The control groups' figures, one file and its value a line. */
        CGROUP("cgroup.txt"),
        /** {@code GC.heap_dump}: all objects with their contents, so that it is taken only where it is asked for by name. */
        HEAP("heap.hprof");

        private final String fileName;

        Part(String fileName) {
            this.fileName = fileName;
        }

        /**
         * All that a snapshot may have unasked, without some: a heap dump, which has every secret of the process and stops
         * it for long, is taken only where it is asked for by name.
         */
        public static EnumSet<Part> usualWithout(Part... others) {
            EnumSet<Part> parts = EnumSet.complementOf(EnumSet.of(HEAP));
            parts.removeAll(List.of(others));
            return parts;
        }

        /** The file's name inside the snapshot's folder. */
        public String fileName() {
            return fileName;
        }
    }

    /**
     * Makes an empty capture that only its owner can read.
     *
     * @param path the folder; its parents are made where they are missing
     * @throws DataException if it exists already and is not empty, or cannot be made
     */
    public static CaptureFolder create(Path path) {
        boolean made = true;
        try {
            Path parent = path.toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            makePrivate(path);
        } catch (FileAlreadyExistsException e) {
            requireEmpty(path);
            made = false;
        } catch (IOException e) {
            throw cannotWrite(path, e);
        }
        return new CaptureFolder(path, made);
    }

    /** The folder itself. */
    public Path path() {
        return path;
    }

    /** A file or folder inside. */
    public Path resolve(String name) {
        return path.resolve(name);
    }

    /**
     * Makes the folder of a snapshot.
     *
     * @param index its place, from 0
     * @param seconds since the capture began
     * @param name its meaning, such as {@code before}
     * @throws DataException if it cannot be made
     */
    public Path createSnapshot(int index, long seconds, String name) {
        return createFolder(String.format(Locale.ROOT, "%03d-%ds-%s", index, seconds, name));
    }

    /**
     * Makes a folder inside that only its owner can read.
     *
     * @throws DataException if it cannot be made
     */
    public Path createFolder(String name) {
        Path folder = path.resolve(name);
        try {
            makePrivate(folder);
        } catch (IOException e) {
            throw cannotWrite(folder, e);
        }
        return folder;
    }

    /**
     * Replaces {@link #MANIFEST} in one step, so that it is whole whenever it is read.
     *
     * @throws DataException if it cannot be written
     */
    void writeManifest(Map<String, ?> manifest) {
        Path file = path.resolve(MANIFEST);
        try {
            Files.writeString(
                    unfinished(file),
                    Json.write(manifest),
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
            finish(file);
        } catch (IOException e) {
            throw cannotWrite(file, e);
        }
    }

    /** Where a file is written before it gets its name: what has its name is complete, whatever is killed meanwhile. */
    static Path unfinished(Path file) {
        return file.resolveSibling(file.getFileName() + ".next");
    }

    /**
     * Gives a file that was written as {@link #unfinished} its name.
     *
     * @throws IOException if it is not there, or cannot be renamed
     */
    static void finish(Path file) throws IOException {
        Files.move(unfinished(file), file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Lets the times of carriers go that were of a process which is not the one looked for. */
    public void forgetCarriers() {
        // Where it stays, whoever adds to it finds that it is there.
        path.resolve(CARRIERS).toFile().delete();
    }

    /** Removes the repository of a recording that was written whole; JFR empties it and leaves the folder. */
    public void removeEmptyRepository() {
        // With chunks it stays: the target was killed, and they are what is left of the recording.
        path.resolve(REPOSITORY).toFile().delete();
    }

    /**
     * Removes a capture of nothing: one that has no more than what it was begun with, its manifest, its settings and empty
     * folders. The folder itself stays if it was there before.
     *
     * @return whether it held nothing, and was removed
     */
    public boolean removeIfNothingCaptured() {
        try {
            List<Path> inside = FolderTree.list(path);
            for (Path each : inside) {
                if (!isWithoutData(each)) {
                    return false;
                }
            }
            for (Path each : inside) {
                Files.delete(each);
            }
            if (made) {
                Files.delete(path);
            }
            return true;
        } catch (IOException e) {
            // It stays as it is, and says itself that it failed.
            return false;
        }
    }

    private static boolean isWithoutData(Path inside) throws IOException {
        String name = String.valueOf(inside.getFileName());
        if (Files.isDirectory(inside, LinkOption.NOFOLLOW_LINKS)) {
            return FOLDERS_OF_RECORDINGS.contains(name)
                    && FolderTree.list(inside).isEmpty();
        }
        return FILES_WITHOUT_DATA.contains(name)
                || (name.equals(RECORDING) && Files.isRegularFile(inside) && Files.size(inside) == 0);
    }

    public static DataException cannotWrite(Path path, IOException e) {
        return new DataException("cannot write " + path + ": " + reason(e) + "; name another folder with -o", e);
    }

    public static DataException cannotRead(Path path, IOException e) {
        return new DataException("cannot read " + path + ": " + reason(e), e);
    }

    /** What an I/O error means, without the path that the JDK puts into its message. */
    public static String reason(IOException e) {
        if (e instanceof java.nio.file.AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof java.nio.file.NoSuchFileException missing) {
            return missing.getReason() == null ? "no such file or folder" : missing.getReason();
        }
        if (e instanceof FileAlreadyExistsException) {
            return "it exists and is not a folder";
        }
        if (e instanceof java.nio.file.FileSystemException system && system.getReason() != null) {
            return system.getReason();
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static void makePrivate(Path folder) throws IOException {
        Files.createDirectory(folder, OwnerOnly.folder(folder));
    }

    private static void requireEmpty(Path path) {
        try (HeldFolder folder = HeldFolder.open(path, null)) {
            if (!folder.names().isEmpty()) {
                throw new DataException(path
                        + " exists and is not empty; nothing captured is overwritten, name another folder with -o");
            }
            if (!mayWriteTo(folder)) {
                throw new DataException(path + " belongs to the user " + folder.owner()
                        + ", who could change what is captured there; name another with -o");
            }
        } catch (IOException e) {
            throw cannotWrite(path, e);
        }
    }

    /** Whether only the caller or root can create links in a folder: it belongs to one of them. */
    static boolean mayWriteTo(HeldFolder folder) throws IOException {
        UserPrincipal owner = folder.owner();
        UserPrincipal own = ProcessUser.own();
        return owner == null || own == null || owner.equals(own) || ProcessUser.isRoot(owner.getName());
    }
}
