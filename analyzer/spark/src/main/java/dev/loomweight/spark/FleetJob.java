package dev.loomweight.spark;

import dev.loomweight.command.Fleet;
import dev.loomweight.render.Format;
import dev.loomweight.report.Report;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.SerializableConfiguration;

/** One run on the cluster: lists, folds, merges, writes. */
final class FleetJob {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    private final SparkSession session;
    private final JavaSparkContext spark;
    private final Consumer<String> lines;

    /**
     * A run.
     *
     * @param session of the cluster
     * @param lines takes what the user may want to know meanwhile
     */
    FleetJob(SparkSession session, Consumer<String> lines) {
        this.session = session;
        this.spark = new JavaSparkContext(session.sparkContext());
        this.lines = lines;
    }

    /** Where and how Hadoop's file systems are reached. */
    Configuration hadoop() {
        return spark.hadoopConfiguration();
    }

    /**
     * Does it.
     *
     * @param recordings what to fold, with labels; not empty
     * @param by the labels of the report; empty for the usual ones
     * @param title what the user named
     * @param folder where results go
     * @param formats of the report
     * @param mostLocalBytes the most that a task copies to its machine at a time
     */
    void run(
            List<Recording> recordings,
            List<String> by,
            String title,
            OutputFolder folder,
            List<Format> formats,
            long mostLocalBytes) {
        List<List<Recording>> slices = Slices.of(recordings, Math.max(1, spark.defaultParallelism()));
        lines.accept(
                String.format(Locale.ROOT, "folding %,d recordings in %,d tasks", recordings.size(), slices.size()));
        FoldSlice fold = new FoldSlice(spark.broadcast(new SerializableConfiguration(hadoop())), mostLocalBytes);
        // Kept: the report and the tables are made of them. What a lost executor kept is folded again.
        JavaRDD<byte[]> folds = spark.parallelize(slices, slices.size())
                .flatMap(fold)
                .setName("folds")
                .persist(StorageLevel.DISK_ONLY());
        FoldProgress progress = new FoldProgress(slices, lines);
        session.sparkContext().addSparkListener(progress);
        long found = folds.count();
        progress.end();
        double nanos = progress.processorNanos();
        lines.accept(String.format(
                Locale.ROOT,
                "folded %,d recordings in %.1f s of processor time, %.1f ms each",
                found,
                nanos / NANOS_PER_SECOND,
                nanos / NANOS_PER_MILLI / found));
        byte[] all = folds.mapPartitions(Merges::ofTask).treeReduce(Fleet::merge);
        Report report = Fleet.report(all, by, title);
        formats.forEach(format -> folder.write(report, format));
        Tables tables = new Tables(session, folder);
        tables.write(folds, recordings.size());
        tables.write(report, spark);
        folds.unpersist(false);
        lines.accept("wrote the report and the tables to " + folder.path());
    }
}
