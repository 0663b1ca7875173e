package dev.loomweight.input.capture;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.Source;
import dev.loomweight.input.folded.FoldUnit;
import dev.loomweight.input.folded.FoldedUnits;
import dev.loomweight.input.folded.UnitHead;
import dev.loomweight.input.recording.ReaderChoice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Folds among what they were made of, where each file is read by itself: each chunk of a recording is to count once. What is in
 * a fold is taken from there, since it is read sooner and has the labels that it was given; a fold that is all in others is
 * left out. Compressed recordings are not compared.
 */
public final class FoldedTwice {

    private static final String RECORDING = ".jfr";

    private final Map<Path, Set<UnitHead.Chunk>> folds = new TreeMap<>();
    private final Set<UnitHead.Chunk> taken = new HashSet<>();
    private final Set<Path> leftOut = new HashSet<>();
    private final List<String> problems = new ArrayList<>();

    private FoldedTwice() {}

    /**
     * Compares some files and captures.
     *
     * @param named each, and what messages call it; in an order that depends on nothing but them
     */
    public static FoldedTwice among(Map<Path, String> named) {
        FoldedTwice twice = new FoldedTwice();
        named.forEach((path, name) -> {
            if (isFold(path) && FoldedUnits.isOne(path)) {
                twice.addFold(path, name);
            }
        });
        if (!twice.folds.isEmpty()) {
            twice.leaveOutFolds();
            named.forEach((path, name) -> {
                if (!isFold(path)) {
                    twice.compare(path, name);
                }
            });
        }
        return twice;
    }

    private static boolean isFold(Path path) {
        return endsWith(path, FolderContents.FOLD);
    }

    private static boolean endsWith(Path path, String ending) {
        return path.toString().toLowerCase(Locale.ROOT).endsWith(ending);
    }

    /** Those that others have. */
    public Set<Path> leftOut() {
        return leftOut;
    }

    /** A line on each that is only partly in others, and counted twice. */
    public List<String> problems() {
        return problems;
    }

    private void addFold(Path path, String name) {
        try {
            Set<UnitHead.Chunk> chunks = new HashSet<>();
            for (FoldUnit process : FoldedUnits.read(path, name).units()) {
                if (process.head().chunks().isEmpty()) {
                    return;
                }
                chunks.addAll(process.head().chunks());
            }
            folds.put(path, chunks);
        } catch (DataException e) {
            // Its reading will say why.
        }
    }

    /** The largest stay, and of equal ones the first. */
    private void leaveOutFolds() {
        List<Path> largest = new ArrayList<>(folds.keySet());
        largest.sort(Comparator.comparingInt((Path fold) -> -chunks(fold).size()));
        for (Path fold : largest) {
            if (!chunks(fold).isEmpty() && !taken.addAll(chunks(fold))) {
                leftOut.add(fold);
            }
        }
        folds.keySet().removeAll(leftOut);
    }

    private Set<UnitHead.Chunk> chunks(Path fold) {
        return folds.getOrDefault(fold, Set.of());
    }

    /** A recording or capture with the folds that are left. */
    private void compare(Path path, String name) {
        Set<UnitHead.Chunk> own = chunksOf(path);
        Set<UnitHead.Chunk> common = new HashSet<>(own);
        common.retainAll(taken);
        if (common.isEmpty()) {
            return;
        }
        if (common.size() == own.size()) {
            leftOut.add(path);
            return;
        }
        for (Path fold : List.copyOf(folds.keySet())) {
            if (own.containsAll(chunks(fold))) {
                leftOut.add(fold);
                common.removeAll(chunks(fold));
                folds.remove(fold);
            }
        }
        if (!common.isEmpty()) {
            problems.add("counted twice: " + common.size() + " of " + own.size() + " chunks of " + name
                    + ", which a fold has too; name the recordings or the folds");
        }
    }

    private static Set<UnitHead.Chunk> chunksOf(Path path) {
        Set<UnitHead.Chunk> chunks = new HashSet<>();
        if (Files.isDirectory(path) || endsWith(path, RECORDING)) {
            try (Inputs inputs = Inputs.open(List.of(path), ReaderChoice.AUTO)) {
                for (Source source : inputs.sources()) {
                    chunks.addAll(Inputs.chunks(source));
                }
            } catch (DataException e) {
                // Its reading will say why.
            }
        }
        return chunks;
    }
}
