package dev.loomweight.spark;

import dev.loomweight.fleet.FleetTable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows of several tables, each into a file of its own for each task, in the folder of the table. The committer of
 * the file system sees to it that only tasks that ended well leave files.
 */
public final class TablesOutput extends FileOutputFormat<String, FleetTable> {

    /** Made by Hadoop. */
    public TablesOutput() {}

    @Override
    public RecordWriter<String, FleetTable> getRecordWriter(TaskAttemptContext task) throws IOException {
        OutputCommitter committer = getOutputCommitter(task);
        if (!(committer instanceof PathOutputCommitter files)) {
            throw new IOException("cannot write files with the committer "
                    + committer.getClass().getName());
        }
        return new Writer(
                files.getWorkPath(),
                String.format(
                        "part-%05d.snappy.parquet",
                        task.getTaskAttemptID().getTaskID().getId()),
                task.getConfiguration());
    }

    private static final class Writer extends RecordWriter<String, FleetTable> {

        // All of them, so that a table without rows can be read, too.
        private final Map<String, ParquetWriter<List<@Nullable Object>>> writers = new LinkedHashMap<>();

        Writer(Path folder, String file, Configuration configuration) throws IOException {
            for (FleetTable table : Tables.all()) {
                Path path = new Path(new Path(folder, table.name()), file);
                writers.put(table.name(), ParquetRows.writer(path, table, configuration));
            }
        }

        @Override
        public void write(String name, FleetTable table) throws IOException {
            ParquetWriter<List<@Nullable Object>> writer = writers.get(name);
            if (writer == null) {
                throw new IOException("there is no table " + name);
            }
            for (List<@Nullable Object> row : table.rows()) {
                writer.write(row);
            }
        }

        @Override
        public void close(TaskAttemptContext task) throws IOException {
            for (ParquetWriter<List<@Nullable Object>> writer : writers.values()) {
                writer.close();
            }
        }
    }
}
