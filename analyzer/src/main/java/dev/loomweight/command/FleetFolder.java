package dev.loomweight.command;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.capture.DataException;
import dev.loomweight.fleet.FleetBytes;
import dev.loomweight.fleet.FleetSums;
import dev.loomweight.fleet.Labels;
import dev.loomweight.fleet.RecordingFold;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.input.Progress;
import dev.loomweight.input.Source;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.recording.ReaderChoice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Folds recordings one by one, with the same class files for all. Safe for use by several threads. */
final class FleetFolder implements AutoCloseable {

    private static final String FOLD = ".lwf";
    private static final long LONGEST_FOLD = 1L << 30;

    private final ClassPath classes;
    private final RecordingFold fold;
    private final long maxUnpackedBytes;

    /**
     * Opens the class files.
     *
     * @param pins which pins, and where the class files are; those that captures name are not used, since they are on other
     *     machines
     * @param maxUnpackedBytes limit for each compressed input, in bytes, or 0 for the default
     * @throws DataException if the JDK of the request cannot be read
     */
    FleetFolder(PinRequest pins, long maxUnpackedBytes) {
        this.classes = pins.open(List.of());
        this.fold = new RecordingFold(pins.options(classes));
        this.maxUnpackedBytes = maxUnpackedBytes;
    }

    /**
     * Folds one recording or capture, or reads what is a fold already. One that cannot be read gives figures that say so.
     * Its labels are those that the capture itself has.
     *
     * @param progress takes the number of samples
     * @param threads how many read it at a time, at most
     */
    FleetSums fold(FleetInputs.Unit unit, Progress progress, int threads) {
        try {
            if (unit.name().toLowerCase(Locale.ROOT).endsWith(FOLD)) {
                return written(unit);
            }
            if (!Files.exists(unit.path())) {
                throw new DataException("no such file or folder: " + unit.name());
            }
            return read(unit, progress, threads);
        } catch (DataException e) {
            return RecordingFold.unread(Labels.NONE, unit.name(), unit.bytes(), String.valueOf(e.getMessage()));
        }
    }

    private FleetSums read(FleetInputs.Unit unit, Progress progress, int threads) {
        try (Inputs inputs = Inputs.open(
                List.of(unit.path()), Map.of(unit.path(), unit.name()), ReaderChoice.AUTO, maxUnpackedBytes)) {
            List<Source> sources = inputs.sources();
            FoldRun run = FoldRun.read(List.of(fold), sources, progress::accept, threads);
            long readable = sources.stream().filter(Source::hasContent).count();
            Labels labels = Labels.of(inputs.labels());
            if (!run.problems().isEmpty() && run.problems().size() == readable) {
                return RecordingFold.unread(
                        labels, unit.name(), unit.bytes(), run.problems().getFirst());
            }
            return fold.sums(run.result(fold), labels, unit.name(), unit.bytes());
        }
    }

    private static FleetSums written(FleetInputs.Unit unit) {
        if (unit.bytes() > LONGEST_FOLD) {
            throw new DataException(unit.name() + " is too long for a fold");
        }
        try (InputStream in = Files.newInputStream(unit.path())) {
            return FleetBytes.read(in.readAllBytes(), unit.name());
        } catch (IOException e) {
            throw new DataException("cannot read " + unit.name() + ": permission denied or input error", e);
        }
    }

    @Override
    public void close() {
        PinRequest.close(classes);
    }
}
