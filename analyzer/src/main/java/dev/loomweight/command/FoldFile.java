package dev.loomweight.command;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.input.Source;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.folded.FoldUnit;
import dev.loomweight.input.folded.FoldedUnits;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.output.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A fold file ({@code .lwf}): what the analyses need of recordings and captures, in a few kilobytes. Every question takes one
 * where it takes a recording, and gives the same bytes. Merging keeps the folds of processes side by side, each once: it is
 * associative, commutative and idempotent, down to the bytes of the file.
 */
public final class FoldFile {

    /** The ending of the names of fold files. */
    public static final String ENDING = ".lwf";

    private final FoldedUnits units;
    private final List<String> problems;

    private FoldFile(FoldedUnits units, List<String> problems) {
        this.units = units;
        this.problems = List.copyOf(problems);
    }

    /**
     * Folds inputs without progress.
     *
     * @throws DataException if no path can be read, or one is a running JVM
     */
    public static FoldFile of(Options given, Map<String, String> labels) {
        return of(given, labels, count -> {});
    }

    /**
     * Folds inputs. What cannot be read is in the fold with its reason. Fold files alone are merged: what is in several of
     * them stays in each, so that the result does not depend on what is merged first.
     *
     * @param given what to read; of its options, the number of carriers counts
     * @param labels what it is of, such as {@code service}, {@code version} and {@code pod}; they win over those that a
     *     capture or a fold file has
     * @param progress takes the number of samples read since it was last called; called by several threads
     * @throws DataException if no path can be read, or one is a running JVM
     */
    public static FoldFile of(Options given, Map<String, String> labels, ReadingProgress progress) {
        List<Path> paths = given.get(InputOptions.PATHS);
        int carriers = given.get(ClassOptions.CARRIERS, 0);
        // A number of carriers is compared with that which each was folded with.
        FoldFile merged = carriers > 0 ? null : mergedOnly(paths);
        if (merged != null) {
            return merged.labelled(labels);
        }
        try (CommandInputs inputs = new CommandInputs(given)) {
            for (Path path : paths) {
                if (CommandInputs.processOf(path) != 0) {
                    throw new DataException(path + " is a running JVM; record it first: loomweight record " + path);
                }
            }
            Inputs opened = inputs.open(paths, progress);
            Folding folding = new Folding(opened, paths, labels, carriers);
            FoldedUnits units = FoldedUnits.of(folding.run(progress));
            if (opened.sources().stream().filter(Source::hasContent).count()
                    == folding.problems().size()) {
                throw new DataException(String.join("; ", folding.problems()));
            }
            return new FoldFile(units, folding.problems());
        }
    }

    /**
     * Reads a fold file.
     *
     * @throws DataException if it cannot be read, is damaged, or is of another version
     */
    public static FoldFile read(Path file) {
        return new FoldFile(FoldedUnits.read(file, file.toString()), List.of());
    }

    /**
     * Reads the bytes of a fold file.
     *
     * @param name what messages call them
     * @throws DataException if they are damaged, or of another version
     */
    public static FoldFile read(byte[] bytes, String name) {
        return new FoldFile(FoldedUnits.read(bytes, name), List.of());
    }

    /** Both together; neither is changed. */
    public FoldFile merge(FoldFile other) {
        return merge(List.of(this, other));
    }

    private FoldFile labelled(Map<String, String> labels) {
        return new FoldFile(
                FoldedUnits.of(units.units().stream()
                        .map(unit -> unit.labelled(labels))
                        .toList()),
                problems);
    }

    /** The fold files merged; null if not all of the paths are undamaged fold files. */
    private static @Nullable FoldFile mergedOnly(List<Path> paths) {
        if (!paths.stream().allMatch(path -> Files.isRegularFile(path) && FoldedUnits.isOne(path))) {
            return null;
        }
        try {
            return merge(paths.stream().map(FoldFile::read).toList());
        } catch (DataException e) {
            // The others are folded nevertheless, and this is said of the damaged one.
            return null;
        }
    }

    /** All together, in whatever order; none is changed. */
    public static FoldFile merge(List<FoldFile> files) {
        List<FoldUnit> all = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        files.forEach(file -> {
            all.addAll(file.units.units());
            problems.addAll(file.problems);
        });
        return new FoldFile(FoldedUnits.of(all), problems);
    }

    /** The bytes of the file. */
    public byte[] bytes() {
        return units.toBytes();
    }

    /**
     * Writes the file completely or not at all, in place of one that is there.
     *
     * @throws DataException if it cannot be written
     */
    public void write(Path file) {
        try {
            WholeFile.write(file, bytes());
        } catch (IOException e) {
            throw new DataException("cannot write " + file + ": " + CaptureFolder.reason(e), e);
        }
    }

    /** How many processes are in it: those that were folded in parts count once. */
    public int processes() {
        return units.processes();
    }

    /** The labels of each process, in the order of the file; empty where it has none. */
    public List<Map<String, String>> labels() {
        return units.units().stream().map(unit -> unit.head().labels()).toList();
    }

    /** One line for each input that could not be read when it was folded. */
    public List<String> problems() {
        return problems;
    }

    /** What the user named when it was folded, in the order of the file. */
    static List<String> named(FoldedUnits units) {
        Set<String> named = new LinkedHashSet<>();
        units.units().forEach(unit -> named.addAll(unit.head().paths()));
        return List.copyOf(named);
    }
}
