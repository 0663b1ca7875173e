package dev.loomweight.spark;

import dev.loomweight.fleet.FleetBytes;
import dev.loomweight.fleet.FleetTable;
import dev.loomweight.fleet.FleetTable.Column;
import dev.loomweight.fleet.SampleBytes;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Tables in Parquet: those of the folds, and the findings of the report. All are written in one pass, in which each fold is
 * unpacked once.
 */
final class Tables {

    /** What the report found. */
    static final String FINDINGS = "findings";

    /** A file has about so many recordings' rows: files of some megabytes, which engines read best. */
    private static final int RECORDINGS_PER_FILE = 10_000;

    private final JavaSparkContext spark;
    private final Broadcast<SerializableConfiguration> hadoop;

    Tables(JavaSparkContext spark, Broadcast<SerializableConfiguration> hadoop) {
        this.spark = spark;
        this.hadoop = hadoop;
    }

    /** All tables, without rows. */
    static List<FleetTable> all() {
        List<FleetTable> all = new ArrayList<>(FleetTable.of(FleetBytes.nothing()));
        all.add(FleetTable.noSamples());
        all.add(findings(List.of()));
        return all;
    }

    /**
     * Writes them.
     *
     * @param slices what tasks have folded
     * @param working where these are
     * @param report whose findings are written
     * @param recordings how many there are
     * @param folder where tables go
     */
    void write(List<String> slices, String working, Report report, int recordings, OutputFolder folder) {
        int tasks = Math.min(slices.size(), 1 + (recordings / RECORDINGS_PER_FILE));
        ArrayList<@Nullable String[]> found = new ArrayList<>();
        report.sections()
                .forEach(section -> section.findings().forEach(finding -> found.add(row(section.id(), finding))));
        Broadcast<SerializableConfiguration> configuration = hadoop;
        try {
            Job job = Job.getInstance(hadoop.value().value());
            job.setOutputFormatClass(TablesOutput.class);
            FileOutputFormat.setOutputPath(job, folder.emptyTables());
            spark.parallelize(slices, tasks)
                    .mapPartitionsToPair(some -> {
                        WorkingFolder from =
                                WorkingFolder.of(working, configuration.value().value());
                        List<@Nullable String[]> findings = TaskContext.getPartitionId() == 0 ? found : List.of();
                        return pairs(new OfSlices(some, from, findings(findings)));
                    })
                    .saveAsNewAPIHadoopDataset(job.getConfiguration());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Iterator<Tuple2<String, FleetTable>> pairs(OfSlices tables) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return tables.hasNext();
            }

            @Override
            public Tuple2<String, FleetTable> next() {
                FleetTable table = tables.next();
                return new Tuple2<>(table.name(), table);
            }
        };
    }

    /** The tables of some slices, of which one at a time is unpacked. */
    private static final class OfSlices implements Iterator<FleetTable> {
        private final Iterator<String> slices;
        private final WorkingFolder from;
        private Iterator<FleetTable> next;

        OfSlices(Iterator<String> slices, WorkingFolder from, FleetTable first) {
            this.slices = slices;
            this.from = from;
            this.next = List.of(first).iterator();
        }

        @Override
        public boolean hasNext() {
            while (!next.hasNext() && slices.hasNext()) {
                next = of(slices.next());
            }
            return next.hasNext();
        }

        @Override
        public FleetTable next() {
            return hasNext()
                    ? next.next()
                    : Collections.<FleetTable>emptyIterator().next();
        }

        private Iterator<FleetTable> of(String slice) {
            try {
                List<FleetTable> folds = FleetTable.of(from.read(slice, WorkingFolder.Part.RECORDINGS));
                Iterator<FleetTable> samples = SampleBytes.read(from.read(slice, WorkingFolder.Part.SAMPLES));
                Iterator<FleetTable> first = folds.iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return first.hasNext() || samples.hasNext();
                    }

                    @Override
                    public FleetTable next() {
                        return first.hasNext() ? first.next() : samples.next();
                    }
                };
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @SuppressWarnings("NullAway") // It does not read what class files annotate inside of type arguments.
    private static FleetTable findings(List<@Nullable String[]> rows) {
        List<Column> columns = Stream.of("section", "id", "severity", "summary", "explanation", "solution", "code")
                .map(name -> new Column(name, FleetTable.Type.TEXT))
                .toList();
        List<List<@Nullable Object>> all = new ArrayList<>();
        rows.forEach(row -> all.add(Collections.unmodifiableList(Arrays.<@Nullable Object>asList((Object[]) row))));
        return new FleetTable(FINDINGS, columns, all);
    }

    private static @Nullable String[] row(String section, Finding finding) {
        return new @Nullable String[] {
            section,
            finding.id(),
            finding.severity().name().toLowerCase(Locale.ROOT),
            finding.summary(),
            finding.explanation(),
            finding.solution(),
            finding.place() == null
                    ? null
                    : finding.place().className() + "." + finding.place().methodName()
        };
    }
}
