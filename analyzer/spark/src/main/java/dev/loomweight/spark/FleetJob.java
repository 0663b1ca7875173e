package dev.loomweight.spark;

import dev.loomweight.command.Fleet;
import dev.loomweight.fleet.FleetBytes;
import dev.loomweight.input.folded.Copies;
import dev.loomweight.render.Format;
import dev.loomweight.report.Report;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/** One run on the cluster: lists, folds, merges, writes. */
final class FleetJob {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    /** So many slices are merged by one task. */
    private static final int SLICES_PER_MERGE = 32;

    private final JavaSparkContext spark;
    private final Consumer<String> lines;

    /**
     * A run.
     *
     * @param spark the cluster
     * @param lines takes what the user may want to know meanwhile
     */
    FleetJob(JavaSparkContext spark, Consumer<String> lines) {
        this.spark = spark;
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
        Broadcast<SerializableConfiguration> configuration = spark.broadcast(new SerializableConfiguration(hadoop()));
        String working = folder.makeWorking();
        try {
            List<String> files = counted(recordings, configuration, working, mostLocalBytes);
            Report report = Fleet.report(merged(files, configuration, working), by, title);
            formats.forEach(format -> folder.write(report, format));
            new Tables(spark, configuration).write(files, working, report, recordings.size(), folder);
        } finally {
            folder.removeWorking();
        }
        lines.accept("wrote the report and the tables to " + folder.path());
    }

    /**
     * Folds all, what is in several once, and gives the names of what tasks have written: those that count, each recording in
     * one of them.
     */
    private List<String> counted(
            List<Recording> recordings,
            Broadcast<SerializableConfiguration> configuration,
            String working,
            long mostLocalBytes) {
        FoldSlice first = new FoldSlice(configuration, working, mostLocalBytes, false, null);
        List<FoldedSlice> slices = folded(recordings, first);
        Copies copies = Copies.among(
                slices.stream().flatMap(slice -> slice.held().stream()).toList());
        List<String> files = new ArrayList<>();
        if (copies.isEmpty()) {
            slices.forEach(slice -> files.add(slice.file()));
        } else {
            Broadcast<Copies> known = spark.broadcast(copies);
            List<Recording> again = recordings.stream()
                    .filter(recording -> !copies.shared(recording.name()).isEmpty())
                    .toList();
            lines.accept(String.format(
                    Locale.ROOT,
                    "%,d recordings are in others, %,d in part",
                    copies.leftOut().size(),
                    again.size()));
            Map<Boolean, List<String>> concerned = slices.stream()
                    .collect(Collectors.partitioningBy(
                            slice -> slice.held().stream().anyMatch(held -> copies.concerns(held.name())),
                            Collectors.mapping(FoldedSlice::file, Collectors.toList())));
            files.addAll(concerned.getOrDefault(false, List.of()));
            files.addAll(
                    once(concerned.getOrDefault(true, List.of()), new CountOnce(configuration, working, known, false)));
            if (!again.isEmpty()) {
                FoldSlice second = new FoldSlice(configuration, working, mostLocalBytes, false, known);
                List<String> parts =
                        folded(again, second).stream().map(FoldedSlice::file).toList();
                files.addAll(once(parts, new CountOnce(configuration, working, known, true)));
            }
        }
        Collections.sort(files);
        return files;
    }

    private List<String> once(List<String> files, CountOnce count) {
        return files.isEmpty()
                ? files
                : spark.parallelize(files, files.size()).map(count).collect();
    }

    private List<FoldedSlice> folded(List<Recording> recordings, FoldSlice fold) {
        List<List<Recording>> slices = Slices.of(recordings, Math.max(1, spark.defaultParallelism()));
        lines.accept(
                String.format(Locale.ROOT, "folding %,d recordings in %,d tasks", recordings.size(), slices.size()));
        FoldProgress progress = new FoldProgress(slices, lines);
        spark.sc().addSparkListener(progress);
        List<FoldedSlice> folded = new ArrayList<>(
                spark.parallelize(slices, slices.size()).map(fold).collect());
        List<List<Recording>> alone = folded.stream()
                .flatMap(slice -> slice.left().stream())
                .<List<Recording>>map(recording -> new ArrayList<>(List.of(recording)))
                .toList();
        progress.slicesEnded(alone.size());
        if (!alone.isEmpty()) {
            folded.addAll(
                    spark.parallelize(alone, alone.size()).map(fold.ofOne()).collect());
        }
        progress.end();
        spark.sc().removeSparkListener(progress);
        int found = folded.stream().mapToInt(FoldedSlice::recordings).sum();
        double nanos = folded.stream().mapToLong(FoldedSlice::processorNanos).sum();
        lines.accept(String.format(
                Locale.ROOT,
                "folded %,d recordings in %.1f s of processor time, %.1f ms each",
                found,
                nanos / NANOS_PER_SECOND,
                nanos / NANOS_PER_MILLI / found));
        return folded;
    }

    private byte[] merged(List<String> files, Broadcast<SerializableConfiguration> configuration, String working) {
        int tasks = (files.size() + SLICES_PER_MERGE - 1) / SLICES_PER_MERGE;
        return spark.parallelize(files, tasks)
                .mapPartitions(some -> merged(some, configuration, working))
                .treeReduce(FleetBytes::merge);
    }

    private static Iterator<byte[]> merged(
            Iterator<String> files, Broadcast<SerializableConfiguration> configuration, String working)
            throws IOException {
        WorkingFolder folder = WorkingFolder.of(working, configuration.value().value());
        List<byte[]> folds = new ArrayList<>();
        while (files.hasNext()) {
            folds.add(folder.read(files.next(), WorkingFolder.Part.MERGED));
        }
        return List.of(FleetBytes.mergeAll(folds.iterator())).iterator();
    }
}
