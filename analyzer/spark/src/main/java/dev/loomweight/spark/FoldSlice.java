package dev.loomweight.spark;

import dev.loomweight.command.Fleet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.Utils;

/**
 * What an executor does: folds the recordings of one task, one after another on the thread of the task. Each gives a fold,
 * also one that cannot be read.
 *
 * @param hadoop how file systems are reached
 * @param mostLocalBytes the most that is copied to this machine at a time, by each task
 */
record FoldSlice(Broadcast<SerializableConfiguration> hadoop, long mostLocalBytes)
        implements FlatMapFunction<List<Recording>, byte[]> {

    private static final long serialVersionUID = 1L;

    @Override
    public Iterator<byte[]> call(List<Recording> slice) throws IOException {
        Configuration configuration = hadoop.value().value();
        // On the disks that the cluster gives to an executor, and removed with it.
        Path temporary =
                Files.createDirectories(Path.of(Utils.getLocalDir(SparkEnv.get().conf())));
        List<byte[]> folds = new ArrayList<>();
        for (Recording recording : slice) {
            folds.add(fold(recording, configuration, temporary));
        }
        return folds.iterator();
    }

    private byte[] fold(Recording recording, Configuration configuration, Path temporary) throws IOException {
        try (LocalCopy copy = LocalCopy.of(recording, configuration, temporary, mostLocalBytes)) {
            return Fleet.fold(copy.path(), recording.name(), recording.labels());
        } catch (LocalCopy.UnreadableException e) {
            return Fleet.unread(
                    recording.name(), recording.bytes(), recording.labels(), String.valueOf(e.getMessage()));
        }
    }
}
