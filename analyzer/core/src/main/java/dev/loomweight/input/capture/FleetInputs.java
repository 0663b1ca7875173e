package dev.loomweight.input.capture;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.input.Source;
import dev.loomweight.input.folded.Chunk;
import dev.loomweight.input.folded.Copies;
import dev.loomweight.input.folded.Copies.Held;
import dev.loomweight.input.folded.Copies.Kind;
import dev.loomweight.input.folded.FoldUnit;
import dev.loomweight.input.folded.FoldedSource;
import dev.loomweight.input.folded.FoldedUnits;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.reader.ChunkedFile;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The recordings of a fleet, each to be folded by itself: files that are named, and all recordings, captures and folds of
 * folders, at any depth. Hidden files and folders are left out, and links to folders are not followed.
 */
public final class FleetInputs {

    private static final String RECORDING = ".jfr";

    /** What is taken from folders besides what all questions take. */
    private static final String PACKED_CAPTURE = ".lw.zip";

    /**
     * One to be folded.
     *
     * @param path a file, or the folder of a capture
     * @param name what messages call it, with slashes
     * @param bytes the size of its files
     * @param changed when the last of them was changed, in milliseconds since 1970
     */
    public record Unit(Path path, String name, long bytes, long changed) {}

    private final Map<Path, Unit> units = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    // What is known of the chunks of recordings and folds before any is read, so that a copy, or a recording next to
    // its
    // fold, need not be: the headers of recordings, and what folds say. Of what is compressed it is known when it was
    // unpacked. Several of a fold file with several parts.
    private final Map<Path, List<Held>> known = new LinkedHashMap<>();
    private Copies copies = Copies.among(List.of());
    private List<Unit> toRead = List.of();

    private FleetInputs() {}

    /**
     * Looks for the recordings of some paths; one that is found twice is taken once.
     *
     * @throws DataException if a path does not exist, or if there is nothing in any of them
     */
    public static FleetInputs of(List<Path> paths) {
        FleetInputs inputs = new FleetInputs();
        for (Path path : paths) {
            if (!Files.exists(path)) {
                throw new DataException("no such file or folder: " + path);
            }
            try {
                inputs.add(path);
            } catch (IOException e) {
                throw new DataException("cannot read " + path + ": " + CaptureFolder.reason(e), e);
            }
        }
        if (inputs.units.isEmpty()) {
            throw new DataException("there is neither a recording (*.jfr), a capture nor a fold (*.lwf) in "
                    + paths.stream().map(Path::toString).collect(Collectors.joining(", ")));
        }
        inputs.compare();
        return inputs;
    }

    /** Whether a file in a folder is taken, by its name. */
    public static boolean isTaken(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(PACKED_CAPTURE)
                || lower.endsWith(FolderContents.FOLD)
                || FolderContents.ENDINGS.stream().anyMatch(lower::endsWith);
    }

