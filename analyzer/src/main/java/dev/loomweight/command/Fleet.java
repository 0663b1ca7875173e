package dev.loomweight.command;

import dev.loomweight.capture.DataException;
import dev.loomweight.fleet.FleetBytes;
import dev.loomweight.fleet.FleetReport;
import dev.loomweight.fleet.FleetSums;
import dev.loomweight.fleet.Labels;
import dev.loomweight.fleet.RecordingFold;
import dev.loomweight.input.capture.FleetInputs;
import dev.loomweight.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Folds of recordings as bytes, for programs that fold many on several machines. Merging is associative and commutative,
 * and a report depends on what was folded alone: the same recordings give the same bytes in whatever order.
 */
public final class Fleet {

    /** The label that every fold has: the name of its recording. */
    public static final String RECORDING = Labels.RECORDING;

    private Fleet() {}

    /**
     * Folds one recording or capture, on the calling thread. One that cannot be read gives a fold that says so.
     *
     * @param file a recording, also compressed, or the folder of a capture
     * @param name what messages and the label {@value Labels#RECORDING} call it
     * @param labels what it is of, such as {@code service}, {@code version} and {@code pod}; they win over those that the
     *     capture itself has
     * @throws IllegalArgumentException if one of the labels is none
     */
    public static byte[] fold(Path file, String name, Map<String, String> labels) {
        try (FleetBatch batch = new FleetBatch()) {
            batch.fold(file, name, labels);
            return batch.recordings();
        }
    }

    /**
     * The fold of a recording that could not be fetched: it counts among those that cannot tell.
     *
     * @param name as in {@link #fold}
     * @param bytes its size, as far as it is known; 0 if not
     * @param labels as in {@link #fold}
     * @param reason why, as a message for the user
     * @throws IllegalArgumentException if one of the labels is none
     */
    public static byte[] unread(String name, long bytes, Map<String, String> labels, String reason) {
        return FleetBytes.write(RecordingFold.unread(FleetBatch.given(name, labels), name, bytes, reason));
    }

    /** The size of a recording or capture, in bytes; 0 where it cannot be known. */
    static long size(Path file) {
        try {
            return FleetInputs.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    /**
     * The report.
     *
     * @param all what was folded
     * @param by the names of labels, from the widest to the narrowest; empty for those of {@link FleetReport#USUAL} that
     *     the recordings have
     * @param title what was asked about, such as the paths that the user named
     * @throws DataException if it is no fold, is damaged, or is of another version; or if no recording has one of the
     *     labels
     */
    public static Report report(byte[] all, List<String> by, String title) {
        FleetSums sums = FleetBytes.read(all, "a fold");
        return FleetReport.of(sums, FleetReport.by(sums, by), title);
    }
}
