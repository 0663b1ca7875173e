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
     * @param name its meaning, such as {@code before} or {@code after}, and whether it is unfinished
     * @param time when it was taken, or null where that is not known
     */
    public record SnapshotId(
            int index, String name, @Nullable Instant time) {

        // In the name, since reports are to show it, and fold files have it so.
        private static final String UNFINISHED = " (unfinished)";

        /** That of one which was being taken when its process or its collector ended, so that texts are missing. */
        public static SnapshotId unfinished(int index, String name, @Nullable Instant time) {
            return new SnapshotId(index, name + UNFINISHED, time);
        }

        /** Whether it was being taken when its process or its collector ended. */
        public boolean isUnfinished() {
            return name.endsWith(UNFINISHED);
        }
    }
}
