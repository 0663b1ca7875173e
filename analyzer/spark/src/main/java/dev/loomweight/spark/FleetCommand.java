package dev.loomweight.spark;

import dev.loomweight.capture.DataException;
import dev.loomweight.fleet.LabelTable;
import dev.loomweight.fleet.Labels;
import dev.loomweight.fleet.PathPattern;
import dev.loomweight.render.Format;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fleet}: the report of {@code loomweight fleet}, and tables, from recordings that executors read. */
@Command(
        name = "fleet",
        mixinStandardHelpOptions = true,
        description = "Fold the recordings under some paths; write a report and tables in Parquet.")
final class FleetCommand implements Callable<Integer> {

    private static final long BYTES_PER_GB = 1L << 30;

    // The largest table of labels that is read, in bytes.
    private static final int LARGEST_TABLE = 256 << 20;

    // Each recording that ends its executor is one, and so is being in one executor with it.
    private static final String MAX_FAILURES = "10";

    private final Consumer<String> lines;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "PATH",
            description = "Recordings, captures, folders of them, or patterns, in any file system of the cluster:"
                    + " s3a://bucket/prefix, hdfs:///recordings, 'abfs://.../*/2026-*.jfr'.")
    private List<String> paths = List.of();

    @Option(
            names = "--by",
            split = ",",
            paramLabel = "LABEL",
            description =
                    "The labels to report by, from the widest to the narrowest (default: service,version,pod, as far"
                            + " as the recordings have them).")
    private List<String> by = List.of();

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "FOLDER",
            description = "Where report.* and tables/ are written: a folder that is not there, or is empty.")
    private String output = "";

    @Option(names = "--overwrite", description = "Replace what is in the folder.")
    private boolean overwrite;

    @Option(
            names = "--format",
            split = ",",
            paramLabel = "FORMAT",
            description = "Formats of the report: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.",
            defaultValue = "json,html,markdown")
    private List<Format> formats = List.of();

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "A label of all recordings; repeatable.")
    private Map<String, String> labels = Map.of();

    @Option(
            names = "--path-pattern",
            paramLabel = "PATTERN",
            description = "Labels in the paths of recordings, such as {service}/{version}/{pod}-{time}.jfr.")
    private @Nullable String pattern;

    @Option(
            names = "--labels",
            paramLabel = "FILE",
            description = "Labels as comma-separated values: a column \"file\", and one for each label.")
    private @Nullable String table;

    @Option(
            names = "--most-local",
            paramLabel = "GB",
            description = "The most that a task copies to its machine at a time, in GB; a larger recording counts as"
                    + " unreadable. Default: ${DEFAULT-VALUE}.",
            defaultValue = "8")
    private long mostLocal;

    FleetCommand(Consumer<String> lines) {
        this.lines = lines;
    }

    @Override
    public Integer call() {
        if (mostLocal < 1 || mostLocal > Long.MAX_VALUE / BYTES_PER_GB) {
            throw misused("--most-local is a number of GB, 1 or more");
        }
        PathPattern named = pattern();
        Labels all = all();
        try (JavaSparkContext spark = spark()) {
            FleetJob job = new FleetJob(spark, lines);
            OutputFolder folder = OutputFolder.of(output, overwrite, job.hadoop());
            LabelTable rows = table(job.hadoop());
            List<Recording> recordings = labelled(Listing.of(paths, job.hadoop()), named, rows, all);
            String title =
                    String.join(", ", paths.stream().map(Listing::withoutSlash).toList());
            job.run(recordings, by, title, folder, formats, mostLocal * BYTES_PER_GB);
            return 0;
        }
    }

    private static JavaSparkContext spark() {
        SparkConf configuration = new SparkConf()
                .setIfMissing("spark.app.name", "loomweight fleet")
                .setIfMissing("spark.task.maxFailures", MAX_FAILURES);
        return JavaSparkContext.fromSparkContext(SparkContext.getOrCreate(configuration));
    }

    private @Nullable PathPattern pattern() {
        try {
            return pattern == null ? null : PathPattern.of(pattern);
        } catch (IllegalArgumentException e) {
            throw misused("--path-pattern " + pattern + ": " + e.getMessage());
        }
    }

    private Labels all() {
        try {
            return Labels.of(labels);
        } catch (IllegalArgumentException e) {
            throw misused("--label: " + e.getMessage());
        }
    }

    private @Nullable LabelTable table(Configuration hadoop) {
        if (table == null) {
            return null;
        }
        Path path = new Path(table);
        try (InputStream in = path.getFileSystem(hadoop).open(path)) {
            byte[] bytes = in.readNBytes(LARGEST_TABLE + 1);
            if (bytes.length > LARGEST_TABLE) {
                throw new DataException(table + " has more than " + (LARGEST_TABLE >> 20) + " MB");
            }
            return LabelTable.of(new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new DataException("cannot read " + table + ": " + Listing.reason(e), e);
        } catch (IllegalArgumentException e) {
            throw new DataException("the labels in " + table + " cannot be used: " + e.getMessage(), e);
        }
    }

    /** What is said of all wins over the table, and that over the path. */
    private List<Recording> labelled(
            List<Recording> found, @Nullable PathPattern named, @Nullable LabelTable rows, Labels all) {
        int matching = 0;
        List<Recording> labelled = new ArrayList<>();
        for (Recording recording : found) {
            Labels ofPath = named == null ? null : named.labels(recording.name());
            matching += ofPath == null ? 0 : 1;
            Labels of = ofPath == null ? Labels.NONE : ofPath;
            of = rows == null ? of : of.and(rows.labels(recording.name()));
            labelled.add(recording.with(of.and(all).values()));
        }
        if (named != null && matching == 0) {
            throw new DataException("the path of no recording matches --path-pattern; the first is "
                    + found.getFirst().name());
        }
        if (named != null && matching < found.size()) {
            lines.accept(found.size() - matching + " of " + found.size() + " recordings do not match --path-pattern");
        }
        return labelled;
    }

    private ParameterException misused(String message) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
    }
}
