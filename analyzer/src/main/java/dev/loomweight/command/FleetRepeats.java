package dev.loomweight.command;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.Source;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.folded.FoldUnit;
import dev.loomweight.input.folded.FoldedUnits;
import dev.loomweight.input.folded.UnitHead;
import dev.loomweight.input.recording.ReaderChoice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Folds beside what they were made of: each chunk of a recording counts once in a fleet, though a folder has both. What is in
 * a fold is taken from there, since it is read sooner and has the labels that it was given; a fold that is all in others is
 * left out. Compressed recordings are not compared.
 */
final class FleetRepeats {

    private static final String RECORDING = ".jfr";

    private final Map<FleetInputs.Unit, Set<UnitHead.Chunk>> folds = new TreeMap<>(Comparator.comparing(
                    FleetInputs.Unit::name)
            .thenComparing(FleetInputs.Unit::path));
    private final Set<UnitHead.Chunk> taken = new HashSet<>();

    private FleetRepeats() {}

    /**
     * Leaves out what others have.
     *
     * @param all what was found
     * @param problems takes a line on what is only partly in others, and counted twice
     */
    static List<FleetInputs.Unit> without(List<FleetInputs.Unit> all, List<String> problems) {
        FleetRepeats repeats = new FleetRepeats();
        Set<FleetInputs.Unit> left = new LinkedHashSet<>(all);
        for (FleetInputs.Unit unit : all) {
            if (FleetFolder.isFold(unit) && FoldedUnits.isOne(unit.path())) {
                repeats.addFold(unit);
            }
        }
        if (repeats.folds.isEmpty()) {
            return all;
        }
        left.removeAll(repeats.foldsInOthers());
        for (FleetInputs.Unit unit : all) {
            if (!FleetFolder.isFold(unit)) {
                repeats.compare(unit, left, problems);
            }
        }
        return List.copyOf(left);
    }

    private void addFold(FleetInputs.Unit unit) {
        try {
            Set<UnitHead.Chunk> chunks = new HashSet<>();
            for (FoldUnit process : FoldedUnits.read(unit.path(), unit.name()).units()) {
                if (process.head().chunks().isEmpty()) {
                    return;
                }
                chunks.addAll(process.head().chunks());
            }
            folds.put(unit, chunks);
        } catch (DataException e) {
            // Its reading will say why.
        }
    }

    /** The largest stay, and of equal ones the first. */
    private Set<FleetInputs.Unit> foldsInOthers() {
        Set<FleetInputs.Unit> inOthers = new HashSet<>();
        List<FleetInputs.Unit> largest = new ArrayList<>(folds.keySet());
        largest.sort(Comparator.comparingInt((FleetInputs.Unit unit) -> -chunks(unit).size()));
        for (FleetInputs.Unit unit : largest) {
            if (!chunks(unit).isEmpty() && !taken.addAll(chunks(unit))) {
                inOthers.add(unit);
            }
        }
        folds.keySet().removeAll(inOthers);
        return inOthers;
    }

    private Set<UnitHead.Chunk> chunks(FleetInputs.Unit fold) {
        return folds.getOrDefault(fold, Set.of());
    }

    /** A recording or capture with the folds that are left. */
    private void compare(FleetInputs.Unit unit, Set<FleetInputs.Unit> left, List<String> problems) {
        Set<UnitHead.Chunk> own = chunksOf(unit);
        Set<UnitHead.Chunk> common = new HashSet<>(own);
        common.retainAll(taken);
        if (common.isEmpty()) {
            return;
        }
        if (common.size() == own.size()) {
            left.remove(unit);
            return;
        }
        for (FleetInputs.Unit fold : List.copyOf(folds.keySet())) {
            if (own.containsAll(chunks(fold))) {
                left.remove(fold);
                common.removeAll(chunks(fold));
                folds.remove(fold);
            }
        }
        if (!common.isEmpty()) {
            problems.add("counted twice: " + common.size() + " of " + own.size() + " chunks of " + unit.name()
                    + ", which a fold has too; name the recordings or the folds");
        }
    }

    private static Set<UnitHead.Chunk> chunksOf(FleetInputs.Unit unit) {
        Path path = unit.path();
        if (!Files.isDirectory(path) && !unit.name().toLowerCase(Locale.ROOT).endsWith(RECORDING)) {
            return Set.of();
        }
        Set<UnitHead.Chunk> chunks = new HashSet<>();
        try (Inputs inputs = Inputs.open(List.of(path), ReaderChoice.AUTO)) {
            for (Source source : inputs.sources()) {
                chunks.addAll(Inputs.chunks(source));
            }
        } catch (DataException e) {
            // Its reading will say why.
        }
        return chunks;
    }
}
