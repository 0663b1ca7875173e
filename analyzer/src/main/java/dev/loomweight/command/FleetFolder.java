package dev.loomweight.command;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.InputFile;
import dev.loomweight.fleet.FleetBytes;
import dev.loomweight.fleet.FleetSums;
import dev.loomweight.fleet.Labels;
import dev.loomweight.fleet.MemorySamples;
import dev.loomweight.fleet.RecordingFold;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.fold.OfFold;
import dev.loomweight.input.Progress;
import dev.loomweight.input.Source;
import dev.loomweight.input.capture.FleetInputs;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.folded.Chunk;
import dev.loomweight.input.folded.Copies.Held;
import dev.loomweight.input.folded.FoldUnit;
import dev.loomweight.input.folded.FoldedSource;
import dev.loomweight.input.folded.FoldedUnits;
import dev.loomweight.input.folded.SumsBytes;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.pins.pinning.PinOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Folds recordings one by one, with the same class files for all. Safe for use by several threads. */
final class FleetFolder implements AutoCloseable {

    private static final long LONGEST_FOLD = 1L << 30;

    private final ClassPath classes;
    private final RecordingFold fold;
    private final Options given;

    /**
     * Opens the class files.
     *
     * @param given which pins, and where the class files are; those that captures name are not used, since they are on other
     *     machines
     * @throws DataException if the JDK of the request cannot be read
     */
    FleetFolder(Options given) {
        this.classes = ClassOptions.open(given, List.of());
        PinOptions options = ClassOptions.pins(given, classes, 0);
        this.fold = new RecordingFold(options, new Analyses(options, 0, Analyses.Given.APPLICATION).faultsOfFleet());
        this.given = given;
    }

    /**
     * Folds one recording or capture, or each that a fold file holds, or reads what are sums already. One that cannot be read
     * gives figures that say so. The labels are those that the capture itself or its fold has, and the name of each; sums
     * have those with which they were written.
     *
     * @param others what of a recording is read elsewhere
     * @param progress takes the number of samples
     * @param threads how many read it at a time, at most
     * @param overTime takes memory over time of each process that is read, with the labels that its recording has
     */
    FleetSums fold(
            FleetInputs.Unit unit,
            Set<Chunk> others,
            Progress progress,
            int threads,
            @Nullable BiConsumer<Labels, MemorySamples.Slots> overTime) {
        try {
            if (!Files.exists(unit.path())) {
                throw new DataException("no such file or folder: " + unit.name());
            }
            boolean fold = isFold(unit);
            if (fold && !FoldedUnits.isOne(unit.path())) {
                return written(unit).relabelled(labels -> inFold(labels, unit.name()));
            }
            Reading reading = new Reading(progress, threads, overTime);
            return fold ? folded(unit, reading) : read(unit, others, reading);
        } catch (DataException e) {
            return RecordingFold.unread(
                    named(Map.of(), unit.name()), unit.name(), unit.bytes(), String.valueOf(e.getMessage()));
        }
    }

    /** Whether it is no recording, but made of some, each with a path of its own. */
    static boolean isFold(FleetInputs.Unit unit) {
        String name = unit.name().toLowerCase(Locale.ROOT);
        return name.endsWith(FoldFile.ENDING) || name.endsWith(FleetCache.ENDING);
    }

    /** Whether it has sums already: reading it again takes no longer than reading what is kept of it. */
    static boolean isSums(FleetInputs.Unit unit) {
        return isFold(unit) && SumsBytes.isOne(unit.path());
    }

    private record Reading(
            Progress progress, int threads, @Nullable BiConsumer<Labels, MemorySamples.Slots> overTime) {}

    private FleetSums read(FleetInputs.Unit unit, Set<Chunk> others, Reading reading) {
        try (Inputs inputs = Inputs.open(
                List.of(unit.path()),
                Map.of(unit.path(), unit.name()),
                ReaderChoice.AUTO,
                given.get(InputOptions.MAX_UNPACKED, 0L),
                false)) {
            Labels labels = named(inputs.labels(manifest -> true), unit.name());
            List<Source> sources = inputs.sources().stream()
                    .flatMap(source -> Stream.ofNullable(Inputs.without(source, others)))
                    .toList();
            return sums(sources, labels, unit.name(), FleetInputs.held(unit.name(), sources), reading);
        }
    }

    /** Each part of a fold file by itself, as each recording is, under the name of what was folded. */
    private FleetSums folded(FleetInputs.Unit unit, Reading reading) {
        FleetSums all = new FleetSums();
        for (FoldUnit process : FoldedUnits.read(unit.path(), unit.name()).units()) {
            // A recording counts for itself here, whatever others are of its process.
            List<Source> sources =
                    List.copyOf(FoldedSource.of(process, process.head().names().getFirst()));
            Held held = FleetInputs.held(unit.name(), process);
            all.addAll(sums(sources, named(held.labels(), held.name()), FleetInputs.pathOf(process), held, reading));
        }
        return all;
    }

    private static Labels named(Map<String, String> labels, String name) {
        return Labels.of(labels).and(Labels.of(Map.of(Labels.RECORDING, name)));
    }

    private static Labels inFold(Labels labels, String fold) {
        String name = labels.values().get(Labels.RECORDING);
        return name == null ? labels : named(labels.values(), Held.nameOf(fold, Held.pathOf(name)));
    }

    private FleetSums sums(List<? extends Source> sources, Labels labels, String name, Held held, Reading reading) {
        List<OfFold<?>> folds = reading.overTime() == null ? List.of(fold) : List.of(fold, MemorySamples.FOLD);
        FoldRun run = FoldRun.read(folds, sources, reading.progress()::accept, reading.threads());
        long readable = sources.stream().filter(Source::hasContent).count();
        long bytes = sources.stream().mapToLong(Source::bytes).sum();
        if (!run.problems().isEmpty() && run.problems().size() == readable) {
            return RecordingFold.unread(labels, name, bytes, run.problems().getFirst());
        }
        if (reading.overTime() != null) {
            reading.overTime().accept(labels, run.result(MemorySamples.FOLD).all());
        }
        return fold.sums(run.result(fold), labels, name, bytes, held);
    }

    private static FleetSums written(FleetInputs.Unit unit) {
        if (unit.bytes() > LONGEST_FOLD) {
            throw new DataException(unit.name() + " is too long for a fold");
        }
        try (InputStream in = Files.newInputStream(unit.path())) {
            return FleetBytes.read(in.readAllBytes(), unit.name());
        } catch (IOException e) {
            throw InputFile.unreadable(unit.path(), e);
        }
    }

    @Override
    public void close() {
        ClassOptions.close(classes);
    }
}
