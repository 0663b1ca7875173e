package dev.loomweight.sample;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a sample comes from: which process, which moment, which file, which instrument.
 *
 * @param subject the process that was observed, as the report names it; the same for all parts of one capture, and
 *     unique among the inputs of one report
 * @param moment the snapshot that the sample belongs to, or null for what is not part of a snapshot (a recording, or
 *     a file given alone)
 * @param file the path as the user gave it or can find it; never null, for error messages
 * @param instrument what took the measurement
 */
public record Origin(String subject, @Nullable SnapshotId moment, String file, Instrument instrument) {

    /**
     * One snapshot of a capture.
     *
     * @param index its place in the capture, from 0
     * @param name its meaning, such as {@code before} or {@code after}
     * @param time when it was taken, or null where that is not known
     * @param unfinished whether it was being taken when its process or its collector ended, so that texts are missing
     */
    public record SnapshotId(
            int index, String name, @Nullable Instant time, boolean unfinished) {

        /** That of a finished snapshot. */
        public SnapshotId(int index, String name, @Nullable Instant time) {
            this(index, name, time, false);
        }
    }
}
