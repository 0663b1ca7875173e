package dev.loomweight.spark;

import dev.loomweight.command.FleetBatch;
import dev.loomweight.input.folded.Chunk;
import dev.loomweight.input.folded.Copies;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.Utils;
import org.jspecify.annotations.Nullable;

/**
 * What an executor does: folds the recordings of one task, one after another on the thread of the task. Each is counted,
 * also one that cannot be read.
 *
 * @param hadoop how file systems are reached
 * @param working where it is written
 * @param mostLocalBytes the most that is copied to this machine at a time, by each task
 * @param alone whether the recordings have ended an executor already: each is a task, no other runs in its executor, and
 *     if that ends again, the recording cannot be read
 * @param copies what of each is folded with others; null where that is not known yet
 */
record FoldSlice(
        Broadcast<SerializableConfiguration> hadoop,
        String working,
        long mostLocalBytes,
        boolean alone,
        @Nullable Broadcast<Copies> copies)
        implements Function<List<Recording>, FoldedSlice> {

    private static final long serialVersionUID = 1L;

    /** Why a recording counts as unreadable with which each executor ended. */
    static final String ENDED =
            "its executor ended whenever it was read, the last time with nothing else in it; it may need more memory"
                    + " (spark.executor.memory)";

    // Of the executor.
    private static final ReentrantLock ONE = new ReentrantLock();

    /** The same for recordings that are each a task. */
    FoldSlice ofOne() {
        return new FoldSlice(hadoop, working, mostLocalBytes, true, copies);
    }

    @Override
    public FoldedSlice call(List<Recording> slice) throws IOException, InterruptedException {
        if (!alone) {
            return folded(slice);
        }
        ONE.lockInterruptibly();
        try {
            return folded(slice);
        } finally {
            ONE.unlock();
        }
    }

    private FoldedSlice folded(List<Recording> slice) throws IOException {
        long began = processorNanos();
        Configuration configuration = hadoop.value().value();
        // On the disks that the cluster gives to an executor, and removed with it.
        Path temporary =
                Files.createDirectories(Path.of(Utils.getLocalDir(SparkEnv.get().conf())));
        TaskContext task = TaskContext.get();
        WorkingFolder folder = WorkingFolder.of(working, configuration);
        String name = (copies == null ? "" : "again-") + (alone ? "alone-" : "slice-") + task.partitionId();
        Suspects suspects = new Suspects(folder, name, task.attemptNumber(), alone);
        ArrayList<Recording> left = new ArrayList<>();
        try (FleetBatch batch = new FleetBatch()) {
            for (Recording recording : slice) {
                if (!suspects.contains(recording)) {
                    suspects.begin(recording);
                    fold(recording, configuration, temporary, batch);
                } else if (alone) {
                    batch.unread(recording.name(), recording.bytes(), recording.labels(), ENDED);
                } else {
                    left.add(recording);
                }
            }
            suspects.end();
            String file = name + "-" + task.taskAttemptId();
            folder.write(file, batch.merged(), batch.recordings(), batch.samples());
            return new FoldedSlice(
                    file, slice.size() - left.size(), new ArrayList<>(batch.held()), left, processorNanos() - began);
        } catch (IOException | RuntimeException e) {
            // Such as a full disk: the executor lives.
            suspects.end();
            throw e;
        }
    }

    private void fold(Recording recording, Configuration configuration, Path temporary, FleetBatch batch)
            throws IOException {
        try (LocalCopy copy = LocalCopy.of(recording, configuration, temporary, mostLocalBytes)) {
            Set<Chunk> others = copies == null ? Set.of() : copies.value().shared(recording.name());
            batch.fold(copy.path(), recording.name(), recording.labels(), others);
        } catch (LocalCopy.UnreadableException e) {
            batch.unread(recording.name(), recording.bytes(), recording.labels(), String.valueOf(e.getMessage()));
        }
    }

    private static long processorNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