    /**
     * The size of a file, or of all files of a folder, in bytes.
     *
     * @throws IOException if there is none
     */
    public static long size(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return Files.size(path);
        }
        Total total = new Total();
        Files.walkFileTree(path, total);
        return total.bytes;
    }

    private void compare() {
        List<Unit> sorted = units.values().stream()
                .sorted(Comparator.comparing(Unit::name).thenComparing(Unit::path))
                .toList();
        sorted.forEach(unit -> {
            if (endsWith(unit, FolderContents.FOLD) && FoldedUnits.isOne(unit.path())) {
                look(unit, FleetInputs::fold);
            }
        });
        // Of a capture all parts must be looked for, which pays where a fold may have them.
        boolean folds = !known.isEmpty();
        sorted.forEach(unit -> {
            if (endsWith(unit, RECORDING)) {
                look(unit, FleetInputs::recording);
            } else if (folds && Files.isDirectory(unit.path())) {
                look(unit, FleetInputs::capture);
            }
        });
        Copies found = Copies.among(known());
        copies = found;
        toRead = sorted.stream().filter(unit -> !isLeftOut(unit, found)).toList();
    }

    private static boolean endsWith(Unit unit, String ending) {
        return unit.path().toString().toLowerCase(Locale.ROOT).endsWith(ending);
    }

    /** Looks at what a unit has. */
    @FunctionalInterface
    private interface Look {

        List<Held> at(Unit unit) throws IOException;
    }

    private void look(Unit unit, Look look) {
        try {
            known.put(unit.path(), look.at(unit));
        } catch (IOException | DataException e) {
            // Its reading will say why.
        }
    }

    private static List<Held> fold(Unit unit) {
        return FoldedUnits.read(unit.path(), unit.name()).units().stream()
                .map(part -> held(unit.name(), part))
                .toList();
    }

    private static List<Held> recording(Unit unit) throws IOException {
        return List.of(new Held(
                unit.name(),
                Kind.RECORDING,
                Identity.chunks(ChunkedFile.of(unit.path()).chunks())));
    }

    private static List<Held> capture(Unit unit) {
        try (Inputs inputs = Inputs.open(List.of(unit.path()), ReaderChoice.AUTO)) {
            return List.of(held(unit.name(), inputs.sources()).labelled(inputs.labels(manifest -> true)));
        }
    }

    /** Whether nothing of it needs to be read, whatever is known later. */
    private boolean isLeftOut(Unit unit, Copies found) {
        List<Held> all = known.getOrDefault(unit.path(), List.of());
        return !all.isEmpty() && all.stream().allMatch(one -> found.isCertain(one.name()));
    }

    /**
     * Those that were found, sorted by their names, without those that are known to be in others before they are read.
     */
    public List<Unit> units() {
        return toRead;
    }

    /** What is known, before they are read, of the chunks of all that were found. */
    public List<Held> known() {
        return known.values().stream().flatMap(List::stream).toList();
    }

    /** What of a unit is known to be read with others. */
    public Set<Chunk> shared(Unit unit) {
        return copies.shared(unit.name());
    }

    /**
     * What a file or capture is known by.
     *
     * @param name what messages call it
     * @param sources what is read of it
     */
    public static Held held(String name, List<? extends Source> sources) {
        List<Chunk> chunks = new ArrayList<>();
        sources.forEach(source -> chunks.addAll(Inputs.chunks(source)));
        boolean only = sources.stream().noneMatch(source -> source.hasContent() && !source.isRecording());
        return new Held(name, only ? Kind.RECORDING : Kind.CAPTURE, chunks);
    }

    /**
     * What a part of a fold file is known by.
     *
     * @param fold what messages call the file
     */
    public static Held held(String fold, FoldUnit part) {
        return new Held(
                Held.nameOf(fold, pathOf(part)),
                Kind.FOLD,
                part.head().chunks(),
                part.head().labels());
    }

    /** Where what was folded was, with slashes. */
    public static String pathOf(FoldUnit part) {
        List<Source> sources =
                List.copyOf(FoldedSource.of(part, part.head().names().getFirst()));
        String path = sources.size() == 1
                ? sources.getFirst().origin().file()
                : part.head().paths().getFirst();
        return path.replace('\\', '/');
    }

    /** One line for each folder that could not be read. */
    public List<String> problems() {
        return problems;
    }

    private void add(Path path) throws IOException {
        if (Files.isRegularFile(path)) {
            add(path, Files.readAttributes(path, BasicFileAttributes.class));
        } else if (!Files.isDirectory(path)) {
            throw new DataException(path + " is neither a file nor a folder");
        } else if (Files.exists(path.resolve(CaptureFolder.MANIFEST))) {
            addCapture(path);
        } else {
            addFolder(path);
        }
    }

    private void addFolder(Path folder) throws IOException {
        FolderContents contents = FolderContents.of(folder, folder.toString(), Integer.MAX_VALUE);
        contents.unreadable().forEach((path, why) -> problems.add("cannot read " + path + ": " + why));
        for (Path capture : contents.captures()) {
            if (!Files.isSymbolicLink(capture)) {
                addCapture(capture);
            }
        }
        List<Path> files = Stream.of(contents.recordings(), contents.folds(), contents.others())
                .flatMap(List::stream)
                .filter(file -> isTaken(file.getFileName().toString()) && Files.isRegularFile(file))
                .toList();
        for (Path file : files) {
            try {
                add(file, Files.readAttributes(file, BasicFileAttributes.class));
            } catch (NoSuchFileException e) {
                // What another process removes meanwhile, as an agent its oldest fold, is not there.
            } catch (IOException e) {
                problems.add("cannot read " + file + ": " + CaptureFolder.reason(e));
            }
        }
    }

    private void add(Path file, BasicFileAttributes attributes) {
        units.putIfAbsent(
                file.toAbsolutePath().normalize(),
                new Unit(
                        file,
                        name(file),
                        attributes.size(),
                        attributes.lastModifiedTime().toMillis()));
    }

    private void addCapture(Path folder) throws IOException {
        Total total = new Total();
        Files.walkFileTree(folder, total);
        units.putIfAbsent(
                folder.toAbsolutePath().normalize(), new Unit(folder, name(folder), total.bytes, total.changed));
    }

    private static String name(Path path) {
        return path.toString().replace('\\', '/');
    }

    /** The size of all files of a folder, and the last change. */
    private static final class Total extends SimpleFileVisitor<Path> {
        private long bytes;
        private long changed;

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bytes += attributes.size();
            changed = Math.max(changed, attributes.lastModifiedTime().toMillis());
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
            return FileVisitResult.CONTINUE;
        }
    }
}
